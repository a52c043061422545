import { z } from 'zod';

/**
 * A moment with its offset, as every database reads it: of our calendar, which has no year 0, and with an offset that exists. The
 * text stays as it is, so that one from a database is still the same to the microsecond.
 */
export function exactMoment(message = 'Enter a moment') {
  return z.iso
    .datetime({ offset: true, error: message })
    .refine((value) => !Number.isNaN(Date.parse(value)) && new Date(value).getUTCFullYear() > 0, { error: message });
}

/** The same in UTC, to the millisecond. */
export function moment(message?: string) {
  return exactMoment(message).transform((value) => new Date(value).toISOString());
}

/** A day of our calendar, as every database reads it: there is no year 0. */
export function calendarDay(message = 'Enter a day') {
  return z.iso.date(message).refine((value) => !value.startsWith('0000'), { error: message });
}
