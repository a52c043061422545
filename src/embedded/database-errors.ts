import { isDatabaseError, isDisconnected } from '#database/errors.ts';

/** HTTP statuses of PostgREST for errors of PostgreSQL, by code or class of code. */
const statuses: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  P0001: 400,
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/** What PostgREST answers with, and status 503, while the database is away. */
export const unavailable = {
  code: 'PGRST001',
  message: 'Database client error. Retrying the connection.',
  details: null,
  hint: null,
};

/** The status with which PostgREST answers when the database refuses something; a function asks for one by the code `PT409`. `denied` is the one for missing rights. */
export function toHttpStatus(code: string, denied: 401 | 403): number {
  const asked = /^PT(\d{3})$/.exec(code)?.[1];
  if (asked !== undefined) return Number(asked);
  return code === '42501' ? denied : (statuses[code] ?? statuses[code.slice(0, 2)] ?? 400);
}

/** The codes that @supabase/lite passes on; it turns every other one into its own "SUP", even that of a check. */
const passedOn = /^(2[12]|42|5[35]|PT)|^(23502|23503|23505|25006|PGRST)$/;

/**
 * Gives an error that the library does not know the form in which a database function would ask for a certain answer, which
 * it does know, so that clients get the code and the status that Supabase gives.
 */
export function passOn(error: unknown): unknown {
  if (isDisconnected(error)) return asAnswer(unavailable, 503);
  if (!isDatabaseError(error) || passedOn.test(error.code)) return error;
  const { code, message, detail, hint } = error;
  return asAnswer({ code, message, details: detail ?? null, hint: hint ?? null }, toHttpStatus(code, 403));
}

function asAnswer(body: object, status: number): Error {
  return Object.assign(new Error(JSON.stringify(body)), {
    code: 'PGRST',
    severity: 'ERROR',
    detail: JSON.stringify({ status, headers: {} }),
  });
}
