import { randomBytes } from 'node:crypto';

/** The number of releases that are retained for rolling back. */
export const retainedReleases = 3;

/**
 * A name for a new release. Names sort by time, to the millisecond: a small site is built in less than a second.
 *
 * @example nameRelease(); // '20261123-215530123-9f86d0'
 */
export function nameRelease(): string {
  const stamp = new Date()
    .toISOString()
    .replace(/[-:.Z]/g, '')
    .replace('T', '-');
  return `${stamp}-${randomBytes(3).toString('hex')}`;
}
