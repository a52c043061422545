import { shownTypes } from '#modules/definitions.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { collectTrouble, expect, origins, test } from './fixtures.ts';
import { currentDirectory } from './published.ts';

const gallery = `${origins.main}/editor/modules`;
/** The first and the last of five: `tests/full` looks at all of them. */
const backgrounds = ['White', 'Orange'] as const;
/** Files that a browser has not requested yet when a test only opens the page. */
const none = '/editor/modules?search=-';

test.describe('the gallery of modules', () => {
  test('is for the staff', async ({ request }) => {
    const response = await request.get(`${gallery}?type=HERO`, { maxRedirects: 0 });
    expect(response.status()).toBe(302);
    expect(response.headers()['location']).toBe(`/login?next=${encodeURIComponent('/editor/modules?type=HERO')}`);
  });

  test('is where an editor sees what there is, and adds it to the draft @sweep', async ({
    page,
    signIn,
    findBarriers,
  }) => {
    const trouble = collectTrouble(page);
    await signIn({ next: '/company/quality?draft=true&show_sidebar=true&module_position=1' });
    await page.getByRole('link', { name: 'See what they look like' }).click();
    await expect(page.getByRole('status')).toHaveText(`${shownTypes.length} modules`);
    expect(await findBarriers()).toEqual([]);
    for (const width of [390, 800, 1280, 1700]) {
      await page.setViewportSize({ width, height: 800 });
      const gap = await page
        .locator('.gallery-type__page')
        .first()
        .evaluate((picture) => {
          const room = picture.parentElement?.clientWidth ?? 0;
          return Math.abs(picture.getBoundingClientRect().width - room);
        });
      expect(gap, `a picture fills its place at ${width}px`).toBeLessThan(2);
    }
    await page.getByLabel('Search').fill('quote');
    await page.getByRole('button', { name: 'Show' }).click();
    // The stock chart is found by quotes as well.
    await expect(page.getByRole('status')).toHaveText('2 modules');
    await page.getByRole('link', { name: 'Quotes', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Quotes' })).toBeVisible();
    await expect(page.locator('.gallery-sample [data-module-type="QUOTE"]')).not.toHaveCount(0);
    await page.getByLabel('Language').selectOption('Japanese');
    await page.getByLabel('State').selectOption('Texts at their limits');
    await page.getByLabel('Background').selectOption('All five');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page.locator('.gallery-sample')).toHaveCount(5);
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
    await page.getByRole('link', { name: 'Add this module' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/company/quality');
    expect(new URL(page.url()).searchParams.get('module_position')).toBe('1');
    expect(new URL(page.url()).searchParams.get('module_type')).toBe('QUOTE');
    expect(trouble).toEqual([]);
  });
});

test.describe('all types on one page', () => {
  for (const background of backgrounds) {
    test(`have no barrier on ${background}`, { tag: '@sweep' }, async ({ page, signIn, findBarriers }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await signIn({ next: none });
      await page.goto(`${gallery}?type=all&background=${background}`);
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '');
      });
      // Two sliders of the samples may say the same; on a page each has its own title.
      expect((await findBarriers()).filter((barrier) => !barrier.startsWith('landmark-unique '))).toEqual([]);
    });
  }

  test('ask for at most 130 KB of JavaScript, and each island for at most 12 KB beyond React and the slider', async ({
    page,
    signIn,
  }) => {
    await signIn({ next: none });
    await page.goto(`${gallery}?type=all`);
    const folder = path.join(currentDirectory('main'), '_astro');
    const read = (file: string) => readFileSync(path.join(folder, file));
    const islands = await page
      .locator('astro-island')
      .evaluateAll((elements) =>
        elements.flatMap((element) =>
          ['component-url', 'renderer-url'].map((name) => [name, element.getAttribute(name)?.split('/').at(-1) ?? '']),
        ),
      );
    /** The static imports of a file. Dynamic ones are requested by a click, or by a chart in view. */
    const reached = (file: string, found = new Set<string>()): ReadonlySet<string> => {
      if (found.has(file)) return found;
      found.add(file);
      for (const [, name = ''] of read(file)
        .toString()
        .matchAll(/["'`](?:\.\/|_astro\/)([\w.-]+\.js)["'`]/g))
        reached(name, found);
      return found;
    };
    const named = (kind: string) => new Set(islands.flatMap(([name, file = '']) => (name === kind ? [file] : [])));
    const renderer = [...named('renderer-url')].flatMap((file) => [...reached(file)]);
    const shared = new Set(renderer);
    const components = [...named('component-url')];
    const uses = new Map<string, number>();
    for (const component of components)
      for (const file of reached(component)) uses.set(file, (uses.get(file) ?? 0) + 1);
    for (const [file, count] of uses) if (count > 1 || /splide/i.test(file)) shared.add(file);
    const size = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + gzipSync(read(file)).length, 0);
    const all = new Set([...renderer, ...components.flatMap((component) => [...reached(component)])]);
    const own = components.map((component) => ({
      component,
      bytes: size([...reached(component)].filter((file) => !shared.has(file))),
    }));
    const total = size(all);
    test.info().annotations.push({ type: 'weight', description: `${total} bytes, ${JSON.stringify(own)}` });
    expect(components.length).toBeGreaterThan(8);
    expect(total, [...all].join('\n')).toBeLessThanOrEqual(130 * 1024);
    for (const { component, bytes } of own) {
      // A chart is its library; it is asked for when the chart comes into view.
      if (!/StockChart/.test(component)) expect(bytes, component).toBeLessThanOrEqual(12 * 1024);
    }
  });
});
