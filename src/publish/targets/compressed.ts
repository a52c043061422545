import type { Stats } from 'node:fs';

/** The endings of compressed copies, as file servers look for them beside a file. */
export const compressedEndings = ['.br', '.gz'] as const;

/** Assets are compressed once and served for months; a page is compressed after each change. */
export function brotliQuality(file: string): number {
  return file.startsWith('_astro/') ? 11 : 5;
}

/**
 * Whether a published file gets compressed copies: text that visitors read. Uploaded files are served by rules of their own.
 *
 * @example isCompressible('products/index.html'); // true
 * @example isCompressible('media/vectors/1.svg'); // false
 */
export function isCompressible(file: string): boolean {
  return !/^(media\/|[._](?!astro\/))/.test(file) && /\.(html|css|m?js|json|xml|txt|svg|ics)$/.test(file);
}

/** What changes with every replacement of a file: each is a new file that is renamed into place. */
export function identifyFile({ dev, ino, size, mtimeMs }: Stats): string {
  return `${dev}:${ino}:${size}:${mtimeMs}`;
}

/** Whether a compressed copy is of the file: it has been given the time of it, which file systems round. */
export function isCopyOf(copy: Stats, file: Stats): boolean {
  return Math.abs(copy.mtimeMs - file.mtimeMs) < 2;
}
