import { ownValue } from '#domain/objects.ts';
import type { UploadKind } from '#domain/media/upload-kinds.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { Client } from '#content/clients/client.ts';
import { readRecord } from '#content/records/read-record.ts';
import type { StagedRow } from '#kinds/contract.ts';
import { getKind } from '#kinds/kinds.ts';
import { notFound } from '#kinds/registry.ts';
import type { Json } from '#schema/record-fields.ts';

/** The row that a medium would have with another file, whichever that is: which pages change does not depend on it. */
export async function replacementRows(client: Client, kind: UploadKind, id: number): Promise<Result<StagedRow[]>> {
  const { table } = getKind(kind);
  const stored = await readRecord(client, getKind(kind), id);
  const row = ownValue(stored?.rows, table)?.[0];
  if (!row) return fail('not-found', notFound(kind));
  const other: Record<string, Json> = { hash: 'other', storage_path: 'other' };
  return ok([{ table, row: { ...row, ...other } }]);
}
