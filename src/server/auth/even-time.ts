import { setTimeout } from 'node:timers/promises';
import { timeToStep } from './time-to-step.ts';

/**
 * Waits until a whole number of steps has passed since a time (of `performance.now()`), so that the response time does not show
 * whether an account exists, for which there is more to do.
 */
export async function waitForStep(began: number): Promise<void> {
  await setTimeout(timeToStep(performance.now() - began));
}
