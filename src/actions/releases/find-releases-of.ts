import { z } from 'zod';
import { ok } from '#domain/result.ts';
import { releasesOf } from '#changes/releases/read-release.ts';
import { asStaff } from '../as-staff.ts';
import { defineAction } from '../define-action.ts';
import { item } from './release-item.ts';

/** The releases to come that have a draft of a page or a record. */
export const findReleasesOf = defineAction({
  input: z.object({ of: item }),
  handler: ({ of }, context) => asStaff(context, async ({ session }) => ok(await releasesOf(session.client, of))),
});
