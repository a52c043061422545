import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import { browserArguments, findBrowser } from './scripts/browser.ts';

const executablePath = findBrowser();
const report = process.env['PLAYWRIGHT_REPORT'];

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // One more than processors: a journey waits for the server and for the page most of the time.
  workers: availableParallelism() + 1,
  // They end what hangs, and measure nothing: a machine may be five times as slow as usual.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ...(report ? [['json', { outputFile: report }] as ['json', { outputFile: string }]] : [])],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Zurich',
    // A trace of each test takes a quarter of the time. For one that fails: npm test -- e2e <file> --trace on
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: browserArguments, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
      grepInvert: [/@phone-only/, /@sweep/],
    },
    // On a narrow screen what is for it alone, and journeys; the sweeps run whatever is tagged @phone.
    {
      name: 'phone',
      use: { ...devices['Pixel 7'] },
      grep: /@phone-only|(?=.*@phone)(?=.*@smoke)/,
      grepInvert: /@sweep/,
    },
  ],
});
