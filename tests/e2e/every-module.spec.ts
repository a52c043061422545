import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FrameLocator, Page } from '@playwright/test';
import type { SiteId } from '#domain/sites.ts';
import { type RegisteredType, shownTypes } from '#modules/definitions.ts';
import { toViewFile } from '#modules/view-file.ts';
import { collectTrouble, expect, origins, test, untilIdle } from './fixtures.ts';
import { publishedPages } from './published.ts';

/** Types with code of their own in the browser: what a preview can trip over. Some are looked at with each change, all in the sweep. */
const interactive = shownTypes.filter((type) => {
  const view = fileURLToPath(new URL(`../../src/modules/${toViewFile(type)}`, import.meta.url));
  return /<Island|<CardSlider|<SlideShow|<Carousel/.test(readFileSync(view, 'utf8'));
});

type Place = { site: SiteId; path: string; id: string };

/** A module of each type in the published English pages, with the address of its page. */
function findPlaces(types: readonly RegisteredType[]): ReadonlyMap<RegisteredType, Place> {
  const places = new Map<RegisteredType, Place>();
  for (const { site, path, html, locale } of publishedPages()) {
    if (locale !== 'en') continue;
    for (const [, id = '', type = ''] of html.matchAll(/data-module-id="(\d+)" data-module-type="(\w+)"/g)) {
      const known = types.find((candidate) => candidate === type);
      if (known && !places.has(known)) places.set(known, { site, path, id });
    }
  }
  return places;
}

/** Whether all islands within the height of a frame run: those below it wait until they are seen. */
const hydrated = (frame: FrameLocator): Promise<boolean> =>
  frame
    .locator('body')
    .evaluate(() =>
      [...document.querySelectorAll('astro-island[ssr]')].every(
        ({ firstElementChild: view }) => !view?.checkVisibility() || view.getBoundingClientRect().top > innerHeight,
      ),
    );

/** Opens the module's dialog, waits for its preview and what that loads, and saves the module as it is. */
async function openAndSave(page: Page, type: RegisteredType, { site, path, id }: Place): Promise<void> {
  await page.goto(`${origins[site]}${path}?draft=true&show_modal=true&module_id=${id}`);
  const dialog = page.getByRole('dialog');
  const preview = page.frameLocator('iframe[title="The module with your changes"]');
  await expect(preview.locator(`[data-module-type="${type}"]`).first(), type).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => hydrated(preview), { message: `${type} comes to life` }).toBe(true);
  await untilIdle(page);
  await expect(page.locator('.ed-preview__placeholder'), type).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog, type).toBeHidden();
}

test.describe('every type of module in the editor', () => {
  for (const [name, types, tag] of [
    ['of some that have code in the browser', interactive.filter((_, at) => at % 16 === 0), []],
    ['of all', shownTypes, ['@sweep']],
  ] as const) {
    test(`${name} opens, is previewed and saved without an error`, { tag: [...tag] }, async ({ page, signIn }) => {
      test.setTimeout(1_800_000);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const places = findPlaces(types);
      for (const site of new Set([...places.values()].map((place) => place.site))) await signIn({ site, next: null });
      const trouble = collectTrouble(page);
      for (const type of types) {
        const place = places.get(type);
        if (!place) throw new Error(`The demo content has no ${type}`);
        await openAndSave(page, type, place);
      }
      expect(trouble).toEqual([]);
    });
  }
});
