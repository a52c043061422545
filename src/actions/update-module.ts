import { defineAction } from 'astro:actions';
import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { saveModule } from '#content/drafts.ts';
import { asStaff } from './as-staff.ts';

/** Saves a module of a draft in one locale, against the version that the caller started from. */
export const updateModule = defineAction({
  input: z.object({
    moduleId: z.int().positive(),
    locale: z.enum(locales),
    payload: z.record(z.string(), z.unknown()),
    version: z.int().nonnegative().max(2_147_483_647),
  }),
  handler: (input, context) => asStaff(context, ({ actor }) => saveModule(actor, input)),
});
