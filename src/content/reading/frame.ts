import { ownValue } from '#domain/objects.ts';
import { type Locale, defaultLocale, languageCodes } from '#domain/locales.ts';
import { type MenuName, privacyItem } from '#domain/pages/menus.ts';
import { isDisallowed } from '#domain/addresses/robots-rules.ts';
import { type RouteKey, canonicalPath } from '#domain/addresses/routes.ts';
import { getLocales, withLocale } from '#domain/sites.ts';
import type { Frame, Head, SharedFrame } from '#view-model/frame.ts';
import { type MenuLead, menuItems } from '#view-model/menu-items.ts';
import type { ReadContext } from '#kinds/reading/context.ts';
import { type Address, addressFor, resolveMenuLead } from '#kinds/link/resolve.ts';
import { absoluteUrl, resolveOpenGraphImage } from '#kinds/image/resolve.ts';
import type { GlobalsRow } from '#kinds/site/shapes.ts';
import type { ImageRow } from '#kinds/image/shapes.ts';
import type { PageRow } from '#kinds/page/shapes.ts';
import { localText } from '#kinds/reading/local-text.ts';
import { Trace } from '#kinds/reading/trace.ts';
import { siteDescription } from './reading.ts';

/** The page's own part of the frame; the rest is the same on every page of a site and locale. */
export type PageHead = {
  title: string;
  description: string;
  noindex: boolean;
  /** The locales in which search engines are not to list it. */
  hidden: readonly Locale[];
  ogType: Head['openGraph']['type'];
  ogImage: ImageRow | null;
  /** Public paths of the page in every locale that it exists in. */
  paths: Partial<Record<Locale, string>>;
  breadcrumbs: Frame['breadcrumbs'];
  jsonLd: Head['jsonLd'];
  /** A feed of its own; other pages name that of the site. */
  feed?: Head['feed'];
};

export function makeFrame(globals: GlobalsRow, page: PageHead, context: ReadContext): Frame {
  const { site, locale, locales, origins, trace } = context;
  trace.tag(`site:${site}`, `globals:${site}`);
  const shared = sharedFrame(globals, context);
  const languages = locales.flatMap((candidate) => {
    const href = page.paths[candidate];
    return href ? [{ locale: candidate, href, current: candidate === locale }] : [];
  });
  const origin = origins[site];
  const absolute = (path: string) => `${origin}${path}`;
  const ownPath = page.paths[locale] ?? withLocale(locale, '/');
  const title = page.title === shared.siteName ? page.title : `${page.title} | ${shared.siteName}`;
  const ogImage = resolveOpenGraphImage(page.ogImage ?? globals.og_image, context);
  // A picture that is missing may come back.
  const { og_image: ownImage } = globals.settings;
  if (!page.ogImage && ownImage) trace.tag(`image/file:${ownImage}`);
  const isListed = listedIn(globals, page);
  const alternates = isListed(locale) ? listAlternates(languages, isListed, absolute) : [];
  const description = page.description || siteDescription(globals, context);
  const crumbs = page.breadcrumbs.length > 1 ? [breadcrumbList(page.breadcrumbs, absolute, ownPath)] : [];
  return {
    ...shared,
    languages,
    breadcrumbs: page.breadcrumbs,
    head: {
      title,
      description,
      canonical: absolute(ownPath),
      alternates,
      openGraph: {
        type: page.ogType,
        title: page.title,
        description,
        image: ogImage && { ...ogImage, url: absoluteUrl(ogImage.url, origin) },
      },
      // It describes to search engines what they list.
      jsonLd: isListed(locale) ? [...page.jsonLd, ...crumbs] : [],
      noindex: page.noindex,
      feed: page.feed ?? { title: shared.siteName, href: withLocale(locale, '/rss.xml') },
    },
  };
}

/**
 * Whether search engines may list a page in a locale, as the site's sitemaps do. Others' heads name only what they list, and one that
 * is not listed names none.
 */
function listedIn(globals: GlobalsRow, { noindex, hidden, paths }: PageHead): (locale: Locale) => boolean {
  if (noindex) return () => false;
  return (locale) => {
    const path = paths[locale];
    return path !== undefined && !hidden.includes(locale) && !isDisallowed(globals.settings.disallow, path);
  };
}

function listAlternates(
  languages: Frame['languages'],
  isListed: (locale: Locale) => boolean,
  absolute: (path: string) => string,
): Head['alternates'] {
  const listed = languages.filter(({ locale }) => isListed(locale));
  const named = listed.map(({ locale, href }) => ({ language: languageCodes[locale], href: absolute(href) }));
  const fallback = listed.find(({ locale }) => locale === defaultLocale);
  return fallback ? [...named, { language: 'x-default', href: absolute(fallback.href) }] : named;
}

function breadcrumbList(
  breadcrumbs: Frame['breadcrumbs'],
  absolute: (path: string) => string,
  ownPath: string,
): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: breadcrumbs.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb.title,
      item: absolute(crumb.href ?? ownPath),
    })),
  };
}

/** Made once for all pages of a site and locale that are rendered from one read of the globals, until the clock changes it. */
const sharedFrames = new WeakMap<GlobalsRow, Map<string, { frame: SharedFrame; at: string; trace: Trace }>>();

/** What every page of a site and locale shows around its content. */
export function sharedFrame(globals: GlobalsRow, context: ReadContext): SharedFrame {
  const { site, locale, trace } = context;
  let byLocale = sharedFrames.get(globals);
  if (!byLocale) sharedFrames.set(globals, (byLocale = new Map()));
  const key = `${site}:${locale}`;
  let known = byLocale.get(key);
  if (!known || !isWithin(context.at, known.at, known.trace.nextChangeAt)) {
    // The tag `globals:<site>` covers all dependencies of the menus: the clock and the files that they lead to are carried over.
    const own = new Trace();
    known = { frame: makeSharedFrame(globals, { ...context, trace: own }), at: context.at, trace: own };
    byLocale.set(key, known);
  }
  trace.changesAt(known.trace.nextChangeAt, context.at);
  for (const file of known.trace.media) trace.media.add(file);
  return known.frame;
}

/** Where a site has its privacy notice for readers of a locale; null when it names none. */
export function privacyPath(globals: GlobalsRow, context: ReadContext): string | null {
  return sharedFrame(globals, context).privacyHref;
}

function isWithin(at: string, from: string, until: string | null): boolean {
  const moment = Date.parse(at);
  return moment >= Date.parse(from) && (until === null || moment < Date.parse(until));
}

function makeSharedFrame(globals: GlobalsRow, context: ReadContext): SharedFrame {
  const { site, locale } = context;
  const findLead = (id: number): MenuLead | null => {
    const link = globals.links[id];
    return link ? resolveMenuLead(link, context) : null;
  };
  const menu = (name: MenuName) => menuItems(globals.menus[name] ?? [], locale, findLead);
  const legal = menu('legal');
  return {
    site,
    locale,
    siteName: localText(globals.localized, locale, 'title') ?? site,
    tagline: localText(globals.localized, locale, 'tagline') ?? '',
    copyright: localText(globals.localized, locale, 'copyright') ?? '',
    homeHref: withLocale(locale, '/'),
    searchHref: addressFor(globals.routes['search'], locale)?.href ?? null,
    menus: { main: menu('main'), footer: menu('footer'), legal },
    privacyHref: legal.find(({ id }) => id === privacyItem)?.href ?? null,
    socialLinks: globals.settings.social_links,
  };
}

type Above = Record<string, { parent_id: number | null; addresses: PageRow['addresses'] }>;

/** From the home page down to a page's parent. Pages above that are not published in a locale are passed over. */
export function breadcrumbsAbove(
  parentId: number | null,
  above: Above,
  globals: GlobalsRow,
  context: ReadContext,
): Address[] {
  const crumbs: Address[] = [];
  const seen = new Set<number>();
  for (let id = parentId; id !== null && !seen.has(id);) {
    seen.add(id);
    context.trace.tag(`address:page:${id}`);
    const page = ownValue(above, String(id));
    const address = addressFor(page?.addresses, context.locale);
    if (address) crumbs.unshift(address);
    id = page?.parent_id ?? null;
  }
  const home = routeNamed('home', globals, context);
  if (home && crumbs[0]?.href !== home.href) crumbs.unshift(home);
  return crumbs;
}

/** The page that answers a route, with its name. */
export function routeNamed(
  route: RouteKey,
  { routes }: GlobalsRow,
  { site, locale, trace }: ReadContext,
): Address | null {
  trace.tag(`named:${site}/${route}`);
  return addressFor(routes[route], locale);
}

/** A page's public path in each of its locales. */
export function pagePaths(page: Pick<PageRow, 'addresses' | 'site'>): Partial<Record<Locale, string>> {
  const paths: Partial<Record<Locale, string>> = {};
  for (const locale of getLocales(page.site)) {
    const address = page.addresses?.[locale];
    const path = address && canonicalPath(withLocale(locale, address.path));
    if (path) paths[locale] = path;
  }
  return paths;
}
