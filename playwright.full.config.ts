import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** Long measurements, for `npm run test:full` only: one at a time, so that they do not disturb each other. */
export default defineConfig({
  ...base,
  testDir: 'tests/full',
  workers: 1,
  timeout: 900_000,
  projects: [{ name: 'full' }],
});
