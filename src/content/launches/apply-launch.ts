import { z } from 'zod';
import { type Result, fail, ok } from '#domain/result.ts';
import type { Actor } from '#content/actor.ts';
import { isCircle, refuseCircle } from '#content/circle-refused.ts';
import { DatabaseUnavailable } from '#content/client.ts';
import { describeRefusal } from '#content/refusals/describe-refusal.ts';
import { describeTakenAddress } from '#content/refusals/taken-address.ts';
import type { Json } from '#content/database.types.ts';
import { refuseRow } from '#content/records/publish-records.ts';
import type { PreparedLaunch } from './prepare-launch.ts';

const answer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('applied'), drafts: z.number() }),
  z.object({ status: z.enum(['closed', 'conflict']) }),
]);

/**
 * Writes all of a launch in one transaction. Its files are live when a publisher has put them there. Without a person: at its moment,
 * in the name of whoever chose that.
 */
export async function applyLaunch(
  { service, userId }: { service: Actor['service']; userId: string | null },
  { launch, pages, records, issues }: PreparedLaunch,
): Promise<Result<{ drafts: number }>> {
  if (issues.length > 0) return fail('invalid', refusalOf(issues), issues);
  const written = {
    p_launch: launch.id,
    p_pages: pages.map(({ id, savedAt, expected, contents }) => ({
      id,
      saved_at: savedAt,
      expected,
      // What was read from revisions is JSON.
      ...(contents ? { contents: contents as Json } : {}),
    })),
    p_records: records.map(({ record: { kind, id, rows }, savedAt, version }) => ({
      kind,
      id: String(id),
      saved_at: savedAt,
      version,
      rows: rows as Json,
    })),
  };
  const { data, error } = await (userId === null
    ? service.rpc('apply_due_launch', written)
    : service.rpc('apply_launch', { p_actor: userId, ...written }));
  if (error) return refuseError(service, error, records);
  const done = answer.parse(data);
  switch (done.status) {
    case 'applied':
      return ok({ drafts: done.drafts });
    case 'closed':
      return fail('conflict', 'This release is being published already, or is live.');
    case 'conflict':
      return fail(
        'conflict',
        'Somebody has changed this release, or has published a part of it, since you looked. Look at it again.',
      );
  }
}

/** The first of what is wrong, and how much else. */
export function refusalOf(issues: readonly { message: string }[]): string {
  const [first] = issues;
  return issues.length > 1
    ? `${first?.message ?? ''} ${issues.length - 1} more have to be mended.`
    : (first?.message ?? '');
}

/** What the database says of a row that is in the way. */
async function refuseError(
  service: Actor['service'],
  error: { code: string; message: string; details?: string | null },
  records: PreparedLaunch['records'],
): Promise<Result<never>> {
  if (isCircle(error.code)) return refuseCircle(error.message);
  const taken = await describeTakenAddress(service, error);
  if (taken) {
    return fail(
      'conflict',
      `Nothing was published. ${taken}, which a page of this release was to get. Give one of them another one, or add that page to the release as well.`,
    );
  }
  if (error.code.startsWith('23') && records.length > 0) return refuseRow(records, error);
  // A release that waits for its moment is told why it was not published, too.
  const refusal = describeRefusal(error);
  if (refusal) return { ok: false, failure: refusal };
  throw new DatabaseUnavailable('apply_launch', error.code, error.message, error.details);
}
