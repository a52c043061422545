import { trimEnd } from './trim-end.ts';
import { type WrittenDay, dayOfSerial, findMonth, parseDay } from '#domain/values/written-day.ts';
import { parseNumber } from '#domain/values/written-number.ts';

/** Longer texts are no codes, versions or numbers. */
const longest = 60;

/**
 * Whether a cell may be what a spreadsheet has made of a text that it took for a number, a date, a time or a truth.
 *
 * @example isAltered('7', '007'); // true, as for 100000 of 1E5 and 04.03.2026 of 3/4
 */
export function isAltered(cell: string, stored: string): boolean {
  const [now, before] = [cell.trim(), stored.trim()];
  if (now === before || now === '' || before === '' || before.length > longest || now.length > longest) return false;
  if (!/\d/.test(now) || !/\d/.test(before)) return isSameTruth(now, before);
  return isSameNumber(now, before) || isSameDay(now, before) || isSameTime(now, before);
}

/**
 * Whether a cell is what a spreadsheet of another country has made of a number: the point before its three decimals was between thousands there.
 *
 * @example hasLostPoint('12345', 12.345); // true, as for 125 of 0.125
 */
export function hasLostPoint(cell: string, stored: number): boolean {
  const written = String(stored);
  const read = parseNumber(cell);
  return /^-?\d{1,3}\.\d{3}$/.test(written) && read.is === 'number' && read.value === Number(written.replace('.', ''));
}

/** Whether a text is a long number of which a spreadsheet has left the first figures. */
export function isShortened(cell: string): boolean {
  return /^[+-]?\d(?:[.,]\d+)?E\+\d{2,3}$/i.test(cell.trim());
}

/** Texts of which spreadsheets may have made a cell, the likelier ones first. There may be others. */
export function textsBehind(cell: string): string[] {
  const texts = [...numbersBehind(cell.trim()), ...daysIn(cell.trim()).flatMap(datesBehind)];
  const all = new Set([...texts, ...texts.map((text) => text.toLowerCase())]);
  all.delete(cell.trim());
  return [...all];
}

function isSameNumber(now: string, before: string): boolean {
  const places = /^[+-]?\d(?:[.,](\d+))?E\+?(-?\d+)$/i.exec(now);
  return numbersIn(now).some((number) =>
    numbersIn(before).some((stored) => {
      if (number === stored) return true;
      // Only so many figures are left of it.
      if (places) return Math.abs(number - stored) <= 0.5 * 10 ** (Number(places[2]) - (places[1]?.length ?? 0));
      return Math.abs(stored) >= 1e15 && Math.abs(number - stored) <= Math.abs(stored) * 1e-14;
    }),
  );
}

function numbersIn(text: string): number[] {
  const bracketed = /^\((\d+)\)$/.exec(text)?.[1];
  if (bracketed !== undefined) return [-Number(bracketed)];
  // Larger ones become the largest that there is.
  if (/^\d+e\+?\d{3,}$/i.test(text) && !Number.isFinite(Number(text))) return [Number.MAX_VALUE];
  if (/^1[.,]797693\d*E\+308$/i.test(text)) return [Number.MAX_VALUE];
  const [, figures = text, percent] = /^(.*?)\s?([%％])?$/u.exec(text) ?? [];
  const read = parseNumber(figures);
  const numbers = read.is === 'number' ? [read.value] : read.is === 'open' ? Object.values(read.readings) : [];
  return percent === undefined ? numbers : numbers.map((number) => number / 100);
}

/** What is known of a day: of 3/4 no year, of MAR-26 no day. */
type PartialDay = { year?: number; month: number; day?: number };

function isSameDay(now: string, before: string): boolean {
  const stored = [...daysIn(before), ...partsIn(before)];
  return stored.length > 0 && daysIn(now).some((day) => stored.some((other) => agree(day, other)));
}

function agree(a: PartialDay, b: PartialDay): boolean {
  const same = (one?: number, two?: number) => one === undefined || two === undefined || one === two;
  const isOne = (one: PartialDay, two: PartialDay) => one.day !== undefined || two.day === undefined || two.day === 1;
  const common = [a.year !== undefined && b.year !== undefined, a.day !== undefined && b.day !== undefined];
  return (
    a.month === b.month &&
    same(a.year, b.year) &&
    same(a.day, b.day) &&
    isOne(a, b) &&
    isOne(b, a) &&
    common.includes(true)
  );
}

/** The days that a spreadsheet may show as this cell. */
function daysIn(cell: string): PartialDay[] {
  const day = parseDay(cell.replace(/[T ]0{1,2}:00(?::00)?(?: AM)?$/, ''));
  const full = fullDays(day);
  if (full.length > 0) return full;
  if (/^\d{5}$/.test(cell))
    return [dayOfSerial(Number(cell))].flatMap((serial) => (serial === null ? [] : splitDay(serial)));
  const [, eastMonth, eastDay] = /^(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]$/u.exec(cell) ?? [];
  if (eastMonth !== undefined) return [{ month: Number(eastMonth), day: Number(eastDay) }];
  return named(cell);
}

/** A day or a year of two figures beside the name of a month. */
function named(text: string): PartialDay[] {
  const [, before = '', name = '', after = ''] = /^(\d{1,4})?[\s.-]*(\p{L}{3,})\.?[\s.-]*(\d{1,4})?$/u.exec(text) ?? [];
  const month = Number(findMonth(name));
  if (!(month > 0) || (before === '') === (after === '')) return [];
  const number = Number(before || after);
  const years = number >= 1000 ? [number] : [2000 + number, 1900 + number];
  return [...(number >= 1 && number <= 31 ? [{ month, day: number }] : []), ...years.map((year) => ({ month, year }))];
}

/** What a spreadsheet may take for a day in a text that is none to us: 3/4, 10-11, 1.10, MAR1. */
function partsIn(text: string): PartialDay[] {
  const [, first, second] = /^(\d{1,2})[-/.] ?(\d{1,4})\.?$/.exec(text) ?? [];
  if (first === undefined) return named(text);
  const [one, two] = [Number(first), Number(second)];
  const years = two >= 1000 ? [two] : [2000 + two, 1900 + two];
  const isMonth = (number: number) => number >= 1 && number <= 12;
  return [
    ...(isMonth(one) ? [{ month: one, day: two }, ...years.map((year) => ({ month: one, year }))] : []),
    ...(isMonth(two) ? [{ month: two, day: one }] : []),
  ];
}

function fullDays(read: WrittenDay): PartialDay[] {
  if (read.is === 'none') return [];
  return (read.is === 'day' ? [read.day] : Object.values(read.readings)).flatMap(splitDay);
}

function splitDay(day: string): PartialDay[] {
  const [year = 0, month = 0, number = 0] = day.split('-').map(Number);
  return [{ year, month, day: number }];
}

/** The seconds of a time of day, also where it is a part of a day. */
function secondsIn(text: string): number | null {
  const [, hour, minute, second = '0', half = ''] =
    /^(\d{1,2}):(\d{2})(?::(\d{2}))?\s?([AP]M)?$/i.exec(text) ??
    /^(\d{1,2}) ?[時时시] ?(\d{1,2}) ?[分분](?: ?(\d{1,2}) ?[秒초])?$/u.exec(text) ??
    [];
  if (hour === undefined) return null;
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  return hours * 3600 + Number(minute) * 60 + Number(second);
}

function isSameTime(now: string, before: string): boolean {
  const stored = secondsIn(before);
  if (stored === null) return false;
  const part = /^0[.,]\d{3,}$/.test(now) ? Math.round(Number(now.replace(',', '.')) * 86_400) : null;
  return (secondsIn(now) ?? part) === stored;
}

function isSameTruth(now: string, before: string): boolean {
  const [yes, no] = [/^(?:true|wahr)$/i, /^(?:false|falsch)$/i];
  return now === now.toUpperCase() && ((yes.test(now) && yes.test(before)) || (no.test(now) && no.test(before)));
}

function numbersBehind(cell: string): string[] {
  const [number] = numbersIn(cell);
  if (number === undefined || number < 0 || cell.includes('%') || !(number < 1e15)) return [];
  const plain = String(number);
  const padded = Array.from({ length: 10 }, (_, zeros) => `${'0'.repeat(zeros + 1)}${plain}`);
  if (plain.includes('.')) return [`${plain}0`, `${plain}00`, ...padded.slice(0, 2)];
  const zeros = plain.length - trimEnd(plain, '0').length;
  const powers = Array.from({ length: zeros }, (_, index) => index + 1).flatMap((power) => {
    const figures = plain.slice(0, plain.length - power);
    return [`${figures}E${power}`, `${figures}E${String(power).padStart(2, '0')}`, `${figures}E+${power}`];
  });
  return [...padded, ...powers, `${plain}.0`, `${plain}.00`];
}

const shortMonths = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const;

function datesBehind({ year, month, day }: PartialDay): string[] {
  const written = (number: number) => [String(number), String(number).padStart(2, '0')];
  const name = shortMonths[month - 1] ?? '';
  const pairs = (number: number, isYear: boolean) =>
    written(month).flatMap((one) =>
      written(number).flatMap((two) =>
        ['/', '-', '.'].flatMap((by) => (isYear ? [`${one}${by}${two}`] : [`${one}${by}${two}`, `${two}${by}${one}`])),
      ),
    );
  const names = (number: number) =>
    written(number).flatMap((each) => [`${name}${each}`, `${name}-${each}`, `${each}-${name}`, `${each}${name}`]);
  const ofDay = day === undefined ? [] : [...pairs(day, false), ...names(day)];
  const ofYear =
    year === undefined || (day ?? 1) !== 1
      ? []
      : [year % 100, year].flatMap((each) => [...pairs(each, true), ...names(each)]);
  return [...ofDay, ...ofYear];
}
