import { z } from 'zod';
import { findQuotes } from '#domain/quotes/fill-quotes.ts';
import { toIssues } from '#domain/issues.ts';
import { valueAt, ownValue } from '#domain/objects.ts';
import { quoteRefused } from '#domain/quotes/product-quotes.ts';
import type { Issue } from '#domain/result.ts';
import { getShape } from '#schema/blank-value.ts';
import { type FieldMeta, fieldRegistry } from '#schema/field-meta.ts';
import { requiredMessage } from '#schema/fields.ts';
import { type Json, type JsonObject, bookkeeping, hidden } from '#schema/record-fields.ts';
import { getDef } from '#schema/schema-def.ts';
import { type Path, collect } from '#schema/walk.ts';
import type { KindName } from './registry.ts';

/** A row of a table, on its way into the database. */
export type StagedRow = { table: string; row: { [column: string]: Json | undefined } };

export type RecordReference = { kind: KindName; id: number | string; path: Path };

/** A valid record, with the data that the importer needs. */
export type ParsedRecord = {
  kind: KindName;
  id: number | string;
  issues: Issue[];
  references: RecordReference[];
  /** Values that no other record of the bundle may have, e.g. `slug hx41`. */
  uniques: string[];
  /** What is wrong with it beside all of its kind, as the rows of its table; null where that is nothing. */
  checkAmong: ((all: readonly JsonObject[]) => Issue[]) | null;
  rows: StagedRow[];
};

export type Parsed = { ok: true; record: ParsedRecord } | { ok: false; issues: Issue[] };

/** A list of other records that is stored in a table of its own. */
type Join = { table: string; owner: string; member: string; constants?: Readonly<Record<string, string>> };

/** A table that holds parts of a record, with the column that names the record, or that names a row of another part. */
type PartTable = { table: string; owner: string; of?: string };
/** The rows of a part's table that belong to a record, or to the row with this id. */
export type PartRows = (table: string, id?: number) => readonly JsonObject[];

type Fields = Readonly<Record<string, z.ZodType>>;
/** How a record's id is written: a number, but for sites. */
type IdField = z.ZodType<number | string>;
type RecordShape<K extends string, F extends Fields, I extends IdField> = {
  kind: z.ZodLiteral<K>;
  id: I;
} & F;

type Definition<K extends KindName, T extends string, F extends Fields, I extends IdField> = {
  kind: K;
  table: T;
  /** Every field in the order of a bundle, each with its label; texts in several languages as `localized({ … })`. */
  fields: F;
  /** The column by which people know a record; a path into json for a localized one. */
  label: string;
  /** The fields that name a record instead, of a kind whose label says nothing: the records that it is about, or its words. */
  namedBy?: readonly (keyof F & string)[];
  id?: I;
  /** Fields that hold lists of other records. */
  joins?: Readonly<Partial<Record<keyof F, Join>>>;
  /** Fields that are no column of the table. */
  besides?: readonly (keyof F & string)[];
  /** Columns that are no field, with the reason. */
  derived?: Readonly<Record<string, string>>;
  /** Fields that machines write: they have no draft, and no form. */
  machineWritten?: readonly (keyof F & string)[];
  /** Its record has a file, and how Storage takes it. */
  media?: 'image' | 'vector' | 'file';
  /** So many records are exported at once, where they are large. */
  exportBatchSize?: number;
  /** The fields that its list shows, where nobody has chosen others; without it, three that tell most. */
  listed?: readonly (keyof F & string)[];
  /** Its texts quote no product: they are on every page, or where no quote is filled in. */
  quotesNothing?: true;
  check?: (record: RecordOutput<K, F, I>, issue: (path: Path, message: string) => void) => void;
  /**
   * What is wrong with a record beside all of its kind, as the rows of its table, its own among them. It is found when a record is
   * published. Thousands that are published together are given the same array, so that what is made of it is made once.
   */
  checkAmong?: (record: RecordOutput<K, F, I>, all: readonly JsonObject[]) => Issue[];
  references?: (record: RecordOutput<K, F, I>) => RecordReference[];
  /** Fields whose value no two records may share. */
  unique?: readonly (keyof F & string)[];
  /** What no two records may share besides, in words. */
  uniques?: (record: RecordOutput<K, F, I>) => string[];
  /** Columns that are made of fields. */
  columns?: (record: RecordOutput<K, F, I>) => StagedRow['row'];
  /** Rows of other tables. */
  rows?: (record: RecordOutput<K, F, I>) => StagedRow[];
  /** The tables of these rows, and how they are read back into the record's fields. */
  parts?: { tables: readonly PartTable[]; read: (row: JsonObject, rows: PartRows) => JsonObject };
};

type RecordOutput<K extends string, F extends Fields, I extends IdField> = z.output<
  z.ZodObject<RecordShape<K, F, I>, z.core.$strict>
>;

/** A kind of content: the fields of its records, and how they are stored. */
export type Kind<K extends KindName = KindName, S extends z.ZodObject = z.ZodObject, T extends string = string> = {
  kind: K;
  table: T;
  schema: S;
  label: string;
  namedBy: readonly string[] | null;
  /** The fields that are written in each language; null for a kind without. */
  localized: Readonly<Record<string, z.core.$ZodType>> | null;
  /** Whether a record says which sites show it. */
  hasSites: boolean;
  /** Whether a record is published, from one moment to another. */
  hasVisibility: boolean;
  /** Whether a record may be below another one of its kind. */
  isTree: boolean;
  /** Fields that hold the id of another record, in a column of the same name with `_id`. */
  referenceFields: ReadonlySet<string>;
  joins: Readonly<Record<string, Join>>;
  besides: ReadonlySet<string>;
  derived: Readonly<Record<string, string>>;
  machineWritten: readonly string[];
  media: 'image' | 'vector' | 'file' | null;
  exportBatchSize: number;
  quotesNothing: boolean;
  unique: readonly string[];
  listed: readonly string[] | null;
  parts: { tables: readonly PartTable[]; read: (row: JsonObject, rows: PartRows) => JsonObject } | null;
  parse: (value: unknown) => Parsed;
};

/**
 * A kind of content in one place, as `defineModule` is for a module type: types, checks, import and export, the
 * documentation's table and the editor's labels are derived from it.
 *
 * @example
 * export const tag = defineKind({
 *   kind: 'tag',
 *   table: 'tags',
 *   label: 'slug',
 *   fields: { slug: slug({ label: 'Slug' }), localized: localized({ name: text({ label: 'Name', required: true }) }), ...bookkeeping },
 *   uniques: (record) => [`tag slug ${record.slug}`],
 * });
 */
export function defineKind<K extends KindName, const T extends string, F extends Fields, I extends IdField = z.ZodInt>(
  definition: Definition<K, T, F, I>,
): Kind<K, z.ZodObject<RecordShape<K, F, I>, z.core.$strict>, T> {
  const { kind, table, fields, joins = {}, derived = {}, machineWritten = [], unique = [] } = definition;
  const shape = { kind: z.literal(kind), id: definition.id ?? numericId(), ...fields };
  // TypeScript does not see that a spread of a generic record is the record.
  const schema = z.strictObject(shape) as z.ZodObject<RecordShape<K, F, I>, z.core.$strict>;
  const metas = new Map(Object.entries(fields).map(([name, field]) => [name, fieldRegistry.get(field)]));
  const holds = (widget: FieldMeta['widget']) => [...metas].filter(([, meta]) => meta?.widget === widget);
  const texts = fields['localized'];
  const layout = {
    kind,
    table,
    joins: listJoins(joins),
    besides: new Set(['kind', ...(definition.besides ?? []), ...Object.keys(joins)]),
    referenceFields: new Set([...holds('reference'), ...holds('site')].map(([name]) => name)),
  };
  const parent = metas.get('parent');
  const { checkAmong } = definition;
  return {
    ...layout,
    schema,
    label: definition.label,
    namedBy: definition.namedBy ?? null,
    localized: texts ? localizedShape(texts) : null,
    hasSites: holds('sites').length > 0,
    hasVisibility: 'is_published' in fields,
    isTree: parent?.widget === 'reference' && parent.kind === kind,
    derived,
    machineWritten: [...Object.keys(bookkeeping).filter((name) => Object.hasOwn(fields, name)), ...machineWritten],
    media: definition.media ?? null,
    exportBatchSize: definition.exportBatchSize ?? 500,
    quotesNothing: definition.quotesNothing ?? false,
    unique,
    listed: definition.listed ?? null,
    parts: definition.parts ?? null,
    parse: (value) => {
      const parsed = schema.safeParse(value);
      if (!parsed.success) return { ok: false, issues: toRecordIssues(parsed.error, value) };
      const record = parsed.data;
      const issues: Issue[] = [];
      definition.check?.(record, (path, message) => issues.push({ path, message }));
      if (definition.quotesNothing) {
        issues.push(...findQuotes(record).map((path) => ({ path, message: quoteRefused })));
      }
      const found: RecordReference[] = definition.references?.(record) ?? [];
      collect(schema, record, (note, held, path) => {
        if (note.holds === 'reference' && (typeof held === 'number' || typeof held === 'string')) {
          found.push({ kind: note.kind, id: held, path });
        }
      });
      const values: Readonly<Record<string, unknown>> = record;
      const own = values['id'];
      if (typeof own !== 'number' && typeof own !== 'string') throw new Error(`${kind} has no id`);
      return {
        ok: true,
        record: {
          kind,
          id: own,
          issues,
          references: found,
          uniques: [
            ...unique.map((name) => `${`${kind} ${name}`.replaceAll('_', ' ')} ${String(values[name])}`),
            ...(definition.uniques?.(record) ?? []),
          ],
          checkAmong: checkAmong ? (all) => checkAmong(record, all) : null,
          rows: [...mainRows(layout, values, own, definition.columns?.(record)), ...(definition.rows?.(record) ?? [])],
        },
      };
    },
  };
}

function listJoins(joins: Readonly<Record<string, Join | undefined>>): Readonly<Record<string, Join>> {
  return Object.fromEntries(Object.entries(joins).flatMap(([field, join]) => (join ? [[field, join] as const] : [])));
}

const numericId = () => hidden(z.int('This field is required').positive(), 'Id');

/** The fields of a localized field, which are the same in each locale. */
function localizedShape(field: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  const def = getDef(field);
  switch (def.type) {
    case 'default':
    case 'optional':
    case 'nullable':
      return localizedShape(def.innerType);
    case 'record':
      return getShape(def.valueType);
    default:
      return {};
  }
}

/** The errors of a record, for its author: of what is empty, that it is required, unless its kind has words of its own for that. */
export function toRecordIssues(error: z.ZodError, record: unknown): Issue[] {
  return toIssues(error).map((issue, index) => {
    const value = valueAt(record, issue.path);
    // A rule between fields may tell why one is needed.
    const isEmpty = value === '' || (error.issues[index]?.code !== 'custom' && (value === undefined || value === null));
    return isEmpty ? { ...issue, message: requiredMessage } : issue;
  });
}

type Layout = Pick<Kind, 'table' | 'joins' | 'besides' | 'referenceFields'>;

export function getColumn({ referenceFields }: Pick<Kind, 'referenceFields'>, field: string): string {
  return referenceFields.has(field) ? `${field}_id` : field;
}

function mainRows(
  kind: Layout,
  fields: Readonly<Record<string, unknown>>,
  id: number | string,
  columns: StagedRow['row'] = {},
): StagedRow[] {
  const row: StagedRow['row'] = { ...columns };
  for (const [name, value] of Object.entries(fields)) {
    // The schema guarantees that present values are JSON.
    if (value !== undefined && !kind.besides.has(name)) row[getColumn(kind, name)] = value as Json;
  }
  const rows: StagedRow[] = [{ table: kind.table, row }];
  for (const [field, join] of Object.entries(kind.joins)) {
    const members = ownValue(fields, field);
    if (!Array.isArray(members)) continue;
    members.forEach((member: Json, position) =>
      rows.push({ table: join.table, row: { [join.owner]: id, [join.member]: member, ...join.constants, position } }),
    );
  }
  return rows;
}
