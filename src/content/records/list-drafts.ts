import { z } from 'zod';
import { type Client, expectData } from '#content/clients/client.ts';
import { type KindName, isRecordKind } from '#kinds/registry.ts';
import { getKind } from '#kinds/kinds.ts';
import { valueAt } from '#domain/objects.ts';
import { jsonObject } from '#schema/record-fields.ts';
import type { RecordId } from '#view-model/records.ts';
import { formatRecordName, titlePath } from './list-records.ts';
import { parseRecordId } from './record-id.ts';
import { nameRecords } from './record-names.ts';

export type ListedDraft = { kind: KindName; id: RecordId; title: string; savedAt: string };

const draftRow = z.object({ kind: z.string(), record_id: z.string(), data: jsonObject(), saved_at: z.string() });

/** The drafts that a person has saved last, of all kinds, the latest first. */
export async function listDrafts(client: Client, userId: string, limit: number): Promise<ListedDraft[]> {
  const query = client
    .from('record_drafts')
    .select('kind, record_id, data, saved_at')
    .eq('saved_by', userId)
    .is('release_id', null)
    .order('saved_at', { ascending: false })
    .limit(limit);
  const rows = await expectData('record_drafts', query, z.array(draftRow));
  const drafts = rows.flatMap(({ kind, record_id, data, saved_at }): ListedDraft[] => {
    if (!isRecordKind(kind)) return [];
    const id = parseRecordId(kind, record_id);
    const title = valueAt(data, titlePath(getKind(kind)));
    return [
      { kind, id, title: formatRecordName(kind, id, typeof title === 'string' ? title : null), savedAt: saved_at },
    ];
  });
  return nameRecords(client, drafts);
}
