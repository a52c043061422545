import { z } from 'zod';

export const yearsMessage = 'A moment is in a year from 1 to 9999, in UTC as well';

/** Whether a moment is one that databases and dates of JavaScript write alike, with a year of four digits, wherever it was read. */
export function isOfYears(date: Date): boolean {
  const year = date.getUTCFullYear();
  return year > 0 && year < 10_000;
}

/**
 * A moment with its offset, as every database reads it: of our calendar, which has no year 0, of a year of four digits in UTC too, and
 * with an offset that exists. The text stays as it is, so that one from a database is still the same to the microsecond.
 */
export function exactMoment(message = 'Enter a moment') {
  return z.iso
    .datetime({ offset: true, error: message })
    .refine((value) => !Number.isNaN(Date.parse(value)), { error: message, abort: true })
    .refine((value) => isOfYears(new Date(value)), { error: yearsMessage });
}

/** The same in UTC, to the millisecond. */
export function moment(message?: string) {
  return exactMoment(message).transform((value) => new Date(value).toISOString());
}

/** A day of our calendar, as every database reads it: there is no year 0. */
export function calendarDay(message = 'Enter a day') {
  return z.iso.date(message).refine((value) => !value.startsWith('0000'), { error: message });
}
