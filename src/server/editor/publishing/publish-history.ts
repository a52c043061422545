import type { SiteId } from '#domain/sites.ts';
import type { Client } from '#content/clients/client.ts';
import { type ReceiptSummary, listReceipts, readReceipt } from '#changes/publish-history.ts';
import { failedFields } from '#publish/failure-record.ts';
import type { Runtime } from '#server/runtime.ts';
import { type EditText, describeEdits, whoMade } from '#server/editor/messages/edits.ts';
import { type NameOf, readRecordNames } from '#server/editor/messages/reasons.ts';
import { type ReceiptEntry, describe, failureText } from './receipts.ts';
import { getMeaning, describeSubject } from '#server/editor/messages/fields.ts';

/** A publish as a line of the list. */
export type PublishLine = {
  id: number;
  site: SiteId;
  finishedAt: string;
  cause: ReceiptSummary['cause'];
  /** Who asked for it, each once. */
  who: string[];
  /** What was changed, in a few words. */
  what: string[];
  /** The changes themselves, the last ones of many. */
  edits: number[];
  counts: ReceiptSummary['counts'];
  /** The publish that it takes back. */
  takesBack: number | null;
  /** Who has taken it back. */
  takenBackBy: string | null;
};

export type PublishDetail = Omit<PublishLine, 'edits'> & {
  startedAt: string;
  edits: EditText[];
  /** Changes, and changed records, that are counted and not told. */
  furtherEdits: number;
  furtherRecords: number;
  entries: ReceiptEntry[];
  unchanged: number;
  /** Other publishes of the same changes. */
  others: { id: number; site: SiteId; finishedAt: string }[];
  /** The publish by which it was taken back. */
  backIn: number | null;
  /** Where a cache is in front: when files were put live, it was told, and visitors got them. */
  purge: {
    putAt: string;
    purgedAt: string | null;
    seenAt: string | null;
    failure: string | null;
    /** Of how many URLs each probe elsewhere was asked, how many it has read as they are now, and when it told of the last one. */
    probes: { name: string; asked: number; seen: number; seenAt: string | null }[];
  } | null;
};

/** One more line is asked for than is shown, to know whether there are more. */
const linesPerPage = 30;

/** The newest publishes, or those before one of them. */
export async function describePublishes(
  client: Client,
  before: number | null,
): Promise<{ lines: PublishLine[]; hasMore: boolean }> {
  const receipts = await listReceipts(client, { before, limit: linesPerPage + 1 });
  const shown = receipts.slice(0, linesPerPage);
  const nameOf = await readRecordNames(
    client,
    shown.flatMap(({ records }) => records.flatMap(listTags)),
  );
  return { lines: shown.map((receipt) => makeLine(receipt, nameOf)), hasMore: receipts.length > linesPerPage };
}

/** A publish with who made it, what was changed, and each URL; null where there is none. */
export async function describePublish(runtime: Runtime, client: Client, id: number): Promise<PublishDetail | null> {
  const receipt = await readReceipt(client, id);
  if (!receipt) return null;
  const [edits, nameOf, urls] = await Promise.all([
    describeEdits(client, receipt),
    readRecordNames(client, receipt.records.flatMap(listTags)),
    describe(
      runtime,
      client,
      -1,
      receipt.items.map(({ seen_live_at, failure, ...item }) => ({
        site: receipt.site,
        ...item,
        seenLiveAt: seen_live_at,
        failure: failureText(failure),
        issues: failedFields(failure),
      })),
      receipt.edits.every(({ takes_back: takesBack }) => takesBack !== null) && receipt.edits.length > 0
        ? 'goes back to what it was'
        : 'is published',
    ),
  ]);
  return {
    ...makeLine(receipt, nameOf),
    startedAt: receipt.started_at,
    edits,
    furtherEdits: receipt.further_edits,
    furtherRecords: receipt.records_total - receipt.records.length,
    ...urls,
    others: receipt.others.map(({ finished_at: finishedAt, ...other }) => ({ ...other, finishedAt })),
    backIn: receipt.back_in,
    purge: receipt.purge && {
      putAt: receipt.purge.put_at,
      purgedAt: receipt.purge.purged_at,
      seenAt: receipt.purge.seen_at,
      failure: receipt.purge.failure,
      probes: receipt.purge.probes.map(({ seen_at: at, ...probe }) => ({ ...probe, seenAt: at })),
    },
  };
}

type Changed = { table: string; ref: string | null };

function listTags({ table, ref }: Changed): string[] {
  const kind = table === 'published_page_locales' ? 'page' : getMeaning(table)?.kind;
  return kind === undefined || ref === null ? [] : [`${kind}:${ref}`];
}

function makeLine(receipt: ReceiptSummary, nameOf: NameOf): PublishLine {
  const { id, site, cause, counts, edits, records, finished_at: finishedAt, taken_back: takenBack } = receipt;
  // The redirect of an address that was left comes of what was moved.
  const moved = records.filter(({ table }) => table !== 'redirects');
  const subjects = (moved.length > 0 ? moved : records).map(({ table, ref }) => {
    const kind = table === 'published_page_locales' ? 'page' : getMeaning(table)?.kind;
    return kind === undefined ? table : describeSubject(kind, { ref, before: null, after: null }, nameOf);
  });
  return {
    id,
    site,
    finishedAt,
    cause,
    who: [...new Set(edits.map(whoMade))],
    what: [...new Set(subjects)],
    edits: edits.map((edit) => edit.id),
    counts,
    takesBack: edits.find(({ takes_back }) => takes_back !== null)?.takes_back ?? null,
    takenBackBy: takenBack?.[0] ? whoMade(takenBack[0]) : null,
  };
}
