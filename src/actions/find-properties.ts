import { z } from 'zod';
import { ok } from '#domain/result.ts';
import { readProperties } from '#content/records/read-properties.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

/** The properties that the products of a category have, and others by id: title, unit, and what their values are. */
export const findProperties = defineAction({
  input: z.object({
    category: z.int().positive().nullable().default(null),
    ids: z.array(z.int().positive()).max(200),
  }),
  handler: ({ category, ids }, context) =>
    asStaff(context, async ({ session }) => ok(await readProperties(session.client, category, ids))),
});
