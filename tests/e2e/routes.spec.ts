import { type Locale, languageCodes } from '#domain/locales.ts';
import { type RouteKey, matchRoute, pathFor, routeKeys } from '#domain/addresses/routes.ts';
import { type SiteId, getLocales } from '#domain/sites.ts';
import { expect, hosts, origins, siteIds, test } from './fixtures.ts';
import { publishedPages, tagsNamed } from './published.ts';
import { send } from './raw-request.ts';

/** The route table, by requests to the sites that have the routes. */

/** The main site has every route in each of its languages; the others leave some out by their configuration. */
const ofDevelopers: readonly RouteKey[] = [
  ...(['home', 'products.catalog', 'products.catalog.detail', 'products.downloads', 'products.support'] as const),
  ...(['products.support.faq', 'search', 'search.preset', 'smart-search', 'login'] as const),
];
const ofCarMakers: readonly RouteKey[] = [
  ...(['home', 'products.catalog', 'products.catalog.detail', 'company.press', 'company.press.article'] as const),
  ...(['company.events', 'company.events.detail', 'search', 'search.preset', 'smart-search', 'login'] as const),
];

function routesOf(site: SiteId): readonly RouteKey[] {
  if (site === 'main') return routeKeys;
  return site === 'developer' ? ofDevelopers : ofCarMakers;
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
  for (const locale of getLocales(site)) {
    test(`every route of the ${site} site answers in ${locale}`, async () => {
      const published = publishedRoutes(site);
      const wanting: string[] = [];
      for (const key of routesOf(site)) {
        const path = key === 'login' ? pathFor(site, locale, 'login', {}) : published.get(`${locale} ${key}`);
        const { status, body } = await send({ path: path ?? '/nowhere', host: hosts[site] });
        const [html] = tagsNamed(body, 'html');
        const isRight = status === 200 && html?.attributes['lang'] === languageCodes[locale] && /<h1[\s>]/.test(body);
        if (!isRight) wanting.push(`${key}: ${path ?? 'not published'} (${status})`);
      }
      expect(wanting).toEqual([]);
    });
  }
}

test.describe('the query of a page', () => {
  const asked = [
    ['products.catalog', '?series=HX4&series=CX2&view=table'],
    ['products.compare', '?products=hx41%2Cpx51'],
    ['search', '?query=CO%E2%82%82+%26+air&kind=article'],
  ] as const;

  test('goes along to another language', async ({ page }) => {
    for (const [key, query] of asked) {
      const path = (locale: Locale) => `${origins.main}${pathFor('main', locale, key, {})}`;
      await page.goto(`${path('en')}${query}`);
      await page.locator('.language-switcher summary').click();
      await page.getByRole('link', { name: 'Deutsch' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const { origin, pathname, searchParams } = new URL(page.url());
      expect(`${origin}${pathname}`).toBe(path('de'));
      expect([...searchParams]).toEqual([...new URLSearchParams(query)]);
    }
  });

  test('goes along without a script where the page is made for it, and the plain page is reached from others', async () => {
    for (const [key, query] of asked) {
      const path = pathFor('main', 'en', key, {});
      const { body } = await send({ path: `${path}${query}`, host: hosts.main });
      const german = tagsNamed(body, 'a').find(({ attributes }) => attributes['hreflang'] === 'de');
      const href = new URL((german?.attributes['href'] ?? '').replaceAll('&amp;', '&'), origins.main);
      expect(href.pathname).toBe(pathFor('main', 'de', key, {}));
      const kept = key === 'search' ? [...new URLSearchParams(query)] : [];
      expect([...href.searchParams]).toEqual(kept);
    }
  });
});
