import { z } from 'zod';
import { readMoment } from '#domain/values/read-moment.ts';
import { clipText } from '#domain/text/text.ts';
import {
  dateOrders,
  dayOfSerial,
  type DateOrder,
  momentsAt,
  parseDay,
  parseLocalTime,
} from '#domain/values/written-day.ts';
import { type DecimalSign, decimalSigns, parseNumber } from '#domain/values/written-number.ts';
import type { Json } from './record-fields.ts';
import type { SheetColumn } from './sheet-columns.ts';

/** How the numbers and dates of a table are written, null where nothing says so; and the time zone of times without one. */
export const cellFormat = z.object({
  decimal: z.enum(decimalSigns).nullable(),
  dates: z.enum(dateOrders).nullable(),
  zone: z.string().min(1).max(60).nullable(),
});
export type CellFormat = z.output<typeof cellFormat>;

/** Of a table of which nothing is known: what can be read in two ways is refused. */
export const unknownFormat: CellFormat = { decimal: null, dates: null, zone: null };

/** A value, undefined for one that a record is without, or what is wrong with the cell. */
export type CellValue = { ok: true; value: Json | undefined } | { ok: false; message: string };

type Column = Pick<SheetColumn, 'meta' | 'schema'>;

export function isNumberColumn({ meta }: Pick<SheetColumn, 'meta'>): boolean {
  return meta.widget === 'number' || meta.widget === 'coordinate';
}

export function isDateColumn({ meta }: Pick<SheetColumn, 'meta'>): boolean {
  return meta.widget === 'date' || meta.widget === 'date-time';
}

/** The number of a cell that has text, as its table writes numbers. What may be another number is refused. */
export function readNumberCell(column: Column, cell: string, { decimal }: Pick<CellFormat, 'decimal'>): CellValue {
  const read = parseNumber(cell);
  const text = cell.trim();
  if (read.is === 'none') return refuse(`“${clipText(text)}” is no number. Write its figures alone, without a unit`);
  if (read.is === 'number') {
    return read.decimal === null || decimal === null || read.decimal === decimal
      ? { ok: true, value: read.value }
      : refuse(`“${clipText(text)}” is no number with a decimal ${wordOfSign[decimal]}`);
  }
  const [point, comma] = [read.readings['.'], read.readings[',']];
  const own = Math.abs(point) < Math.abs(comma) ? '.' : ',';
  const other = own === '.' ? ',' : '.';
  // 8.541 is no longitude of 8541 degrees. The other way round would be a guess: a price of 12.345 may be a slip.
  const isDecimal = isAllowed(column, read.readings[own]) && !isAllowed(column, read.readings[other]);
  const sign = decimal ?? (isDecimal ? own : null);
  if (sign === null)
    return refuse(
      `“${clipText(text)}” may be ${point} or ${comma}. Say which sign is before decimals, or write one of the two`,
    );
  if (sign === own && isWhole(column))
    return refuse(
      `“${clipText(text)}” has decimals, and this is a whole number. Write ${read.readings[own]}, or ${read.readings[other]} if the ${wordOfSign[own]} is between thousands`,
    );
  return { ok: true, value: read.readings[sign] };
}

/** The day or the moment of a cell that has text, as its table writes dates. What may be another day is refused. */
export function readDateCell(column: Column, cell: string, format: CellFormat): CellValue {
  const text = cell.trim();
  return column.meta.widget === 'date' ? readDay(text, format) : readTime(text, format);
}

function readDay(text: string, { dates }: CellFormat): CellValue {
  const midnight = /[T ]0{1,2}:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:\d\d)?$/;
  const told = dayIn(text.replace(midnight, ''), dates);
  if (typeof told === 'string') return { ok: true, value: told };
  if (told !== null) return told;
  const serial = /^\d{5}(?:[.,]\d+)?$/.test(text) ? dayOfSerial(Number(text.replace(',', '.'))) : null;
  return refuse(
    serial === null
      ? `“${clipText(text)}” is no day. Write it like 2026-11-29`
      : `“${clipText(text)}” is the number that spreadsheets keep for ${serial}. Give the cells the format of a date there, and save the file again`,
  );
}

function readTime(text: string, { dates, zone }: CellFormat): CellValue {
  // As it stands: a text with an offset is kept to the microsecond.
  if (/[Tt ]/.test(text) && /(?:[Zz]|[+-]\d\d:\d\d)$/.test(text)) {
    const moment = text.replace(/^(\S+) (?=\d)/, '$1T').replace(/z$/, 'Z');
    return readMoment(moment.replace(/\.(\d{3})\d+/, '.$1'))
      ? { ok: true, value: moment }
      : refuse(momentMessage(text));
  }
  const local = parseLocalTime(text);
  if (!local) {
    const isDay = parseDay(text).is !== 'none';
    return refuse(
      isDay ? `“${clipText(text)}” has no time of day. Write it like 2026-11-29 08:00` : momentMessage(text),
    );
  }
  const day = dayIn(local.day, dates, text);
  if (day === null) return refuse(momentMessage(text));
  if (typeof day !== 'string') return day;
  if (zone === null) return refuse(`“${clipText(text)}” has no time zone. Write it like ${day}T${local.time}+01:00`);
  const [first, second] = momentsAt(day, local.time, zone);
  if (first === undefined) return refuse(`Clocks skip “${clipText(text)}” in ${zone}`);
  return second === undefined
    ? { ok: true, value: first }
    : refuse(`Clocks show “${clipText(text)}” twice in ${zone}. Write ${first} or ${second}`);
}

function momentMessage(text: string): string {
  return `“${clipText(text)}” is no date with a time. Write it like 2026-11-29T08:00:00+01:00`;
}

/** The day that a text names; null for none; why, where it may be another day. */
function dayIn(
  text: string | ReturnType<typeof parseDay>,
  order: DateOrder | null,
  whole = typeof text === 'string' ? text : '',
): string | null | { ok: false; message: string } {
  const read = typeof text === 'string' ? parseDay(text) : text;
  if (read.is === 'none') return null;
  if (read.is === 'day')
    return read.order === null || order === null || read.order === order
      ? read.day
      : refuse(`“${clipText(whole)}” is no date with the ${wordOfOrder[order]} first`);
  const told = order === null ? undefined : read.readings[order];
  const days = Object.values(read.readings);
  return (
    told ??
    refuse(
      `“${clipText(whole)}” may be ${days.join(' or ')}. Say in which order dates are written, or write one of them`,
    )
  );
}

export const wordOfSign = { '.': 'point', ',': 'comma' } as const satisfies Record<DecimalSign, string>;
export const wordOfOrder = {
  'day-first': 'day',
  'month-first': 'month',
  'year-first': 'year',
} as const satisfies Record<DateOrder, string>;

function isAllowed({ schema }: Column, value: number): boolean {
  return z.safeParse(schema, value).success;
}

function isWhole({ meta }: Column): boolean {
  return meta.widget === 'number' && meta.step === 1;
}

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message };
}
