import { setTimeout } from 'node:timers/promises';

/** Longer than it takes to check a password, in milliseconds. */
const step = 400;

/** The time until a whole number of steps, at least one, has passed; both in milliseconds. */
export function timeToStep(passed: number): number {
  return Math.ceil(Math.max(1, passed) / step) * step - passed;
}

/**
 * Waits until a whole number of steps has passed since a time (of `performance.now()`), so that the response time does not show
 * whether an account exists, for which there is more to do.
 */
export async function waitForStep(began: number): Promise<void> {
  await setTimeout(timeToStep(performance.now() - began));
}
