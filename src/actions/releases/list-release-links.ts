import { z } from 'zod';
import { type Result, ok } from '#domain/result.ts';
import { listLinks } from '#changes/releases/share-release.ts';
import type { ReleaseLink } from '#view-model/releases.ts';
import { asStaff } from '../as-staff.ts';
import { defineAction } from '../define-action.ts';
import { id } from './release-item.ts';

/** The links of a release, without what opens them. */
export const listReleaseLinks = defineAction({
  input: z.object({ id }),
  handler: (input, context) =>
    asStaff(context, async ({ session }): Promise<Result<ReleaseLink[]>> =>
      ok(await listLinks(session.client, input.id)),
    ),
});
