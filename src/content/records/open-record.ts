import { ownValue } from '#domain/objects.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { Client } from '#content/clients/client.ts';
import { getKind } from '#kinds/kinds.ts';
import { type KindName, notFound } from '#kinds/registry.ts';
import type { OpenedRecord, RecordId, RecordState } from '#view-model/records.ts';
import { readStoredFile } from './stored-file.ts';
import { readRecord } from './read-record.ts';
import { type RecordRows, editableData, recordOfRows } from './record-data.ts';
import { toRecordDraft } from './save-record.ts';

/** A record for its form, without the pages that show it. */
export async function openRecord(
  client: Client,
  name: KindName,
  id: RecordId,
  now = new Date(),
): Promise<Result<Omit<OpenedRecord, 'pages' | 'previews'>>> {
  const kind = getKind(name);
  const stored = await readRecord(client, kind, id);
  if (!stored) return fail('not-found', notFound(name));
  const { rows, draft, version } = stored;
  return ok({
    kind: name,
    id,
    file: readStoredFile(ownValue(rows, kind.table)?.[0] ?? null),
    live: rows && editableData(kind, recordOfRows(kind, rows)),
    version,
    draft: draft && toRecordDraft(draft),
    state: getRecordState(ownValue(rows, kind.table)?.[0] ?? null, draft !== null, now),
  });
}

/** What visitors see of a record, by its row. */
export function getRecordState(row: RecordRows[string][number] | null, hasDraft: boolean, now: Date): RecordState {
  if (row === null) return 'draft';
  if (hasDraft) return 'changed';
  const { is_published: isPublished, publish_from: from, publish_until: until } = row;
  if (isPublished === false) return 'hidden';
  if (typeof until === 'string' && Date.parse(until) <= now.getTime()) return 'ended';
  return typeof from === 'string' && Date.parse(from) > now.getTime() ? 'scheduled' : 'live';
}
