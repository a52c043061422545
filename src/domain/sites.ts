import { type Locale, defaultLocale, isLocale } from './locales.ts';
import { getKeys } from './objects.ts';

type Definition = {
  /** The locales that the site is offered in. */
  locales: readonly Locale[];
  /** What editors call it. */
  name: string;
  /** How browsers and search engines mark it: its icon, a public file, and its colour. */
  icon: string;
  themeColor: string;
  /** The colours of its mark, as in its icon. */
  mark: { background: string; foreground: string };
};

/** The sites of the product. `npm run new -- site` adds one. */
const definitions = {
  main: {
    locales: ['en', 'de', 'jp', 'cn'],
    name: 'Main site',
    icon: '/favicon.svg',
    themeColor: '#ffffff',
    mark: { background: '#007a53', foreground: '#ffffff' },
  },
  developer: {
    locales: ['en'],
    name: 'Developer portal',
    icon: '/favicon-developer.svg',
    themeColor: '#22282b',
    mark: { background: '#22282b', foreground: '#1fc28b' },
  },
  automotive: {
    locales: ['en', 'jp', 'cn', 'kr'],
    name: 'Automotive site',
    icon: '/favicon-automotive.svg',
    themeColor: '#e2590b',
    mark: { background: '#e2590b', foreground: '#22282b' },
  },
} as const satisfies Record<string, Definition>;

export type SiteId = keyof typeof definitions;
export const siteIds = getKeys(definitions);

export function getSite(site: SiteId): Definition {
  return definitions[site];
}

export function isSiteId(value: unknown): value is SiteId {
  return typeof value === 'string' && Object.hasOwn(definitions, value);
}

export function getLocales(site: SiteId): readonly Locale[] {
  return definitions[site].locales;
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
  const end = path.indexOf('/', 1);
  const first = path.slice(1, end === -1 ? undefined : end);
  if (!path.startsWith('/') || !isLocale(first)) return { locale: defaultLocale, rest: path };
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
