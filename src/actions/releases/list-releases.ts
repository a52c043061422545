import { z } from 'zod';
import { type Result, ok } from '#domain/result.ts';
import { listReleases as list } from '#changes/releases/read-release.ts';
import type { ReleaseSummary } from '#view-model/releases.ts';
import { asStaff } from '../as-staff.ts';
import { defineAction } from '../define-action.ts';

/** Releases, those to come first, by their moment; or those that have a draft of a page or a record. */
export const listReleases = defineAction({
  input: z.object({ isToCome: z.boolean().default(false) }),
  handler: ({ isToCome }, context) =>
    asStaff(context, async ({ session }): Promise<Result<ReleaseSummary[]>> =>
      ok(await list(session.client, isToCome ? ['open', 'scheduled'] : undefined)),
    ),
});
