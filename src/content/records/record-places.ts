import type { z } from 'zod';
import type { Json } from '#database/database.types.ts';
import { getKind } from '#kinds/kinds.ts';
import { type KindName, kindNames } from '#kinds/registry.ts';
import { getDefinition, registeredTypes } from '#modules/definitions.ts';
import { fieldRegistry } from '#schema/field-meta.ts';
import { getDef } from '#schema/schema-def.ts';

/** Where JSON may name a record of a kind: in a column of a kind's table, or in the data of modules of a type. */
type RecordPlace = ({ kind: KindName; table: string; column: string } | { module: string }) & NamedAt;

/** A JSON path that finds the id `$id`, and whether what is there cannot be shown without the record. */
type NamedAt = { path: string; isNeeded: boolean };

const places = new Map<KindName, RecordPlace[]>();

/**
 * Every place in JSON where a record of a kind may be named, from the fields of all kinds and module types. Columns with a
 * foreign key are not among them: the database knows these.
 */
export function listRecordPlaces(target: KindName): RecordPlace[] {
  const known = places.get(target);
  if (known) return known;
  const found: RecordPlace[] = [];
  for (const name of kindNames) {
    const kind = getKind(name);
    for (const [field, schema] of Object.entries(kind.schema.shape)) {
      if (kind.besides.has(field) || kind.referenceFields.has(field)) continue;
      for (const at of pathsTo(schema, target)) found.push({ kind: name, table: kind.table, column: field, ...at });
    }
  }
  for (const type of registeredTypes) {
    for (const at of pathsTo(getDefinition(type).schema, target)) found.push({ module: type, ...at });
  }
  places.set(target, found);
  return found;
}

/** As the database takes them. */
export function placesAsJson(target: KindName): Json {
  return listRecordPlaces(target).map(({ isNeeded: _, ...place }) => place);
}

/** Where a schema names a record of a kind. */
function pathsTo(schema: z.core.$ZodType, target: KindName): NamedAt[] {
  const paths: NamedAt[] = [];
  const open = new Set<z.core.$ZodType>();
  const visit = (at: z.core.$ZodType, path: string): void => {
    const meta = fieldRegistry.get(at);
    if (meta?.widget === 'reference') {
      if (meta.kind === target) paths.push({ path: `${path} ? (@ == $id)`, isNeeded: meta.required });
      return;
    }
    const def = getDef(at);
    switch (def.type) {
      case 'object':
        for (const [name, field] of Object.entries(def.shape)) visit(field, `${path}.${JSON.stringify(name)}`);
        return;
      case 'record':
        visit(def.valueType, `${path}.*`);
        return;
      case 'array':
        visit(def.element, `${path}[*]`);
        return;
      case 'default':
      case 'prefault':
      case 'optional':
      case 'nullable':
        visit(def.innerType, path);
        return;
      case 'lazy': {
        // Parts of the same shape, however deep: the path of the first one finds them.
        if (open.has(at)) return;
        open.add(at);
        visit(def.getter(), `${path}.**`);
        open.delete(at);
        return;
      }
      default:
        return;
    }
  };
  visit(schema, '$');
  return paths;
}
