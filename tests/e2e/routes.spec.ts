import { type Locale, languageOf } from '#domain/locales.ts';
import { type RouteKey, matchRoute, pathFor, routeKeys } from '#domain/routes.ts';
import { type SiteId, localesOf } from '#domain/sites.ts';
import { expect, hosts, siteIds, test } from './fixtures.ts';
import { publishedPages, tagsNamed } from './published.ts';
import { send } from './raw-request.ts';

/** The route table, by requests to the sites that have the routes. */

/** Routes that a site leaves out by its configuration. */
const career = routeKeys.filter((key) => key.startsWith('career'));
const inEnglishAndGerman: readonly RouteKey[] = ['company.ad-hoc', ...career];
const ofDevelopers: readonly RouteKey[] = [
  ...(['home', 'products.catalog', 'products.catalog.detail', 'products.downloads', 'products.support'] as const),
  ...(['products.support.faq', 'search', 'search.preset', 'smart-search', 'login'] as const),
];
const ofCarMakers: readonly RouteKey[] = [
  ...(['home', 'products.catalog', 'products.catalog.detail', 'company.press', 'company.press.article'] as const),
  ...(['company.events', 'company.events.detail', 'search', 'search.preset', 'smart-search', 'login'] as const),
];

function routesOf(site: SiteId, locale: Locale): readonly RouteKey[] {
  if (site === 'developer') return ofDevelopers;
  if (site === 'automotive') return ofCarMakers;
  const isWhole = locale === 'en' || locale === 'de';
  return isWhole ? routeKeys : routeKeys.filter((key) => !inEnglishAndGerman.includes(key));
}

/** A path of each route that is published, by locale. */
function publishedRoutes(site: SiteId): Map<string, string> {
  const paths = new Map<string, string>();
  for (const { path, site: of } of publishedPages()) {
    const match = of === site ? matchRoute(site, path) : null;
    if (match) paths.set(`${match.locale} ${match.key}`, path);
  }
  return paths;
}

test('the table has 32 routes', () => {
  expect(routeKeys).toHaveLength(32);
});

for (const site of siteIds) {
  for (const locale of localesOf(site)) {
    test(`every route of the ${site} site answers in ${locale}`, async () => {
      const published = publishedRoutes(site);
      const wanting: string[] = [];
      for (const key of routesOf(site, locale)) {
        const path = key === 'login' ? pathFor(site, locale, 'login', {}) : published.get(`${locale} ${key}`);
        const { status, body } = await send({ path: path ?? '/nowhere', host: hosts[site] });
        const [html] = tagsNamed(body, 'html');
        const isThere = status === 200 && html?.attributes['lang'] === languageOf[locale] && /<h1[\s>]/.test(body);
        if (!isThere) wanting.push(`${key}: ${path ?? 'not published'} (${status})`);
      }
      expect(wanting).toEqual([]);
    });
  }
}
