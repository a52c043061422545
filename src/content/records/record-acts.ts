import { getDef } from '#schema/schema-def.ts';
import { getKind } from '#kinds/kinds.ts';
import { type KindName, isRecordKind } from '#kinds/registry.ts';

/** What people may do with the records of a kind. */
type RecordActs = { edit: boolean; create: boolean; delete: boolean };

/**
 * Derived from the kind: pages, and what machines alone write, are not edited as records are; a record whose file is uploaded is
 * not made of a form; sites, which have names for ids, neither come nor go.
 */
export function getRecordActs(kind: KindName): RecordActs {
  const { schema, machineWritten, media } = getKind(kind);
  const written = Object.keys(schema.shape).filter(
    (field) => field !== 'kind' && field !== 'id' && !machineWritten.includes(field),
  );
  const edit = isRecordKind(kind) && written.length > 0;
  const isNumbered = schema.shape['id'] !== undefined && getDef(schema.shape['id']).type === 'number';
  return { edit, create: edit && isNumbered && media === null, delete: edit && isNumbered };
}
