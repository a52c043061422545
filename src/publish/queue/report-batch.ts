import type { SiteId } from '#domain/sites.ts';
import type { Deferral, PublishedOutput, ReceiptItem, ReportedItem } from '#publish/commit/published-output.ts';
import {
  type ReceiptDraft,
  type Report,
  type ReportAnswer,
  makeReceipt,
  toOutputKey,
  writeNote,
} from '#publish/commit/report.ts';
import type { ClaimedOutput } from '#publish/output.ts';
import type { Faults } from './faults.ts';
import type { RecordedPublish } from './run-parts.ts';
import type { StagedBatch } from './staged-batch.ts';

/** What the database is told of a batch, and what of its answer is a receipt. */
type BatchReport = {
  report: Report;
  /** The receipts that were stored, of the outputs that are still the worker's. */
  recorded: (answer: ReportAnswer) => RecordedPublish[];
};

/** When the files of a site became live, and what caches were told of them. */
type HowSwitched = { milliseconds: number | null; purgeId: number | null };

/** @param worker the name that receipts have */
export function describeBatch(
  { claim, startedAt, sites }: StagedBatch,
  { worker, faults, switched }: { worker: string; faults: Faults; switched: ReadonlyMap<SiteId, HowSwitched> },
): BatchReport {
  const deferred: Deferral[] = [];
  const publishes: (Omit<RecordedPublish, 'id' | 'items'> & { reported: ReportedItem[] })[] = [];
  for (const [site, staged] of sites) {
    const { deferrals, reported } = faults.settle(site, staged);
    deferred.push(...deferrals);
    // Nothing was done, or only what an earlier receipt has told.
    if (reported.length === 0 && staged.published.every((one) => one.items.length > 0)) continue;
    const outputs = [...staged.published, ...staged.deferred].map(({ output }) => output);
    const { milliseconds: switchMilliseconds, purgeId } = switched.get(site) ?? { milliseconds: null, purgeId: null };
    publishes.push({ site, claim, startedAt, outputs, reported, switchMilliseconds, purgeId });
  }
  const report: Report = {
    watermark: claim.watermark,
    outputs: [...sites.values()].flatMap((staged) => staged.published.map(({ completion }) => completion)),
    deferred,
    receipts: publishes.map((publish) => draftReceipt({ worker, ...publish })),
  };
  const recorded = ({ receipts, lost }: ReportAnswer) => {
    const isLost = new Set(lost.map(toOutputKey));
    const isKept = (output: ClaimedOutput) => !isLost.has(toOutputKey(output));
    return publishes.flatMap(({ reported, ...publish }, index) => {
      const id = receipts[index] ?? null;
      if (id === null) return [];
      const items = reported.flatMap(({ output, item }) => (isKept(output) ? [item] : []));
      return [{ ...publish, id, outputs: publish.outputs.filter(isKept), items }];
    });
  };
  return { report, recorded };
}

type Noted = {
  /** Who was to report. */
  worker: string;
  /** The name that receipts have. */
  reportedAs: string;
  batches: readonly StagedBatch[];
  /** Of outputs that leave their address, what the receipt says once its file is gone. */
  removed: ReadonlyMap<PublishedOutput, ReceiptItem>;
};

/** What is to be told of the files of a site, for whoever reports in place of this process. */
export function noteReports(site: SiteId, { worker, reportedAs, batches, removed }: Noted): string {
  const reports = batches.flatMap(({ claim, startedAt, sites }) => {
    const published = sites.get(site)?.published ?? [];
    if (published.length === 0) return [];
    const reported = published.flatMap((one) =>
      [...one.items, ...[removed.get(one) ?? []].flat()].map((item) => ({ output: one.output, item })),
    );
    const outputs = published.map(({ output }) => output);
    const receipt = { site, worker: reportedAs, claim, startedAt, outputs, reported, switchMilliseconds: null };
    return [
      {
        watermark: claim.watermark,
        outputs: published.map(({ completion }) => completion),
        receipts: reported.length > 0 ? [draftReceipt(receipt)] : [],
      },
    ];
  });
  return writeNote(worker, reports);
}

type Drafted = Pick<RecordedPublish, 'site' | 'claim' | 'startedAt' | 'outputs' | 'switchMilliseconds'> & {
  worker: string;
  reported: readonly ReportedItem[];
};

function draftReceipt({ claim, ...draft }: Drafted): ReceiptDraft {
  return makeReceipt({ ...draft, messageIds: claim.message_ids });
}
