import { z } from 'zod';
import { valueAt } from '#domain/objects.ts';
import { type Client, exactly, expectData } from '#content/clients/client.ts';
import { getKind } from '#kinds/kinds.ts';
import { type KindName, isRecordKind } from '#kinds/registry.ts';
import { jsonObject } from '#schema/record-fields.ts';
import type { RecordId } from '#view-model/records.ts';
import { formatRecordName, titlePath } from './list-records.ts';
import { parseRecordId } from './record-id.ts';
import { nameRecords } from './record-names.ts';

/** A draft of a record that a page shows. One that is not finished is not shown: the page has the record as it is live. */
export type ShownDraft = {
  kind: KindName;
  id: RecordId;
  title: string;
  isFinished: boolean;
  /** Whether the person who looks has saved it last. */
  isOwn: boolean;
};

const draftName = z.object({ kind: z.string(), record_id: z.string() });
const draftRow = draftName.extend({ data: jsonObject(), rows: z.unknown(), saved_by: z.string().nullable() });
const max = { drafts: 1000, named: 20 };

/** The drafts of the records that content was read from, by the tags of its trace, e.g. `product:88` or `product/card:88`. */
export async function findShownDrafts(
  client: Client,
  tags: ReadonlySet<string>,
  userId: string | null,
): Promise<ShownDraft[]> {
  const read = new Set([...tags].map((tag) => tag.replace(/^([a-z_]+)\/[a-z_]+:/, '$1:')));
  const isRead = ({ kind, record_id }: z.output<typeof draftName>) => read.has(`${kind}:${record_id}`);
  const drafts = await expectData(
    'record_drafts',
    client.from('record_drafts').select('kind, record_id').is('release_id', null).limit(max.drafts),
    z.array(draftName),
  );
  const ids = [...new Set(drafts.filter(isRead).map(({ record_id }) => record_id))].slice(0, max.named);
  if (ids.length === 0) return [];
  const query = client.from('record_drafts').select('kind, record_id, data, rows, saved_by').is('release_id', null);
  const found = await expectData('record_drafts', query.filter('record_id', 'in', exactly(...ids)), z.array(draftRow));
  const shown = found.filter(isRead).flatMap(({ kind, record_id, data, rows, saved_by }): ShownDraft[] => {
    if (!isRecordKind(kind)) return [];
    const id = parseRecordId(kind, record_id);
    const title = valueAt(data, titlePath(getKind(kind)));
    return [
      {
        kind,
        id,
        title: formatRecordName(kind, id, typeof title === 'string' ? title : null),
        isFinished: rows !== null,
        isOwn: saved_by === userId,
      },
    ];
  });
  return nameRecords(client, shown);
}
