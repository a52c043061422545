import { randomBytes } from 'node:crypto';

/** The number of builds that are retained for rolling back. */
export const retainedBuilds = 3;

/**
 * A name for a new build. Names sort by time, to the millisecond: a small site is built in less than a second.
 *
 * @example nameBuild(); // '20261123-215530123-9f86d0'
 */
export function nameBuild(): string {
  const stamp = new Date()
    .toISOString()
    .replace(/[-:.Z]/g, '')
    .replace('T', '-');
  return `${stamp}-${randomBytes(3).toString('hex')}`;
}

/**
 * When a build was made; null for a name that does not tell.
 *
 * @example buildTime('20261123-215530123-9f86d0'); // '2026-11-23T21:55:30.123Z'
 */
export function buildTime(build: string): string | null {
  const parts = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(\d{3})-/.exec(build);
  if (!parts) return null;
  const [, year, month, day, hour, minute, second, milliseconds] = parts;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`;
}
