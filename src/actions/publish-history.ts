import { z } from 'zod';
import { describeError } from '#domain/describe-error.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import { renderPage } from '#astro/render-page.ts';
import { changeBack, restorePage } from '#changes/change-set.ts';
import { planPublish } from '#publish/plan/plan.ts';
import type { PlannedOutput } from '#publish/plan/planned-output.ts';
import type { Receipt } from '#publish/queue/publisher.ts';
import { type PausedSite, readPaused } from '#content/publishing/paused-sites.ts';
import {
  type PublishDetail,
  type PublishLine,
  describePublish,
  describePublishes,
} from '#server/editor/publishing/publish-history.ts';
import { type ReceiptEntry, collectReceipts, describe, plannedEntry } from '#server/editor/publishing/receipts.ts';
import {
  type TakeBack,
  applyTakeBack,
  changedPages,
  isEmpty,
  overtaken,
  prepareTakeBack,
  proposeRecords,
} from '#server/editor/publishing/take-back.ts';
import { type TakeBackText, describeTakeBack } from '#server/editor/messages/take-back.ts';
import { log } from '#server/log.ts';
import { type StaffContext, asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

const id = z.int().positive();
const choices = z.record(z.string().max(1000), z.enum(['before', 'now']));

/** The newest publishes, or those before one of them, with the sites that are paused. */
export const listPublishes = defineAction({
  input: z.object({ before: id.optional() }),
  handler: ({ before = null }, context) =>
    asStaff(
      context,
      async ({
        session,
        runtime,
      }): Promise<Result<{ lines: PublishLine[]; hasMore: boolean; paused: PausedSite[] }>> => {
        const [publishes, paused] = await Promise.all([
          describePublishes(session.client, before),
          readPaused(runtime.serviceClient),
        ]);
        return ok({ ...publishes, paused });
      },
    ),
});

const gone = 'This publish is not on record any more.';

/** A publish: who asked for it, what was changed with old and new words, and each URL. */
export const findPublish = defineAction({
  input: z.object({ id }),
  handler: ({ id: receiptId }, context) =>
    asStaff(context, async ({ session, runtime }): Promise<Result<PublishDetail>> => {
      const found = await describePublish(runtime, session.client, receiptId);
      return found ? ok(found) : fail('not-found', gone);
    }),
});

/** What taking a publish back would put back, what was changed since, and the URLs that would change. */
export type TakeBackPlan = TakeBackText & {
  isEmpty: boolean;
  entries: ReceiptEntry[];
  /** In a tab of 0.2.0, the URLs that show a record. They are among the others. */
  showing: ReceiptEntry[];
  paused: PausedSite[];
};

export const planTakeBack = defineAction({
  input: z.object({ id, choices }),
  handler: (input, context) =>
    asStaff(context, async ({ session, runtime }): Promise<Result<TakeBackPlan>> => {
      const work = await prepareTakeBack(session.client, input.id, input.choices);
      if (!work) return fail('not-found', gone);
      const outputs = await planUrls(runtime, work);
      const [words, { entries }, paused] = await Promise.all([
        describeTakeBack(session.client, work),
        describe(runtime, session.client, -1, outputs.map(plannedEntry), 'goes back to what it was'),
        readPaused(runtime.serviceClient),
      ]);
      return ok({ ...words, isEmpty: isEmpty(work), entries, showing: [], paused });
    }),
});

/** Takes a publish back: what it changed is published again as it was before, as far as the choices say. */
export const takeBack = defineAction({
  input: z.object({ id, choices, seen: z.string().max(100) }),
  handler: (input, context) => asStaff(context, (staff) => takePublishBack(staff, input)),
});

export type TakenBack = {
  /** The publishes by which it went live; none while it waits. */
  receipts: { id: number; site: SiteId }[];
  /** How many pages have drafts with other changes, which stay as they are. */
  drafts: number;
};

async function takePublishBack(
  { session, runtime, actor }: StaffContext,
  { id: receiptId, choices: chosen, seen }: { id: number; choices: z.infer<typeof choices>; seen: string },
): Promise<Result<TakenBack>> {
  const work = await prepareTakeBack(session.client, receiptId, chosen);
  if (!work) return fail('not-found', gone);
  if (work.seen !== seen) return fail('conflict', overtaken);
  if (isEmpty(work))
    return fail('invalid', 'There is nothing to put back: all of it has its old value, or was changed since.');
  const collected = collectReceipts(runtime);
  try {
    const done = await applyTakeBack(actor, work);
    if (!done.ok) return done;
    await runtime.publisher.publishForPeople().catch((error: unknown) => {
      const reason = describeError(error);
      log.warn({ receipt: receiptId, reason }, 'What takes a publish back waits in the queue');
    });
    const receipts = collected.receipts.map(({ id: made, site }: Receipt) => ({ id: made, site }));
    return ok({ receipts, drafts: done.value.drafts.length });
  } finally {
    collected.stop();
  }
}

/** The URLs that would change, rendered and compared. */
async function planUrls(
  { serviceClient: client, config: { origins } }: StaffContext['runtime'],
  work: TakeBack,
): Promise<PlannedOutput[]> {
  if (isEmpty(work)) return [];
  const pages = changedPages(work).map((page) => restorePage(page.id, page.parentId, page.merged.contents));
  const set = changeBack(pages, await proposeRecords(client, work));
  return planPublish({ client, origins, renderPage, at: new Date().toISOString(), set });
}
