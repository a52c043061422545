import { z } from 'zod';
import { defaultLocale } from '#domain/locales.ts';
import type { Kind } from '#kinds/contract.ts';
import { requiredMessage } from '#schema/fields.ts';
import { type SheetColumn, listSheetColumns } from '#schema/sheet-columns.ts';
import { isDateColumn, isNumberColumn, readDateCell, readNumberCell, unknownFormat } from '#schema/written-cell.ts';
import { listNamingFields, recordFields } from '../records/record-values.ts';

/**
 * The columns of which many records can have one value: none of those that no two records may share, nor what people tell the
 * records apart by.
 */
export function bulkColumns(kind: Kind): SheetColumn[] {
  const names = listNamingFields(recordFields(kind));
  const own = new Set([...kind.unique, kind.label]);
  return listSheetColumns(kind).filter(({ path: [field = '', locale, name = ''] }) =>
    field === 'localized' ? locale !== defaultLocale || !names.includes(name) : !own.has(field),
  );
}

/** What is wrong with a value for all of the records; null where only each of them can tell. */
export function problemOfValue(column: SheetColumn, value: string): string | null {
  const { meta, schema } = column;
  if (value.trim() === '' && meta.widget !== 'checkbox') {
    const isRefused = [null, undefined, [], ''].every((empty) => !z.safeParse(schema, empty).success);
    return isRefused ? requiredMessage : null;
  }
  const read = isNumberColumn(column)
    ? readNumberCell(column, value, unknownFormat)
    : isDateColumn(column)
      ? readDateCell(column, value, unknownFormat)
      : isText(column)
        ? ({ ok: true, value } as const)
        : null;
  if (read === null) return null;
  if (!read.ok) return read.message;
  const parsed = z.safeParse(schema, read.value);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? null);
}

/** Whether what is typed is the value, as it stands. */
function isText({ meta }: SheetColumn): boolean {
  return ['text', 'long-text', 'slug', 'url', 'email', 'time-zone', 'video'].includes(meta.widget);
}
