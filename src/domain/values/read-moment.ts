import { isOfYears } from './moment.ts';

/**
 * A moment as an address names it: a date of ISO 8601, with a time and an offset where they are given; else it is UTC. Databases
 * have no year 0.
 */
const pattern = /^([1-9]\d{3}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+ -]\d{2}:\d{2})?)?$/;

/**
 * The moment that a text names; null for what names none. A plus sign of an address may have become a blank.
 *
 * @example readMoment('2026-03-01T09:00Z') // 2026-03-01T09:00:00.000Z
 */
export function readMoment(text: string): Date | null {
  const [, date, time = '00:00', offset = 'Z'] = pattern.exec(text) ?? [];
  if (date === undefined) return null;
  const day = new Date(`${date}T00:00Z`);
  // The 31st of April would be the 1st of May.
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(date)) return null;
  const moment = new Date(`${date}T${time}${offset.replace(' ', '+')}`);
  return isOfYears(moment) ? moment : null;
}
