import type { z } from 'zod';
import { isRecord, ownValue } from '#domain/objects.ts';
import { type KindName, fieldRegistry } from './field-meta.ts';
import { getDef } from './schema-def.ts';

export type Path = readonly (string | number)[];
/** What a field holds: the id of a record, or rich text. */
type FieldNote = { holds: 'reference'; kind: KindName } | { holds: 'rich-text' };
type Visit = (note: FieldNote, value: unknown, path: Path) => unknown;

/** Where a schema names records or holds rich text: only the branches that lead there. */
type Plan =
  | { at: 'field'; note: FieldNote }
  | { at: 'object'; fields: readonly (readonly [string, z.core.$ZodType])[] }
  | { at: 'record'; value: z.core.$ZodType }
  | { at: 'array'; item: z.core.$ZodType }
  | null;

const plans = new WeakMap<z.core.$ZodType, Plan>();
/** Schemas whose plan is being made: a schema that contains itself leads somewhere as far as its other fields do. */
const open = new Set<z.core.$ZodType>();

function findNote(schema: z.core.$ZodType): FieldNote | null {
  const meta = fieldRegistry.get(schema);
  if (meta?.widget === 'reference') return { holds: 'reference', kind: meta.kind };
  if (meta?.widget === 'site') return { holds: 'reference', kind: 'site' };
  if (meta?.widget === 'rich-text') return { holds: 'rich-text' };
  return null;
}

function getPlan(schema: z.core.$ZodType): Plan {
  const known = plans.get(schema);
  if (known !== undefined) return known;
  open.add(schema);
  const plan = makePlan(schema);
  open.delete(schema);
  plans.set(schema, plan);
  return plan;
}

function leadsSomewhere(schema: z.core.$ZodType): boolean {
  return open.has(schema) || getPlan(schema) !== null;
}

function makePlan(schema: z.core.$ZodType): Plan {
  const note = findNote(schema);
  if (note) return { at: 'field', note };
  const def = getDef(schema);
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).filter(([, field]) => leadsSomewhere(field));
      return fields.length > 0 ? { at: 'object', fields } : null;
    }
    case 'record':
      return leadsSomewhere(def.valueType) ? { at: 'record', value: def.valueType } : null;
    case 'array':
      return leadsSomewhere(def.element) ? { at: 'array', item: def.element } : null;
    case 'default':
    case 'prefault':
    case 'optional':
    case 'nullable':
      return getPlan(def.innerType);
    case 'lazy':
      return getPlan(def.getter());
    default:
      return null;
  }
}

/** A copy of a value in which each noted field is what `visit` answers. Parts of another shape than the schema's stay as they are. */
export function convert(schema: z.core.$ZodType, value: unknown, visit: Visit, path: Path = []): unknown {
  const plan = getPlan(schema);
  if (!plan || value === undefined || value === null) return value;
  switch (plan.at) {
    case 'field':
      return visit(plan.note, value, path);
    case 'array':
      return Array.isArray(value)
        ? value.map((item: unknown, index) => convert(plan.item, item, visit, [...path, index]))
        : value;
    case 'record':
      return isRecord(value)
        ? Object.fromEntries(
            Object.entries(value).map(([key, item]) => [key, convert(plan.value, item, visit, [...path, key])]),
          )
        : value;
    case 'object': {
      if (!isRecord(value)) return value;
      const copy = { ...value };
      for (const [name, field] of plan.fields) {
        if (Object.hasOwn(copy, name)) copy[name] = convert(field, ownValue(copy, name), visit, [...path, name]);
      }
      return copy;
    }
  }
}

/** Every noted field of a value, at its path. */
export function collect(
  schema: z.core.$ZodType,
  value: unknown,
  found: (note: FieldNote, value: unknown, path: Path) => void,
): void {
  convert(schema, value, (note, held, path) => {
    found(note, held, path);
    return held;
  });
}
