import { z } from 'zod';
import { receiptItem } from '#content/publishing/receipt-item.ts';
import { localeSchema, siteSchema } from '#kinds/reading/localized-row.ts';
import type { Completion, Deferral, ReceiptItem, ReportedItem } from './published-output.ts';
import { type ClaimedOutput, outputKindSchema, sitemapKindSchema } from '#publish/output.ts';

export const outputName = z.object({
  site: siteSchema,
  kind: outputKindSchema,
  ref: z.number(),
  locale: localeSchema,
  listed: sitemapKindSchema.nullish(),
});

/** Made once: that takes longer than to parse by it. */
const json = z.json();

/** A receipt that is to be stored: of which outputs, and what became of each. The database leaves out those that are not kept. */
const receiptDraft = z.object({
  site: siteSchema,
  worker: z.string(),
  started_at: z.string(),
  message_ids: z.array(z.number()),
  switch_ms: z.number().nullable(),
  /** Why each was published, and after which change of the log it had been read before. */
  outputs: z.array(outputName.omit({ site: true }).extend({ since: z.number(), reasons: z.array(z.string()) })),
  /** With the place of the output among those. */
  items: z.array(receiptItem.extend({ of: z.number(), failure: json })),
});
export type ReceiptDraft = z.infer<typeof receiptDraft>;

/** What a publisher tells of a claim: it is recorded as a whole, or nothing of it is. */
export type Report = {
  watermark: number;
  outputs: readonly Completion[];
  deferred: readonly Deferral[];
  receipts: readonly ReceiptDraft[];
};

/** The number of each receipt, null where nothing of it was kept, and the outputs that are not held any more. */
export const reportAnswer = z.object({
  receipts: z.array(z.number().nullable()),
  lost: z.array(outputName),
});
export type ReportAnswer = z.infer<typeof reportAnswer>;

type ReceiptOf = {
  site: ReceiptDraft['site'];
  worker: string;
  startedAt: Date;
  messageIds: readonly number[];
  outputs: readonly ClaimedOutput[];
  reported: readonly ReportedItem[];
  switchMilliseconds: number | null;
};

export function makeReceipt({
  site,
  worker,
  startedAt,
  messageIds,
  outputs,
  reported,
  switchMilliseconds,
}: ReceiptOf): ReceiptDraft {
  const places = new Map(outputs.map((output, place) => [output, place]));
  return {
    site,
    worker,
    started_at: startedAt.toISOString(),
    message_ids: [...messageIds],
    switch_ms: switchMilliseconds,
    outputs: outputs.map(({ kind, ref, locale, listed, path, seq, read, reasons }) => ({
      kind,
      ref,
      locale,
      listed,
      // One that was never published has been read by nobody.
      since: path === null ? seq - 1 : read,
      reasons,
    })),
    items: reported.flatMap(({ output, item }) => {
      const of = places.get(output);
      return of === undefined ? [] : [{ ...plain(item), of }];
    }),
  };
}

function plain({ path, locale, change, reasons, seen_live_at, failure }: ReceiptItem) {
  return { path, locale, change, reasons: [...reasons], seen_live_at, failure: json.parse(failure) };
}

/** Names an output among those of all sites. */
export function toOutputKey({ site, kind, ref, locale, listed }: z.infer<typeof outputName>): string {
  return [site, kind, ref, locale, listed ?? ''].join(':');
}

/** What is noted beside staged files, for whoever reports in place of this process. */
const notedReport = z.object({
  watermark: z.number(),
  outputs: z.array(z.looseObject({ ...outputName.shape, path: z.string().optional(), hash: z.string().optional() })),
  receipts: z.array(receiptDraft),
});
export type NotedReport = z.infer<typeof notedReport>;

const note = z.object({ worker: z.string(), reports: z.array(notedReport) });
/** Who was to report, and what. */
type Note = z.infer<typeof note>;

export function writeNote(
  worker: string,
  reports: readonly Pick<Report, 'watermark' | 'outputs' | 'receipts'>[],
): string {
  return JSON.stringify({ worker, reports });
}

/** Nothing where it was noted by code that tells it otherwise. */
export function readNote(text: string): Note {
  try {
    return note.parse(JSON.parse(text));
  } catch {
    return { worker: '', reports: [] };
  }
}
