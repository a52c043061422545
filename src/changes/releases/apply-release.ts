import { z } from 'zod';
import { type Failure, type Result, fail, ok } from '#domain/result.ts';
import type { Actor } from '#content/clients/actor.ts';
import { isCircle, refuseCircle } from '#content/refusals/circle-refused.ts';
import { callFunction } from '#content/clients/call-function.ts';
import { type Client, DatabaseUnavailable, expectData } from '#content/clients/client.ts';
import { describeRefusal } from '#content/refusals/describe-refusal.ts';
import { refuseTakenAddress } from '#content/refusals/taken-address.ts';
import type { Transaction } from '#content/clients/database.ts';
import type { Json } from '#database/database.types.ts';
import { refuseRow } from '#content/records/refuse-row.ts';
import {
  type Overtaken,
  type PreparedRelease,
  identifyRelease,
  prepareRelease,
  renewRelease,
} from './prepare-release.ts';

/** `edit`: what it is in the log of changes. `overtaken`: nothing was written; without items, it is the release itself that was changed. `undone`: another one of the same moment was. */
export type Application =
  | { status: 'applied'; drafts: number; edit?: number | null | undefined }
  | { status: 'overtaken'; items: Overtaken | null }
  | { status: 'closed' | 'undone' }
  | { status: 'refused'; failure: Failure }
  | { status: 'failed'; error: DatabaseUnavailable };

export const overtakenItems = {
  pages: z.array(z.number()).optional(),
  records: z.array(z.object({ kind: z.string(), id: z.string() })).optional(),
};

const answer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('applied'), drafts: z.number(), edit: z.number().nullish() }),
  z.object({ status: z.enum(['closed', 'undone']) }),
  z.object({ status: z.literal('conflict'), ...overtakenItems }),
]);
const dueAnswer = z.array(
  z.intersection(
    z.object({ release: z.number() }),
    z.union([
      answer,
      z.object({
        status: z.literal('error'),
        code: z.string(),
        message: z.string(),
        details: z.string().nullable().optional(),
      }),
    ]),
  ),
);

/** Writes all of a release in one transaction. Its files are live when a publisher has put them there. */
async function applyRelease(
  { service, userId }: Pick<Actor, 'service' | 'userId'>,
  prepared: PreparedRelease,
): Promise<Application> {
  const { pages, records } = toWritten(prepared);
  const { data, error } = await service.rpc('apply_release', {
    p_actor: userId,
    p_release: prepared.release.id,
    p_pages: pages,
    p_records: records,
  });
  return error ? refuseError(service, error, prepared.records) : toApplication(answer.parse(data));
}

type DueOptions = {
  /** Who keeps others from publishing: the database gives up when that ends. */
  worker: string;
  /** A transaction that is committed at the moment; without one, the database waits for that by itself, and answers then. */
  transaction: Transaction | null;
};

/**
 * Writes releases that share a moment in one transaction, in the names of those who chose it: before the moment, and so that nothing of
 * it is there until then. Answers for each.
 */
export async function applyDueReleases(
  service: Client,
  prepared: readonly PreparedRelease[],
  { worker, transaction }: DueOptions,
): Promise<Map<number, Application>> {
  const due = prepared.map((one) => ({ release: one.release.id, ...toWritten(one) }));
  const answers = await callFunction(transaction ?? service, 'apply_due_releases', dueAnswer, {
    p_worker: worker,
    p_due: due,
    p_waits: transaction === null,
  });
  const applied = new Map<number, Application>();
  for (const { release, ...one } of answers) {
    const records = prepared.find((each) => each.release.id === release)?.records ?? [];
    applied.set(release, one.status === 'error' ? await refuseError(service, one, records) : toApplication(one));
  }
  return applied;
}

/** Commits what was written of releases, at their moment. */
export async function commitDueReleases(
  transaction: Transaction,
  worker: string,
  releases: readonly number[],
): Promise<void> {
  const commit = transaction.commitAfter('await_releases', { p_worker: worker, p_releases: [...releases] });
  await expectData('await_releases', commit, z.unknown());
}

function toWritten({ pages, records }: PreparedRelease): { pages: Json; records: Json } {
  return {
    pages: pages.map(({ id, savedAt, expected, contents }) => ({
      id,
      saved_at: savedAt,
      expected,
      // What was read from revisions is JSON.
      ...(contents ? { contents: contents as Json } : {}),
    })),
    records: records.map(({ record: { kind, id, rows }, savedAt, version }) => ({
      kind,
      id: String(id),
      saved_at: savedAt,
      version,
      rows: rows as Json,
    })),
  };
}

function toApplication(done: z.output<typeof answer>): Application {
  return done.status === 'conflict' ? { status: 'overtaken', items: parseOvertaken(done) } : done;
}

/** Null where nothing is named: then it is not what was published since. */
export function parseOvertaken({ pages, records }: z.output<z.ZodObject<typeof overtakenItems>>): Overtaken | null {
  return pages === undefined && records === undefined ? null : { pages: pages ?? [], records: records ?? [] };
}

/** The first of what is wrong, and how much else. */
export function summarizeIssues(issues: readonly { message: string }[]): string {
  const [first] = issues;
  return issues.length > 1
    ? `${first?.message ?? ''} ${issues.length - 1} more have to be mended.`
    : (first?.message ?? '');
}

/** What the database says of a row that is in the way. */
async function refuseError(
  service: Client,
  { code, message, details = null }: { code: string; message: string; details?: string | null | undefined },
  records: PreparedRelease['records'],
): Promise<Application> {
  const error = { code, message, details };
  if (isCircle(code)) return refused(refuseCircle(message));
  const taken = await refuseTakenAddress(
    service,
    error,
    (address) =>
      `Nothing was published. ${address}, which a page of this release was to get. Give one of them another one, or add that page to the release as well.`,
  );
  if (taken) return refused(taken);
  if (code.startsWith('23') && records.length > 0) return refused(refuseRow(records, error));
  // A release that waits for its moment is told why it was not published, too.
  const refusal = describeRefusal(error);
  if (refusal) return { status: 'refused', failure: refusal };
  return { status: 'failed', error: new DatabaseUnavailable('apply_release', code, message, details) };
}

function refused(result: Result<never>): Application {
  return result.ok ? result.value : { status: 'refused', failure: result.failure };
}

/** How often a release is merged anew with what others publish meanwhile. */
const attempts = 20;
const gone = 'This release does not exist any more.';

const changedSince =
  'Somebody has changed this release since you looked, or has published something else in its places. Nothing was published. Look at what would be published now, then publish it.';

/**
 * Publishes a release as it is when this begins: what is published beside it meanwhile is merged with it.
 * @param seen what the caller has seen of it, as `identifyRelease` names it
 */
export async function publishRelease(actor: Actor, id: number, seen?: string): Promise<Result<{ drafts: number }>> {
  let prepared = await prepareRelease(actor, id);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (!prepared) return fail('not-found', gone);
    if (seen !== undefined && identifyRelease(prepared) !== seen) return fail('conflict', changedSince);
    if (prepared.issues.length > 0) return fail('invalid', summarizeIssues(prepared.issues), prepared.issues);
    const done = await applyRelease(actor, prepared);
    switch (done.status) {
      case 'applied':
        return ok({ drafts: done.drafts });
      case 'closed':
      case 'undone':
        return fail('conflict', 'This release is being published already, or is live.');
      case 'refused':
        return { ok: false, failure: done.failure };
      case 'failed':
        throw done.error;
      case 'overtaken':
        prepared = await renewRelease(actor, prepared, done.items);
    }
  }
  return fail(
    'conflict',
    'Others publish pages or records of this release all the time, so it could not be put together with them. Nothing was published; try again when they have finished.',
  );
}
