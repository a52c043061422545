import { type Locale, defaultLocale, isLocale } from './locales.ts';
import { getKeys } from './objects.ts';

/** The three sites and the locales each is offered in. */
const siteLocales = {
  main: ['en', 'de', 'jp', 'cn'],
  developer: ['en'],
  automotive: ['en', 'jp', 'cn', 'kr'],
} as const satisfies Record<string, readonly Locale[]>;

export type SiteId = keyof typeof siteLocales;
export const siteIds = getKeys(siteLocales);

/** How browsers and search engines mark a site: its icon, a public file, and its colour. */
export const siteLooks: Record<SiteId, { icon: string; themeColor: string }> = {
  main: { icon: '/favicon.svg', themeColor: '#ffffff' },
  developer: { icon: '/favicon-developer.svg', themeColor: '#22282b' },
  automotive: { icon: '/favicon-automotive.svg', themeColor: '#e2590b' },
};

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
  const match = /^\/(en|de|jp|cn|kr)(?=\/|$)/.exec(path);
  if (!match) return { locale: defaultLocale, rest: path };
  const [, locale] = match;
  if (!isLocale(locale) || locale === defaultLocale || !siteHasLocale(site, locale)) return null;
  return { locale, rest: path.slice(match[0].length) || '/' };
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
