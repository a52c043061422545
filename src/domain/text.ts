import { z } from 'zod';

/** A text that a database can hold: without the NUL character and halves of surrogate pairs. */
export function storableText(max: number) {
  return z
    .string()
    .max(max, `Max. ${max} characters`)
    .refine((value) => value.isWellFormed() && !value.includes('\u0000'), {
      error: 'This text contains a character that cannot be stored',
    });
}
