import { z } from 'zod';
import { describeError } from '#domain/describe-error.ts';
import { type Result, ok } from '#domain/result.ts';
import type { PageCell } from '#domain/pages/page-cell.ts';
import { exactMoment } from '#domain/values/moment.ts';
import type { RecordName } from '#content/records/prepare-record.ts';
import { chosenCells, publishCells } from '#changes/chosen-cells.ts';
import { checkPublishable, publishDraft } from '#changes/publish-draft.ts';
import { pagesBelowLimit, publishWithBelow } from '#changes/moved-below.ts';
import { prepareRecords } from '#changes/publish-records.ts';
import { publishWithRecords } from '#changes/publish-with-records.ts';
import { log } from '#server/log.ts';
import { type PublishReceipt, collectReceipts, describeReceipts } from '#server/editor/publishing/receipts.ts';
import { type StaffContext, asEditorOf } from './as-staff.ts';
import { defineAction } from './define-action.ts';
import { idMessage, isNamed, listKinds, maxRecordsAlong, recordId, recordKind } from './record-names.ts';

/** Publishes a page's draft, also with those of pages below it and of records, or some cells of it, and returns what that changed once it is live. */
export const publishPage = defineAction({
  input: z.object({
    pageId: z.int().positive(),
    /** The newest save that the caller has seen: all of the draft is published unless somebody has saved since. */
    lastSave: z.int().nonnegative().optional(),
    /** Only these, unless somebody has saved since the newest save that the caller has seen. */
    chosen: z.object({ cells: chosenCells, lastSave: z.int().nonnegative() }).optional(),
    /** Pages below it whose drafts are published with all of its own, each unless somebody has saved it since. */
    below: z
      .array(z.object({ id: z.int().positive(), lastSave: z.int().nonnegative() }))
      .max(pagesBelowLimit)
      .optional(),
    /** Drafts of records that the page shows, which are published with it, each unless somebody has saved it since. */
    records: z
      .array(z.object({ kind: recordKind, id: recordId, savedAt: exactMoment() }).refine(isNamed, idMessage))
      .max(maxRecordsAlong)
      .optional(),
  }),
  handler: ({ pageId, records = [], ...what }, context) =>
    asEditorOf(context, listKinds(records), (staff) => publish(staff, pageId, { ...what, records })),
});

type What = {
  lastSave?: number | undefined;
  chosen?: { cells: readonly PageCell[]; lastSave: number } | undefined;
  below?: readonly { id: number; lastSave: number }[] | undefined;
  records: readonly (RecordName & { savedAt: string })[];
};

async function publish(
  { session, runtime, actor }: StaffContext,
  pageId: number,
  { lastSave, chosen, below = [], records }: What,
): Promise<Result<PublishReceipt>> {
  const page = await checkPublishable(session.client, pageId);
  if (!page.ok) return page;
  const prepared = await prepareRecords(actor, records);
  if (!prepared.ok) return prepared;
  const collected = collectReceipts(runtime);
  try {
    const published = await (prepared.value.length > 0
      ? publishWithRecords(actor, { pageId, lastSave, below, ...chosen }, prepared.value)
      : chosen
        ? publishCells(actor, { pageId, ...chosen })
        : below.length > 0
          ? publishWithBelow(actor, pageId, below, lastSave)
          : publishDraft(actor, pageId, lastSave));
    if (!published.ok) return published;
    const publishedAt = new Date();
    // From here on the change is in the queue: nothing that happens to this process loses it.
    const drained = await runtime.publisher.publishForPeople().then(
      () => true,
      (error: unknown) => {
        log.warn({ pageId, reason: describeError(error) }, 'A published page waits in the queue');
        return false;
      },
    );
    return ok(
      await describeReceipts(runtime, session.client, {
        pageId,
        published: published.value.published,
        publishedAt,
        drained,
        receipts: collected.receipts,
      }),
    );
  } finally {
    collected.stop();
  }
}
