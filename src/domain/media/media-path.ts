import { z } from 'zod';

/** In bytes: a file's name takes 255, and the cache of media adds an ending to it. */
const longestName = 240;

/** No separators, no control characters, nothing that means something else in a URL, and no dot in front. */
const segment = /^(?!\.)[^/\\%?#\p{Cc}]{1,200}$/u;

/**
 * Whether a text is a path in the bucket of media: names with slashes between. Such a path means the same on a disk, in a URL and
 * to Storage.
 *
 * @example isMediaPath('documents/4f2c/data-sheet.pdf'); // true
 * @example isMediaPath('../keys.json'); // false
 */
export function isMediaPath(path: string): boolean {
  return path.length <= 500 && path.isWellFormed() && path.split('/').every(isName);
}

function isName(name: string): boolean {
  return segment.test(name) && new TextEncoder().encode(name).length <= longestName;
}

/**
 * A path as it is written into a URL, that of a request to Storage included: the client library does not encode it.
 *
 * @example encodeMediaPath('files/a b.pdf'); // 'files/a%20b.pdf'
 */
export function encodeMediaPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/**
 * Whether a text is the name of a file without folders.
 *
 * @example isFileName('data sheet.pdf'); // true
 * @example isFileName('../keys.json'); // false
 */
export function isFileName(name: string): boolean {
  return /^[^/\p{Cc}]{1,255}$/u.test(name) && name.isWellFormed() && name !== '.' && name !== '..';
}

/** A path in the bucket of media, as a row of the database names it. */
export const mediaPath = z.string().refine(isMediaPath, { error: 'This is no path of a stored file' });

/** The hash that the names of an image's files begin with. */
export const mediaHash = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/, 'This is no hash of a stored file');
