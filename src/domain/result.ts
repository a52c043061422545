/** One thing that is wrong with a value, at the path where it is wrong. */
export type Issue = { path: readonly (string | number)[]; message: string };

/** Every failure that a caller must expect, by its stable code. */
export type FailureCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'not-editable'
  | 'english-only'
  | 'rate-limited'
  | 'unavailable';

/**
 * An expected failure: what happened, why, and what to do, in words for the person it concerns. `issues` lists problems
 * by path, so that a form can show each at its field.
 */
export type Failure = { code: FailureCode; message: string; issues?: readonly Issue[]; detail?: unknown };

export type Result<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail<T = never>(code: FailureCode, message: string, issues?: readonly Issue[]): Result<T> {
  return { ok: false, failure: issues ? { code, message, issues } : { code, message } };
}
