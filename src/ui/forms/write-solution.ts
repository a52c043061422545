import type { Challenge, Solution } from 'altcha-lib/types';

/** A solution with its puzzle, in the way of ALTCHA. */
export function writeSolution({ parameters, signature }: Challenge, solution: Solution): string {
  return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }));
}
