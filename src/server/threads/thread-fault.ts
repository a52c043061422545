import { DatabaseUnavailable } from '#content/clients/client.ts';
import { describeError } from '#domain/describe-error.ts';

/** An error on its way to another thread, which loses the class of it. */
export type ThreadFault = { message: string; unavailable: { call: string; code: string; reason: string } | null };

/** What another thread is told of an error. */
export function toFault(error: unknown): ThreadFault {
  const message = describeError(error);
  if (!(error instanceof DatabaseUnavailable)) return { message, unavailable: null };
  const { call, code, reason } = error;
  return { message, unavailable: { call, code, reason } };
}

/** The error of a fault, in the thread that it has reached. */
export function toError({ message, unavailable }: ThreadFault): Error {
  if (!unavailable) return new Error(message);
  return new DatabaseUnavailable(unavailable.call, unavailable.code, unavailable.reason);
}
