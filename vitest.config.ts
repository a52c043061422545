import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** One PostgreSQL for the whole run; each test copies its migrated database. */
const withDatabase = {
  globalSetup: 'tests/fixtures/share-postgres.ts',
  testTimeout: 60_000,
  hookTimeout: 180_000,
  teardownTimeout: 20_000,
  // One more than processors: these tests wait for processes, timeouts and pauses as well.
  maxWorkers: availableParallelism() + 1,
  pool: 'forks',
} as const;

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', '{scripts,packages}/**/*.test.ts'],
          testTimeout: 10_000,
          setupFiles: ['tests/fixtures/seed-properties.ts'],
        },
      },
      // pgTAP: each assertion of the SQL files under supabase/tests is a test here.
      { extends: true, test: { name: 'database', include: ['tests/database/**/*.test.ts'], ...withDatabase } },
      { extends: true, test: { name: 'integration', include: ['tests/integration/**/*.test.ts'], ...withDatabase } },
      // Long sweeps, for `npm run test:full` only.
      {
        extends: true,
        test: {
          name: 'full',
          include: ['tests/full/**/*.test.ts'],
          ...withDatabase,
          testTimeout: 1_800_000,
          maxWorkers: 1,
        },
      },
    ],
  },
});
