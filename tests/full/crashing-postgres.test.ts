import { testCrashes } from '../fixtures/crashing-postgres.ts';

// CRASH_SEED repeats a run by the seed that it printed.
testCrashes({ kills: 30, seed: Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000) });
