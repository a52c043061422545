import { z } from 'zod';
import { formContentSchema } from './form-fields.ts';
import { locales } from '#domain/locales.ts';
import { refuseQuotes } from '#domain/quotes/refuse-quotes.ts';
import { localPath, webAddress } from '#domain/addresses/new-link.ts';
import { storableText } from '#domain/text/text.ts';

/** A form as an editor saves it: one schema for the builder and for the server. */

const formNameRequired = 'Form name is required';
export const retentionLimits = { min: 1, max: 3650, default: 180 } as const;

const title = storableText(250).trim();
const retention = `Enter a number of days from ${retentionLimits.min} to ${retentionLimits.max}`;

/** Answers, e-mails and the inbox repeat a form's texts as they are stored, so these quote no product. */
export const builtFormSchema = refuseQuotes(
  z.object({
    title: title.min(1, formNameRequired),
    /** The form's name for visitors, in the locales that have one. */
    titles: z.partialRecord(z.enum(locales), title).default({}),
    content: formContentSchema,
    /** Where a visitor is taken after sending; null shows a message instead. */
    successUrl: z
      .preprocess(
        (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
        z
          .string()
          .trim()
          .max(2000)
          .refine((value) => localPath.test(value) || webAddress.test(value), {
            error: 'Enter a path such as /thanks, or an address of one of the sites that begins with https://',
          })
          .nullable(),
      )
      .default(null),
    retentionDays: z
      .int(retention)
      .min(retentionLimits.min, retention)
      .max(retentionLimits.max, retention)
      .default(retentionLimits.default),
  }),
);

export type BuiltForm = z.output<typeof builtFormSchema>;
