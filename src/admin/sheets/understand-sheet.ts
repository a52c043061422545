import type { DateOrder } from '#domain/values/written-day.ts';
import { parseDay, parseLocalTime } from '#domain/values/written-day.ts';
import { showNumber } from '#domain/values/show-number.ts';
import { type DecimalSign, parseNumber } from '#domain/values/written-number.ts';
import { clipText } from '#domain/text/text.ts';
import type { SheetColumn } from '#schema/sheet-columns.ts';
import {
  type CellFormat,
  isDateColumn,
  isNumberColumn,
  readDateCell,
  readNumberCell,
  unknownFormat,
  wordOfOrder,
  wordOfSign,
} from '#schema/written-cell.ts';
import { type Encoding, decodeText, detectEncoding } from './detect-encoding.ts';
import { type ReadSheet, type Separator, findBroken, guessSeparator, readTable } from './read-sheet.ts';

/** A file, or cells that were copied, which have no encoding. */
export type SheetSource = { bytes: Uint8Array } | { text: string };

/** What a person has said of a table, in place of what was found out. */
export type SheetChoices = {
  encoding?: Encoding;
  separator?: Separator;
  decimal?: DecimalSign;
  dates?: DateOrder;
};

/** A table, and how it was understood. A `question` has to be answered before it is imported. */
export type Understood = {
  /** Null for cells that were copied. */
  encoding: Part<Encoding> | null;
  separator: Part<Separator>;
  sheet: ReadSheet | null;
  /** Why there is no table that can be imported. */
  problem: string | null;
};
type Part<T> = { value: T; question: string | null };

/** How the numbers or the dates of a table are written. */
export type Written<T> = {
  /** Whether there are any. */
  isPresent: boolean;
  value: T | null;
  /** The cell that shows it, where nobody has said it. */
  seen: string | null;
  question: string | null;
};

/** Reads a source as it is said to be, or else as it is likeliest. */
export function understandSheet(
  source: SheetSource,
  choices: SheetChoices,
  columns: readonly SheetColumn[],
): Understood {
  const encoding = 'bytes' in source ? understandEncoding(source.bytes, choices.encoding) : null;
  const text = 'bytes' in source ? decodeText(source.bytes, encoding?.value ?? 'utf-8') : source.text;
  const guessed = choices.separator ? { separator: choices.separator, isSure: true } : guessSeparator(text, columns);
  const separator = {
    value: guessed.separator,
    question: guessed.isSure ? null : 'There are several signs that may be between the cells. Say which one it is.',
  };
  const read = readTable(text, guessed.separator);
  const broken = read.ok ? findBroken(read.value, encoding?.value ?? null) : null;
  return {
    encoding,
    separator,
    sheet: read.ok ? read.value : null,
    problem: read.ok ? broken : read.message,
  };
}

function understandEncoding(bytes: Uint8Array, chosen: Encoding | undefined): Part<Encoding> {
  if (chosen) return { value: chosen, question: null };
  const { encoding, isSure } = detectEncoding(bytes);
  return {
    value: encoding,
    question: isSure
      ? null
      : 'The letters that are not of English are too few to tell the encoding. Say which one it is, by what you see below.',
  };
}

type Cell = { row: number; heading: string; text: string; column: SheetColumn };

function listCells(
  sheet: ReadSheet,
  keys: readonly (string | null)[],
  columns: readonly SheetColumn[],
  isWanted: (column: SheetColumn) => boolean,
): Cell[] {
  const wanted = keys.flatMap((key, index) => {
    const column = columns.find((one) => one.key === key);
    return column && isWanted(column) ? [{ index, column, heading: sheet.headings[index] ?? '' }] : [];
  });
  return sheet.rows.flatMap(({ row, cells }) =>
    wanted.flatMap(({ index, column, heading }) => {
      const text = (cells[index] ?? '').trim();
      return text === '' ? [] : [{ row, heading, text, column }];
    }),
  );
}

function formatPlace({ row, heading, text }: Cell): string {
  return `“${clipText(text)}” in row ${row}, ${heading}`;
}

/** How the numbers of the columns that are imported are written: what their cells give away, or else a question. */
export function findDecimals(
  sheet: ReadSheet,
  keys: readonly (string | null)[],
  columns: readonly SheetColumn[],
  chosen: DecimalSign | undefined,
): Written<DecimalSign> {
  const cells = listCells(sheet, keys, columns, isNumberColumn);
  const isPresent = cells.length > 0;
  if (chosen) return { isPresent, value: chosen, seen: null, question: null };
  const telling = new Map<DecimalSign, Cell>();
  let open: Cell | null = null;
  for (const cell of cells) {
    const read = parseNumber(cell.text);
    if (read.is === 'number' && read.decimal !== null && !telling.has(read.decimal)) telling.set(read.decimal, cell);
    if (read.is === 'open' && !readNumberCell(cell.column, cell.text, unknownFormat).ok) open ??= cell;
  }
  const [point, comma] = [telling.get('.'), telling.get(',')];
  if (point && comma)
    return {
      isPresent,
      value: null,
      seen: null,
      question: `Decimals are written in two ways: ${formatPlace(point)}, and ${formatPlace(comma)}. Say which sign it is; cells with the other one are refused.`,
    };
  const [[value, cell] = []] = telling;
  if (value && cell) return { isPresent, value, seen: formatPlace(cell), question: null };
  return { isPresent, value: null, seen: null, question: open && openNumber(open) };
}

function openNumber(cell: Cell): string {
  const read = parseNumber(cell.text);
  const readings = read.is === 'open' ? [read.readings['.'], read.readings[',']] : [];
  return `${formatPlace(cell)}, is ${readings.join(' or ')}: nothing in the table says which. Say which sign is before decimals.`;
}

/** The same for dates: in which order their numbers stand. */
export function findDates(
  sheet: ReadSheet,
  keys: readonly (string | null)[],
  columns: readonly SheetColumn[],
  chosen: DateOrder | undefined,
): Written<DateOrder> {
  const cells = listCells(sheet, keys, columns, isDateColumn);
  const isPresent = cells.length > 0;
  if (chosen) return { isPresent, value: chosen, seen: null, question: null };
  const telling = new Map<DateOrder, Cell>();
  let open: { cell: Cell; days: string[] } | null = null;
  for (const cell of cells) {
    const whole = parseDay(cell.text);
    const day = whole.is === 'none' ? (parseLocalTime(cell.text)?.day ?? whole) : whole;
    if (day.is === 'day' && day.order !== null && !telling.has(day.order)) telling.set(day.order, cell);
    if (day.is === 'open') open ??= { cell, days: Object.values(day.readings) };
  }
  const [first, second] = telling.values();
  if (first && second)
    return {
      isPresent,
      value: null,
      seen: null,
      question: `Dates are written in two orders: ${formatPlace(first)}, and ${formatPlace(second)}. Say which one it is; cells in the other one are refused.`,
    };
  const [[value, cell] = []] = telling;
  if (value && cell) return { isPresent, value, seen: formatPlace(cell), question: null };
  return {
    isPresent,
    value: null,
    seen: null,
    question:
      open &&
      `${formatPlace(open.cell)}, is ${open.days.join(' or ')}: nothing in the table says which. Say in which order dates are written.`,
  };
}

/** What a cell of a sample is read as: its text as it stands, or a number or a date as it is meant. */
export type SampleCell = { text: string; problem: string | null };

/** So many rows show how a table was understood. */
const sampleRows = 3;

/** The rows that tell most, with what their cells are read as: those that are refused, then those with more than ASCII and whole numbers. */
export function pickSample(
  sheet: ReadSheet,
  keys: readonly (string | null)[],
  columns: readonly SheetColumn[],
  format: CellFormat,
): { row: number; cells: SampleCell[] }[] {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const used = sheet.headings.map((_, index) => byKey.get(keys[index] ?? ''));
  const ranked = sheet.rows.map(({ row, cells }) => {
    const read = sheet.headings.map((_, index) => readSample(used[index], cells[index] ?? '', format));
    const isTelling = read.some(({ text }, index) => text !== cells[index] || /[^\0-~]/.test(text));
    return { row, cells: read, rank: read.some(({ problem }) => problem !== null) ? 0 : isTelling ? 1 : 2 };
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank || a.row - b.row)
    .slice(0, sampleRows)
    .toSorted((a, b) => a.row - b.row)
    .map(({ row, cells }) => ({ row, cells }));
}

function readSample(column: SheetColumn | undefined, text: string, format: CellFormat): SampleCell {
  if (!column || text.trim() === '' || !(isNumberColumn(column) || isDateColumn(column)))
    return { text: clipText(text, 80), problem: null };
  const read = isNumberColumn(column) ? readNumberCell(column, text, format) : readDateCell(column, text, format);
  return read.ok ? { text: toWords(read.value), problem: null } : { text: clipText(text, 80), problem: read.message };
}

function toWords(value: unknown): string {
  if (typeof value === 'number') return showNumber(value);
  const text = String(value);
  const day = /^(\d{4}-\d{2}-\d{2})$/.exec(text)?.[1];
  const options = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  if (day !== undefined) return new Date(`${day}T00:00Z`).toLocaleDateString('en-GB', { ...options, timeZone: 'UTC' });
  const moment = new Date(text);
  return Number.isNaN(moment.getTime())
    ? text
    : moment.toLocaleString('en-GB', { ...options, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' });
}

export const decimalLabels = {
  '.': `A ${wordOfSign['.']}: 1,234.5`,
  ',': `A ${wordOfSign[',']}: 1.234,5`,
} as const satisfies Record<DecimalSign, string>;
export const dateLabels = {
  'day-first': `The ${wordOfOrder['day-first']} first: 29/11/2026`,
  'month-first': `The ${wordOfOrder['month-first']} first: 11/29/2026`,
  'year-first': `The ${wordOfOrder['year-first']} first: 26-11-29`,
} as const satisfies Record<DateOrder, string>;
