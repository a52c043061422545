import { adminPaths } from './admin-paths.ts';
import { formsPath } from './forms/form-address.ts';
import { galleryPath } from './gallery-path.ts';
import { loginPaths } from './login-paths.ts';
import { readMoment } from './read-moment.ts';
import { keysOf } from './objects.ts';
import { matchRoute } from './routes.ts';
import { searchEndpoint } from './search.ts';
import { isReleaseId } from './release-query.ts';
import { sharedPath } from './shared-link.ts';
import { type SiteId, splitLocale } from './sites.ts';

/** The endpoints of a site by their addresses: light, since the page editor tells pages from other addresses by it. */

type Matches = (url: URL, site: SiteId) => boolean;

/** The paths that an endpoint has to itself. */
export type Place = {
  at?: readonly string[];
  /** Directories: everything below them belongs to the endpoint. */
  below?: readonly string[];
  /** Below the prefix of each locale as well, with and without a slash at the end. */
  isLocalized?: true;
};

/**
 * Where the endpoints are that have paths of their own, in the order in which they are asked. Nothing else can be published there
 * (`page-address.ts`), and proxies in front pass these paths on to Node (`scripts/proxy-rules.ts`).
 */
export const places = {
  search: { at: [searchEndpoint] },
  /** The actions with a larger body than a form: a picture with its fields, a file of the library, a part of one, and a spreadsheet. */
  upload: { at: ['/_actions/addImage'] },
  mediumUpload: { at: ['/_actions/uploadMedium', '/_actions/replaceMedium', '/_actions/sendPart'] },
  sheet: { at: ['/_actions/checkSheet', '/_actions/importSheet'] },
  action: { below: ['/_actions'] },
  form: { below: [formsPath] },
  loginSession: { at: ['/login/session'], isLocalized: true },
  login: { at: loginPaths, isLocalized: true },
  mailbox: { at: ['/dev/mailbox'] },
  shared: { at: [sharedPath] },
  admin: { at: [adminPaths.home], below: [adminPaths.home] },
  gallery: { at: [galleryPath] },
  /** Published pictures and documents; the code bundle serves those that only drafts show. */
  media: { below: ['/media'] },
} as const satisfies Record<string, Place>;

/** The paths of a place, its directories among them. */
export function pathsOf({ at = [], below = [] }: Place): readonly string[] {
  return [...at, ...below];
}

function isIn({ at = [], below = [], isLocalized }: Place, { pathname }: URL, site: SiteId): boolean {
  const path = isLocalized ? splitLocale(site, pathname)?.rest.replace(/\/$/, '') : pathname;
  return path !== undefined && (at.includes(path) || below.some((directory) => path.startsWith(`${directory}/`)));
}

/** The endpoints that a query makes of any page, and the pages themselves. */
const asked = {
  release: ({ searchParams }) => isReleaseId(searchParams.get('release')),
  draft: ({ searchParams }) => searchParams.get('draft') === 'true',
  /** A page as it was public at a moment. */
  past: ({ searchParams }) => readMoment(searchParams.get('at') ?? '') !== null,
  /** The search page with a question, as its form asks it without JavaScript. */
  searchPage: ({ pathname, searchParams }, site) =>
    (searchParams.has('query') || searchParams.has('q')) && matchRoute(site, pathname)?.key === 'search',
  published: () => true,
} as const satisfies Record<string, Matches>;

export type PlacedEndpoint = keyof typeof places;
export type EndpointName = PlacedEndpoint | keyof typeof asked;
const placed = keysOf(places);
const queried = keysOf(asked);

/**
 * The endpoint that a request to a site is for.
 *
 * @example
 * endpointOf(new URL('https://www.example.com/de/login'), 'main') // 'login'
 * endpointOf(new URL('https://www.example.com/de/produkte'), 'main') // 'published'
 */
export function endpointOf(url: URL, site: SiteId): EndpointName {
  return (
    placed.find((name) => isIn(places[name], url, site)) ??
    queried.find((name) => asked[name](url, site)) ??
    'published'
  );
}
