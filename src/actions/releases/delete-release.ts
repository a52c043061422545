import { z } from 'zod';
import { deleteRelease as remove } from '#changes/releases/change-release.ts';
import { asStaff } from '../as-staff.ts';
import { defineAction } from '../define-action.ts';
import { id } from './release-item.ts';

/** Deletes an empty release, or the entry of one that is live. */
export const deleteRelease = defineAction({
  input: z.object({ id }),
  handler: (input, context) => asStaff(context, ({ actor }) => remove(actor, input.id)),
});
