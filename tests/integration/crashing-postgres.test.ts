import { testCrashes } from '../fixtures/crashing-postgres.ts';

testCrashes({ kills: 3, seed: 4711 });
