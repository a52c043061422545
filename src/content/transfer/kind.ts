import type { z } from 'zod';
import { issuesOf } from '#domain/issues.ts';
import type { Issue } from '#domain/result.ts';
import { defOf } from '#schema/schema-def.ts';
import { type Json, type RecordKind, notes } from './fields.ts';
import { type Path, collect } from './walk.ts';

/** A row of a table, on its way into the database. */
export type StagedRow = { table: string; row: { [column: string]: Json | undefined } };

export type RecordReference = { kind: RecordKind; id: number | string; path: Path };

/** A record that satisfies its schema, and what the importer has to know of it. */
export type ParsedRecord = {
  kind: RecordKind;
  id: number | string;
  issues: Issue[];
  references: RecordReference[];
  /** What no other record of the bundle may have as well, e.g. `slug hx41`. */
  uniques: string[];
  rows: StagedRow[];
};

export type Parsed = { ok: true; record: ParsedRecord } | { ok: false; issues: Issue[] };

/** A list of other records that stands in a table of its own. */
export type Join = { table: string; owner: string; member: string; constants?: Readonly<Record<string, string>> };

export type Kind = {
  kind: RecordKind;
  table: string;
  schema: z.ZodObject;
  /** Fields that hold the id of another record, in a column of the same name with `_id`. */
  referenceFields: ReadonlySet<string>;
  joins: Readonly<Record<string, Join>>;
  /** Fields that are no column of the table. */
  besides: ReadonlySet<string>;
  parse: (value: unknown) => Parsed;
};

type Definition<S extends z.ZodObject> = {
  kind: RecordKind;
  table: string;
  schema: S;
  joins?: Readonly<Record<string, Join>>;
  besides?: readonly (keyof z.output<S> & string)[];
  check?: (record: z.output<S>, issue: (path: Path, message: string) => void) => void;
  references?: (record: z.output<S>) => RecordReference[];
  uniques?: (record: z.output<S>) => string[];
  /** Columns that are no fields. */
  columns?: (record: z.output<S>) => StagedRow['row'];
  /** Rows of other tables. */
  rows?: (record: z.output<S>) => StagedRow[];
};

/** What can be done with the records of one kind, with the record's own type kept inside. */
export function defineKind<S extends z.ZodObject>(definition: Definition<S>): Kind {
  const { kind, table, schema } = definition;
  const joins = definition.joins ?? {};
  const besides = new Set<string>(['kind', ...(definition.besides ?? []), ...Object.keys(joins)]);
  const referenceFields = new Set(
    Object.entries(schema.shape)
      .filter(([, field]) => isReferenceField(field))
      .map(([name]) => name),
  );
  const result: Kind = {
    kind,
    table,
    schema,
    referenceFields,
    joins,
    besides,
    parse: (value) => {
      const parsed = schema.safeParse(value);
      if (!parsed.success) return { ok: false, issues: recordIssuesOf(parsed.error) };
      const record = parsed.data;
      const issues: Issue[] = [];
      definition.check?.(record, (path, message) => issues.push({ path, message }));
      const found: RecordReference[] = definition.references?.(record) ?? [];
      collect(schema, record, (note, held, path) => {
        if (note.holds === 'reference' && (typeof held === 'number' || typeof held === 'string')) {
          found.push({ kind: note.kind, id: held, path });
        }
      });
      const fields: Readonly<Record<string, unknown>> = record;
      const own = fields['id'];
      if (typeof own !== 'number' && typeof own !== 'string') throw new Error(`${kind} has no id`);
      return {
        ok: true,
        record: {
          kind,
          id: own,
          issues,
          references: found,
          uniques: definition.uniques?.(record) ?? [],
          rows: [...mainRows(result, fields, own, definition.columns?.(record)), ...(definition.rows?.(record) ?? [])],
        },
      };
    },
  };
  return result;
}

function isReferenceField(field: z.core.$ZodType): boolean {
  const note = notes.get(field);
  if (note) return note.holds === 'reference';
  const def = defOf(field);
  return def.type === 'default' || def.type === 'nullable' || def.type === 'optional'
    ? isReferenceField(def.innerType)
    : false;
}

/** What is wrong with a record, in words for whoever wrote the bundle. */
export function recordIssuesOf(error: z.ZodError): Issue[] {
  return issuesOf(error).map(({ path, message }) => ({
    path,
    message: message.endsWith('received undefined') ? 'This field is required' : message,
  }));
}

export function columnOf(kind: Kind, field: string): string {
  return kind.referenceFields.has(field) ? `${field}_id` : field;
}

function mainRows(
  kind: Kind,
  fields: Readonly<Record<string, unknown>>,
  id: number | string,
  columns: StagedRow['row'] = {},
): StagedRow[] {
  const row: StagedRow['row'] = { ...columns };
  for (const [name, value] of Object.entries(fields)) {
    // The schema has made sure that what is there is json.
    if (value !== undefined && !kind.besides.has(name)) row[columnOf(kind, name)] = value as Json;
  }
  const rows: StagedRow[] = [{ table: kind.table, row }];
  for (const [field, join] of Object.entries(kind.joins)) {
    const members = fields[field];
    if (!Array.isArray(members)) continue;
    members.forEach((member: Json, position) =>
      rows.push({ table: join.table, row: { [join.owner]: id, [join.member]: member, ...join.constants, position } }),
    );
  }
  return rows;
}
