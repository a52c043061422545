import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { getShape } from '#schema/blank-value.ts';
import { fieldRegistry } from '#schema/field-meta.ts';
import { getDef } from '#schema/schema-def.ts';
import { getColumn } from './contract.ts';
import { type RecordOf, getKind } from './kinds.ts';
import { isKindName, kindNames, referenceKinds, rowKinds, getKindNames } from './registry.ts';
import { shapes } from './shapes.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** The columns of each table, with whether they may be null, as the generated types have them. */
const tables = new Map(
  [
    ...readFileSync(path.join(folder, '../database/database.types.ts'), 'utf8').matchAll(
      /^ {6}(\w+): \{\n {8}Row: \{\n([\s\S]*?)\n {8}\};/gm,
    ),
  ].map(([, table = '', columns = '']) => [
    table,
    new Map(
      [...columns.matchAll(/^ {10}(\w+): ([^;]*);/gm)].map(([, column = '', type = '']) => [
        column,
        type.includes('| null'),
      ]),
    ),
  ]),
);

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** The errors in the metadata of fields, each with its path. */
function faultsOf(shape: Shape, at: string): string[] {
  return Object.entries(shape).flatMap(([name, field]) => {
    const here = `${at}.${name}`;
    const meta = fieldRegistry.get(field);
    if (!meta) return [`${here} has no metadata`];
    const faults = meta.label.trim() === '' ? [`${here} has no label`] : [];
    if ('kind' in meta && !isKindName(meta.kind)) faults.push(`${here} names the kind ${String(meta.kind)}`);
    return meta.widget === 'group' ? [...faults, ...faultsOf(getShape(field), here)] : faults;
  });
}

function isOptional(field: z.core.$ZodType): boolean {
  return getDef(field).type === 'optional';
}

it('has every kind that has a folder, and a folder for each', () => {
  const folders = globSync('*/kind.ts', { cwd: folder }).map((file) => path.dirname(file));
  expect(folders.toSorted()).toEqual(kindNames.map((kind) => kind.replaceAll('_', '-')).toSorted());
  expect(folders.filter((name) => !existsSync(path.join(folder, name, 'meta.ts')))).toEqual([]);
});

it('gives each kind a table and words of its own', () => {
  const twice = (all: readonly string[]) => all.filter((one, index) => one === '' || all.indexOf(one) !== index);
  expect(twice(kindNames.map((kind) => getKind(kind).table))).toEqual([]);
  expect(twice(kindNames.map((kind) => getKindNames(kind).many))).toEqual([]);
});

it('has the shape of each kind that module data name, and of each page', () => {
  expect(referenceKinds.filter((kind) => !(kind in shapes))).toEqual([]);
  expect(rowKinds.filter((kind) => !(kind in shapes) && !(`${kind}_detail` in shapes))).toEqual([]);
});

it('types a record by its kind, and reads it as such', () => {
  const tag: RecordOf<'tag'> = {
    kind: 'tag',
    id: 1,
    slug: 'humidity',
    sites: ['main'],
    localized: { en: { name: 'A' } },
  };
  expect(getKind('tag').parse(tag)).toMatchObject({ ok: true, record: { uniques: ['tag slug humidity'] } });
});

describe.each(kindNames)('%s', (name) => {
  const kind = getKind(name);
  const shape: Shape = kind.schema.shape;
  const { kind: own, ...fields } = shape;
  const columns = tables.get(kind.table) ?? new Map<string, boolean>();
  const stored = Object.entries(fields).filter(([field]) => !kind.besides.has(field));

  it('is defined under its own name', () => {
    expect(kind.kind).toBe(name);
    expect(own && z.safeParse(own, name).success).toBe(true);
  });

  it('has a label for each field, and names kinds that exist', () => {
    expect([...faultsOf(fields, name), ...faultsOf(kind.localized ?? {}, `${name}.localized`)]).toEqual([]);
  });

  it('has a field for each column, or the reason why it has none', () => {
    const known = new Set([...stored.map(([field]) => getColumn(kind, field)), ...Object.keys(kind.derived)]);
    expect([...columns.keys()].filter((column) => !known.has(column))).toEqual([]);
    expect([...known].filter((column) => !columns.has(column))).toEqual([]);
    expect(Object.values(kind.derived).filter((reason) => reason === '')).toEqual([]);
  });

  it('takes null where the column does, and nowhere else', () => {
    const wrong = stored.filter(([field, schema]) => {
      if (isOptional(schema)) return false;
      return z.safeParse(schema, null).success !== columns.get(getColumn(kind, field));
    });
    expect(wrong.map(([field]) => field)).toEqual([]);
  });

  it('stores lists and parts in tables that exist', () => {
    const parts = [
      ...Object.values(kind.joins).flatMap(({ table, owner, member, constants = {} }) =>
        [owner, member, 'position', ...Object.keys(constants)].map((column) => [table, column] as const),
      ),
      ...(kind.parts?.tables ?? []).map(({ table, owner }) => [table, owner] as const),
    ];
    expect(parts.filter(([table, column]) => !tables.get(table)?.has(column))).toEqual([]);
  });

  it('names fields and columns that it has', () => {
    const named = [...kind.machineWritten, ...[...kind.besides].filter((field) => field !== 'kind')];
    expect(named.filter((field) => !(field in fields))).toEqual([]);
    const [column = '', inner = '', text = ''] = kind.label.split(/->>?/);
    expect(columns.has(column)).toBe(true);
    if (inner !== '') expect(Object.keys(kind.localized ?? {})).toContain(text);
  });
});
