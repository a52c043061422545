import { type Locale, defaultLocale, isLocale } from './locales.ts';
import { getKeys } from './objects.ts';

/**
 * The sites of the product, and the locales each is offered in. `npm run new -- site` adds one to this table, and to `site-names.ts` and
 * `site-looks.ts`, which are apart so that no page loads what it does not need.
 */
const siteLocales = {
  main: ['en', 'de', 'jp', 'cn'],
  developer: ['en'],
  automotive: ['en', 'jp', 'cn', 'kr'],
} as const satisfies Record<string, readonly Locale[]>;

export type SiteId = keyof typeof siteLocales;
export const siteIds = getKeys(siteLocales);

export function isSiteId(value: unknown): value is SiteId {
  return typeof value === 'string' && Object.hasOwn(siteLocales, value);
}

export function getLocales(site: SiteId): readonly Locale[] {
  return siteLocales[site];
}

export function siteHasLocale(site: SiteId, locale: Locale): boolean {
  return getLocales(site).includes(locale);
}

/**
 * Splits a public path into its locale and the rest, for one site.
 * `/de/produkte` is `{ locale: 'de', rest: '/produkte' }` on main. A prefix that names the default locale, or a locale
 * that the site does not have, is no locale prefix of that site: the answer is null, and the request a 404.
 *
 * @example splitLocale('main', '/de/produkte'); // { locale: 'de', rest: '/produkte' }
 */
export function splitLocale(site: SiteId, path: string): { locale: Locale; rest: string } | null {
  const [before, first = ''] = path.split('/', 2);
  if (before !== '' || !isLocale(first)) return { locale: defaultLocale, rest: path };
  if (first === defaultLocale || !siteHasLocale(site, first)) return null;
  return { locale: first, rest: path.slice(first.length + 1) || '/' };
}

/**
 * The public path of `rest` (which starts with a slash) in a locale: the default locale carries no prefix.
 *
 * @example withLocale('de', '/produkte'); // '/de/produkte'
 */
export function withLocale(locale: Locale, rest: string): string {
  if (locale === defaultLocale) return rest;
  return rest === '/' ? `/${locale}` : `/${locale}${rest}`;
}

/**
 * What `withLocale` made a public path of a locale from, or null where it did not.
 *
 * @example withoutLocale('de', '/de/produkte'); // '/produkte'
 */
export function withoutLocale(locale: Locale, path: string): string | null {
  const prefix = withLocale(locale, '/');
  if (prefix === '/') return path;
  if (path === prefix) return '/';
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : null;
}
