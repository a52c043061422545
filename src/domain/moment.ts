import { z } from 'zod';

/**
 * A moment with its offset, as every database reads it: of our calendar, which has no year 0, and with an offset that
 * exists. The result is in UTC.
 */
export function moment(message = 'Enter a moment') {
  return z.iso
    .datetime({ offset: true, error: message })
    .refine((value) => !Number.isNaN(Date.parse(value)) && new Date(value).getUTCFullYear() > 0, { error: message })
    .transform((value) => new Date(value).toISOString());
}
