import { type Page } from '@playwright/test';
import { translateFor } from '#ui/i18n/translate.ts';
import { collectTrouble, expect, origins, test, watchLayout } from './fixtures.ts';

/** The product screens as visitors use them: their choice is in the address, and persists. */

const catalog = `${origins.main}/products/catalog`;
const cards = (page: Page) => page.locator('.catalog__grid > li');
const names = (page: Page) => page.locator('.catalog__grid .product-card__name').allTextContents();
const count = (page: Page, number: number) =>
  expect(page.locator('.catalog__count')).toHaveText(number === 1 ? '1 product' : `${number} products`);
const choice = (page: Page, name: string | RegExp) =>
  page.locator('.catalog__facets').getByRole('link', { name }).first();

test.describe('the catalog', () => {
  test(
    'is narrowed down, sorted and leafed through, and the address says so',
    { tag: '@smoke' },
    async ({ page, findBarriers }) => {
      const trouble = collectTrouble(page);
      await page.goto(catalog);
      await expect(cards(page)).toHaveCount(12);
      await count(page, 40);
      expect(await findBarriers()).toEqual([]);

      await choice(page, /^Humidity and temperature/).click();
      await count(page, 4);
      await expect(page).toHaveURL(/\?category=humidity$/);
      await page.getByLabel('From').first().fill('1.5');
      await page.getByLabel('From').first().press('Enter');
      await count(page, 3);
      await choice(page, /^New/).click();
      await count(page, 1);
      await expect(page).toHaveURL(/category=humidity&status=new&p\.humidity-accuracy\.from=1\.5/);
      await page.goBack();
      await count(page, 3);
      await page.reload();
      await count(page, 3);

      await page.getByRole('link', { name: 'Table' }).click();
      await page
        .locator('.catalog__table')
        .getByRole('link', { name: /^Humidity accuracy/ })
        .click();
      await expect(page.getByRole('columnheader', { name: /^Humidity accuracy/ })).toHaveAttribute(
        'aria-sort',
        'ascending',
      );
      expect(await page.locator('.catalog__table tbody th').allTextContents()).toEqual(['HX42', 'HX44', 'HX41']);
      expect(await findBarriers()).toEqual([]);
      await page.getByRole('link', { name: 'Clear all' }).click();
      await count(page, 40);
      expect(trouble).toEqual([]);
    },
  );

  for (const query of ['?category=humidity', '?status=new&view=table', '?q=hx']) {
    test(`shows what ${query} asks for without a layout shift @phone @sweep`, async ({ page }) => {
      const movedSoFar = await watchLayout(page);
      await page.goto(`${catalog}${query}`);
      await expect(page.locator('.catalog__chosen')).toBeVisible();
      await expect(page.locator('.catalog__count')).toHaveText(/^\d+ products$/);
      const { total, shifts } = await movedSoFar();
      expect(total, shifts).toBeLessThan(0.0005);
    });
  }

  test('shows on a phone how many are left while filters are open, and leads there @phone-only @phone', async ({
    page,
  }) => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/_astro/*.js', (route) => held.then(() => route.continue()));
    await page.goto(catalog, { waitUntil: 'commit' });
    // Before the script comes.
    await page.locator('.catalog__show-filters > summary', { hasText: 'Filter' }).click();
    await expect(page.locator('.catalog__facets')).toBeVisible();
    release();
    await expect(page.locator('astro-island[component-export="CatalogBrowser"]')).not.toHaveAttribute('ssr');
    await choice(page, /^Humidity and temperature/).click();
    await count(page, 4);
    const show = page.getByRole('button', { name: 'Show products 4' });
    await expect(show).toBeInViewport({ ratio: 1 });
    await show.click();
    await expect(page.locator('.catalog__facets')).toBeHidden();
    await expect(page.locator('.catalog__chosen')).toBeInViewport();
    await expect(cards(page).first()).toBeInViewport();
  });

  test('shows 12, 24 or all on a page, and pages with gaps between them @sweep', async ({ page }) => {
    await page.goto(`${catalog}?sort=name`);
    await count(page, 40);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expect.poll(async () => (await pages.getByRole('listitem').allTextContents()).join(' ')).toMatch(/1 2 … 4/);
    const second = pages.getByRole('link', { name: 'Page 2' });
    // The static page knows of no order; the hydrated one does.
    await expect(second).toHaveAttribute('href', /sort=name/);
    await expect(cards(page)).toHaveCount(12);
    const first = await names(page);
    await second.click();
    await expect(page).toHaveURL(/sort=name&page=2$/);
    await expect(cards(page).first()).not.toContainText(first[0] ?? '');
    await pages.getByRole('link', { name: 'All' }).click();
    await expect(cards(page)).toHaveCount(40);
    // The sizes stay, so that a visitor finds the way back.
    await pages.getByRole('link', { name: '12', exact: true }).click();
    await expect(cards(page)).toHaveCount(12);
    await page.goto(`${catalog}?category=co2`);
    await expect(cards(page)).toHaveCount(4);
    await expect(pages).toHaveCount(0);
  });

  test('has cards of the heights that each kind has, at every width from a tablet on @sweep', async ({ page }) => {
    const heights = (kind: string) =>
      page
        .locator(`${kind}:visible`)
        .evaluateAll((found) => found.map((card) => Math.round(card.getBoundingClientRect().height)));
    for (const width of [768, 1400, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(catalog);
      for (const kind of ['.catalog__grid .product-card', '.series-card']) {
        const found = await heights(kind);
        expect(found.length, kind).toBeGreaterThan(3);
        expect(Math.min(...found), `${kind} at ${width}`).toBeGreaterThanOrEqual(430);
      }
    }
    await page.goto(`${origins.main}/company/news/press-releases-and-news`);
    expect(Math.min(...(await heights('.article-card')))).toBeGreaterThanOrEqual(400);
    await page.goto(`${origins.main}/products/catalog/hx41`);
    expect(Math.min(...(await heights('.product__application')))).toBeGreaterThanOrEqual(375);
  });

  test('finds words, and says when nothing is found or nothing answers', async ({ page }) => {
    await page.goto(catalog);
    await page.getByRole('searchbox').fill('HX43');
    await count(page, 1);
    await expect(page).toHaveURL(/\?q=HX43$/);
    await page.getByRole('searchbox').fill('no such part');
    await expect(page.getByText('No product has all of this.')).toBeVisible();

    await page.route('**/catalog-*.json', (route) => route.abort());
    await page.goto(`${catalog}?category=co2`);
    await expect(page.getByRole('alert')).toContainText('cannot be reached');
    await page.unroute('**/catalog-*.json');
    await page.getByRole('button', { name: 'Try again' }).click();
    await count(page, 4);
  });

  test('is there in German, on the other sites, and where categories lead to it @phone @sweep', async ({ page }) => {
    await page.goto(`${origins.main}/de/produkte/katalog?category=humidity&view=table`);
    await expect(page.getByText('4 Produkte', { exact: true })).toBeVisible();
    await expect(page.locator('.catalog__table')).toContainText('2,5');
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await page.goto(`${origins.automotive}/kr/products/catalog`);
    await expect(cards(page).first()).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
  });
});

test.describe('the comparison', () => {
  test('takes a product that is ticked before the script comes @phone @sweep', async ({ page }) => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/_astro/*.js', (route) => held.then(() => route.continue()));
    await page.goto(`${catalog}/hx44`, { waitUntil: 'commit' });
    await page.getByRole('checkbox', { name: 'Compare HX44' }).check();
    release();
    await expect(page.getByRole('link', { name: 'Compare (1)' })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Compare HX44' })).toBeChecked();
  });

  test('is chosen across pages and reloads, holds four, and is shared by its address @sweep', async ({
    page,
    context,
    findBarriers,
  }) => {
    await page.goto(catalog);
    await count(page, 40);
    for (const name of ['HX41', 'HX42', 'HX43']) await page.getByRole('checkbox', { name: `Compare ${name}` }).check();
    // The bar is drawn by the script, which remembers the choice; a box alone may have been ticked before it came.
    await expect(page.getByRole('link', { name: 'Compare (3)' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('checkbox', { name: 'Compare HX42' })).toBeChecked();
    await page.goto(`${catalog}/hx44`);
    await page.getByRole('checkbox', { name: 'Compare HX44' }).check();
    await expect(page.getByRole('link', { name: 'Compare (4)' })).toBeVisible();
    await page.goto(catalog);
    await expect(page.getByRole('checkbox', { name: 'Compare HX45' })).toBeDisabled();
    await page.getByRole('link', { name: 'Compare (4)' }).click();
    await expect(page).toHaveURL(/\/products\/compare\?products=hx41,hx42,hx43,hx44$/);
    const line = (name: RegExp) => page.getByRole('row', { name });
    await expect(line(/^Humidity accuracy/)).toContainText('2.5');
    await expect(line(/^Operating temperature/)).toContainText('−40\u00a0…\u00a0125');
    await expect(line(/^Humidity accuracy/)).toHaveClass(/differs/);
    await expect(line(/^Interface/)).not.toHaveClass(/differs/);
    expect(await findBarriers()).toEqual([]);
    await page.getByRole('checkbox', { name: 'Only what differs' }).check();
    await expect(line(/^Interface/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove: HX44' }).click();
    await expect(page).toHaveURL(/products=hx41,hx42,hx43$/);

    const other = await (await context.browser()?.newContext())?.newPage();
    if (!other) throw new Error('There is no second visitor');
    await other.goto(`${origins.main}/products/compare?products=hx41,nothing`);
    await expect(other.getByRole('columnheader')).toHaveCount(1);
    await expect(other.getByText('There is no product “nothing” here.')).toBeVisible();
    await other.goto(`${origins.main}/products/compare`);
    await expect(other.getByText('No products have been chosen yet.')).toBeVisible();
    await other.context().close();
  });
});

test.describe('a comparison that is passed on', () => {
  const compared = `${origins.main}/products/compare?products=hx41,hx42,cx21,mx71`;

  test('has its address copied @sweep', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(compared);
    await page.getByRole('button', { name: 'Copy the link' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(compared);
  });

  test('is printed whole, without what only a screen can use @phone @sweep', async ({ page }) => {
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '');
    });
    await page.goto(compared);
    await page.getByRole('button', { name: 'Print' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-printed', '');
    await page.emulateMedia({ media: 'print' });
    // A4 between its margins.
    await page.setViewportSize({ width: 718, height: 1045 });
    await expect(page.getByRole('columnheader')).toHaveCount(4);
    await expect(page.getByRole('row', { name: /^Humidity accuracy/ })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Only what differs' })).toBeHidden();
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
    const table = await page.getByRole('table').boundingBox();
    const title = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect(table?.x).toBe(title?.x);
    expect((table?.x ?? 0) + (table?.width ?? Infinity)).toBeLessThanOrEqual(718);
  });
});

test.describe('the lists', () => {
  test('of downloads, stock and partners are narrowed down by the address @phone @sweep', async ({
    page,
    findBarriers,
  }) => {
    await page.goto(`${origins.main}/products/downloads?product=hx41&language=de`);
    await expect(page.locator('.downloads__row:visible')).toHaveCount(1);
    await page.getByLabel('Language').selectOption('');
    await expect(page.locator('.downloads__row:visible')).toHaveCount(4);
    await expect(page).toHaveURL(/downloads\?product=hx41$/);
    expect(await findBarriers()).toEqual([]);

    await page.goto(`${origins.main}/products/inventory`);
    await page.getByLabel('Product or order code').fill('hx42');
    await expect(page.locator('.inventory__product:visible')).toHaveCount(1);
    await page.getByRole('link', { name: 'HX42', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('HX42 in stock');
    await expect(page.getByRole('row', { name: /Nordtal/ })).toContainText('22,750');
    const picture = await page.locator('.product__head img').boundingBox();
    expect(picture?.width).toBeGreaterThan(300);
    expect(await findBarriers()).toEqual([]);

    await page.goto(`${origins.main}/de/produkte/vertriebspartner?country=AT`);
    await expect(page.locator('.sellers__entry:visible')).toHaveCount(1);
    await page.getByLabel('Land').selectOption('');
    await page.getByLabel('Region', { exact: true }).selectOption({ label: 'Amerika' });
    await expect(page.locator('.sellers__entry:visible')).toHaveCount(2);
    await expect(page).toHaveURL(/vertriebspartner\?region=americas$/);
    await page.locator('.sellers-map a').first().click();
    await expect(page.locator('.sellers__entry:target')).toHaveCount(1);
    expect(await findBarriers()).toEqual([]);
  });

  test('of downloads have the size and the date of each, and the document itself', async ({ page, request }) => {
    await page.goto(`${origins.main}/de/produkte/downloads?product=hx41`);
    const sheet = page.locator('.downloads__row:visible', { hasText: 'Datenblatt HX41: Feuchte' });
    await expect(sheet.locator('.downloads__size')).toHaveText(/^PDF, \d+\skB$/);
    await expect(sheet.locator('.downloads__date')).toHaveText('13. April 2026');
    const answer = await request.get(`${origins.main}${await sheet.getByRole('link').first().getAttribute('href')}`);
    expect(answer.headers()).toMatchObject({ 'content-type': 'application/pdf' });
    expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-');
    await expect(
      page.locator('.downloads__row:visible', { hasText: 'Treiber' }).getByRole('link').first(),
    ).toHaveAttribute('href', /\.zip$/);
  });

  test('lead from the map to an entry that is not among the chosen ones @sweep', async ({ page }) => {
    await page.goto(`${origins.main}/products/channel-partners?country=AT`);
    await expect(page.locator('.sellers__entry:visible')).toHaveCount(1);
    await page.getByRole('link', { name: 'Pampero Medición S.A.' }).first().click();
    await expect(page.locator('.sellers__entry:target')).toBeVisible();
    await expect(page.getByLabel('Country')).toHaveValue('');
  });

  test('of questions opens the one that is asked for @sweep', async ({ page, findBarriers }) => {
    await page.goto(`${origins.main}/products/support`);
    const question = page.locator('.support__questions a').first();
    const words = (await question.textContent()) ?? '';
    await question.click();
    await expect(page.locator('details[open] .faq__question')).toHaveText(words);
    expect(await findBarriers()).toEqual([]);
  });
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('every product is reached, and every list is whole', async ({ page }) => {
    await page.goto(catalog);
    await expect(cards(page)).toHaveCount(12);
    await expect(page.getByRole('searchbox')).toBeHidden();
    await choice(page, /^CO₂/).click();
    await expect(page.locator('.catalog-index__group:target')).toContainText('CX24');
    await page.locator('.catalog-index').getByRole('link', { name: 'CX24' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('CX24');
    await expect(page.getByRole('checkbox')).toBeHidden();
    await page.goto(`${origins.main}/products/downloads`);
    await expect(page.locator('.downloads__row').first()).toBeVisible();
    await expect(page.getByLabel('Language')).toBeHidden();
  });

  test('an empty comparison shows a message for any address, and links to all products @sweep', async ({ page }) => {
    for (const [locale, path] of Object.entries({ en: '/products/compare', de: '/de/produkte/vergleichen' })) {
      const t = translateFor(locale === 'de' ? 'de' : 'en');
      await page.goto(`${origins.main}${path}?products=hx41,hx42`);
      await expect(page.locator('.compare p')).toHaveText([t('compare.withoutScript')]);
      await page.getByRole('link', { name: t('catalog.index') }).click();
      await expect(page.getByRole('heading', { name: t('catalog.index') })).toBeInViewport();
    }
  });
});
