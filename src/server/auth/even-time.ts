import { setTimeout } from 'node:timers/promises';

/** Longer than it takes to check a password, in milliseconds. */
const step = 400;

/** The time until a whole number of steps, at least one, has passed; both in milliseconds. */
export function timeToStep(passed: number): number {
  return Math.ceil(Math.max(1, passed) / step) * step - passed;
}

/**
 * Waits until a whole number of steps has passed since a moment (of `performance.now()`): an account that exists takes time that
 * one which does not exist would not, and neither shows in when the answer comes.
 */
export async function waitForStep(began: number): Promise<void> {
  await setTimeout(timeToStep(performance.now() - began));
}
