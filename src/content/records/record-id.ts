import { defOf } from '#schema/schema-def.ts';
import { kindOf } from '#kinds/kinds.ts';
import type { KindName } from '#kinds/registry.ts';
import type { RecordId } from '#view-model/records.ts';

/** An id as the database writes it: a number, but for sites. */
export function idOf(kind: KindName, id: string): RecordId {
  const field = kindOf(kind).schema.shape['id'];
  return field && defOf(field).type === 'number' ? Number(id) : id;
}
