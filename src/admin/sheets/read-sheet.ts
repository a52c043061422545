import Papa from 'papaparse';
import { isRecord, getKeys } from '#domain/objects.ts';
import { sheetLimits } from '#domain/spreadsheets/spreadsheet.ts';
import { clipText } from '#domain/text/text.ts';
import { showNumber } from '#domain/values/show-number.ts';
import { type SheetColumn, idHeading } from '#schema/sheet-columns.ts';
import { type Json, bookkeeping, json } from '#schema/record-fields.ts';
import { type Encoding, utf8Behind } from './detect-encoding.ts';

/** The rows of a spreadsheet, with the number that each has there. */
export type ReadSheet = { headings: readonly string[]; rows: readonly { row: number; cells: readonly string[] }[] };
export type SheetLine = { row: number; cells: Record<string, Json> };
type Read<T> = { ok: true; value: T } | { ok: false; message: string };

const refuse = (message: string): { ok: false; message: string } => ({ ok: false, message });
const tooMany = `There are more than ${showNumber(sheetLimits.rows)} rows. Split the file, and import its parts one after the other.`;

const asCsv =
  'Save it as “CSV UTF-8” in Excel, as “Text CSV” in LibreOffice, or export it as CSV in Numbers and in Google Sheets; or copy its cells and paste them here.';

/** A file, or cells that were copied, which are too large to be read, in words; null for what is not. */
export function problemOfSize(size: number): string | null {
  const megabytes = Math.ceil(size / 1024 / 1024);
  return size > sheetLimits.bytes
    ? `This table has ${megabytes} MB; one of up to ${sheetLimits.bytes / 1024 / 1024} MB is imported. Split it, and import its parts one after the other.`
    : null;
}

/** A file that is no text, in words; null for one that may be text. */
function problemOfBytes(bytes: Uint8Array): string | null {
  const starts = (...start: number[]) => start.every((byte, at) => bytes[at] === byte);
  if (starts(0x50, 0x4b, 0x03, 0x04))
    return `This is a workbook of a spreadsheet program (XLSX, ODS, Numbers). ${asCsv}`;
  if (starts(0xd0, 0xcf, 0x11, 0xe0))
    return `This is a workbook of an old Excel (XLS), or one that is protected by a password. ${asCsv}`;
  return starts(0x25, 0x50, 0x44, 0x46) ? 'This is a PDF. A table of text is needed, such as CSV.' : null;
}

/** The bytes of a file that may be a table, or in words why it is none. */
export async function readBytes(file: Blob): Promise<Read<Uint8Array>> {
  try {
    const head = new Uint8Array(await file.slice(0, 8).arrayBuffer());
    const problem = problemOfBytes(head) ?? problemOfSize(file.size);
    return problem === null ? { ok: true, value: new Uint8Array(await file.arrayBuffer()) } : refuse(problem);
  } catch {
    // Browsers have a name and no bytes of a folder, and of a file that was moved or changed since it was chosen.
    return refuse(
      `The browser cannot read this: it is a folder, as documents of Numbers can be, or was moved or changed meanwhile. Choose it again, or open it in its program. ${asCsv}`,
    );
  }
}

/** What is between the cells of a line. */
export const separators = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const;
export type Separator = keyof typeof separators;

function isSeparator(value: string): value is Separator {
  return Object.hasOwn(separators, value);
}

/** Line breaks as spreadsheets of all systems write them, and the line in which Excel is told what is between the cells. */
function plainLines(text: string): { body: string; declared: Separator | null } {
  const lines = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const [line = '', sign = ''] = /^"?sep=(.)"?\n/i.exec(lines) ?? [];
  return { body: lines.slice(line.length), declared: isSeparator(sign) ? sign : null };
}

/** So many rows show what is between the cells. */
const rowsToGuess = 50;

/**
 * What is between the cells: what the first line says, or else that under which most names of columns are known, most rows have as many
 * cells as the first, and most cells are. `isSure` is false where two of them make the same sense.
 */
export function guessSeparator(
  text: string,
  columns: readonly SheetColumn[],
): { separator: Separator; isSure: boolean } {
  const { body, declared } = plainLines(text);
  if (declared !== null) return { separator: declared, isSure: true };
  const ranked = getKeys(separators)
    .map((separator) => {
      const { data } = Papa.parse<string[]>(body, { preview: rowsToGuess, delimiter: separator, newline: '\n' });
      const [head = [], ...rows] = data.filter((cells) => cells.some((cell) => cell.trim() !== ''));
      const known = guessColumns(head, columns).filter((key) => key !== null).length;
      const alike = rows.filter((cells) => cells.length === head.length).length / Math.max(rows.length, 1);
      return { separator, merit: head.length < 2 ? [0, 0, 0] : [known, alike, head.length] };
    })
    .toSorted((a, b) => compareMerits(b.merit, a.merit));
  const [best, second] = ranked;
  const isSure = (best?.merit[2] ?? 0) === 0 || compareMerits(best?.merit ?? [], second?.merit ?? []) !== 0;
  return { separator: best?.separator ?? ',', isSure };
}

function compareMerits(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((merit, index) => merit !== b[index]);
  return (a[at] ?? 0) - (b[at] ?? 0);
}

/** Reads values with a separator between. No more is read than is imported. */
export function readTable(text: string, separator: Separator): Read<ReadSheet> {
  const { body } = plainLines(text);
  // Rows that are empty do not count.
  const preview = 2 * sheetLimits.rows;
  const { data, errors } = Papa.parse<string[]>(body, { preview, delimiter: separator, newline: '\n' });
  const quotes = errors.find(({ type }) => type === 'Quotes');
  if (quotes)
    return refuse(
      `A quotation mark is opened in row ${(quotes.row ?? 0) + 1} and never closed, or text is behind it. Save the file again from your spreadsheet.`,
    );
  const [head = [], ...below] = data;
  const headings = head.map((heading) => heading.trim());
  if (headings.every((heading) => heading === ''))
    return refuse('The first row has the names of the columns. It is empty here.');
  if (headings.length > sheetLimits.columns)
    return refuse(`There are more than ${sheetLimits.columns} columns. Leave out those that you do not change.`);
  const rows = below
    .map((cells, index) => ({ row: index + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (rows.length > sheetLimits.rows || data.length >= preview) return refuse(tooMany);
  if (rows.length === 0) return refuse('There are no rows below the names of the columns.');
  const problem = problemOfRows(headings, rows, separator);
  return problem === null ? { ok: true, value: { headings, rows } } : refuse(problem);
}

/** Where a table stops being one: rows with another separator, or with more cells than there are columns. */
function problemOfRows(headings: readonly string[], rows: ReadSheet['rows'], separator: Separator): string | null {
  const others = getKeys(separators).filter((other) => other !== separator);
  for (const { row, cells } of rows) {
    if (cells.length === headings.length) continue;
    const line = cells.join(separator);
    const other = headings.length < 2 ? undefined : others.find((one) => line.split(one).length === headings.length);
    if (other !== undefined)
      return `In row ${row} there are ${separators[other]} between the cells, and ${separators[separator]} before it. Save the file again with one of them throughout.`;
    const extra = cells.slice(headings.length).findIndex((cell) => cell.trim() !== '');
    if (extra !== -1)
      return `Row ${row} has a cell “${clipText(cells[headings.length + extra] ?? '')}” in column ${headings.length + extra + 1}, and the first row names ${headings.length}. A value that has ${separators[separator]} in it needs quotation marks around it.`;
  }
  return null;
}

/** The first cell with what no text has: where bytes were of no character of its encoding, and what only machines write. */
export function findBroken(sheet: ReadSheet, encoding: Encoding | null): string | null {
  for (const { row, cells } of [{ row: 1, cells: sheet.headings }, ...sheet.rows]) {
    for (const [index, cell] of cells.entries()) {
      const name = sheet.headings[index] || `Column ${index + 1}`;
      if (/[\p{Co}\uFFFD]|(?!\s)\p{Cc}/u.test(cell))
        return `Row ${row}, “${clipText(name)}”: “${clipText(cell)}” has bytes that are no text in this encoding. Choose another one; if none is right, the file is broken there, or put together from several.`;
      const behind = encoding === null ? null : utf8Behind(cell, encoding);
      if (behind !== null)
        return `Row ${row}, “${clipText(name)}”: “${clipText(cell)}” is “${clipText(behind)}” in UTF-8, in a file that is not. It was put together from several; save all of it in one encoding.`;
    }
  }
  return null;
}

/** The column that each heading means, by its name or its key; null for those that are unknown. No column is meant twice. */
export function guessColumns(headings: readonly string[], columns: readonly SheetColumn[]): (string | null)[] {
  const plain = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s_]+/g, ' ')
      .trim();
  const known = new Map<string, string>([[plain(idHeading), 'id']]);
  for (const { key, label } of columns.toReversed()) {
    known.set(plain(label.replace(/ \(English\)$/, '')), key);
    known.set(plain(key), key);
  }
  for (const { key, label } of columns) known.set(plain(label), key);
  const used = new Set<string>();
  return headings.map((heading) => {
    const key = known.get(plain(heading)) ?? null;
    if (key === null || used.has(key)) return null;
    used.add(key);
    return key;
  });
}

/** The cells of the columns that are imported. */
export function pickLines({ rows }: ReadSheet, keys: readonly (string | null)[]): SheetLine[] {
  return rows.map(({ row, cells }) => ({
    row,
    cells: Object.fromEntries(
      keys.flatMap((key, index) => {
        const cell = cells[index];
        return key === null || cell === undefined ? [] : [[key, cell] as const];
      }),
    ),
  }));
}

/** Whether a text is JSON rather than a table. */
export function isJson(text: string): boolean {
  return /^\uFEFF?\s*[[{]/.test(text);
}

/** Reads records of JSON, as they are exported or as a list; `unknown` are the fields that the kind does not have. */
export function readRecords(
  text: string,
  fields: ReadonlySet<string>,
): Read<{ lines: SheetLine[]; unknown: string[] }> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return refuse('This is not JSON. Export a list as JSON to see the form.');
  }
  const list: unknown = isRecord(value) ? value['records'] : value;
  if (!Array.isArray(list) || list.length === 0) return refuse('There are no records in this file.');
  if (list.length > sheetLimits.rows) return refuse(tooMany);
  const unknown = new Set<string>();
  const lines: SheetLine[] = [];
  for (const [index, record] of list.entries()) {
    if (!isRecord(record)) return refuse(`Entry ${index + 1} is no record.`);
    const cells: SheetLine['cells'] = {};
    for (const [name, stored] of Object.entries(record)) {
      const read = json().safeParse(stored);
      if (name === 'kind' || name in bookkeeping || !read.success) continue;
      if (name === 'id' || fields.has(name)) cells[name] = read.data;
      else unknown.add(name);
    }
    lines.push({ row: index + 1, cells });
  }
  return { ok: true, value: { lines, unknown: [...unknown] } };
}
