import { endpoints, operations } from './endpoints.ts';
import { locales } from '#domain/locales.ts';
import { getKeys } from '#domain/objects.ts';
import { listPlacePaths, places } from './places.ts';
import { canonicalPath, decodeSegment, encodeSegment } from './routes.ts';
import { trimEnd } from '#domain/text/trim-end.ts';

/** Endings that a segment of a page's path must not have: the publisher and file servers take such names for files. */
const fileEnding =
  /\.(html?|xml|txt|json|ics|css|m?js|map|svg|ico|png|jpe?g|gif|webp|avif|pdf|zip|gz|br|zst|csv|woff2?|wasm|webmanifest)$/;

function firstName(path: string): string {
  return path.split('/')[1] ?? '';
}

/** The first names of the addresses that the server answers itself, whatever files there are. */
export const serverNames: ReadonlySet<string> = new Set(
  [
    ...Object.values(operations).map(({ path }) => path),
    ...getKeys(places)
      .filter((name) => endpoints[name].by !== 'files')
      .flatMap((name) => listPlacePaths(places[name])),
  ].map(firstName),
);

/** What no page's address begins with: those, uploaded files, and the prefixes of locales. */
export const reservedNames: ReadonlySet<string> = new Set([
  ...serverNames,
  ...getKeys(places).flatMap((name) => listPlacePaths(places[name]).map(firstName)),
  ...locales,
]);

/** The first name of a path as a hasty reader sees it: with full-width letters as plain ones, and without what is not shown. */
function firstNameRead(path: string): string {
  return fold(firstName(path.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')));
}

/**
 * Whether the server answers an address itself, so that nothing else can be there: a decoded path with or without the prefix of a
 * locale.
 *
 * @example isServerPath('/admin/old') // true
 * @example isServerPath('/de/ｌｏｇｉｎ') // true
 */
export function isServerPath(path: string): boolean {
  const prefix = locales.find((locale) => path.startsWith(`/${locale}/`));
  return serverNames.has(firstNameRead(prefix === undefined ? path : path.slice(prefix.length + 1)));
}

/** A name of a file is at most so long, in bytes, on every common file system. */
const longestName = 255;

/** An index of the database holds so much of an address, in bytes. */
const isLong = (path: string): boolean => new TextEncoder().encode(path).length > 2000;

/** The spelling that names have in common which lead to one file: without case, invisible characters, and dots or spaces at the end. */
function fold(segment: string): string {
  return trimEnd(
    segment
      .replace(/\p{Cf}/gu, '')
      .normalize('NFC')
      .toUpperCase()
      .toLowerCase(),
    '. ',
  );
}

/**
 * Whether a page, or a record, can have an address: a path without the prefix of its locale, decoded or
 * percent-encoded. Files of the site itself (`/robots.txt`, `/index.html`, `/_release.json`), directories of other
 * content (`/media`, `/de`), what the server answers itself (`/admin`, `/healthz`) and everything that a file server would not serve as a page (`/.well-known`) are refused in
 * every spelling that leads to the same file.
 *
 * @example isPageAddress('/products'); // true
 * @example isPageAddress('/de/Index.HTML'); // false
 */
export function isPageAddress(address: string): boolean {
  const canonical = canonicalPath(address);
  if (canonical === null) return false;
  if (canonical === '/') return true;
  const segments = canonical.slice(1).split('/').map(decodeSegment);
  if (reservedNames.has(firstNameRead(`/${segments.join('/')}`))) return false;
  return segments.every((segment) => {
    if (segment === null || new TextEncoder().encode(segment).length > longestName) return false;
    const name = fold(segment);
    return name !== '' && !/^[._]/.test(name) && !fileEnding.test(name);
  });
}

/**
 * Whether a page can be stored with a path, which the database has decoded, in normal form C and without the prefix of a
 * locale. A percent sign is refused: nobody could say whether it encodes something.
 *
 * @example isPagePath('/über-uns'); // true
 * @example isPagePath('/100%25'); // false
 */
export function isPagePath(path: string): boolean {
  if (path === '/') return true;
  if (!path.startsWith('/') || path.includes('%') || isLong(path) || !isPageAddress(path)) return false;
  return path
    .slice(1)
    .split('/')
    .every((segment) => {
      const encoded = encodeSegment(segment);
      return encoded !== null && segment === segment.normalize('NFC') && decodeSegment(encoded) === segment;
    });
}
