import { z } from 'zod';
import { type Client, expectData } from '#content/clients/client.ts';
import type { Kind } from '#kinds/contract.ts';
import type { RecordId } from '#view-model/records.ts';
import { jsonObject } from '#schema/record-fields.ts';
import { type RecordRows, recordRows } from './record-data.ts';

export const storedDraft = z.object({
  data: jsonObject(),
  base: z.int().nullable(),
  saved_at: z.string(),
  saved_by: z.string().nullable(),
});
export type StoredDraft = z.output<typeof storedDraft>;

export type StoredRecord = { rows: RecordRows | null; draft: StoredDraft | null; version: number | null };

export const storedRecord = z.object({
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
    const rows = await expectData(
      'records_with_drafts',
      client.rpc('records_with_drafts', {
        p_kind: kind,
        p_ids: ids.slice(start, start + batchSize).map(String),
        ...(release === undefined ? {} : { p_release: release }),
      }),
      z.array(storedRecord.extend({ id: z.string() })),
    );
    for (const { id, ...stored } of rows) if (stored.rows || stored.draft) found.set(id, stored);
  }
  return found;
}

/** A record with its draft, as the database has them; null where there is neither. */
export async function readRecord(client: Client, kind: Kind, id: number | string): Promise<StoredRecord | null> {
  const query = client.rpc('read_record', { p_kind: kind.kind, p_id: String(id) });
  const record = await expectData('read_record', query, storedRecord);
  return record.rows || record.draft ? record : null;
}
