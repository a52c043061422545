import pino from 'pino';

/** Structured logs. Nothing of a form, a cookie or a key is ever passed to it. */
export const log = pino({
  level: process.env['LOG_LEVEL'] ?? 'info',
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
});
