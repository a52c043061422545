import { AsyncLocalStorage } from 'node:async_hooks';
import pino from 'pino';
import { publishContext } from '#publish/log.ts';

/** What is being answered, for the lines that are logged meanwhile. */
export const requestContext = new AsyncLocalStorage<{ request: string }>();

/** The name of the request that is being answered; undefined for what the server does by itself. */
export const currentRequest = (): string | undefined => requestContext.getStore()?.request;

/** Structured logs. Nothing of a form, a cookie or a key is ever passed to it. */
export const log = pino({
  level: process.env['LOG_LEVEL'] ?? 'info',
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  mixin: () => ({ ...requestContext.getStore(), ...publishContext.getStore() }),
});
