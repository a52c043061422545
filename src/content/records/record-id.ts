import { getDef } from '#schema/schema-def.ts';
import { getKind } from '#kinds/kinds.ts';
import type { KindName } from '#kinds/registry.ts';
import type { RecordId } from '#view-model/records.ts';

/** An id as the database writes it: a number, but for sites. */
export function parseRecordId(kind: KindName, id: string): RecordId {
  const field = getKind(kind).schema.shape['id'];
  return field && getDef(field).type === 'number' ? Number(id) : id;
}
