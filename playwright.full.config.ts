import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';
import type { Scope } from './tests/e2e/fixtures.ts';

/** Long measurements, for `npm run test:full` only: one at a time, so that they do not disturb each other. */
export default defineConfig<object, Scope>({
  ...base,
  workers: 1,
  timeout: 900_000,
  projects: [
    { name: 'full', testDir: 'tests/full', testMatch: '*.spec.ts' },
    {
      name: 'sweeps',
      testDir: 'tests/e2e',
      use: { ...base.projects?.[0]?.use, isSweep: true },
      grep: /@sweep|@sliced/,
      grepInvert: /@phone-only/,
    },
    {
      name: 'sweeps-phone',
      testDir: 'tests/e2e',
      use: { ...base.projects?.[1]?.use, isSweep: true },
      grep: /@phone/,
    },
  ],
});
