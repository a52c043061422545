import Papa from 'papaparse';
import { isRecord } from '#domain/objects.ts';
import { sheetLimits } from '#domain/spreadsheet.ts';
import { type SheetColumn, idHeading } from '#schema/sheet-columns.ts';
import { type Json, bookkeeping, json } from '#schema/record-fields.ts';

/** The rows of a spreadsheet, with the number that each has there. */
export type ReadSheet = { headings: readonly string[]; rows: readonly { row: number; cells: readonly string[] }[] };
export type SheetLine = { row: number; cells: Record<string, Json> };
type Read<T> = { ok: true; value: T } | { ok: false; message: string };

const refuse = (message: string): { ok: false; message: string } => ({ ok: false, message });
const tooMany = `There are more than ${sheetLimits.rows.toLocaleString('en')} rows. Split the file, and import its parts one after the other.`;

/** A file that is too large to be read, in words; null for one that is not. */
export function problemOfFile({ size }: { size: number }): string | null {
  const megabytes = Math.ceil(size / 1024 / 1024);
  return size > sheetLimits.bytes
    ? `This file has ${megabytes} MB; one of up to ${sheetLimits.bytes / 1024 / 1024} MB is imported. Split it, and import its parts one after the other.`
    : null;
}

/** Text in UTF-8, in UTF-16, or else as Windows writes it in Western Europe. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // Without a mark: half of the bytes of Latin letters in UTF-16 are zero.
  const start = bytes.subarray(0, 2000);
  const zeros = [0, 1].map((side) => start.filter((byte, at) => byte === 0 && at % 2 === side).length);
  if ((zeros[1] ?? 0) > start.length / 4) return new TextDecoder('utf-16le').decode(bytes);
  if ((zeros[0] ?? 0) > start.length / 4) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** What is most often between the names of the columns. */
function separatorOf(text: string): string {
  const head = /^(?:"[^"]*"|[^"\r\n])*/.exec(text)?.[0].replaceAll(/"[^"]*"/g, '') ?? '';
  const count = (separator: string) => head.split(separator).length;
  return [',', ';', '\t', '|'].reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** Reads values with commas, semicolons, tabs or bars between. No more is read than is imported. */
export function readTable(text: string): Read<ReadSheet> {
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    // Rows that are empty do not count.
    preview: 2 * sheetLimits.rows,
    delimiter: separatorOf(text),
  });
  if (errors.some(({ type }) => type === 'Quotes'))
    return refuse('A quotation mark is opened and never closed. Save the file again from your spreadsheet.');
  const [head = [], ...body] = data;
  const headings = head.map((heading) => heading.trim());
  if (headings.every((heading) => heading === ''))
    return refuse('The first row has the names of the columns. It is empty here.');
  if (headings.length > sheetLimits.columns)
    return refuse(`There are more than ${sheetLimits.columns} columns. Leave out those that you do not change.`);
  const rows = body
    .map((cells, index) => ({ row: index + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (rows.length > sheetLimits.rows || data.length >= 2 * sheetLimits.rows) return refuse(tooMany);
  return rows.length === 0
    ? refuse('There are no rows below the names of the columns.')
    : { ok: true, value: { headings, rows } };
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
export function linesOf({ rows }: ReadSheet, keys: readonly (string | null)[]): SheetLine[] {
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
    for (const [name, given] of Object.entries(record)) {
      const read = json().safeParse(given);
      if (name === 'kind' || name in bookkeeping || !read.success) continue;
      if (name === 'id' || fields.has(name)) cells[name] = read.data;
      else unknown.add(name);
    }
    lines.push({ row: index + 1, cells });
  }
  return { ok: true, value: { lines, unknown: [...unknown] } };
}
