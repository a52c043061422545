/** The undo history: states before and after the present one. */
type History<T> = {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** The subject of the last change. Consecutive changes of the same subject, such as typing into one text, are one step. */
  readonly subject: string | null;
};

/** The most steps that can be undone. */
const maxSteps = 200;

export function beginHistory<T>(present: T): History<T> {
  return { past: [], present, future: [], subject: null };
}

/** Adds a change; one of the same `subject` as the last replaces its state. */
export function record<T>(history: History<T>, next: T, subject: string | null = null): History<T> {
  const { past, present } = history;
  const joins = subject !== null && subject === history.subject && past.length > 0;
  return { past: joins ? past : [...past.slice(1 - maxSteps), present], present: next, future: [], subject };
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
