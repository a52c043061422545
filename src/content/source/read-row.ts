import type { z } from 'zod';
import { problemOfSize } from '#domain/values/json-limits.ts';
import { englishNames, isLocale } from '#domain/locales.ts';
import { isRecord, ownValue } from '#domain/objects.ts';
import type { Kind } from '#kinds/contract.ts';
import { getKind } from '#kinds/kinds.ts';
import { rowIds } from '#kinds/reading/row-id.ts';
import { type KindName, isKindName, getKindNames } from '#kinds/registry.ts';
import { fieldLabel } from '#schema/field-label.ts';
import { fieldRegistry } from '#schema/field-meta.ts';
import { type SchemaDef, getInnerDef } from '#schema/schema-def.ts';

/** What is wrong, at a place of the row. */
type Fault = { path: readonly PropertyKey[]; message: string };

/** A row of the database does not satisfy its schema: outputs that show it retain their last good version. */
export class InvalidRecord extends Error {
  override readonly name = 'InvalidRecord';
  readonly record: string;
  readonly field: string;
  readonly reason: string;
  /** The tags of a change that may mend it. */
  readonly tags: readonly string[];
  /** @param within the records on the way to the fault: a product of a list, and the image of that product. The last one has it. */
  constructor(kind: string, id: number, fault: z.ZodError | Fault | string, within: readonly RecordWithin[] = []) {
    const issue =
      typeof fault === 'string' ? { path: [], message: fault } : 'issues' in fault ? fault.issues[0] : fault;
    const [nearest] = within.slice(-1);
    const at = nearest ?? { kind, id, from: 0 };
    const record = nameRecord(at.kind, at.id);
    const field = nameField(kindOfShape(at.kind), (issue?.path ?? []).slice(at.from));
    const whole = nearest ? ` in the ${nameRecord(kind, id)}` : '';
    const reason = (issue?.message ?? '').replace(/received undefined$/, 'but it is missing');
    super(`The ${record}${whole === ` in the ${record}` ? '' : whole} is not valid at ${field}: ${reason}`);
    this.record = record;
    this.field = field;
    this.reason = reason;
    const tags = within.map((one) => `${one.kind}:${one.id}`);
    this.tags = id === 0 ? tags : [...new Set([makeTag(kind, id), ...tags])];
  }
}

/** A record that is part of a stored row: `kind` is the tag of its changes, `from` where its fields begin in the path of the fault. */
type RecordWithin = { kind: string; id: number; from: number };

function makeTag(shape: string, id: number): string {
  return shape === 'page' ? `address:page:${id}` : `${kindName(shape)}:${id}`;
}

const kindName = (shape: string): string => shape.replace(/^address:/, '').replace(/_detail$/, '');

function kindOfShape(shape: string): Kind | null {
  const kind = kindName(shape);
  return isKindName(kind) ? getRowKind(kind) : null;
}

const getRowKind = (kind: KindName): Kind => getKind(kind);

/** What people call a record: `article 12`; what is no record is called as it is. */
function nameRecord(shape: string, id: number): string {
  const kind = kindName(shape);
  const name = isKindName(kind) ? getKindNames(kind).one : kind;
  return id === 0 ? name : `${name} ${id}`;
}

/** What people call a field of a stored row, as far as the form of its kind has it: `Title (German)`. */
function nameField(kind: Kind | null, path: readonly PropertyKey[]): string {
  const steps = path.map((step) => (typeof step === 'number' ? step : String(step)));
  const [column, locale, key] = steps;
  if (
    kind?.localized &&
    (column === 'localized' || column === 'texts') &&
    isLocale(locale) &&
    typeof key === 'string'
  ) {
    const field = ownValue(kind.localized, key);
    const label = field && fieldRegistry.get(field)?.label;
    if (label !== undefined) return `${label} (${englishNames[locale]})`;
  }
  return (kind && fieldLabel(kind.schema, steps)) || steps.join('.');
}

function recordsOnTheWay(schema: z.core.$ZodType, stored: unknown, path: readonly PropertyKey[]): RecordWithin[] {
  const found: RecordWithin[] = [];
  let part: z.core.$ZodType | null = schema;
  let value = stored;
  path.forEach((step, from) => {
    const def: SchemaDef | null = part && getInnerDef(part);
    if (def?.type === 'object') found.push(...listRecords(def.shape, value).map((one) => ({ ...one, from })));
    part = def && findPart(def, String(step));
    value = Array.isArray(value) ? value[Number(step)] : isRecord(value) ? ownValue(value, String(step)) : undefined;
  });
  return found;
}

function listRecords(shape: Readonly<Record<string, z.core.$ZodType>>, row: unknown): Omit<RecordWithin, 'from'>[] {
  return Object.entries(shape).flatMap(([name, field]) => {
    const id = isRecord(row) ? ownValue(row, name) : undefined;
    const tag = rowIds.get(field)?.tag;
    return tag !== undefined && typeof id === 'number' ? [{ kind: tag, id }] : [];
  });
}

/** The schema of a part of a value; null where a schema has no such parts. */
function findPart(def: SchemaDef, step: string): z.core.$ZodType | null {
  switch (def.type) {
    case 'object':
      return ownValue(def.shape, step) ?? null;
    case 'array':
      return def.element;
    case 'record':
      return def.valueType;
    default:
      return null;
  }
}

/** Parses a row by its schema. The modules of a page are validated one by one, where they are read. */
export function readRow<T>(
  kind: string,
  id: number,
  schema: z.ZodType<T>,
  stored: unknown,
  { isMeasured = true }: { isMeasured?: boolean } = {},
): T | InvalidRecord {
  const problem = isMeasured ? problemOfSize(stored) : null;
  if (problem !== null) return new InvalidRecord(kind, id, problem);
  const parsed = schema.safeParse(stored);
  if (parsed.success) return parsed.data;
  return new InvalidRecord(kind, id, parsed.error, recordsOnTheWay(schema, stored, parsed.error.issues[0]?.path ?? []));
}
