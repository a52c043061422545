import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import { type DiscardedId, idOfDiscarded } from '#domain/pages/discarded-id.ts';
import type { KindName } from '#kinds/registry.ts';
import { type JsonObject, jsonObject } from '#schema/record-fields.ts';
import type { RecordId } from '#view-model/records.ts';

const version = z.object({ file: jsonObject().nullable() });
const discarded = version.extend({ kind: z.string(), record_id: z.string() });

/** The columns of the file that a version of a record has, or a draft of it that was thrown away; null where that is not on record. */
export async function readFileOf(
  client: Client,
  { kind, id }: { kind: KindName; id: RecordId | null },
  of: number | DiscardedId,
): Promise<JsonObject | null> {
  if (typeof of === 'string') {
    const found = await callFunction(client, 'read_discarded_draft', discarded.nullable(), { p_id: idOfDiscarded(of) });
    return found?.kind === kind && found.record_id === String(id) ? found.file : null;
  }
  const query = client
    .from('record_versions')
    .select('file')
    .eq('kind', kind)
    .eq('record_id', String(id))
    .eq('number', of)
    .maybeSingle();
  return (await expectData('record_versions', query, version.nullable()))?.file ?? null;
}
