import { AsyncLocalStorage } from 'node:async_hooks';
import pino from 'pino';
import { publishContext } from '#publish/log.ts';

/** What is being answered, for the lines that are logged meanwhile. */
export const requestContext = new AsyncLocalStorage<{ request: string }>();

/** What clients of the database are told of the request that is being answered. */
export const duringRequests = {
  findRequest: () => requestContext.getStore()?.request,
  /** A run of publishing goes on whoever has begun it, and others may wait for it as well. */
  isWaitedFor: () => requestContext.getStore() !== undefined && publishContext.getStore() === undefined,
};

/** Structured logs. Nothing of a form, a cookie or a key is ever passed to it. */
export const log = pino({
  level: process.env['LOG_LEVEL'] ?? 'info',
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  mixin: () => ({ ...requestContext.getStore(), ...publishContext.getStore() }),
});
