import { z } from 'zod';
import { type Result, ok } from '#domain/result.ts';
import { type PublishReceipt, collectReceipts, describeRecordReceipts } from '#server/editor/publishing/receipts.ts';
import type { StaffContext } from '../as-staff.ts';
import { defineAction } from '../define-action.ts';
import { id } from './release-item.ts';
import { asEditorOfAll } from './as-editor-of-all.ts';

type ReleaseReceipt = PublishReceipt & {
  /** How many pages have drafts with other changes, which stay as they are. */
  drafts: number;
};

/** Publishes a release now: in one transaction, and by one switch of all sites. */
export const publishRelease = defineAction({
  input: z.object({
    id,
    /** From its plan: it is not published where something else than that would go live. */
    seen: z.string().max(100).optional(),
  }),
  handler: (input, context) => asEditorOfAll(context, input.id, (staff) => publish(staff, input)),
});

async function publish(
  { actor, runtime, session }: StaffContext,
  { id: release, seen }: { id: number; seen?: string | undefined },
): Promise<Result<ReleaseReceipt>> {
  const collected = collectReceipts(runtime);
  try {
    const published = await runtime.releases.publishNow(actor, release, seen);
    if (!published.ok) return published;
    const { drafts, isLive } = published.value;
    const done = {
      published: true,
      publishedAt: new Date(),
      drained: isLive,
      isShown: !isLive,
      receipts: collected.receipts,
    };
    return ok({ ...(await describeRecordReceipts(runtime, session.client, done)), drafts });
  } finally {
    collected.stop();
  }
}
