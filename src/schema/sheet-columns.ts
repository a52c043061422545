import type { z } from 'zod';
import { englishNames, locales } from '#domain/locales.ts';
import { getShape } from './blank-value.ts';
import { type FieldMeta, fieldRegistry } from './field-meta.ts';
import { bookkeeping } from './record-fields.ts';

/** A field of a kind as a column of a spreadsheet. */
export type SheetColumn = {
  /** Its path with dots, e.g. `localized.de.title`. */
  key: string;
  path: readonly string[];
  /** The heading, the same for no other column of the kind. */
  label: string;
  meta: FieldMeta;
  schema: z.core.$ZodType;
};

/** What the columns of a kind are made of. */
type Columned = { kind: string; schema: z.ZodObject; media: string | null; machineWritten: readonly string[] };

/** What the heading of the column with the ids says. */
export const idHeading = 'Id';

type Place = { path: readonly string[]; label: string; suffix: string };

const columnsByKind = new Map<string, SheetColumn[]>();

/**
 * The columns of a kind: one for each field with a single value or a list of short ones, and one for each language of a text.
 * Fields with a structure of their own, such as the pictures of a product, are in no spreadsheet.
 */
export function listSheetColumns(kind: Columned): SheetColumn[] {
  const known = columnsByKind.get(kind.kind);
  if (known) return known;
  const columns = Object.entries(kind.schema.shape).flatMap(([field, schema]) =>
    isLeftOut(kind, field) ? [] : columnsAt(schema, { path: [field], label: '', suffix: '' }),
  );
  const named = columns.map((column) =>
    columns.some(({ label, key }) => key !== column.key && label === column.label) || column.label === idHeading
      ? { ...column, label: `${column.label} [${column.key}]` }
      : column,
  );
  columnsByKind.set(kind.kind, named);
  return named;
}

function isLeftOut(kind: Columned, field: string): boolean {
  if (field === 'kind' || field === 'id' || Object.hasOwn(bookkeeping, field)) return true;
  // What is known of an uploaded file belongs to the file.
  return kind.media !== null && kind.machineWritten.includes(field);
}

function columnsAt(schema: z.core.$ZodType, at: Place): SheetColumn[] {
  const meta = fieldRegistry.get(schema);
  if (!meta) return [];
  const { path, suffix } = at;
  const label = at.label === '' ? meta.label : `${at.label}: ${meta.label}`;
  switch (meta.widget) {
    case 'group':
      return inside(schema, { path, label, suffix });
    case 'localized':
      return locales.flatMap((locale) =>
        inside(schema, {
          path: [...path, locale],
          label: at.label,
          suffix: ` (${englishNames[locale]})`,
        }),
      );
    case 'hidden':
    case 'list':
    case 'property-values':
    case 'form-fields':
    case 'menu-items':
    case 'module-data':
    case 'modules':
    case 'file':
      return [];
    default:
      return [{ key: path.join('.'), path, label: `${label}${suffix}`, meta, schema }];
  }
}

function inside(schema: z.core.$ZodType, at: Place): SheetColumn[] {
  return Object.entries(getShape(schema)).flatMap(([name, field]) =>
    columnsAt(field, { ...at, path: [...at.path, name] }),
  );
}
