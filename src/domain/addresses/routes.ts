import { getKeys, makeTable, ownValue } from '#domain/objects.ts';
import { type Locale, locales } from '#domain/locales.ts';
import { type SiteId, siteHasLocale, splitLocale, withLocale } from '#domain/sites.ts';
import { trimEnd } from '#domain/text/trim-end.ts';

/**
 * The route table. German paths are given where they differ; every other locale uses the English path.
 * A segment in brackets is a parameter.
 */
const table = {
  home: { en: '/' },
  'newsroom.blog': { en: '/newsroom/blog' },
  'newsroom.blog.tag': { en: '/newsroom/blog/tag/[tag]', de: '/newsroom/blog/schlagwort/[tag]' },
  'newsroom.blog.author': { en: '/newsroom/blog/author/[author]', de: '/newsroom/blog/autor/[author]' },
  'newsroom.blog.post': { en: '/newsroom/blog/[post]' },
  'smart-search': { en: '/smart-search', de: '/intelligente-suche' },
  'products.downloads': { en: '/products/downloads', de: '/produkte/downloads' },
  'products.compare': { en: '/products/compare', de: '/produkte/vergleichen' },
  'products.catalog': { en: '/products/catalog', de: '/produkte/katalog' },
  'products.catalog.detail': { en: '/products/catalog/[slug]', de: '/produkte/katalog/[slug]' },
  'products.inventory': { en: '/products/inventory', de: '/produkte/lagerbestand' },
  'products.inventory.detail': { en: '/products/inventory/[slug]', de: '/produkte/lagerbestand/[slug]' },
  'products.channel-partners': { en: '/products/channel-partners', de: '/produkte/vertriebspartner' },
  'products.representatives': { en: '/products/representatives', de: '/produkte/reprasentanten' },
  'products.support': { en: '/products/support', de: '/produkte/support' },
  'products.support.faq': { en: '/products/support/faq', de: '/produkte/support/faq' },
  'company.events': { en: '/company/news/events', de: '/unternehmen/news-bereich/veranstaltungen' },
  'company.events.detail': {
    en: '/company/news/events/event/[slug]',
    de: '/unternehmen/news-bereich/veranstaltungen/veranstaltung/[slug]',
  },
  'company.press': {
    en: '/company/news/press-releases-and-news',
    de: '/unternehmen/news-bereich/pressemitteilungen-und-news',
  },
  'company.press.article': {
    en: '/company/news/press-releases-and-news/article/[slug]',
    de: '/unternehmen/news-bereich/pressemitteilungen-und-news/artikel/[slug]',
  },
  'company.ad-hoc': {
    en: '/company/news/ad-hoc-announcement-pursuant-to-art-53-lr',
    de: '/unternehmen/news-bereich/ad-hoc-mitteilung-gemaess-art-53-kr',
  },
  search: { en: '/search', de: '/suche' },
  'search.preset': { en: '/search/[slug]', de: '/suche/[slug]' },
  career: { en: '/career', de: '/karriere' },
  'career.list': { en: '/career/list', de: '/karriere/stellen' },
  'career.news': {
    en: '/career/career-news/news-pressreleases',
    de: '/karriere/karriere-news/news-pressemitteilungen',
  },
  'career.news.article': {
    en: '/career/career-news/news-pressreleases/article/[slug]',
    de: '/karriere/karriere-news/news-pressemitteilungen/artikel/[slug]',
  },
  'career.events': { en: '/career/career-news/career-events', de: '/karriere/karriere-news/karriere-veranstaltungen' },
  'career.events.detail': {
    en: '/career/career-news/career-events/event/[slug]',
    de: '/karriere/karriere-news/karriere-veranstaltungen/veranstaltung/[slug]',
  },
  'career.stories': {
    en: '/career/career-news/employee-stories',
    de: '/karriere/karriere-news/mitarbeitergeschichten',
  },
  'career.stories.article': {
    en: '/career/career-news/employee-stories/article/[slug]',
    de: '/karriere/karriere-news/mitarbeitergeschichten/artikel/[slug]',
  },
  login: { en: '/login' },
} as const satisfies Record<string, { en: string; de?: string }>;

export type RouteKey = keyof typeof table;
export const routeKeys = getKeys(table);

type ParameterOf<Pattern extends string> = Pattern extends `${string}[${infer Name}]` ? Name : never;
/** The parameters that a route's path needs, e.g. `{ slug: string }`. */
type RouteParameters<K extends RouteKey> = { [P in ParameterOf<(typeof table)[K]['en']>]: string };

type CompiledRoute = { key: RouteKey; pattern: string; parameter: string | null; expression: RegExp };

function getPattern(key: RouteKey, locale: Locale): string {
  const patterns: { en: string; de?: string } = table[key];
  return (locale === 'de' && patterns.de) || patterns.en;
}

function compile(locale: Locale): CompiledRoute[] {
  return routeKeys
    .map((key) => {
      const pattern = getPattern(key, locale);
      const expression = new RegExp(`^${pattern.replace(/\[[^\]]+\]/, '([^/]+)')}$`);
      return { key, pattern, parameter: /\[([^\]]+)\]/.exec(pattern)?.[1] ?? null, expression };
    })
    .toSorted((a, b) => Number(a.parameter !== null) - Number(b.parameter !== null));
}

const compiled = makeTable(locales, compile);

/**
 * The path pattern of a route in a locale, without the locale prefix, e.g. `/produkte/katalog/[slug]`.
 *
 * @example routePattern('products.catalog.detail', 'de'); // '/produkte/katalog/[slug]'
 */
export function routePattern(key: RouteKey, locale: Locale): string {
  return getPattern(key, locale);
}

/**
 * The public path of a route, percent-encoded, with the locale prefix.
 * Null when the site does not have the locale, or when a parameter is empty or a dot segment: such a path cannot be read back.
 *
 * @example pathFor('main', 'de', 'products.catalog.detail', { slug: 'hx41' }); // '/de/produkte/katalog/hx41'
 */
export function pathFor<K extends RouteKey>(
  site: SiteId,
  locale: Locale,
  key: K,
  parameters: RouteParameters<K>,
): string | null {
  if (!siteHasLocale(site, locale)) return null;
  const pattern = getPattern(key, locale);
  const values: Record<string, string> = parameters;
  let valid = true;
  const rest = pattern.replace(/\[([^\]]+)\]/, (_, name: string) => {
    const encoded = encodeSegment(ownValue(values, name) ?? '');
    if (encoded === null) valid = false;
    return encoded ?? '';
  });
  return valid ? withLocale(locale, rest) : null;
}

type RouteMatch = { site: SiteId; locale: Locale; key: RouteKey; parameters: Record<string, string> };

/**
 * Reads a public path back into its route: the inverse of `pathFor`.
 * Null for a locale that the site does not have, for undecodable escapes, and for a path that no route has.
 *
 * @example matchRoute('main', '/de/produkte/katalog/hx41'); // { …, key: 'products.catalog.detail', parameters: { slug: 'hx41' } }
 */
export function matchRoute(site: SiteId, path: string): RouteMatch | null {
  const split = splitLocale(site, path);
  if (!split) return null;
  for (const route of compiled[split.locale]) {
    const match = route.expression.exec(split.rest);
    if (!match) continue;
    if (route.parameter === null) return { site, locale: split.locale, key: route.key, parameters: {} };
    const value = decodeSegment(match[1] ?? '');
    if (value === null) return null;
    return { site, locale: split.locale, key: route.key, parameters: { [route.parameter]: value } };
  }
  return null;
}

/** A segment is also a file name in the static output, so separators, dot segments and controls are refused. */
function isSegment(value: string): boolean {
  return value !== '' && value !== '.' && value !== '..' && !/[/\\\p{Cc}]/u.test(value);
}

/** Percent-encodes one path segment in Unicode normal form C; null for what cannot be a segment. */
export function encodeSegment(segment: string): string | null {
  const normal = segment.normalize('NFC');
  return isSegment(normal) && normal.isWellFormed() ? encodeURIComponent(normal) : null;
}

/** Decodes one path segment to normal form C; null when the escapes are malformed or hide a slash, a dot segment or a control. */
export function decodeSegment(segment: string): string | null {
  try {
    const value = decodeURIComponent(segment).normalize('NFC');
    return isSegment(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * The one spelling of a public path that outputs, redirects and look-ups use: each segment decoded and encoded again, no
 * trailing slash, no empty or dot segments. Null when the path cannot be read.
 *
 * @example canonicalPath('/a%62c'); // '/abc'
 */
export function canonicalPath(path: string): string | null {
  if (!path.startsWith('/')) return null;
  const segments = trimEnd(path, '/').split('/').slice(1);
  const encoded: string[] = [];
  for (const segment of segments) {
    const value = decodeSegment(segment);
    const again = value === null ? null : encodeSegment(value);
    if (again === null) return null;
    encoded.push(again);
  }
  return `/${encoded.join('/')}`;
}
