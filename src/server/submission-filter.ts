import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { siteIds } from '#domain/sites.ts';

const day = z.iso.date('Enter a day');

/** Which submissions of a form are asked for, by an action or by the address of an export. */
export const submissionFilter = z.object({
  formId: z.int().positive(),
  search: z
    .string()
    .max(200)
    .refine((value) => value.isWellFormed() && !value.includes('\u0000'), {
      error: 'This text contains a character that cannot be searched for',
    })
    .default(''),
  isRead: z.boolean().nullable().default(null),
  from: day.nullable().default(null),
  until: day.nullable().default(null),
  site: z.enum(siteIds).nullable().default(null),
  locale: z.enum(locales).nullable().default(null),
});
