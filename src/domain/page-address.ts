import { locales } from './locales.ts';
import { canonicalPath, decodeSegment, encodeSegment } from './routes.ts';
import { trimEnd } from './trim-end.ts';

/** Endings that a segment of a page's path must not have: the publisher and file servers take such names for files. */
const fileEnding =
  /\.(html?|xml|txt|json|ics|css|m?js|map|svg|ico|png|jpe?g|gif|webp|avif|pdf|zip|gz|br|zst|csv|woff2?|wasm|webmanifest)$/;

/** Reserved names of the first segment: uploaded files, and the prefixes of locales. */
const reservedFirst: ReadonlySet<string> = new Set(['media', ...locales]);

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
 * content (`/media`, `/de`) and everything that a file server would not serve as a page (`/.well-known`) are refused in
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
  return segments.every((segment, index) => {
    if (segment === null || new TextEncoder().encode(segment).length > longestName) return false;
    const name = fold(segment);
    if (name === '' || /^[._]/.test(name) || fileEnding.test(name)) return false;
    return index > 0 || !reservedFirst.has(name);
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
