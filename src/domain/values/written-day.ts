import { languageCodes, locales } from '#domain/locales.ts';
import { listMoments } from './zoned-moment.ts';

/** In which order the numbers of a date stand. */
export const dateOrders = ['day-first', 'month-first', 'year-first'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** A day as people write it, as `2026-11-29`; `open` where the same numbers are several days, after the order that they are taken in. */
export type WrittenDay =
  /** `order`: the one that the numbers themselves give away, as 29/11/2026 does. */
  | { is: 'day'; day: string; order: DateOrder | null }
  | { is: 'open'; readings: Readonly<Partial<Record<DateOrder, string>>> }
  | { is: 'none' };

const none: WrittenDay = { is: 'none' };
const space = '[\\s.,/-]*';
const yearFirst = /^(\d{4})(?<by>[-/.]) ?(\d{1,2})\k<by> ?(\d{1,2})\.?$/;
const eastAsian = /^(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]$/u;
const dotted = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/;
const slashed = /^(\d{1,2})(?<by>[/-])(\d{1,2})\k<by>(\d{4})$/;
const short = /^(\d{1,2})(?<by>[-/.]) ?(\d{1,2})\k<by> ?(\d{2})\.?$/;
const dayAndName = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?${space}(\\p{L}{3,})${space}(\\d{4}|\\d{2})$`, 'iu');
const nameAndDay = new RegExp(`^(\\p{L}{3,})${space}(\\d{1,2})(?:st|nd|rd|th)?${space}(\\d{4})$`, 'iu');

/**
 * What the words and numbers of a date say: of ISO 8601, with names of months, or as Germany, the United Kingdom, the United States, Japan,
 * China and Korea write it. A day of the week beside it is no part of it.
 *
 * @example parseDay('03/04/2026'); // { is: 'open', readings: { 'day-first': '2026-04-03', 'month-first': '2026-03-04' } }
 */
export function parseDay(text: string): WrittenDay {
  const plain = withoutWeekday(text.normalize('NFKC').replace(/\s+/g, ' ').trim());
  const ordered = yearFirst.exec(plain) ?? eastAsian.exec(plain);
  if (ordered) return certain(ordered[1], ordered.at(-2), ordered.at(-1));
  const german = dotted.exec(plain);
  if (german) return certain(german[3], german[2], german[1]);
  const [, first, , second, year] = slashed.exec(plain) ?? [];
  if (first) return either({ 'day-first': toDay(year, second, first), 'month-first': toDay(year, first, second) });
  const [, one, by, two, three] = short.exec(plain) ?? [];
  if (one)
    return either({
      'day-first': toDay(fullYear(three), two, one),
      'month-first': by === '.' ? null : toDay(fullYear(three), one, two),
      'year-first': one.length === 2 ? toDay(fullYear(one), two, three) : null,
    });
  const [, day, name = '', end] = dayAndName.exec(plain) ?? [];
  if (day) return certain(fullYear(end), findMonth(name), day);
  const [, word = '', at, of] = nameAndDay.exec(plain) ?? [];
  return at === undefined ? none : certain(of, findMonth(word), at);
}

const time =
  /^(?<day>.{1,80}?)[\s,T]{1,20}(?<half>午前|午後|上午|下午|오전|오후)?\s?(?<hour>\d{1,2})(?:[:.]|[時点时시] ?)(?<minute>\d{2})(?:[分분]|:(?<second>\d{2})(?:\.0+)?)?\s?(?<word>[ap]\.?m\.?|uhr)?$/iu;

/** A day and a time of day without an offset, as `2026-11-29T15:00:00`, where the day is what `parseDay` makes of it. */
export function parseLocalTime(text: string): { day: WrittenDay; time: string } | null {
  const found = time.exec(text.normalize('NFKC').trim())?.groups;
  if (!found) return null;
  const { day = '', half = '', hour = '', minute = '', second = '00', word = '' } = found;
  const isMorning = /^(?:午前|上午|오전)$/u.test(half) || /^a/i.test(word);
  const isAfternoon = /^(?:午後|下午|오후)$/u.test(half) || /^p/i.test(word);
  const told = Number(hour);
  if ((isMorning || isAfternoon) && told > 12) return null;
  const hours = isMorning || isAfternoon ? (told % 12) + (isAfternoon ? 12 : 0) : told;
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return { day: parseDay(day), time: `${String(hours).padStart(2, '0')}:${minute}:${second}` };
}

/** The moments at which clocks of a time zone show a day and a time: none when they skip it in spring, two in autumn. */
export function momentsAt(day: string, localTime: string, zone: string): string[] {
  return listMoments(`${day}T${localTime}`, zone);
}

/**
 * The day that spreadsheets keep as a number, counted from 30 December 1899; null for a number that is hardly one.
 *
 * @example dayOfSerial(46355); // '2026-11-29'
 */
export function dayOfSerial(serial: number): string | null {
  if (!(serial >= 20_000 && serial < 80_000)) return null;
  return new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000).toISOString().slice(0, 10);
}

function certain(year: string | undefined, month: string | undefined, day: string | undefined): WrittenDay {
  const read = toDay(year, month, day);
  return read === null ? none : { is: 'day', day: read, order: null };
}

function either(readings: Partial<Record<DateOrder, string | null>>): WrittenDay {
  const valid = dateOrders.flatMap((order) => {
    const day = readings[order] ?? null;
    return day === null ? [] : [[order, day] as const];
  });
  const [first] = valid;
  if (!first) return none;
  if (valid.length === 1) return { is: 'day', day: first[1], order: first[0] };
  if (valid.every(([, day]) => day === first[1])) return { is: 'day', day: first[1], order: null };
  return { is: 'open', readings: Object.fromEntries(valid) };
}

function toDay(year = '', month = '', day = ''): string | null {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const read = new Date(`${written}T00:00Z`);
  // The 31st of April would be the 1st of May.
  return Number.isNaN(read.getTime()) || !read.toISOString().startsWith(written) ? null : written;
}

/** As spreadsheets complete a year of two digits. */
function fullYear(year = ''): string {
  return year.length === 2 ? `${Number(year) < 50 ? 20 : 19}${year}` : year;
}

const monthNames = locales.flatMap((locale) =>
  Array.from({ length: 12 }, (_, index) => {
    const format = new Intl.DateTimeFormat(languageCodes[locale], { month: 'long', timeZone: 'UTC' });
    return [fold(format.format(Date.UTC(2026, index, 15))), String(index + 1)] as const;
  }),
);

/** The number of a month that a word of at least three letters names or begins. */
export function findMonth(word: string): string | undefined {
  const folded = fold(word);
  // Spreadsheets have it for March in German, and no other month has a short name that it does not begin with.
  if (folded === 'mrz') return '3';
  return monthNames.find(
    ([name]) => name.startsWith(folded) || (folded.length === 4 && folded === `${name.slice(0, 3)}t`),
  )?.[1];
}

const weekdays = new Set(
  locales.flatMap((locale) =>
    (['long', 'short'] as const).flatMap((weekday) => {
      const format = new Intl.DateTimeFormat(languageCodes[locale], { weekday, timeZone: 'UTC' });
      return Array.from({ length: 7 }, (_, index) => fold(format.format(Date.UTC(2026, 0, index + 1))));
    }),
  ),
);

function withoutWeekday(text: string): string {
  const bare = text.replace(/ ?\(\p{L}{1,3}\)$/u, '');
  const [, word = ''] = /^(\p{L}+)[.,]* /u.exec(bare) ?? [];
  if (word !== '' && weekdays.has(fold(word))) return bare.slice(word.length).replace(/^[.,\s]+/, '');
  const [, last = ''] = /[\s日일](\p{L}{2,12})$/u.exec(bare) ?? [];
  return last !== '' && weekdays.has(fold(last)) ? bare.slice(0, -last.length).trimEnd() : bare;
}

function fold(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{M}|\./gu, '')
    .toLowerCase()
    .normalize('NFC');
}
