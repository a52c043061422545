import { isDeepStrictEqual } from 'node:util';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { defaultLocale, languageCodes, locales, nativeNames } from '#domain/locales.ts';
import { getLocales, siteHasLocale, withLocale } from '#domain/sites.ts';
import { collectTrouble, expect, origins, siteIds, test, watchLayout } from './fixtures.ts';
import { type PublishedPage, isListed, linksWithRel, metaContent, publishedPages, tagsNamed } from './published.ts';
import { send } from './raw-request.ts';

/** The first page below the home page that a site has in all its languages. */
function translatedPage(site: PublishedPage['site']): PublishedPage {
  const page = publishedPages().find(
    ({ site: of, locale, path, html, isNotFound }) =>
      of === site &&
      !isNotFound &&
      locale === 'en' &&
      path !== '/' &&
      linksWithRel(html, 'alternate').filter(({ hreflang }) => hreflang).length > getLocales(site).length,
  );
  if (!page) throw new Error(`${site} has no page in all its languages`);
  return page;
}

const sections = (page: Page) => page.locator('.site-menu__section');

test.describe('home', () => {
  for (const site of siteIds) {
    test(`${site} answers on its host, in its default language @phone`, async ({ page }) => {
      const trouble = collectTrouble(page);
      const response = await page.goto(origins[site]);
      expect(response?.status()).toBe(200);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main [data-module-id]').first()).toBeVisible();
      await expect(page).toHaveTitle(/\S/);
      expect(trouble).toEqual([]);
    });

    test(`${site} is not wider than the window @phone`, async ({ page }) => {
      await page.goto(origins[site]);
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(excess).toBeLessThanOrEqual(0);
    });
  }
});

test.describe('languages', () => {
  for (const site of siteIds.filter((id) => getLocales(id).length > 1)) {
    const tag = site === 'main' ? '' : ' @sweep';
    test(`${site}: the switcher leads to the same page, and back${tag}`, async ({ page }) => {
      const start = translatedPage(site);
      await page.goto(`${origins[site]}${start.path}`);
      const english = await page.getByRole('heading', { level: 1 }).textContent();
      for (const locale of getLocales(site).filter((other) => other !== 'en')) {
        await page.locator('.language-switcher > summary').click();
        await page.locator('.language-switcher').getByRole('link', { name: nativeNames[locale] }).click();
        await expect(page.locator('html')).toHaveAttribute('lang', languageCodes[locale]);
        expect(new URL(page.url()).pathname.startsWith(`/${locale}`)).toBe(true);
        expect(
          linksWithRel(await page.content(), 'alternate').find(({ hreflang }) => hreflang === 'en')?.['href'],
        ).toBe(`${origins[site]}${start.path}`);
        await page.locator('.language-switcher > summary').click();
        await page.locator('.language-switcher').getByRole('link', { name: nativeNames.en }).click();
        await expect(page).toHaveURL(`${origins[site]}${start.path}`);
      }
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(english ?? '');
    });
  }

  test('the developer site has one language and no switcher', async ({ page }) => {
    await page.goto(origins.developer);
    await expect(page.locator('.language-switcher')).toHaveCount(0);
  });
});

test.describe('menu', () => {
  test('opens, moves on and closes from the keyboard', async ({ page }) => {
    await page.goto(origins.main);
    const first = sections(page).first();
    const second = sections(page).nth(1);
    await first.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect(first).toHaveAttribute('open');
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    await expect(focused).toBeVisible();
    expect(await first.evaluate((section) => section.contains(document.activeElement))).toBe(true);
    await second.locator('summary').focus();
    await page.keyboard.press('Space');
    await expect(second).toHaveAttribute('open');
    await expect(first, 'one section is open at a time').not.toHaveAttribute('open');
    await page.keyboard.press('Enter');
    await expect(second).not.toHaveAttribute('open');
  });

  test('closes with Escape, which gives the focus back, and when the focus leaves it', async ({ page }) => {
    await page.goto(origins.main);
    const menus = [sections(page).first(), page.locator('.language-switcher')];
    for (const menu of menus) {
      await menu.locator('summary').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(await menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
      await page.keyboard.press('Escape');
      await expect(menu).not.toHaveAttribute('open');
      await expect(menu.locator('summary')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(menu).toHaveAttribute('open');
      await menu.locator('a').last().focus();
      await page.keyboard.press('Tab');
      await expect(menu).not.toHaveAttribute('open');
    }
    await page.locator('.search-button').click();
    await page.locator('main a').first().focus();
    await expect(page.locator('#site-search')).toBeHidden();
  });

  test('follows a link with Enter', async ({ page }) => {
    await page.goto(origins.main);
    const first = sections(page).first();
    await first.locator('summary').focus();
    await page.keyboard.press('Enter');
    const link = first.locator('a[href^="/"]').first();
    const href = await link.getAttribute('href');
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`${href}$`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('the first Tab stop skips to the content', async ({ page }) => {
    await page.goto(origins.main);
    await page.keyboard.press('Tab');
    await expect(page.locator('.skip-link')).toBeFocused();
    await expect(page.locator('.skip-link')).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#content$/);
  });

  test('on a narrow screen opens over the page and closes with Escape @phone-only @phone', async ({ page }) => {
    await page.goto(origins.main);
    const menu = page.locator('#site-menu');
    await expect(menu).toBeHidden();
    await page.locator('.menu-button').click();
    await expect(menu).toBeVisible();
    await sections(page).first().locator('summary').click();
    await expect(sections(page).first().locator('a').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await page.locator('.menu-button').click();
    await sections(page).nth(1).locator('summary').click();
    await expect(menu, 'a section stays open below a finger').toBeVisible();
    await page.locator('main a').first().focus();
    await expect(menu).toBeHidden();
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('the menu, the languages and the content work @phone', async ({ page, isMobile }) => {
      await page.goto(origins.main);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main')).not.toBeEmpty();
      if (isMobile) await page.locator('.menu-button').click();
      const first = sections(page).first();
      await first.locator('summary').click();
      const link = first.locator('a[href^="/"]').first();
      await expect(link).toBeVisible();
      await link.click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(new URL(page.url()).pathname).not.toBe('/');
    });
  });
});

test.describe('what does not exist', () => {
  for (const site of siteIds) {
    for (const locale of getLocales(site)) {
      // With each change in one language of each site.
      const details = locale === getLocales(site).at(-1) ? {} : { tag: '@sweep' };
      test(`${site} says so in ${locale}, with status 404`, details, async ({ page }) => {
        const response = await page.goto(`${origins[site]}${withLocale(locale, '/nothing/is/here')}`);
        expect(response?.status()).toBe(404);
        await expect(page.locator('html')).toHaveAttribute('lang', languageCodes[locale]);
        const words = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
        expect(words).not.toBe('');
        expect(await page.title()).toContain(`${words} | `);
        expect(metaContent(await page.content(), 'robots')).toContain('noindex');
        await page
          .locator(`main a[href="${withLocale(locale, '/')}"]`)
          .first()
          .click();
        await expect(page).toHaveURL(`${origins[site]}${withLocale(locale, '/')}`);
      });
    }
  }

  test('is every host that is none of ours', async () => {
    for (const host of ['evil.example', 'localhost.evil.example', 'xlocalhost', 'main.localhost']) {
      expect((await send({ path: '/', host })).status, host).toBe(404);
      expect((await send({ path: '/?draft=true', host })).status, host).toBe(404);
    }
  });

  test('is every locale prefix that a site does not have', async () => {
    for (const site of siteIds) {
      const wrong = locales.filter((locale) => locale === defaultLocale || !siteHasLocale(site, locale));
      for (const path of [...wrong, 'xx'].map((prefix) => `/${prefix}`)) {
        const { status } = await send({ path, host: new URL(origins[site]).host });
        expect(status, `${site} ${path}`).toBe(404);
      }
    }
  });
});

test.describe('the head of every page', () => {
  const addressOf = ({ site, path }: PublishedPage) => `${origins[site]}${path}`;

  test('names its language and its own address', () => {
    const faults: string[] = [];
    for (const page of publishedPages()) {
      const address = addressOf(page);
      if (tagsNamed(page.html, 'html')[0]?.attributes['lang'] !== page.language) faults.push(`${address}: lang`);
      const canonical = linksWithRel(page.html, 'canonical').map(({ href }) => href);
      if (canonical.length !== 1) faults.push(`${address}: ${canonical.length} canonical links`);
      if (!page.isNotFound && canonical[0] !== address) faults.push(`${address}: canonical ${canonical[0]}`);
    }
    expect(faults).toEqual([]);
  });

  test('names every language in which the page is listed, and each of them names it back', { tag: '@smoke' }, () => {
    const faults: string[] = [];
    const pages = publishedPages().filter(({ isNotFound }) => !isNotFound);
    const byAddress = new Map(pages.map((page) => [addressOf(page), page]));
    const alternatesOf = ({ html }: PublishedPage) =>
      new Map(
        linksWithRel(html, 'alternate').flatMap(({ hreflang, href }) =>
          hreflang && href ? [[hreflang, href] as const] : [],
        ),
      );
    const listed = new Set(pages.filter(isListed));
    expect(listed.size).toBeGreaterThan(pages.length / 2);
    for (const page of pages) {
      const address = addressOf(page);
      const alternates = alternatesOf(page);
      if (!listed.has(page)) {
        if (alternates.size > 0) faults.push(`${address}: is not listed, and names languages`);
        continue;
      }
      if (alternates.get(page.language) !== address) faults.push(`${address}: does not name itself`);
      if (!alternates.has('x-default')) faults.push(`${address}: no x-default`);
      for (const [language, href] of alternates) {
        const other = byAddress.get(href);
        if (other && !listed.has(other)) faults.push(`${address}: names ${href}, which is not listed`);
        else if (!other) faults.push(`${address}: ${language} leads to ${href}, which is not published`);
        else if (language !== 'x-default' && other.language !== language)
          faults.push(`${address}: ${href} is not in ${language}`);
        else if (!isDeepStrictEqual(alternatesOf(other), alternates)) {
          faults.push(`${address}: ${href} names other languages`);
        }
      }
    }
    expect(faults).toEqual([]);
  });

  test('has a picture for those who share it, in the format and size that networks show', async ({ request }) => {
    const ofMain = publishedPages().filter(({ site }) => site === 'main');
    const urls = new Set(ofMain.flatMap(({ html }) => metaContent(html, 'og:image') ?? []));
    expect(urls.size).toBeGreaterThan(10);
    const faults: string[] = [];
    for (const url of urls) {
      const answer = await request.get(url);
      const { format, width, height } = await sharp(await answer.body()).metadata();
      if (format !== 'jpeg' || width !== 1200 || height !== 630) faults.push(`${url}: ${format}, ${width} x ${height}`);
    }
    expect(faults).toEqual([]);
  });

  test('has a unique title and description, data for previews, and valid JSON-LD', () => {
    const faults: string[] = [];
    const titles = new Map<string, string>();
    for (const page of publishedPages()) {
      const address = addressOf(page);
      const title = /<title>([^<]*)<\/title>/.exec(page.html)?.[1]?.trim() ?? '';
      if (title === '') faults.push(`${address}: no title`);
      if (!page.isNotFound) {
        const before = titles.get(`${page.site} ${page.locale} ${title}`);
        if (before) faults.push(`${address}: has the title of ${before}: ${title}`);
        titles.set(`${page.site} ${page.locale} ${title}`, address);
        if (!metaContent(page.html, 'description')?.trim()) faults.push(`${address}: no description`);
      }
      for (const name of ['og:title', 'og:type', 'og:url', 'og:site_name', 'og:locale']) {
        if (!metaContent(page.html, name)) faults.push(`${address}: no ${name}`);
      }
      const image = metaContent(page.html, 'og:image');
      if (image !== undefined && !URL.canParse(image)) faults.push(`${address}: og:image ${image} is not absolute`);
      for (const [, text = ''] of page.html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)) {
        try {
          const data: unknown = JSON.parse(text);
          if (typeof data !== 'object' || data === null || !('@context' in data))
            faults.push(`${address}: JSON-LD without @context`);
        } catch {
          faults.push(`${address}: JSON-LD that is not JSON`);
        }
      }
    }
    expect(faults).toEqual([]);
  });

  test('is above exactly one h1', () => {
    const wrong = publishedPages().filter(({ html }) => tagsNamed(html, 'h1').length !== 1);
    expect(wrong.map((page) => `${addressOf(page)}: ${tagsNamed(page.html, 'h1').length} h1`)).toEqual([]);
  });
});

test.describe('scripts', () => {
  test('a page without interactive modules requests none', async ({ page }) => {
    const still = publishedPages().find(
      ({ html, isNotFound, path }) => !isNotFound && path !== '/' && !html.includes('<astro-island'),
    );
    if (!still) throw new Error('Every page has an interactive module');
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.goto(`${origins[still.site]}${still.path}`, { waitUntil: 'networkidle' });
    expect(scripts).toEqual([]);
  });

  test('islands of the home page hydrate without a layout shift @phone', { tag: '@smoke' }, async ({ page }) => {
    const trouble = collectTrouble(page);
    const movedSoFar = await watchLayout(page);
    await page.goto(origins.main, { waitUntil: 'load' });
    const islands = page.locator('astro-island');
    const count = await islands.count();
    expect(count).toBeGreaterThan(0);
    for (let index = 0; index < count; index += 1) {
      await islands
        .nth(index)
        .evaluate((island) =>
          (island.firstElementChild ?? island).scrollIntoView({ block: 'center', behavior: 'instant' }),
        );
      // Astro takes the attribute away when the island has been hydrated.
      await expect(islands.nth(index)).not.toHaveAttribute('ssr', '');
    }
    const { total, shifts } = await movedSoFar();
    expect(total, shifts).toBeLessThan(0.005);
    expect(trouble).toEqual([]);
  });
});
