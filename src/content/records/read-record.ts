import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Client } from '#content/clients/client.ts';
import type { Kind } from '#kinds/contract.ts';
import type { RecordId } from '#view-model/records.ts';
import { jsonObject } from '#schema/record-fields.ts';
import { type RecordRows, recordRows } from './record-data.ts';

export const storedDraft = z.object({
  data: jsonObject(),
  /** The file that a medium gets with it, by columns; null for the one that it has. */
  file: jsonObject().nullable(),
  base: z.int().nullable(),
  saved_at: z.string(),
  saved_by: z.string().nullable(),
});
export type StoredDraft = z.output<typeof storedDraft>;

export type StoredRecord = { rows: RecordRows | null; draft: StoredDraft | null; version: number | null };

const storedRecord = z.object({
  rows: recordRows.nullable(),
  draft: storedDraft.nullable(),
  version: z.int().nullable(),
});

/** So many records are read by one call. */
const batchSize = 500;

/** Records with their drafts, or those of a release, by id; those that are not there are missing. */
export async function readRecords(
  client: Client,
  { kind }: Pick<Kind, 'kind'>,
  ids: readonly RecordId[],
  release?: number,
): Promise<Map<string, StoredRecord>> {
  const found = new Map<string, StoredRecord>();
  for (let start = 0; start < ids.length; start += batchSize) {
    const rows = await callFunction(client, 'records_with_drafts', z.array(storedRecord.extend({ id: z.string() })), {
      p_kind: kind,
      p_ids: ids.slice(start, start + batchSize).map(String),
      p_release: release,
    });
    for (const { id, ...stored } of rows) if (stored.rows || stored.draft) found.set(id, stored);
  }
  return found;
}

/** A record with its draft, as the database has them; null where there is neither. */
export async function readRecord(client: Client, kind: Kind, id: number | string): Promise<StoredRecord | null> {
  const record = await callFunction(client, 'read_record', storedRecord, { p_kind: kind.kind, p_id: String(id) });
  return record.rows || record.draft ? record : null;
}
