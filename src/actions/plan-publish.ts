import { z } from 'zod';
import { type Result, ok } from '#domain/result.ts';
import { chosenCells, readChosenContents } from '#changes/chosen-cells.ts';
import { checkPublishable } from '#changes/publish-draft.ts';
import { prepareRecords } from '#changes/publish-records.ts';
import type { RecordName } from '#content/records/prepare-record.ts';
import { pagesBelowLimit } from '#changes/moved-below.ts';
import { readLastSave } from '#content/tree/read-page-place.ts';
import { readObstacles } from '#changes/publish-obstacles.ts';
import { addRecords, changeDrafts, changePages, proposePage } from '#changes/change-set.ts';
import { planPublish as plan } from '#publish/plan/plan.ts';
import { traced } from '#publish/trace.ts';
import { describeChosen } from '#server/editor/messages/chosen-cells.ts';
import { findWarnings } from '#server/editor/publishing/page-warnings.ts';
import { readPaused } from '#content/publishing/paused-sites.ts';
import { readLivePage } from '#server/editor/publishing/live-page.ts';
import { type PublishPlan, describePlan } from '#server/editor/publishing/receipts.ts';
import { renderPage } from '#astro/render-page.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';
import { maxRecordsAlong, recordName } from './record-names.ts';

type PagePlan = PublishPlan & {
  /** The newest save that it was made of, against which it is published. */
  lastSave: number;
  /** The drafts of records that are published with it, as they were planned. */
  records: (RecordName & { savedAt: string })[];
};

/**
 * The publish plan: which URLs publishing this page would change, why and in what, with warnings. Changes nothing. With `first` so many
 * URLs only, and no warnings, which take longer. With `cells` of what publishing these would change, and what they need. With
 * `below` and `records` of what publishing these pages and drafts of records with it would change.
 */
export const planPublish = defineAction({
  input: z.object({
    pageId: z.int().positive(),
    first: z.int().min(1).max(100).optional(),
    cells: chosenCells.optional(),
    /** Pages below it that are published with it. */
    below: z.array(z.int().positive()).max(pagesBelowLimit).optional(),
    /** Records whose drafts are published with it. */
    records: z.array(recordName).max(maxRecordsAlong).optional(),
  }),
  handler: ({ pageId, first, cells, below = [], records = [] }, context) =>
    asStaff(context, async ({ session, runtime, actor }): Promise<Result<PagePlan>> => {
      const [page, lastSave] = await Promise.all([
        checkPublishable(session.client, pageId),
        readLastSave(session.client, pageId),
      ]);
      if (!page.ok) return page;
      const prepared = await prepareRecords(actor, records);
      if (!prepared.ok) return prepared;
      const along = prepared.value.map(({ record: { kind, id, rows }, savedAt }) => ({ kind, id, rows, savedAt }));
      const seen = along.map(({ kind, id, savedAt }) => ({ kind, id, savedAt }));
      const chosen = cells === undefined ? null : await readChosenContents(session.client, pageId, cells);
      if (chosen?.ok === false) return chosen;
      const part = chosen && describeChosen(chosen.value, cells ?? []);
      if (chosen && chosen.value.needs.length > 0)
        return ok({
          ...(await describePlan(runtime, session.client, pageId, [], { warnings: [], paused: [], part })),
          lastSave,
          records: seen,
        });
      const instead = chosen && { parentId: chosen.value.parent_id, contents: chosen.value.contents };
      const pages = instead
        ? changePages([proposePage(pageId, instead.parentId, instead.contents), ...changeDrafts(...below).pages])
        : changeDrafts(pageId, ...below);
      const set = addRecords(pages, along);
      const at = new Date().toISOString();
      const [outputs, warnings, obstacles, paused] = await Promise.all([
        traced('plan', { page: pageId }, () =>
          plan({
            client: runtime.serviceClient,
            origins: runtime.config.origins,
            renderPage,
            at,
            set,
            readLive: (site, path) => readLivePage(runtime, site, path),
            ...(first === undefined ? {} : { first }),
          }),
        ),
        first === undefined
          ? findWarnings(runtime, session.client, { id: pageId, site: page.value.site }, at, {
              chosen: chosen?.value ?? null,
              records: along,
            })
          : [],
        first === undefined
          ? readObstacles(runtime.serviceClient, { ids: [pageId, ...below], ...(instead && { instead }) })
          : [],
        readPaused(runtime.serviceClient),
      ]);
      const described = await describePlan(runtime, session.client, pageId, outputs, {
        warnings,
        part,
        obstacles,
        paused: paused.filter(({ site }) => site === page.value.site),
      });
      return ok({ ...described, lastSave, records: seen });
    }),
});
