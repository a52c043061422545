import { z } from 'zod';
import { releaseName, renameRelease as rename } from '#changes/releases/change-release.ts';
import { asStaff } from '../as-staff.ts';
import { defineAction } from '../define-action.ts';
import { id } from './release-item.ts';

export const renameRelease = defineAction({
  input: z.object({ id, name: releaseName }),
  handler: (input, context) => asStaff(context, ({ actor }) => rename(actor, input.id, input.name)),
});
