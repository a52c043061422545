import { z } from 'zod';
import { fail, ok } from '#domain/result.ts';
import { identifyReleaseBack, prepareReleaseBack } from '#changes/releases/take-release-back.ts';
import { planReleaseBack as planBack } from '#publish/plan/plan-release-back.ts';
import { describe, plannedEntry } from '#server/editor/publishing/receipts.ts';
import { asStaff } from '../as-staff.ts';
import { defineAction } from '../define-action.ts';
import { id } from './release-item.ts';
import { gone } from './as-editor-of-all.ts';

/** What taking a release back would not put back, and why. */
export const planReleaseBack = defineAction({
  input: z.object({ id }),
  handler: (input, context) =>
    asStaff(context, async ({ session, runtime }) => {
      const work = await prepareReleaseBack(session.client, input.id);
      if (!work) return fail('not-found', gone);
      const outputs = await planBack(runtime.serviceClient, work, new Date().toISOString());
      const { entries } = await describe(runtime, session.client, -1, outputs.map(plannedEntry));
      return ok({
        pages: work.pages.length,
        records: work.records.length,
        kept: work.kept,
        entries,
        seen: identifyReleaseBack(work),
      });
    }),
});
