/** What was changed, step by step, so that it can be taken back and done again. */
export type History<T> = {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** What the last change was to. Changes to the same thing in a row, such as letters of a text, are one step. */
  readonly subject: string | null;
};

/** More steps than anybody takes back. */
const kept = 200;

export function beginHistory<T>(present: T): History<T> {
  return { past: [], present, future: [], subject: null };
}

/** Makes a change; one to `subject` joins the one before if that was to the same. */
export function record<T>(history: History<T>, next: T, subject: string | null = null): History<T> {
  const { past, present } = history;
  const joins = subject !== null && subject === history.subject && past.length > 0;
  return { past: joins ? past : [...past.slice(1 - kept), present], present: next, future: [], subject };
}

export function undo<T>({ past, present, future }: History<T>): History<T> {
  const previous = past.at(-1);
  if (previous === undefined) return { past, present, future, subject: null };
  return { past: past.slice(0, -1), present: previous, future: [present, ...future], subject: null };
}

export function redo<T>({ past, present, future }: History<T>): History<T> {
  const [next, ...rest] = future;
  if (next === undefined) return { past, present, future, subject: null };
  return { past: [...past, present], present: next, future: rest, subject: null };
}
