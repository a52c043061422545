import type { Locale } from './locales.ts';
import { withLocale } from './sites.ts';

/**
 * The path of a part of the catalog's data: products of a range of ids, in one locale.
 *
 * @example catalogPartPath('de', 2); // '/de/catalog-2.json'
 */
export function catalogPartPath(locale: Locale, part: number): string {
  return withLocale(locale, `/catalog-${part}.json`);
}

/** The part that such a path names, after the locale was taken off; null for any other path. */
export function catalogPartAt(rest: string): number | null {
  const part = /^\/catalog-(\d{1,9})\.json$/.exec(rest)?.[1];
  return part === undefined ? null : Number(part);
}
