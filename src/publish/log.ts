import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** The publisher's log. */
export type Log = {
  info: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
  error: (fields: object, message: string) => void;
};

/** The run that is being published, for the lines that are logged meanwhile; its receipts are logged with it. */
export const publishContext = new AsyncLocalStorage<{ publish: string }>();

/** Calls what publishes, with one name for all that is logged meanwhile. */
export function asPublish<T>(run: () => T): T {
  return publishContext.run({ publish: randomBytes(6).toString('hex') }, run);
}
