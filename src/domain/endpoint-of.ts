import { isAdminPath } from './admin-paths.ts';
import { isFormPath } from './forms/form-address.ts';
import { galleryPath } from './gallery-path.ts';
import { loginPathOf } from './login-paths.ts';
import { readMoment } from './read-moment.ts';
import { keysOf } from './objects.ts';
import { matchRoute } from './routes.ts';
import { searchEndpoint } from './search.ts';
import { isReleaseId } from './release-query.ts';
import { sharedPath } from './shared-link.ts';
import { type SiteId, splitLocale } from './sites.ts';

/** The endpoints of a site by their addresses: light, since the page editor tells pages from other addresses by it. */

type Matches = (url: URL, site: SiteId) => boolean;

const at =
  (path: string): Matches =>
  ({ pathname }) =>
    pathname === path;

const loginAt = ({ pathname }: URL, site: SiteId) => loginPathOf(splitLocale(site, pathname)?.rest);

/** Whether an address is an endpoint's own. The first one whose answer is yes has the request. */
const addresses = {
  search: at(searchEndpoint),
  /** The actions with a larger body than a form: a picture with its fields, a file of the library, a part of one, and a spreadsheet. */
  upload: at('/_actions/addImage'),
  mediumUpload: ({ pathname }) => /^\/_actions\/(?:uploadMedium|replaceMedium|sendPart)$/.test(pathname),
  sheet: ({ pathname }) => pathname === '/_actions/checkSheet' || pathname === '/_actions/importSheet',
  action: ({ pathname }) => pathname.startsWith('/_actions/'),
  form: ({ pathname }) => isFormPath(pathname),
  loginSession: (url, site) => loginAt(url, site) === '/login/session',
  login: (url, site) => loginAt(url, site) !== null,
  mailbox: at('/dev/mailbox'),
  shared: at(sharedPath),
  admin: ({ pathname }) => isAdminPath(pathname),
  gallery: at(galleryPath),
  /** Published pictures and documents; the code bundle serves those that only drafts show. */
  media: ({ pathname }) => pathname.startsWith('/media/'),
  release: ({ searchParams }) => isReleaseId(searchParams.get('release')),
  draft: ({ searchParams }) => searchParams.get('draft') === 'true',
  /** A page as it was public at a moment. */
  past: ({ searchParams }) => readMoment(searchParams.get('at') ?? '') !== null,
  /** The search page with a question, as its form asks it without JavaScript. */
  searchPage: ({ pathname, searchParams }, site) =>
    (searchParams.has('query') || searchParams.has('q')) && matchRoute(site, pathname)?.key === 'search',
  published: () => true,
} as const satisfies Record<string, Matches>;

export type EndpointName = keyof typeof addresses;
const endpointNames = keysOf(addresses);

/**
 * The endpoint that a request to a site is for.
 *
 * @example
 * endpointOf(new URL('https://www.example.com/de/login'), 'main') // 'login'
 * endpointOf(new URL('https://www.example.com/de/produkte'), 'main') // 'published'
 */
export function endpointOf(url: URL, site: SiteId): EndpointName {
  return endpointNames.find((name) => addresses[name](url, site)) ?? 'published';
}
