import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { isStorable } from '#domain/text/text.ts';
import { moment } from '#domain/values/moment.ts';
import { siteIds } from '#domain/sites.ts';

/** The filter for submissions of a form, in an action or in the address of an export. */
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
  /** Timestamps, not days: only the browser knows the time zone in which a day begins. */
  from: moment().nullable().default(null),
  until: moment().nullable().default(null),
  site: z.enum(siteIds).nullable().default(null),
  locale: z.enum(locales).nullable().default(null),
});
