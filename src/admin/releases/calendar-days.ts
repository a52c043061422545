import { listMoments } from '#domain/values/zoned-moment.ts';

/** Days of a calendar, each as `2026-11-26`. Weeks begin on Monday. */

export type CalendarView = 'month' | 'week';

const oneDay = 24 * 60 * 60 * 1000;
const toDate = (day: string) => new Date(`${day}T00:00:00Z`);
const toDay = (date: Date) => date.toISOString().slice(0, 10);

export function isDay(text: string | null): text is string {
  if (text === null || !/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const date = toDate(text);
  // February has no 31st; dates go on with March then.
  return !Number.isNaN(date.getTime()) && toDay(date) === text;
}

/** The day after some days, or before, with less than none. */
export function addDays(day: string, days: number): string {
  return toDay(new Date(toDate(day).getTime() + days * oneDay));
}

/**
 * The days that a view shows around a day: its week, or the weeks of its month.
 *
 * @example daysAround('week', '2026-11-26') // ['2026-11-23', …, '2026-11-29']
 */
export function daysAround(view: CalendarView, day: string): string[] {
  const isWeek = view === 'week';
  const first = isWeek ? day : `${day.slice(0, 8)}01`;
  const start = addDays(first, -((toDate(first).getUTCDay() + 6) % 7));
  const last = isWeek ? day : addDays(addPeriod('month', day).slice(0, 8) + '01', -1);
  const days: string[] = [];
  for (let at = start; at <= last || days.length % 7 !== 0; at = addDays(at, 1)) days.push(at);
  return days;
}

/** The same day of the next month, or its last one; or of the next week. `by` -1 is the one before. */
export function addPeriod(view: CalendarView, day: string, by: 1 | -1 = 1): string {
  if (view === 'week') return addDays(day, by * 7);
  const date = toDate(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + by];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return toDay(new Date(Date.UTC(year, month, Math.min(date.getUTCDate(), last))));
}

/** The day that clocks of a time zone show at a moment. */
export function dayAt(at: string, zone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(new Date(at));
}

/** When a day begins in a time zone. Where clocks skip midnight, it begins an hour later. */
export function getDayStart(day: string, zone: string): string {
  return listMoments(`${day}T00:00`, zone)[0] ?? listMoments(`${day}T01:00`, zone)[0] ?? `${day}T00:00:00.000Z`;
}
