import { z } from 'zod';
import { newLinkSchema } from '#domain/addresses/new-link.ts';
import { addLink as add } from '#content/pickers/add-link.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

/** Makes a link. An equal one is a conflict that names it, unless the link is to be added `again`. */
export const addLink = defineAction({
  input: z.intersection(newLinkSchema, z.object({ again: z.boolean().default(false) })),
  handler: ({ again, ...link }, context) => asStaff(context, ({ actor }) => add(actor, link, again)),
});
