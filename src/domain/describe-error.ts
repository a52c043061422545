/** Why something failed, in the words of what was thrown. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The same of a request: why it failed is in the error that `fetch` wraps, or in the first of several. */
export function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return cause.errors[0].message;
  if (cause instanceof Error && cause.message !== '') return cause.message;
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0].message;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return error.message || code || error.name;
}
