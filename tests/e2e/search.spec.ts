import type { Page } from '@playwright/test';
import type { SiteId } from '#domain/sites.ts';
import { collectTrouble, expect, hosts, origins, siteIds, test } from './fixtures.ts';
import { send } from './raw-request.ts';

const field = (page: Page) =>
  page.locator('main').getByRole('searchbox').or(page.locator('main').getByRole('combobox'));
const hits = (page: Page) => page.locator('.search-hit');

/** Delays scripts of a page until they are released, like a slow connection. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The index is updated in the background after publishing; the first queries may come before it. */
test.beforeAll(async () => {
  const ask = async (site: SiteId) => (await send({ path: '/_search?query=sensor', host: hosts[site] })).body;
  await expect
    .poll(async () => (await Promise.all(siteIds.map(ask))).filter((body) => body.includes('"kind":"series"')).length, {
      timeout: 90_000,
    })
    .toBe(siteIds.length);
});

test.describe('the search page', () => {
  test(
    'answers while a visitor types, and stores the query in the address @phone',
    { tag: '@smoke' },
    async ({ page, findBarriers }) => {
      const trouble = collectTrouble(page);
      await page.goto(`${origins.main}/search`);
      await field(page).fill('HX43');
      await expect(hits(page).first()).toContainText('HX43');
      await expect(page).toHaveURL(/\?query=HX43$/);
      await expect(page.locator('.search-hit mark').first()).toBeVisible();
      await expect(page.getByRole('status')).toContainText(/\d+ results/);
      expect(trouble).toEqual([]);
      expect(await findBarriers()).toEqual([]);
    },
  );

  test('answers text that was typed before hydration @sweep', async ({ page }) => {
    const letCome = await holdScripts(page);
    await page.goto(`${origins.main}/search`);
    await field(page).fill('HX43');
    letCome();
    await expect(hits(page).first()).toContainText('HX43');
    await expect(field(page)).toHaveValue('HX43');
  });

  test('narrows down to a kind, and goes back @sweep', async ({ page }) => {
    await page.goto(`${origins.main}/search?query=humidity`);
    const kinds = page.getByRole('navigation', { name: 'Kinds of results' });
    await kinds.getByRole('link', { name: /^News/ }).click();
    await expect(page).toHaveURL(/kind=article/);
    const shown = () =>
      page
        .locator('.search-hit__kind')
        .evaluateAll((all) => [...new Set(all.map((one) => one.firstChild?.textContent))]);
    await expect.poll(shown).toEqual(['News']);
    await page.goBack();
    await expect(kinds.getByRole('link', { name: /^All/ })).toHaveAttribute('aria-current', 'true');
  });

  test('turns pages @sweep', async ({ page }) => {
    await page.goto(`${origins.main}/search?query=sensor`);
    const first = await hits(page).first().innerText();
    await page
      .getByRole('navigation', { name: 'Pages of results' })
      .getByRole('link', { name: '2', exact: true })
      .click();
    await expect(page).toHaveURL(/page=2/);
    await expect(hits(page).first()).not.toHaveText(first);
  });

  test('shows 12, 24 or all on a page @sweep', async ({ page }) => {
    const size = (name: string) => page.locator('.pagination__sizes').getByRole('link', { name, exact: true });
    await page.goto(`${origins.main}/search?query=sensor`);
    await expect(hits(page)).toHaveCount(12);
    await size('24').click();
    await expect(page).toHaveURL(/query=sensor&size=24$/);
    await expect(hits(page)).toHaveCount(24);
    await page.locator('.pagination__pages').getByRole('link', { name: '2', exact: true }).click();
    await expect(page).toHaveURL(/page=2&size=24$/);
    await expect(page.locator('.pagination__pages [aria-current="page"]')).toHaveText('2');
    await size('All').click();
    await expect(page.locator('.pagination__pages')).toHaveCount(0);
    expect(await hits(page).count()).toBeGreaterThan(48);
    await page.reload();
    await expect(size('All')).toHaveAttribute('aria-current', 'true');
    expect(await hits(page).count()).toBeGreaterThan(48);
    // One page of the default size has nothing to choose from.
    await page.goto(`${origins.main}/search?query=hx41-tr`);
    await expect(hits(page).first()).toBeVisible();
    await expect(page.locator('.pagination')).toHaveCount(0);
  });

  test('names the word that it searched instead of a mistyped one', async ({ page }) => {
    await page.goto(`${origins.main}/search?query=humidty`);
    await expect(page.getByRole('status')).toContainText('“humidity”');
    await expect(hits(page)).not.toHaveCount(0);
  });

  test('says so when nothing is found, and offers something to begin with', async ({ page }) => {
    await page.goto(`${origins.main}/search?query=xyzzyqqq`);
    await expect(page.getByRole('status')).toContainText('Nothing was found');
    await expect(page.getByRole('heading', { name: 'Product families' })).toBeVisible();
  });

  test('says so when the service cannot be reached, and tries again', async ({ page }) => {
    await page.route('**/_search?*', (route) => route.abort());
    await page.goto(`${origins.main}/search`);
    await field(page).fill('co2');
    await expect(page.getByRole('alert')).toContainText('cannot be reached');
    await page.unroute('**/_search?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(hits(page).first()).toBeVisible();
  });

  test('a prepared search has its own address, a series leads to its search @sweep', async ({ page }) => {
    await page.goto(`${origins.main}/search`);
    await page.getByRole('navigation', { name: 'Popular searches' }).getByRole('link', { name: 'CO₂' }).click();
    await expect(page).toHaveURL(/\/search\/co2$/);
    await expect(hits(page).filter({ hasText: 'CX2' }).first()).toBeVisible();
    await page.goto(`${origins.main}/search?query=HX4&kind=series`);
    await hits(page).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/search\?query=HX4$/);
  });

  for (const [site, locale, query] of [
    ['main', 'jp', '湿度'],
    ['main', 'cn', '传感器'],
    ['automotive', 'kr', '센서'],
    ['main', 'de', 'Fuehler Sensor'],
  ] as const) {
    const tag = locale === 'jp' ? '' : ' @sweep';
    test(`finds ${query} on ${site} in ${locale}${tag}`, async ({ page }) => {
      const path = locale === 'de' ? '/de/suche' : `/${locale}/search`;
      await page.goto(`${origins[site]}${path}?query=${encodeURIComponent(query)}`);
      await expect(hits(page).first().locator('mark').first()).toBeVisible();
      for (const link of await hits(page).getByRole('link').all()) {
        expect(await link.getAttribute('href')).toMatch(new RegExp(`^/(${locale}|media)/`));
      }
    });
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the field in the header leads to an answer, whose links work @phone', async ({ page }) => {
    await page.goto(origins.main);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const header = page.locator('.header-search');
    await header.getByRole('searchbox').fill('formaldehyde');
    await header.getByRole('searchbox').press('Enter');
    await expect(page).toHaveURL(/\/search\?query=formaldehyde$/);
    await expect(hits(page).first().locator('mark').first()).toContainText(/formaldehyde/i);
    await page
      .getByRole('navigation', { name: 'Kinds of results' })
      .getByRole('link', { name: /^Products/ })
      .click();
    await expect(page).toHaveURL(/kind=product/);
    await expect(page.locator('.search-hit__kind').first()).toContainText('Product');
    await page.locator('.search-hit__title a').first().click();
    await expect(page).toHaveURL(/\/products\/catalog\//);
  });

  test('the smart search is a form of the same kind @sweep', async ({ page }) => {
    await page.goto(`${origins.main}/smart-search`);
    await field(page).fill('HX41');
    await field(page).press('Enter');
    await expect(page).toHaveURL(/\/search\?query=HX41$/);
    await expect(hits(page).first()).toContainText('HX41');
  });
});

test.describe('the smart search', () => {
  test('offers product families, then hits by kind; arrow keys and Enter go there', async ({ page, findBarriers }) => {
    const trouble = collectTrouble(page);
    await page.goto(`${origins.main}/smart-search`);
    await expect(page.getByRole('option').first()).toContainText('HX4');
    await field(page).fill('humid');
    await expect(page.getByRole('group', { name: 'Products' }).getByRole('option').first()).toBeVisible();
    await expect(page.getByRole('group', { name: 'Pages' }).getByRole('option').first()).toBeVisible();
    expect(await findBarriers()).toEqual([]);
    await field(page).press('ArrowDown');
    await field(page).press('ArrowDown');
    const chosen = page.locator('[role=option][aria-selected=true]');
    await expect(chosen).toHaveCount(1);
    await expect(field(page)).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '');
    const href = await chosen.getAttribute('href');
    await field(page).press('Enter');
    await page.waitForURL(`${origins.main}${href}`);
    expect(trouble).toEqual([]);
  });

  test('closes its list with the first Escape, keeps the query, and wraps long results @sweep', async ({ page }) => {
    await page.goto(`${origins.main}/smart-search`);
    await field(page).fill('humidity');
    await expect(page.getByRole('group', { name: 'Products' }).getByRole('option').first()).toBeVisible();
    const cut = await page
      .locator('.smart-search__option *')
      .evaluateAll(
        (parts) => parts.filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0).length,
      );
    expect(cut).toBe(0);
    await field(page).press('Escape');
    await expect(page.getByRole('option')).toHaveCount(0);
    await expect(field(page)).toHaveValue('humidity');
    await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
    await field(page).press('ArrowDown');
    await expect(page.getByRole('option').first()).toBeVisible();
    await field(page).press('Escape');
    await field(page).press('Escape');
    await expect(field(page)).toHaveValue('');
  });

  test('finds an order code by its beginning, however it is spaced @phone', async ({ page }) => {
    await page.goto(`${origins.main}/smart-search`);
    for (const beginning of ['MX71-2', 'mx71 2']) {
      await field(page).fill(beginning);
      const products = page.getByRole('group', { name: 'Products' }).getByRole('option');
      await expect(products.first()).toContainText('MX71');
      await expect(products).toHaveCount(1);
    }
  });

  test('says so when the service cannot be reached, and tries again @phone @sweep', async ({ page, findBarriers }) => {
    await page.route('**/_search?*', (route) => route.abort());
    await page.goto(`${origins.main}/smart-search`);
    await field(page).fill('hx41');
    await expect(page.getByRole('alert')).toContainText('cannot be reached');
    expect(await findBarriers()).toEqual([]);
    await page.unroute('**/_search?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('group', { name: 'Products' }).getByRole('option').first()).toContainText('HX41');
  });

  test('filters by kind, also for text that was typed before hydration @sweep', async ({ page }) => {
    const letCome = await holdScripts(page);
    await page.goto(`${origins.main}/smart-search`);
    await field(page).fill('humidity');
    letCome();
    await page.getByRole('button', { name: /^News/ }).click();
    await expect(page.getByRole('group', { name: 'News' })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Products' })).toHaveCount(0);
  });
});

test.describe('the endpoint', () => {
  test('answers each site with its own content, and refuses bad requests', async ({ request }) => {
    const ask = (site: keyof typeof origins, search: string) => request.get(`${origins[site]}/_search?${search}`);
    const found = await ask('main', 'query=humidity');
    expect(found.headers()['cache-control']).toBe('public, max-age=30');
    expect(found.headers()['set-cookie']).toBeUndefined();
    const { error } = await (await ask('main', 'query=humidity&locale=kr')).json();
    expect(error).toEqual({ code: 'invalid', message: 'locale: The main site has en, de, jp, cn' });
    expect((await ask('main', `query=${'x'.repeat(201)}`)).status()).toBe(400);
    expect((await ask('main', 'query=x&kind=secret')).status()).toBe(400);
    expect((await request.post(`${origins.main}/_search?query=x`)).status()).toBe(405);
  });
});
