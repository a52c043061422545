import { describeError } from '#domain/describe-error.ts';
import { type Result, ok } from '#domain/result.ts';
import { type PublishReceipt, collectReceipts, describeRecordReceipts } from '#server/editor/publishing/receipts.ts';
import { log } from '#server/log.ts';
import type { StaffContext } from './as-staff.ts';

/** What was written: how many records, and whether pages show them. */
type Written = { written: number; isShown: boolean };

/** More records than that become live together, with all that shows them (decision 148), and nobody waits for them. */
const awaited = 100;

/** Writes records, and returns what that changed once it is live; or, of many, that it becomes live by itself. */
export async function publishing(
  { runtime, session }: StaffContext,
  write: () => Promise<Result<Written>>,
): Promise<Result<PublishReceipt>> {
  const collected = collectReceipts(runtime);
  try {
    const done = await write();
    if (!done.ok) return done;
    const { written, isShown } = done.value;
    const publishedAt = new Date();
    if (written > awaited) {
      runtime.publisher.wake();
      const at = publishedAt.toISOString();
      return ok({ published: true, publishedAt: at, pending: isShown, entries: [], unchanged: 0 });
    }
    // From here on the change is in the queue: nothing that happens to this process loses it.
    const drained = await runtime.publisher.publishForPeople().then(
      () => true,
      (error: unknown) => {
        const reason = describeError(error);
        log.warn({ records: written, reason }, 'Published records wait in the queue');
        return false;
      },
    );
    return ok(
      await describeRecordReceipts(runtime, session.client, {
        published: written > 0,
        publishedAt,
        drained,
        isShown,
        receipts: collected.receipts,
      }),
    );
  } finally {
    collected.stop();
  }
}
