import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { isStorable } from '#domain/text.ts';
import { moment } from '#domain/moment.ts';
import { siteIds } from '#domain/sites.ts';

/** Which submissions of a form are asked for, by an action or by the address of an export. */
export const submissionFilter = z.object({
  formId: z.int().positive(),
  search: z
    .string()
    .max(200)
    .refine(isStorable, {
      error: 'This text contains a character that cannot be searched for',
    })
    .default(''),
  isRead: z.boolean().nullable().default(null),
  /** Moments and no days: when a day begins, only the browser of whoever asks knows. */
  from: moment().nullable().default(null),
  until: moment().nullable().default(null),
  site: z.enum(siteIds).nullable().default(null),
  locale: z.enum(locales).nullable().default(null),
});
