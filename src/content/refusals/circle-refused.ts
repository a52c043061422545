import { type Result, fail } from '#domain/result.ts';

/** Whether the database refuses a row that would come to be above itself, or a redirect that leads back to itself, by the state of its error. */
export function isCircle(state: string | undefined): boolean {
  return state === '23C01';
}

/** What the database says of a circle: which names are in it, and what to do. Nothing was changed. */
export function refuseCircle(message: string): Result<never> {
  return fail('conflict', `Nothing was changed. ${message}`);
}
