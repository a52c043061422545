import { z } from 'zod';
import { createRelease as create, releaseName } from '#changes/releases/change-release.ts';
import { asStaff } from '../as-staff.ts';
import { defineAction } from '../define-action.ts';

export const createRelease = defineAction({
  input: z.object({ name: releaseName }),
  handler: ({ name }, context) => asStaff(context, ({ actor }) => create(actor, name)),
});
