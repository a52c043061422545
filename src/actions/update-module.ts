import { z } from 'zod';
import { defaultLocale, locales } from '#domain/locales.ts';
import { rowVersionOrNone } from '#domain/values/row-version.ts';
import { saveModule } from '#content/drafts/drafts.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

/**
 * Saves a module of a draft in one locale, against the version that the caller started from. Without a locale it is the default
 * one; without a version the data replaces what is stored now.
 */
export const updateModule = defineAction({
  input: z.object({
    moduleId: z.int().positive(),
    locale: z.enum(locales).default(defaultLocale),
    payload: z.record(z.string(), z.unknown()),
    version: rowVersionOrNone.optional(),
  }),
  handler: (input, context) => asStaff(context, ({ actor }) => saveModule(actor, input)),
});
