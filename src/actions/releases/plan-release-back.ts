import { z } from 'zod';
import { fail, ok } from '#domain/result.ts';
import { changePages, changeRecords, proposePage } from '#changes/change-set.ts';
import { identifyReleaseBack, prepareReleaseBack } from '#changes/releases/take-release-back.ts';
import { planChangeSet } from '#publish/plan/plan.ts';
import { drawNamed } from '#server/editor/publishing/draw-named.ts';
import { describe, plannedEntry } from '#server/editor/publishing/receipts.ts';
import { asStaff } from '../as-staff.ts';
import { defineAction } from '../define-action.ts';
import { id } from './release-item.ts';
import { gone } from './as-editor-of-all.ts';

/**
 * What taking a release back would not put back, and why; and the URLs of what it puts back. Those that read its records may look the
 * same afterwards.
 */
export const planReleaseBack = defineAction({
  input: z.object({ id }),
  handler: (input, context) =>
    asStaff(context, async ({ session, runtime }) => {
      const work = await prepareReleaseBack(session.client, input.id);
      if (!work) return fail('not-found', gone);
      const at = new Date().toISOString();
      const pages = work.pages.map((page) => proposePage(page.id, page.parentId, page.contents));
      const ofPages = await planChangeSet(runtime.serviceClient, changePages(pages), { at });
      const drawn = await drawNamed(runtime, ofPages, { planned: { pages, records: [] }, at });
      const own = drawn.outputs.filter(({ change }) => change !== 'unchanged');
      const known = new Set(own.map(({ site, path }) => `${site} ${path}`));
      const ofRecords = await planChangeSet(runtime.serviceClient, changeRecords(work.records), { at });
      const outputs = [...own, ...ofRecords.filter(({ site, path }) => !known.has(`${site} ${path}`))];
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
