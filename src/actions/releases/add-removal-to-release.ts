import { z } from 'zod';
import { exactMoment } from '#domain/values/moment.ts';
import { addRemoval } from '#changes/releases/change-release.ts';
import { asStaff } from '../as-staff.ts';
import { defineAction } from '../define-action.ts';
import { id } from './release-item.ts';

/** Takes a page off the site with a release. */
export const addRemovalToRelease = defineAction({
  input: z.object({ release: id, page: id, replaces: exactMoment().optional() }),
  handler: ({ release, page: ref, replaces }, context) =>
    asStaff(context, ({ actor }) => addRemoval(actor, release, ref, replaces)),
});
