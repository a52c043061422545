import { getKeys } from '#domain/objects.ts';
import { type PlacedEndpoint, findPlace } from './places.ts';
import { readMoment } from '#domain/values/read-moment.ts';
import { isReleaseId } from './release-query.ts';
import { matchRoute } from './routes.ts';
import type { SiteId } from '#domain/sites.ts';

/** The endpoints of a site by their addresses. */

type Matches = (url: URL, site: SiteId) => boolean;

/** The endpoints that a query makes of any page, and the pages themselves. */
const asked = {
  release: ({ searchParams }) => isReleaseId(searchParams.get('release')),
  draft: ({ searchParams }) => searchParams.get('draft') === 'true',
  /** A page as it was public at a moment. */
  archive: ({ searchParams }) => readMoment(searchParams.get('at') ?? '') !== null,
  /** The search page with a question, as its form asks it without JavaScript. */
  searchPage: ({ pathname, searchParams }, site) =>
    (searchParams.has('query') || searchParams.has('q')) && matchRoute(site, pathname)?.key === 'search',
  published: () => true,
} as const satisfies Record<string, Matches>;

export type EndpointName = PlacedEndpoint | keyof typeof asked;
const queried = getKeys(asked);

/**
 * The endpoint that a request to a site is for.
 *
 * @example
 * findEndpoint(new URL('https://www.example.com/de/login'), 'main') // 'login'
 * findEndpoint(new URL('https://www.example.com/de/produkte'), 'main') // 'published'
 */
export function findEndpoint(url: URL, site: SiteId): EndpointName {
  return findPlace(url, site) ?? queried.find((name) => asked[name](url, site)) ?? 'published';
}
