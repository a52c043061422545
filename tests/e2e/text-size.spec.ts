import type { Page } from '@playwright/test';
import { getLocales, withLocale } from '#domain/sites.ts';
import { expect, origins, siteIds, test } from './fixtures.ts';
import { publishedPages } from './published.ts';
import { textSizer } from './text-sizer.ts';

/** How browsers enlarge pages: with the size of their text, and as a whole, which leaves fewer CSS pixels. */
const sizes = [125, 150, 200];

/** What does not fit: a page that is wider than the window, and controls that are cut off, outside of it or covered. */
function misfits(page: Page, controls: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth}px too wide`] : [];
    for (const control of document.querySelectorAll(selector)) {
      const { left, right, top, bottom, width } = control.getBoundingClientRect();
      if (!control.checkVisibility({ visibilityProperty: true }) || width === 0) continue;
      const name = `${control.className} ${control.textContent.trim().slice(0, 30)}`;
      if (left < 0 || right > clientWidth || top < 0) found.push(`${name} is at ${left} to ${right}`);
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (!control.contains(hit)) found.push(`${name} is covered`);
      for (const part of [control, ...control.querySelectorAll('span')]) {
        const { display, position } = getComputedStyle(part);
        if (display === 'inline' || position === 'absolute') continue;
        if (part.scrollWidth > part.clientWidth + 1) found.push(`${name} is cut off`);
      }
    }
    return found;
  }, controls);
}

for (const site of siteIds) {
  const tag = site === 'main' ? '@sliced' : '@sweep';
  test(`${site}: the header stays in the window with text and pages of 125, 150 and 200 % ${tag}`, async ({
    page,
    isSweep,
  }) => {
    const setTextSize = await textSizer(page);
    const found: string[] = [];
    const measure = async (what: string): Promise<void> => {
      for (const fault of await misfits(page, '.site-header :is(a, button, summary)')) found.push(`${what}: ${fault}`);
    };
    // German has the longest words.
    const shown = isSweep ? getLocales(site) : getLocales(site).filter((locale) => locale === 'de');
    for (const locale of shown) {
      await page.goto(`${origins[site]}${withLocale(locale, '/')}`);
      // The largest is where it is narrowest.
      for (const percent of isSweep ? sizes : sizes.slice(-1)) {
        await setTextSize(percent);
        for (const width of [390, 768, 960, 1280, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          await measure(`${locale}, text ${percent} %, ${width}px`);
        }
        await setTextSize(100);
        for (const width of [960, 1280, 1440]) {
          await page.setViewportSize({ width: Math.round((width * 100) / percent), height: 600 });
          await measure(`${locale}, page ${percent} %, ${width}px`);
        }
      }
    }
    expect(found).toEqual([]);
  });
}

test('a menu of nine sections stays in the header with text of 125 %, from where it is open on', async ({ page }) => {
  const setTextSize = await textSizer(page);
  await page.goto(`${origins.main}/de`);
  await page.evaluate(() => {
    const list = document.querySelector('.site-menu__list');
    const sections = [...(list?.children ?? [])];
    for (const section of [...sections, ...sections].slice(0, 9 - sections.length))
      list?.append(section.cloneNode(true));
  });
  await expect(page.locator('.site-menu__list > li')).toHaveCount(9);
  const found: string[] = [];
  for (const percent of [100, 125]) {
    await setTextSize(percent);
    for (const width of [960, 1200, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const fault of await misfits(page, '.site-header :is(a, button, summary)'))
        found.push(`text ${percent} %, ${width}px: ${fault}`);
    }
  }
  expect(found).toEqual([]);
});

test('the opened menu, search and list of languages fit with text of 200 %', async ({ page }) => {
  const setTextSize = await textSizer(page);
  await setTextSize(200);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${origins.main}/de`);
    const open: [string, string][] = [
      ['.menu-button', '.site-menu__list > li > a, .site-menu__section > summary'],
      ['.search-button', '.header-search :is(input, button)'],
      ['.language-switcher > summary', '.language-switcher__list a'],
    ];
    for (const [opener, controls] of open) {
      await page.locator(opener).click();
      await expect(page.locator(controls).first()).toBeVisible();
      expect(await misfits(page, controls), `${controls} at ${width}px`).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.locator(controls).first()).toBeHidden();
    }
  }
});

test('a product is seen beside the names of the comparison with text of 200 % @sweep', async ({ page }) => {
  const setTextSize = await textSizer(page);
  await setTextSize(200);
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(`${origins.main}/de/produkte/vergleichen?products=cx22,hx41`);
  const name = page.locator('.compare__table tbody th').first();
  await expect(name).toBeVisible();
  const { width } = await name.evaluate((cell) => cell.getBoundingClientRect());
  expect(width).toBeLessThan(390 / 2);
});

test('key data of products have one line in every column @sweep', async ({ page }) => {
  const products = publishedPages().filter(({ html, site }) => site === 'main' && /product__key-data--long/.test(html));
  expect(products.length).toBeGreaterThan(4);
  const found: string[] = [];
  const shown = products.filter(({ path: url }) => /^\/(?:jp\/)?products/.test(url));
  for (const { path } of shown) {
    await page.goto(`${origins.main}${path}`);
    for (const width of [320, 390, 576, 768, 960, 1200, 1400]) {
      await page.setViewportSize({ width, height: 900 });
      const torn = await page
        .locator('.product__key-data dd:not(.product__words)')
        .evaluateAll((values) =>
          values
            .filter((value) => value.clientHeight > 1.5 * Number.parseFloat(getComputedStyle(value).lineHeight))
            .map((value) => value.textContent),
        );
      for (const text of torn) found.push(`${path} at ${width}px: ${text}`);
    }
  }
  expect(found).toEqual([]);
});

/** The figures in elements that lines end within. */
function tornFigures(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((elements) =>
    elements.flatMap((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const torn: string[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { 0: figure, index } of (node.textContent ?? '').matchAll(/\d[\d.,’]*\d/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + figure.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) torn.push(figure);
        }
      }
      return torn;
    }),
  );
}

test('figures of data sheets are whole with text of 200 % @sweep', async ({ page }) => {
  await (
    await textSizer(page)
  )(200);
  const sheets = publishedPages().filter(({ html, site }) => site === 'main' && html.includes('data-sheet__figures'));
  expect(sheets.length).toBeGreaterThan(1);
  const found: string[] = [];
  for (const { path } of sheets) {
    await page.goto(`${origins.main}${path}`, { waitUntil: 'domcontentloaded' });
    for (const width of [320, 390, 576, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      for (const figure of await tornFigures(page, '.data-sheet__value'))
        found.push(`${path} at ${width}px: ${figure}`);
    }
  }
  expect(found).toEqual([]);
});

test('no page is wider than the window with text of 200 %', { tag: '@sweep' }, async ({ page }) => {
  const setTextSize = await textSizer(page);
  await setTextSize(200);
  const found: string[] = [];
  for (const { site, path } of publishedPages()) {
    await page.goto(`${origins[site]}${path}`, { waitUntil: 'domcontentloaded' });
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      // Of everything that can be opened as well.
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '');
      });
      for (const fault of await misfits(page, '.no-control')) found.push(`${site} ${path} at ${width}px: ${fault}`);
    }
  }
  expect(found).toEqual([]);
});
