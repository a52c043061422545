import type { CsvDialect } from './csv-dialect.ts';
import type { ExportFormat } from './export-formats.ts';
import { companyTimeZone } from '#domain/locales.ts';

/**
 * A text that a spreadsheet would take for a formula, also after spaces and invisible characters, and with full-width
 * characters, which count as the plain ones.
 */
const formula =
  /^[\s\p{Cc}\p{Cf}]*([=+\-@|%\u2212\uff1d\uff0b\uff0d\uff20\uff5c\uff05\ufe66\ufe62\ufe63\ufe6b\ufe6a]|[\t\r\n])/u;

/** A value of a table for people. `text` is what CSV, which has no moments, says of one. */
export type SheetCell = string | number | { day: string } | { at: string; text: string };

/** What a column holds. A new value that somebody writes into it in a workbook is taken for one of those. */
export type Holding = 'text' | 'number' | 'day' | 'moment';

/** A table for people; its rows come in parts, as they are read. */
export type SheetTable = {
  title: string;
  columns: readonly { label: string; holds: Holding }[];
  rows: AsyncIterable<readonly (readonly SheetCell[])[]>;
};

/**
 * A cell of a CSV file. Text of visitors is escaped, so that a spreadsheet does not run it as a formula. Numbers stay
 * numbers.
 */
function cell(value: SheetCell, { decimal }: CsvDialect): string {
  if (typeof value === 'number') return String(value).replace('.', decimal);
  const text = typeof value === 'string' ? value : 'day' in value ? value.day : value.text;
  return `"${safeCell(text).replaceAll('"', '""')}"`;
}

/** A text as files have it: an apostrophe before what a spreadsheet would take for a formula. */
export function safeCell(value: string): string {
  return formula.test(value) ? `'${value}` : value;
}

/** The text of a cell: without the apostrophe that keeps it from being a formula. */
export function readCellText(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}

/** How much of a spreadsheet is imported at once. */
export const sheetLimits = { rows: 5000, columns: 500, bytes: 12 * 1024 * 1024 } as const;

/**
 * A line of a CSV file (RFC 4180).
 *
 * @example csvLine(['=1+1', 2]); // `"'=1+1",2\r\n`
 */
export function csvLine(values: readonly SheetCell[], dialect: CsvDialect = { separator: ',', decimal: '.' }): string {
  return `${values.map((value) => cell(value, dialect)).join(dialect.separator)}\r\n`;
}

/** A moment by clocks at the company, as spreadsheets of all countries take it for one. */
export function cellMoment(at: string): string {
  return companyClock.format(new Date(at));
}

/** Made once: a list may have a hundred thousand moments. */
const companyClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: companyTimeZone,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** A moment that CSV has by clocks at the company as well. */
export function momentCell(at: string): SheetCell {
  return { at, text: cellMoment(at) };
}

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
} as const satisfies Record<ExportFormat, string>;

/** The headers of a file that a browser saves, under a name in whatever script. */
export function fileHeaders(name: string, format: ExportFormat): Record<string, string> {
  // What no file system takes, and what ends the quotes of a header.
  const file = `${name
    .replaceAll(/[\p{Cc}\p{Cf}"*/:<>?\\|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()}.${format}`;
  const plain = file.replaceAll(/[^ -~]/g, '_');
  const encoded = encodeURIComponent(file).replaceAll(/['()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return {
    'content-type': contentTypes[format],
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
  };
}
