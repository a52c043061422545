import { z } from 'zod';
import { type Result, ok } from '#domain/result.ts';
import { checkPublishable, publishDraft } from '#content/drafts.ts';
import { log } from '#server/log.ts';
import { type PublishReceipt, collectReceipts, describeReceipts } from '#server/editor/receipts.ts';
import { type StaffContext, asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

/** Publishes a page's draft, and returns what that changed once it is live. */
export const publishPage = defineAction({
  input: z.object({ pageId: z.int().positive() }),
  handler: ({ pageId }, context) => asStaff(context, (staff) => publish(staff, pageId)),
});

async function publish({ session, runtime, actor }: StaffContext, pageId: number): Promise<Result<PublishReceipt>> {
  const page = await checkPublishable(session.client, pageId);
  if (!page.ok) return page;
  const collected = collectReceipts(runtime);
  try {
    const published = await publishDraft(actor, pageId);
    if (!published.ok) return published;
    const publishedAt = new Date();
    // From here on the change is in the queue: nothing that happens to this process loses it.
    const drained = await runtime.publisher.publishForPeople().then(
      () => true,
      (error: unknown) => {
        log.warn(
          { pageId, reason: error instanceof Error ? error.message : String(error) },
          'A published page waits in the queue',
        );
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
