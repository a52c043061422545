import type { z } from 'zod';
import { englishNameOf, locales } from '#domain/locales.ts';
import { actsOf } from '#content/records/record-acts.ts';
import type { Kind } from '#kinds/contract.ts';
import { kindOf } from '#kinds/kinds.ts';
import type { KindName } from '#kinds/registry.ts';
import { shapeOf } from '#schema/blank-value.ts';
import { type FieldMeta, fieldRegistry } from '#schema/field-meta.ts';
import { bookkeeping } from '#schema/record-fields.ts';

/** A field of a kind as a column of a spreadsheet. */
export type SheetColumn = {
  /** Its path with dots, e.g. `localized.de.title`. */
  key: string;
  path: readonly string[];
  /** The heading, the same for no other column of the kind. */
  label: string;
  schema: z.core.$ZodType;
  meta: FieldMeta;
  /** A machine writes it: it has no draft, and is live as soon as it is written. */
  isMachines: boolean;
};

/** What the heading of the column with the ids says. */
export const idHeading = 'Id';

type Place = { path: readonly string[]; label: string; suffix: string; isMachines: boolean };

const columnsByKind = new Map<KindName, SheetColumn[]>();

/**
 * The columns of a kind: one for each field with a single value or a list of short ones, and one for each language of a text.
 * Fields with a structure of their own, such as the pictures of a product, are in no spreadsheet.
 */
export function columnsOf(name: KindName): SheetColumn[] {
  const known = columnsByKind.get(name);
  if (known) return known;
  const kind = kindOf(name);
  const columns = Object.entries(kind.schema.shape).flatMap(([field, schema]) =>
    isLeftOut(kind, field)
      ? []
      : columnsAt(schema, { path: [field], label: '', suffix: '', isMachines: kind.machineWritten.includes(field) }),
  );
  const named = columns.map((column) =>
    columns.some(({ label, key }) => key !== column.key && label === column.label) || column.label === idHeading
      ? { ...column, label: `${column.label} [${column.key}]` }
      : column,
  );
  columnsByKind.set(name, named);
  return named;
}

function isLeftOut(kind: Kind, field: string): boolean {
  if (field === 'kind' || field === 'id' || field in bookkeeping) return true;
  // What is known of an uploaded file belongs to the file, and quotes of the stock exchange come from its feed.
  return kind.machineWritten.includes(field) && (kind.media !== null || !actsOf(kind.kind).edit);
}

function columnsAt(schema: z.core.$ZodType, at: Place): SheetColumn[] {
  const meta = fieldRegistry.get(schema);
  if (!meta) return [];
  const { path, suffix, isMachines } = at;
  const label = at.label === '' ? meta.label : `${at.label}: ${meta.label}`;
  switch (meta.widget) {
    case 'group':
      return inside(schema, { path, label, suffix, isMachines });
    case 'localized':
      return locales.flatMap((locale) =>
        inside(schema, {
          path: [...path, locale],
          label: at.label,
          suffix: ` (${englishNameOf[locale]})`,
          isMachines,
        }),
      );
    case 'hidden':
    case 'list':
    case 'property-values':
    case 'form-fields':
    case 'menu-items':
    case 'modules':
    case 'file':
      return [];
    default:
      return [{ key: path.join('.'), path, label: `${label}${suffix}`, schema, meta, isMachines }];
  }
}

function inside(schema: z.core.$ZodType, at: Place): SheetColumn[] {
  return Object.entries(shapeOf(schema)).flatMap(([name, field]) =>
    columnsAt(field, { ...at, path: [...at.path, name] }),
  );
}
