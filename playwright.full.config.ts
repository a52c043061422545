import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** Long measurements, for `npm run test:full` only: one at a time, so that they do not disturb each other. */
export default defineConfig({
  ...base,
  workers: 1,
  timeout: 900_000,
  projects: [
    { name: 'full', testDir: 'tests/full' },
    { name: 'sweeps', testDir: 'tests/e2e', use: base.projects?.[0]?.use ?? {}, grep: /@sweep/ },
    {
      name: 'sweeps-phone',
      testDir: 'tests/e2e',
      use: base.projects?.[1]?.use ?? {},
      grep: /(?=.*@sweep)(?=.*@phone)/,
    },
  ],
});
