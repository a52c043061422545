import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { exactMoment } from '#domain/values/moment.ts';
import { valueAt } from '#domain/objects.ts';
import type { RecordId } from '#view-model/records.ts';
import { localeSchema, siteSchema } from '#kinds/reading/localized-row.ts';
import { type Client, rowByRow } from '#content/clients/client.ts';

const contentEdit = z.object({
  id: z.number(),
  made_at: exactMoment(),
  /** The name of the person; null where it was none, or one who is gone. */
  by: z.string().nullable(),
  source: z.enum(['person', 'import', 'server', 'database', 'reconciliation']),
  /** The role of the database. */
  role: z.string(),
  /** The receipt that it undoes. */
  takes_back: z.number().nullable(),
  /** Changed rows that are not told in words. */
  further_records: z.number(),
});
/** A transaction that changed published content: who made it, and how. */
export type ContentEdit = z.infer<typeof contentEdit>;

/** Edits, each read by itself: one that cannot be read stands in its place and says so. */
export const contentEdits = rowByRow(contentEdit, (stored, reason): ContentEdit => {
  const id = valueAt(stored, ['id']);
  return {
    id: typeof id === 'number' ? id : 0,
    made_at: '',
    by: `An edit that cannot be read (number ${String(id)}, ${reason})`,
    source: 'person',
    role: '',
    takes_back: null,
    further_records: 0,
  };
});

const changeCounts = z.object({
  new: z.number().default(0),
  /** Is at another address than before. */
  moved: z.number().default(0),
  changed: z.number().default(0),
  removed: z.number().default(0),
  unchanged: z.number().default(0),
  failed: z.number().default(0),
});

const summary = z.object({
  id: z.number(),
  site: siteSchema,
  cause: z.enum(['change', 'clock', 'build', 'rollback', 'reconciliation']),
  started_at: z.string(),
  finished_at: z.string(),
  counts: changeCounts,
  edits: contentEdits,
  further_edits: z.number(),
  records: z.array(z.object({ table: z.string(), ref: z.string().nullable() })),
  taken_back: contentEdits.nullable(),
});
export type ReceiptSummary = z.infer<typeof summary>;

const fields = z.record(z.string(), z.unknown());
/** The fields of a row by name: `slug`, or `localized/de/title`. */
export type Fields = z.infer<typeof fields>;

const editedRecord = z.object({
  edit: z.number(),
  table: z.string(),
  ref: z.string().nullable(),
  operation: z.enum(['insert', 'update', 'delete', 'truncate']),
  before: fields.nullable(),
  after: fields.nullable(),
  omitted: z.array(z.string()),
});
export type EditedRecord = z.infer<typeof editedRecord>;

/** Changed rows, each read by itself: one that cannot be read is among those that are not told. */
export const editedRecords = rowByRow(editedRecord, () => null);

const receipt = summary.extend({
  items: z.array(
    z.object({
      path: z.string(),
      locale: localeSchema,
      change: z
        .enum(['new', 'changed', 'removed', 'unchanged', 'same', 'failed'])
        // Whether it was drawn to find that it is unchanged concerns nobody here.
        .transform((change) => (change === 'same' ? 'unchanged' : change)),
      reasons: z.array(z.string()),
      seen_live_at: z.string().nullable(),
      failure: z.unknown(),
    }),
  ),
  records: editedRecords,
  records_total: z.number(),
  others: z.array(z.object({ id: z.number(), site: siteSchema, finished_at: z.string() })),
  back_in: z.number().nullable(),
  purge: z
    .object({
      put_at: z.string(),
      purged_at: z.string().nullable(),
      seen_at: z.string().nullable(),
      failure: z.string().nullable(),
      probes: z.array(
        z.object({ name: z.string(), asked: z.number(), seen: z.number(), seen_at: z.string().nullable() }),
      ),
    })
    .nullable(),
});
export type StoredReceipt = z.infer<typeof receipt>;

/** The newest publishes, or those before one of them. */
export function listReceipts(client: Client, { before, limit }: { before: number | null; limit: number }) {
  return callFunction(client, 'list_receipts', z.array(summary), {
    p_limit: limit,
    p_before: before ?? undefined,
  });
}

/** A publish with each URL and each change; null where there is none, or none any more. */
export function readReceipt(client: Client, id: number): Promise<StoredReceipt | null> {
  return callFunction(client, 'read_receipt', receipt.nullable(), { p_receipt: id });
}

/** The fields of records as they are now; null for one that is gone. */
export function readFields(client: Client, records: readonly { name: string; ref: RecordId }[]) {
  return callFunction(client, 'read_fields', z.array(fields.nullable()), { p_records: [...records] });
}

const changedParts = z.object({
  table: z.string(),
  ref: z.string(),
  before: fields,
  after: fields,
  now: fields,
});
/** The rows of parts of a record, by `parts/<table>`. */
export type ChangedParts = z.infer<typeof changedParts>;

/** The parts of records that people changed with a publish: before it, after it, and now. */
export function readChangedParts(client: Client, id: number): Promise<ChangedParts[]> {
  return callFunction(client, 'read_changed_parts', z.array(changedParts), { p_receipt: id });
}
