type DatabaseError = { code: string; message: string; detail?: string; hint?: string };

export function isDatabaseError(error: unknown): error is Error & DatabaseError {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string';
}

/** The error of a write in a transaction that is read-only. */
export const readOnly = '25006';

/** Whether the database could not be asked: it is starting, or away, or ended the session. */
export function isDisconnected(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  return /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ENOENT$|57P0[1-3]$|08)/.test(error.code);
}
