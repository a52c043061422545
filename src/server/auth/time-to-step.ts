/** Longer than it takes to check a password, in milliseconds. */
const step = 400;

/** The time until a whole number of steps, at least one, has passed; both in milliseconds. */
export function timeToStep(passed: number): number {
  return Math.ceil(Math.max(1, passed) / step) * step - passed;
}
