import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isSweep } from './tests/fixtures/seeds.ts';

/** Files that take longest: begun last, one of them would run alone at the end. */
const longest = [
  'every-action',
  'two-steps',
  'hostile-values',
  'backup',
  'submissions',
  'upload-medium',
  'publishers',
  'releases',
  'content-import',
  'pickers',
  'missed-changes',
  'failures',
  'record-previews',
  'builds',
  'publishing-pages',
  'structure',
  'isolation',
  'records',
  'every-record',
  'sessions',
  'publish-plans',
  'past-soundness',
  'past',
  'stopping',
  'crash',
  'embedded-postgres',
  'soundness',
  'direct-database',
];

/** Also where no earlier run is known, as in a fresh clone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.indexOf(path.basename(moduleId, '.test.ts'));
      return at === -1 ? longest.length : at;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- The method of a sequencer.
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

/** One PostgreSQL for the whole run; each test copies its migrated database. */
const withDatabase = {
  globalSetup: 'tests/fixtures/share-postgres.ts',
  // They end what hangs, and measure nothing: a machine may be five times as slow as usual, and sweeps do much in one test.
  testTimeout: isSweep ? 3_600_000 : 300_000,
  hookTimeout: 300_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 120_000 } },
  // One more than processors: these tests wait for processes, timeouts and pauses as well.
  maxWorkers: availableParallelism() + 1,
  pool: 'forks',
} as const;

export default defineConfig({
  test: {
    // A process runs many files: starting one, and reading the code again, takes longer than most files do.
    isolate: false,
    // A line for each publish of thousands would hide what has failed.
    env: { LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn' },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', '{scripts,packages}/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
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
          testTimeout: 3_600_000,
          hookTimeout: 1_800_000,
          maxWorkers: 1,
        },
      },
    ],
  },
});
