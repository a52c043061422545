import { z } from 'zod';
import { moment } from '#domain/values/moment.ts';
import { ok } from '#domain/result.ts';
import { checkPublishable } from '#changes/publish-draft.ts';
import { describeReceipts } from '#server/editor/publishing/receipts.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

/** Waits briefly for the receipt of a publish that is still pending, and returns whether it still is. */
export const awaitPublish = defineAction({
  input: z.object({ pageId: z.int().positive(), publishedAt: moment() }),
  handler: ({ pageId, publishedAt }, context) =>
    asStaff(context, async ({ session, runtime }) => {
      const page = await checkPublishable(session.client, pageId);
      if (!page.ok) return page;
      const publish = { pageId, published: true, publishedAt: new Date(publishedAt), drained: true, receipts: [] };
      return ok(await describeReceipts(runtime, session.client, publish));
    }),
});
