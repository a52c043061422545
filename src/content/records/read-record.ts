import { z } from 'zod';
import { type Client, expectData } from '#content/client.ts';
import type { Kind } from '#kinds/contract.ts';
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

/** A record with its draft, as the database has them; null where there is neither. */
export async function readRecord(client: Client, kind: Kind, id: number | string): Promise<StoredRecord | null> {
  const query = client.rpc('read_record', { p_kind: kind.kind, p_id: String(id) });
  const record = await expectData('read_record', query, storedRecord);
  return record.rows || record.draft ? record : null;
}
