/** What was looked at, how it is, and what to do where it is not well. */
export type Finding = {
  about: string;
  state: 'ok' | 'note' | 'wrong';
  says: string;
  todo?: string;
  /** It did not answer, so nobody knows how it is. */
  isUnknown?: true;
};

export const well = (about: string, says: string): Finding => ({ about, state: 'ok', says });
export const note = (about: string, says: string, todo: string): Finding => ({ about, state: 'note', says, todo });
export const unknown = (about: string, says: string, todo: string): Finding => ({
  ...note(about, says, todo),
  isUnknown: true,
});
export const wrong = (about: string, says: string, todo: string): Finding => ({ about, state: 'wrong', says, todo });

/** Why something failed, in one line. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The cause of a failed request is in the error that `fetch` wraps, or in the first of several.
  const { cause } = error;
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return cause.errors[0].message;
  if (cause instanceof Error && cause.message !== '') return cause.message;
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0].message;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return error.message || code || error.name;
}
