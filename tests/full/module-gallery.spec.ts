import { mkdir } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import { type Locale, locales } from '#domain/locales.ts';
import { shownTypes } from '#modules/definitions.ts';
import { collectTrouble, expect, origins, test, untilIdle } from '../e2e/fixtures.ts';

/**
 * Every type of module in every state, as the gallery shows it. With MODULE_PICTURES=1 the pictures stay in
 * test-results/modules, to be looked at.
 */
const backgrounds = ['White', 'Grey', 'Anthracite', 'Green', 'Orange'] as const;
const widths = [360, 768, 1200, 1920] as const;
const pictures = process.env['MODULE_PICTURES'] ? 'test-results/modules' : null;

const siteOf = (locale: Locale) => (locale === 'kr' ? ('automotive' as const) : ('main' as const));
const addressOf = (locale: Locale, query: Readonly<Record<string, string>>) =>
  `${origins[siteOf(locale)]}/editor/modules?${new URLSearchParams({ ...query, locale }).toString()}`;

/** Scrolls to each island that is shown until it is hydrated. One in a closed panel is hydrated when the panel opens. */
async function hydrateShown(page: Page, within: Locator): Promise<void> {
  const waiting = within.locator('astro-island[ssr]').filter({ visible: true }).first();
  while ((await waiting.count()) > 0) {
    const island = await waiting.elementHandle();
    await island?.scrollIntoViewIfNeeded();
    await page.waitForFunction((element) => !element?.hasAttribute('ssr'), island);
  }
  await untilIdle(page);
}

test.describe('pictures of every type in every state', () => {
  for (const locale of ['en', 'de', 'jp'] as const) {
    for (const width of widths) {
      test(`no words or pictures leave the page in ${locale} at ${width}`, async ({ page, signIn }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 900 });
        await signIn({ next: '/editor/modules?search=-' });
        if (pictures) await mkdir(pictures, { recursive: true });
        const trouble = collectTrouble(page);
        const wide: string[] = [];
        for (const type of shownTypes) {
          await page.goto(addressOf(locale, { type }));
          await expect(page.locator('.gallery-sample').first()).toBeAttached();
          await expect(page.locator('.ed-broken')).toHaveCount(0);
          const samples = await page
            .locator('.gallery-sample')
            .evaluateAll((elements) =>
              elements.flatMap((element) =>
                element.scrollWidth > element.clientWidth ? [element.getAttribute('data-sample') ?? ''] : [],
              ),
            );
          wide.push(...samples);
          const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          if (overhang > 0) wide.push(`${type}: ${overhang} px`);
          if (pictures) await page.screenshot({ path: `${pictures}/${type}-${locale}-${width}.png`, fullPage: true });
        }
        expect(wide).toEqual([]);
        expect(trouble).toEqual([]);
      });
    }
  }
});

test.describe('text twice as large', () => {
  for (const width of [360, 1280]) {
    test(`leaves no words beyond the page at ${width}`, async ({ page, signIn }) => {
      await page.setViewportSize({ width, height: 900 });
      await signIn({ next: '/editor/modules?search=-' });
      const wide: string[] = [];
      for (const type of shownTypes) {
        await page.goto(addressOf('de', { type, state: 'usual' }));
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%';
        });
        const overhang = await page
          .locator('.gallery-sample__module')
          .first()
          .evaluate((element) => element.scrollWidth - element.clientWidth);
        if (overhang > 0) wide.push(`${type}: ${overhang} px`);
      }
      expect(wide).toEqual([]);
    });
  }
});

/** Samples may say the same; on a page each module has its own title, which tells it from others of its kind. */
const isOfThePage = (barrier: string) => !barrier.includes(': landmark-unique ');

test.describe('axe finds nothing', () => {
  for (const locale of locales) {
    for (const width of widths) {
      test(`on any type on any background in ${locale} at ${width}`, async ({ page, signIn, findBarriers }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 900 });
        await signIn({ site: siteOf(locale), next: '/editor/modules?search=-' });
        const found: string[] = [];
        for (const background of backgrounds) {
          await page.goto(addressOf(locale, { type: 'all', background }));
          await page.evaluate(() => {
            for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '');
          });
          for (const barrier of await findBarriers()) found.push(`${background}: ${barrier}`);
        }
        expect(found.filter(isOfThePage)).toEqual([]);
      });
    }
  }

  test('in any state of any type', async ({ page, signIn, findBarriers }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn({ next: '/editor/modules?search=-' });
    const found: string[] = [];
    for (const type of shownTypes) {
      await page.goto(addressOf('en', { type }));
      for (const barrier of await findBarriers()) found.push(`${type}: ${barrier}`);
    }
    expect(found.filter(isOfThePage)).toEqual([]);
  });
});

test('every type in every state is valid HTML', async ({ page, signIn }) => {
  await signIn({ next: '/editor/modules?search=-' });
  const validator = new HtmlValidate(new FileSystemConfigLoader());
  const faults: string[] = [];
  for (const type of shownTypes) {
    const response = await page.request.get(addressOf('en', { type }));
    const html = (await response.text()).replace(/<style>astro-island[^<]*<\/style>/, '');
    const report = await validator.validateString(html, 'published.html');
    for (const { ruleId, message, line, column } of report.results.flatMap(({ messages }) => messages)) {
      // The same records, titles and filters occur in each state of a type, but once on a page.
      if (['no-dup-id', 'unique-landmark', 'form-dup-name'].includes(ruleId)) continue;
      faults.push(`${type}: ${ruleId} ${message} ${line}:${column}`);
    }
  }
  expect(faults).toEqual([]);
});

test.describe('a page with all types', () => {
  test('is rendered in 12 ms', async ({ page, signIn }) => {
    await signIn({ next: '/editor/modules?search=-' });
    const times: number[] = [];
    for (let attempt = 0; attempt < 30; attempt += 1) {
      const response = await page.request.get(addressOf('en', { type: 'all' }));
      times.push(Number(/render;dur=([\d.]+)/.exec(response.headers()['server-timing'] ?? '')?.[1]));
    }
    // Other work on the machine can only make it look slower.
    const best = Math.min(...times);
    test.info().annotations.push({ type: 'render', description: `${best} ms` });
    expect(best).toBeLessThanOrEqual(12);
  });

  test('has no layout shift when islands are hydrated', async ({ page, signIn }) => {
    await page.addInitScript(() => {
      const shifts: unknown[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const sources: unknown = Reflect.get(entry, 'sources');
          const nodes = Array.isArray(sources) ? sources.map(({ node }) => String(node?.outerHTML).slice(0, 120)) : [];
          shifts.push({ value: Reflect.get(entry, 'value'), nodes });
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await signIn({ next: '/editor/modules?search=-' });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(addressOf('en', { type: 'all' }));
      await hydrateShown(page, page.locator('main'));
      expect(await page.evaluate(() => Reflect.get(window, 'shifts')), `at ${width}`).toEqual([]);
    }
  });

  test('answers within 100 ms on a machine four times slower', async ({ page, signIn }) => {
    await signIn({ next: '/editor/modules?search=-' });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // What a sample does not show fails by its name, not by the time of the whole test.
    page.setDefaultTimeout(20_000);
    const session = await page.context().newCDPSession(page);
    const slow: string[] = [];
    // Requests of videos to their platform are not measured.
    await page.route(/youtube/, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    const interactions = [
      ['ACCORDION', 'longest', 'summary'],
      ['CUSTOM_FORMS', 'usual', '[type="checkbox"]'],
      ['CV', 'many', '.cv__open'],
      ['CV', 'mode-accordion', 'summary'],
      ['EQS_STOCK_CHART', 'longest', 'summary'],
      ['FULL_WIDTH_SLIDER', 'longest', '.slide-show__pick >> nth=1'],
      ['HIGHLIGHTS', 'many', '.splide__arrow--next'],
      ['JOB_OPENINGS', 'longest', 'select >> nth=1'],
      ['LATEST_EMPLOYEE_STORIES', 'many', '.splide__arrow--next'],
      ['MANUAL_TABS', 'longest', '[role="tab"] >> nth=1'],
      ['MEDIA_TEASER', 'longest', '.splide__arrow--next'],
      ['OFFICE_MAP', 'longest', '.place-map__zoom button'],
      ['PARTNERS', 'many', '.splide__arrow--next'],
      ['PRODUCT_DETAILS', 'longest', '.product-gallery__thumbs a >> nth=1'],
      ['PRODUCT_SLIDER', 'longest', '.splide__arrow--next'],
      ['PRODUCT_TABLE', 'longest', '[data-sort] >> nth=1'],
      ['SLIDER', 'longest', '.slide-show__pick >> nth=1'],
      ['VIDEO_GROUP', 'longest', '.text-toggler button'],
      ['VIDEO_GROUP', 'usual', 'a.video-frame'],
    ] as const;
    const answer = async ([type, state, selector]: (typeof interactions)[number]): Promise<number> => {
      await page.goto(addressOf('en', { type, state }));
      const module = page.locator(`[data-module-type="${type}"]`).first();
      await hydrateShown(page, module);
      await page.evaluate(() => {
        const spans: number[] = [];
        Object.assign(window, { spans });
        // The shortest that are reported; the default is 104 ms.
        const events = { type: 'event', durationThreshold: 16 };
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) spans.push(entry.duration);
        }).observe(events);
      });
      const target = module.locator(selector).first();
      await target.scrollIntoViewIfNeeded();
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      if (type === 'JOB_OPENINGS') await target.selectOption({ index: 1 });
      else await target.click();
      await untilIdle(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      const spans: unknown = await page.evaluate(() => Reflect.get(window, 'spans'));
      return Math.max(0, ...(Array.isArray(spans) ? spans.map(Number) : []));
    };
    for (const interaction of interactions) {
      let best = await answer(interaction);
      // Other work on the machine can only make it look slower.
      for (let attempt = 0; attempt < 2 && best > 100; attempt += 1) best = Math.min(best, await answer(interaction));
      test.info().annotations.push({ type: 'latency', description: `${interaction.join(' ')} ${best} ms` });
      if (best > 100) slow.push(`${interaction.join(' ')}: ${best} ms`);
    }
    expect(slow).toEqual([]);
  });
});
