import { solveChallengeWorkers } from 'altcha-lib';
import type { Challenge } from 'altcha-lib/types';
import { writeSolution } from './write-solution.ts';

/** More would slow down what else the visitor's machine is doing. */
const maxWorkers = 4;

/** The solution of a puzzle as it is sent with a form, computed in a worker; null when none is found in time. */
export async function solvePuzzle(challenge: Challenge, timeout: number): Promise<string | null> {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(maxWorkers, navigator.hardwareConcurrency || 1),
    createWorker: () => new Worker(new URL('./puzzle-worker.ts', import.meta.url), { type: 'module' }),
    timeout,
  });
  return solution && writeSolution(challenge, solution);
}
