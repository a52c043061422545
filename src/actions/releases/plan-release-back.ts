import { z } from 'zod';
import { fail, ok } from '#domain/result.ts';
import { changeBack, getPerspective, restorePage } from '#changes/change-set.ts';
import { identifyReleaseBack, prepareReleaseBack } from '#changes/releases/take-release-back.ts';
import { planChangeSet } from '#publish/plan/plan.ts';
import { drawNamed } from '#server/editor/publishing/draw-named.ts';
import { describe, plannedEntry } from '#server/editor/publishing/receipts.ts';
import { asStaff } from '../as-staff.ts';
import { defineAction } from '../define-action.ts';
import { id } from './release-item.ts';
import { gone } from './as-editor-of-all.ts';

/** What taking a release back would not put back, and why; and the URLs that would change. */
export const planReleaseBack = defineAction({
  input: z.object({ id }),
  handler: (input, context) =>
    asStaff(context, async ({ session, runtime }) => {
      const work = await prepareReleaseBack(session.client, input.id);
      if (!work) return fail('not-found', gone);
      const at = new Date().toISOString();
      const pages = work.pages.map((page) => restorePage(page.id, page.parentId, page.contents));
      const set = changeBack(pages, work.records);
      const named = await planChangeSet(runtime.serviceClient, set, { at });
      const { outputs, pagesAre } = await drawNamed(runtime, named, { planned: getPerspective(set), at });
      const planned = outputs.map(plannedEntry);
      const { entries } = await describe(runtime, session.client, -1, planned, 'goes back to what it was');
      return ok({
        pages: work.pages.length,
        records: work.records.length,
        kept: work.kept,
        entries,
        pagesAre,
        seen: identifyReleaseBack(work),
      });
    }),
});
