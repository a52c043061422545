import { z } from 'zod';
import { revokeLink } from '#changes/releases/share-release.ts';
import { asStaff } from '../as-staff.ts';
import { defineAction } from '../define-action.ts';
import { id } from './release-item.ts';

/** Ends a link before its time. */
export const revokeReleaseLink = defineAction({
  input: z.object({ link: id }),
  handler: ({ link }, context) => asStaff(context, ({ actor }) => revokeLink(actor, link)),
});
