import { isRecord, ownValue } from '#domain/objects.ts';
import type { z } from 'zod';
import { englishNames, isLocale } from '#domain/locales.ts';
import type { EditedRecord } from '#changes/publish-history.ts';
import type { Kind as AnyKind } from '#kinds/contract.ts';
import { kinds } from '#kinds/kinds.ts';
import { type KindName, capital, isKindName, kindNames, getKindNames } from '#kinds/registry.ts';
import { fieldLabel } from '#schema/field-label.ts';
import { fieldRegistry } from '#schema/field-meta.ts';
import { getInnerDef } from '#schema/schema-def.ts';
import type { FieldText } from './page.ts';
import type { NameOf } from '#server/editor/messages/reasons.ts';
import { findDifferences, schemaAt, describeValue } from './values.ts';

/** What a table holds: records of a kind, or a part of these. */
type TableMeaning = { kind: KindName; part: string | null };

const meanings = new Map<string, TableMeaning>();
for (const kind of kindNames) {
  const { joins, parts, besides, schema }: AnyKind = kinds[kind];
  for (const part of parts?.tables ?? []) {
    const name = part.table.replace(new RegExp(`^${kind}_`), '');
    const label = [...besides].find((field) => name === field || name.endsWith(field));
    meanings.set(part.table, { kind, part: label ? fieldLabel(schema, [label]) : capital(name.replaceAll('_', ' ')) });
  }
  for (const [field, join] of Object.entries(joins))
    meanings.set(join.table, { kind, part: fieldLabel(schema, [field]) });
}
for (const kind of kindNames) meanings.set(kinds[kind].table, { kind, part: null });

/** What a table holds; null for one that no kind names. */
export function getMeaning(table: string): TableMeaning | null {
  return meanings.get(table) ?? null;
}

/** Whether people read a column: no row number, and nothing that machines make but what the list of the kind shows, such as a stock figure. */
function isShown({ derived, machineWritten, listed }: AnyKind, name: string): boolean {
  const column = name.split('/')[0] ?? '';
  if (['id', 'position_key'].includes(column) || Object.hasOwn(derived, column)) return false;
  return !machineWritten.includes(column) || (listed?.includes(column) ?? false);
}

/** The schema and the label of a field: a column, or a text of a language as `localized/de/title`. */
function findField(
  kind: AnyKind,
  name: string,
): { schema: z.core.$ZodType | null; label: string; locale: FieldText['locale'] } {
  const [column = '', locale, key] = name.split('/');
  if (column === 'localized' && key !== undefined) {
    const schema = ownValue(kind.localized, key) ?? null;
    const label = (schema ? fieldRegistry.get(schema)?.label : undefined) ?? spelled(key);
    return { schema, label, locale: isLocale(locale) ? locale : null };
  }
  const field = Object.hasOwn(kind.schema.shape, column) ? column : column.replace(/_id$/, '');
  return {
    schema: schemaAt(kind.schema, [field]),
    label: fieldLabel(kind.schema, [field]) || spelled(column),
    locale: null,
  };
}

function spelled(column: string): string {
  return capital(column.replaceAll('_', ' '));
}

/** The fields of a record with old and new words, in the words of its form. */
export function describeFields(
  kindName: KindName,
  { before, after }: Pick<EditedRecord, 'before' | 'after'>,
  nameOf: NameOf,
): FieldText[] {
  const kind: AnyKind = kinds[kindName];
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((name) => isShown(kind, name))
    .flatMap((name) => {
      if (name.startsWith(partPrefix)) {
        const label = getMeaning(name.slice(partPrefix.length))?.part ?? name;
        const [old, now] = [before, after].map((side) => describeRows(kindName, ownValue(side, name), nameOf));
        return [{ label, locale: null, before: old ?? null, after: now ?? null }];
      }
      const { schema, label, locale } = findField(kind, name);
      return findDifferences(ownValue(before, name), ownValue(after, name)).map((place): FieldText => {
        const inner = schema && place.path.length > 0 ? fieldLabel(schema, place.path) : '';
        const at = schemaAt(schema, place.path);
        return {
          label: inner === '' ? label : `${label}: ${inner}`,
          locale,
          before: describeValue(at, place.before, nameOf),
          after: describeValue(at, place.after, nameOf),
        };
      });
    })
    .filter(({ before: old, after: now }) => old !== now);
}

/** Before the table of parts of a record that are put back as a whole: `parts/product_images`. */
const partPrefix = 'parts/';

/** The rows of a part, in their order; null where there is none. */
function describeRows(kindName: KindName, rows: unknown, nameOf: NameOf): string | null {
  const texts = (Array.isArray(rows) ? rows : []).flatMap((row: unknown) =>
    isRecord(row) ? [describePart(kindName, flattenTexts(row), nameOf)] : [],
  );
  return texts.filter(Boolean).join('; ') || null;
}

/** Fields as the receipt names them: a text of a language as `localized/de/title`. */
function flattenTexts({ localized, ...row }: Fields): Fields {
  const texts = Object.entries(isRecord(localized) ? localized : {}).flatMap(([locale, of]) =>
    Object.entries(isRecord(of) ? of : {}).map(([name, value]) => [`localized/${locale}/${name}`, value] as const),
  );
  return { ...row, ...Object.fromEntries(texts) };
}

/**
 * A row of a part of a record, such as a value of a product's properties: its fields with their names, unless it has one alone. To which
 * record it belongs, and where in the order, is said by where it stands.
 */
export function describePart(kindName: KindName, values: Fields, nameOf: NameOf): string {
  const kind: AnyKind = kinds[kindName];
  const owners = [...Object.values(kind.joins), ...(kind.parts?.tables ?? [])].map(({ owner }) => owner);
  const shape = partShape(kind, values);
  const told = Object.entries(values).flatMap(([column, value]) => {
    if (owners.includes(column) || column === 'position' || !isShown(kind, column)) return [];
    const [name = '', locale] = column.split('/');
    const [joined] = Object.entries(kind.joins).find(([, { member }]) => member === column) ?? [];
    const key = memberOfShape(shape, name === 'localized' ? (column.split('/')[2] ?? name) : name);
    const schema =
      joined === undefined && key !== null ? (shape[key] ?? null) : findField(kind, joined ?? column).schema;
    const words = describeValue(schema, value, nameOf);
    if (words === null) return [];
    const label = (schema ? fieldRegistry.get(schema)?.label : undefined) ?? getLabel(kindName, column);
    return [{ label: isLocale(locale) ? `${label} (${englishNames[locale]})` : label, words }];
  });
  if (told.length === 1) return told[0]?.words ?? '';
  return told.map(({ label, words }) => `${label}: ${words}`).join(', ');
}

type Fields = Readonly<Record<string, unknown>>;
type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** The fields of the items of which such rows are made. */
function partShape(kind: AnyKind, values: Fields): Shape {
  const shapes = [...kind.besides].flatMap((field) => {
    const item = schemaAt(kind.schema, [field, 0]);
    const def = item && getInnerDef(item);
    return def?.type === 'object' ? [def.shape] : [];
  });
  const hits = (shape: Shape) => Object.keys(values).filter((column) => memberOfShape(shape, column) !== null).length;
  return shapes.toSorted((a, b) => hits(b) - hits(a))[0] ?? {};
}

/** The field that a column holds: `property_id` the property, `value_number` the number. */
function memberOfShape(shape: Shape, column: string): string | null {
  const names = [column, column.replace(/_id$/, ''), column.replace(/^value_/, '')];
  return names.find((name) => Object.hasOwn(shape, name)) ?? null;
}

/** The label of a field that is too long to be told. */
export function getLabel(kind: KindName, name: string): string {
  return findField(kinds[kind], name).label;
}

/** The record of any kind that a row of a part names, such as a medium of a folder; null for other rows. */
export function describeMember(values: Readonly<Record<string, unknown>>, nameOf: NameOf): string | null {
  const { kind, record_id: id } = values;
  if (!isKindName(kind) || typeof id !== 'number') return null;
  return describeSubject(kind, { ref: String(id), before: null, after: null }, nameOf);
}

const naming = [
  'localized/en/title',
  'localized/en/name',
  'display_name',
  'title',
  'name',
  'text',
  'from_path',
  'slug',
];

/** How people call a record: `Tag “Air”`. */
export function describeSubject(
  kind: KindName,
  record: Pick<EditedRecord, 'ref' | 'before' | 'after'>,
  nameOf: NameOf,
): string {
  const { one } = getKindNames(kind);
  const fields = { ...record.before, ...record.after };
  const own = naming.map((name) => ownValue(fields, name)).find((value) => typeof value === 'string' && value !== '');
  const name = (record.ref === null ? undefined : nameOf(kind, record.ref)) ?? own;
  return typeof name === 'string' ? `${capital(one)} “${name}”` : capital(one);
}
