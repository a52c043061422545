import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';
import type { Scope } from './tests/e2e/fixtures.ts';

/** For `npm run test:full` only: the sweeps, and `full`, which measures and so runs with one worker (`scripts/stages.ts`). */
export default defineConfig<object, Scope>({
  ...base,
  timeout: 1_800_000,
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
