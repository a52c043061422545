import { describeTimeZone } from '#domain/values/time-zones.ts';

/**
 * A moment as clocks of a time zone show it.
 *
 * @example describeMoment('2026-12-01T08:00:00Z', 'Europe/Zurich') // '1 Dec 2026, 09:00 (Europe/Zurich)'
 */
export function describeMoment(at: string, zone: string): string {
  const words = new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
  return `${words} (${describeTimeZone(zone)})`;
}
