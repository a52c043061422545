import { readMoment } from '#domain/values/read-moment.ts';

/** The query of an address that shows a release, `?release=12`, as it will be at a moment, `&at=2026-12-01T09:00Z`. */

/** Whether the value names a release. What else somebody calls `release` is of no concern here. */
export function isReleaseId(value: string | null): value is string {
  return value !== null && /^[1-9]\d{0,14}$/.test(value);
}

/**
 * The moment that an address names, null where it names none; undefined for what is no moment. Without a time zone it is UTC.
 *
 * @example momentAsked('2026-12-01T10:00+01:00') // '2026-12-01T09:00:00.000Z'
 */
export function momentAsked(value: string | null): string | null | undefined {
  if (value === null || value === '') return null;
  return readMoment(value.trim())?.toISOString();
}

/**
 * The parameters of an address that make it one of a release: what is asked for from there is asked of the release.
 *
 * @example releaseQuery('?query=co2&release=12').toString() // 'release=12'
 */
export function releaseQuery(search: string): URLSearchParams {
  const query = new URLSearchParams(search);
  const kept = isReleaseId(query.get('release')) ? ['release', 'at'] : [];
  return new URLSearchParams(kept.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : [])));
}

/** An address without what makes it one of a draft or a release. */
export function asPublished({ pathname, search }: URL): string {
  const query = new URLSearchParams(search);
  for (const name of ['draft', 'release', 'at']) query.delete(name);
  return `${pathname}${query.size > 0 ? `?${query}` : ''}`;
}
