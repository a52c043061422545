import { adminPaths } from '#domain/addresses/admin-paths.ts';
import type { Locale } from '#domain/locales.ts';
import { type Result, ok } from '#domain/result.ts';
import type { RouteKey } from '#domain/addresses/routes.ts';
import { type SiteId, getLocales } from '#domain/sites.ts';
import type { Client } from '#content/clients/client.ts';
import { type SettingsRow, readPageSettings, settingsForm } from '#content/tree/page-settings.ts';
import { findPageUses } from '#content/tree/find-page-uses.ts';
import type { ScreenRoute } from '#content/screens/screens.ts';
import { Source } from '#content/source/source.ts';
import { imageVariantPath, mediaUrl } from '#kinds/image/resolve.ts';
import type { PageKey } from '#kinds/meta.ts';
import { rowKindAt } from '#kinds/places.ts';
import { localText } from '#kinds/reading/local-text.ts';
import { capital, withArticle } from '#kinds/registry.ts';
import type { Runtime } from '#server/runtime.ts';

/** What a page takes from its site where it has nothing of its own, in one language. */
type SiteTexts = { name: string; description: string };

type OpenedSettings = {
  site: SiteId;
  /** Whether the site needs the page at its address. */
  isFixed: boolean;
  /** What the site itself shows on the page; null for a page that has its modules alone. */
  shows: string | null;
  settings: ReturnType<typeof settingsForm>;
  version: number;
  /** The addresses at which visitors find it now. */
  live: SettingsRow['live'];
  below: number;
  publishes: SettingsRow['publishes'];
  menus: { name: 'main' | 'footer' | 'legal'; href: string }[];
  /** The number of links that lead to it. */
  links: number;
  origin: string;
  ofSite: Partial<Record<Locale, SiteTexts>>;
  /** The picture of the site, by which pages are shared that have none. */
  picture: string | null;
};

/** The settings of a page with all that they are previewed with. */
export async function openSettings(runtime: Runtime, client: Client, pageId: number): Promise<Result<OpenedSettings>> {
  const stored = await readPageSettings(client, pageId);
  if (!stored.ok) return stored;
  const { site, route, settings, version, live, below, publishes } = stored.value;
  const source = new Source(client, { site, view: 'draft', at: new Date().toISOString() });
  const [globals, uses] = await Promise.all([source.globals(), findPageUses(client, pageId)]);
  const ofSite: OpenedSettings['ofSite'] = {};
  for (const locale of getLocales(site)) {
    ofSite[locale] = {
      name: localText(globals.localized, locale, 'title') ?? site,
      description: localText(globals.localized, locale, 'description') ?? '',
    };
  }
  const { og_image: image } = globals;
  return ok({
    site,
    isFixed: route !== null,
    shows: findShows(route),
    settings: settingsForm(settings),
    version,
    live,
    below,
    publishes,
    menus: uses.menus.map(({ id, name }) => ({ name, href: adminPaths.record('menu', id) })),
    links: uses.links.length,
    origin: runtime.config.origins[site],
    ofSite,
    picture: image && mediaUrl(imageVariantPath(image.hash, Math.max(...image.widths))),
  });
}

function findShows(route: SettingsRow['route']): string | null {
  if (route === null) return null;
  if (hasTexts(route)) return routeTexts[route];
  const kind = rowKindAt(route);
  return kind && capital(withArticle(kind));
}

function hasTexts(route: RouteKey): route is keyof typeof routeTexts {
  return Object.hasOwn(routeTexts, route);
}

/** What the site shows on the page of a route, below its header. That of a record shows one; those of other routes have modules alone. */
const routeTexts: Record<
  Exclude<ScreenRoute, PageKey> | 'newsroom.blog.tag' | 'newsroom.blog.author' | 'products.inventory.detail' | 'login',
  string
> = {
  'newsroom.blog': 'The list of blog posts',
  'newsroom.blog.tag': 'The posts of a subject',
  'newsroom.blog.author': 'The posts of an author',
  'smart-search': 'The search that answers while one types',
  'products.downloads': 'The downloads, with filters',
  'products.compare': 'The comparison of products',
  'products.catalog': 'The catalog of products, with filters',
  'products.inventory': 'The stock of channel partners',
  'products.inventory.detail': 'The stock of a product',
  'products.channel-partners': 'The list of channel partners',
  'products.representatives': 'The list of representatives',
  'products.support': 'The ways to get support',
  'products.support.faq': 'The frequent questions',
  'company.events': 'The list of events',
  'company.press': 'The list of news and press releases',
  'company.ad-hoc': 'The list of ad hoc announcements',
  search: 'The search of the site',
  'search.preset': 'A prepared search',
  'career.list': 'The list of open jobs',
  'career.news': 'The list of career news',
  'career.events': 'The list of career events',
  'career.stories': 'The list of employee stories',
  login: 'The sign-in form of the staff',
};
