import { adminPaths } from './admin-paths.ts';
import { galleryPath } from './gallery-path.ts';
import { loginPaths } from './login-paths.ts';
import { getKeys } from '#domain/objects.ts';
import { searchEndpoint } from '#domain/search/search.ts';
import { sharedPath } from './shared-link.ts';
import { type SiteId, splitLocale } from '#domain/sites.ts';

/** The addresses that are no pages: light, since the page editor tells links to pages by them. */

/** The paths that an endpoint has to itself. */
export type Place = {
  at?: readonly string[];
  /** Directories: everything below them belongs to the endpoint. */
  below?: readonly string[];
  /** Below the prefix of each locale as well, with and without a slash at the end. */
  isLocalized?: true;
};

/** Everything below is the forms' own. */
export const formsPath = '/forms';

/**
 * Where the endpoints are that have paths of their own, in the order in which they are asked. Nothing else can be published there
 * (`page-address.ts`), and proxies in front pass these paths on to Node (`scripts/proxy-rules.ts`).
 */
export const places = {
  search: { at: [searchEndpoint] },
  /** The actions with a larger body than a form: a picture with its fields, a drawing, a file of the library, a part of one, and a spreadsheet. */
  upload: { at: ['/_actions/addImage', '/_actions/checkDrawing'] },
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
export function listPlacePaths({ at = [], below = [] }: Place): readonly string[] {
  return [...at, ...below];
}

function isIn({ at = [], below = [], isLocalized }: Place, { pathname }: URL, site: SiteId): boolean {
  const path = isLocalized ? splitLocale(site, pathname)?.rest.replace(/\/$/, '') : pathname;
  return path !== undefined && (at.includes(path) || below.some((directory) => path.startsWith(`${directory}/`)));
}

export type PlacedEndpoint = keyof typeof places;
const names = getKeys(places);

/** The endpoint that has the path of an address to itself; null for that of a page or a file. */
export function findPlace(url: URL, site: SiteId): PlacedEndpoint | null {
  return names.find((name) => isIn(places[name], url, site)) ?? null;
}
