import { z } from 'zod';
import { formFieldSchema } from '#domain/forms/form-fields.ts';
import { localized } from './localized.ts';

/** Fields that cannot be read leave the form without any: it shows nothing (spec section 8). */
export const formRow = z.object({
  id: z.number(),
  title: z.string(),
  version: z.number(),
  content: z.array(formFieldSchema).catch([]),
  localized: localized({ title: z.string() }),
});
