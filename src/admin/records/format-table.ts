import { safeCell } from '#domain/spreadsheets/spreadsheet.ts';
import { listSheetColumns, idHeading } from '#schema/sheet-columns.ts';
import type { RecordRow } from '#view-model/records.ts';
import type { LoadedKind } from './load-kind.ts';

/**
 * Rows of a list as a spreadsheet takes them from the clipboard: values with tabs between, below the names of the columns by which an
 * import knows them.
 */
export function formatTable(
  definition: Pick<LoadedKind, 'kind' | 'schema' | 'media' | 'machineWritten'>,
  columns: readonly string[],
  rows: readonly Pick<RecordRow, 'id' | 'values'>[],
): string {
  const labels = new Map(listSheetColumns(definition).map(({ key, label }) => [key, label]));
  const shown = columns.flatMap((name) => {
    const label = labels.get(name);
    return label === undefined ? [] : [{ name, label }];
  });
  const lines = [
    [idHeading, ...shown.map(({ label }) => label)],
    ...rows.map(({ id, values }) => [String(id), ...shown.map(({ name }) => safeCell(values[name] ?? ''))]),
  ];
  return lines.map((cells) => cells.map(formatCell).join('\t')).join('\n');
}

/** Within quotation marks where a tab or a line break would end it. */
function formatCell(text: string): string {
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
