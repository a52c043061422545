import { type Locator, type Page, devices } from '@playwright/test';
import { drag } from './drag.ts';
import { collectTrouble, expect, origins, test } from './fixtures.ts';

/** A page that no other spec changes. The test ends with what it began with. */
const path = '/technology/gas-flow';

const idsOf = (page: Page): Promise<number[]> =>
  page
    .locator('main [data-module-id]')
    .evaluateAll((elements) => elements.map((element) => Number(element.dataset['moduleId'])));
const expectOrder = (page: Page, ids: readonly number[]): Promise<void> =>
  expect(async () => expect(await idsOf(page)).toEqual(ids)).toPass({ timeout: 15_000 });
const outline = (page: Page): Locator => page.getByRole('complementary', { name: 'Outline' });
const row = (page: Page, id: number | undefined): Locator => outline(page).locator(`[data-row="${id}"]`);
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Page Builder' });

test(
  'the outline leads to modules, moves them by keys, by dragging and into one another, and copies and removes them',
  { tag: '@smoke' },
  async ({ page, signIn, findBarriers }) => {
    const trouble = collectTrouble(page);
    await signIn({ next: `${path}?draft=true` });
    const before = await idsOf(page);
    const [hero, text, figures, compare, accordion, ...rest] = before;
    await bar(page).getByRole('button', { name: 'Outline' }).click();
    await expect(row(page, hero)).toBeFocused();
    await expect(row(page, hero)).toHaveAttribute('aria-current', 'true');
    await expect(row(page, figures)).toContainText('Key figures');
    await expect(outline(page).getByRole('status')).toContainText(/\d+ warnings?/);
    expect(await findBarriers()).toEqual([]);

    // By keys, with the focus where the module goes.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Alt+ArrowDown');
    await expect(page.locator('.ed-announcement')).toContainText('moved down');
    await expectOrder(page, [hero, figures, text, compare, accordion, ...rest].map(Number));
    await expect(row(page, text)).toBeFocused();

    // Into an entry of the accordion, from the menu beside the row.
    await page.keyboard.press('ArrowDown');
    await expect(row(page, compare)).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Move into “Measuring another gas”' }).click();
    await expectOrder(page, [hero, figures, text, accordion, compare, ...rest].map(Number));
    await expect(row(page, compare)).toBeFocused();
    await expect(outline(page).getByRole('list', { name: 'In “Measuring another gas”' })).toContainText('Text editor');

    // And out of it, by its dots.
    const handle = row(page, compare).locator('xpath=..').locator('[data-handle]');
    await drag(page, handle, { to: outline(page).locator(`[data-module="${figures}"] > div`), place: 1 });
    await expectOrder(page, [hero, compare, figures, text, accordion, ...rest].map(Number));

    await row(page, text).focus();
    await page.keyboard.press('Control+d');
    await expect.poll(async () => (await idsOf(page)).length).toBe(before.length + 1);
    // The copy is below.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove module' }).click();
    await expectOrder(page, [hero, compare, figures, text, accordion, ...rest].map(Number));

    await row(page, figures).click();
    await expect(page.locator('.ed-frame__tools').getByRole('button', { name: 'Edit module' })).toBeFocused();
    const undo = bar(page).getByRole('button', { name: 'Undo' });
    // The two moves of the comparison, one after the other, are one step.
    for (let step = 0; step < 4; step += 1) {
      await expect(undo).not.toHaveAttribute('aria-disabled', 'true');
      await undo.click();
    }
    await expectOrder(page, before);
    expect(trouble).toEqual([]);
  },
);

test('with Alt the edge of a button and the whole of a linked card open the text in it', async ({ page, signIn }) => {
  await signIn({ next: '/?draft=true' });
  await expect(bar(page)).toBeVisible();
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog').first();
  const press = async (link: Locator) => {
    await link.scrollIntoViewIfNeeded();
    await link.click({ modifiers: ['Alt'], position: { x: 4, y: 4 } });
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible();
    await page.goto(`${origins.main}/technology/humidity?draft=true`);
    await expect(bar(page)).toBeVisible();
  };
  await press(main.locator('.hero a.button').first());
  await press(main.locator('.card-group__card--linked a').first());
});

test('a click on a text opens its field, and the preview marks and finds it too @sweep', async ({ page, signIn }) => {
  await signIn({ next: `${path}?draft=true` });
  await expect(bar(page)).toBeVisible();
  await page.getByRole('heading', { name: 'From the flow chip to the instrument' }).click();
  const dialog = page.getByRole('dialog').first();
  await expect(dialog.getByRole('textbox', { name: /^Title/ })).toBeFocused();
  await expect(page).toHaveURL(/module_field=heading\.title$/);
  // In the preview, the text of an entry leads into the window of the entry.
  const preview = page.frameLocator('iframe[title="The module with your changes"]');
  await preview.getByText('Each gas carries heat differently').click();
  const entry = page.getByRole('dialog', { name: 'Edit item 1' });
  await expect(entry.locator('.ed-rich__text')).toBeFocused();
  await expect
    .poll(() =>
      page
        .locator('iframe[title="The module with your changes"]')
        .evaluate((frame: HTMLIFrameElement) => frame.contentDocument?.defaultView?.CSS.highlights.get('field')?.size),
    )
    .toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Edit', exact: true }).first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${origins.main}${path}?draft=true`);
  // A link goes where it leads.
  await page.locator('main a').first().click();
  await expect(page).not.toHaveURL(/show_modal/);
});

/**
 * Boxes below `zoom` as WebKit tells them: in the pixels of the element, from where the window begins. What the test measures is of the
 * browser itself.
 */
function measureLikeWebKit(): void {
  const prototype: { getBoundingClientRect: (this: Element) => DOMRect } = Element.prototype;
  const { getBoundingClientRect: read } = prototype;
  prototype.getBoundingClientRect = function measure() {
    const { x, y, width, height } = read.call(this);
    const { currentCSSZoom: zoom } = this;
    return new DOMRect((x + scrollX) / zoom - scrollX, (y + scrollY) / zoom - scrollY, width / zoom, height / zoom);
  };
}

for (const engine of ['the standard', 'WebKit'] as const) {
  test(`what is drawn on modules is where they are beside the outline, with boxes as ${engine} has them`, async ({
    page,
    signIn,
  }) => {
    await signIn({ next: null });
    if (engine === 'WebKit') await page.addInitScript(measureLikeWebKit);
    await page.goto(`${origins.main}${path}?draft=true&show_outline=true`);
    await expect(outline(page)).toBeVisible();
    const ids = await idsOf(page);
    const second = page.locator(`main [data-module-id="${ids[1]}"]`);
    expect(await second.evaluate((element) => element.currentCSSZoom), 'the page is scaled down').toBeLessThan(0.9);
    // The last ones are far down, where a wrong scale shows most.
    for (const id of [ids[1], ids.at(-2)]) {
      const module = page.locator(`main [data-module-id="${id}"]`);
      await row(page, id).click();
      await expect(row(page, id)).toHaveAttribute('aria-current', 'true');
      await expect(module).toBeInViewport();
      await module.hover({ position: { x: 20, y: 20 } });
      const boxOf = async (locator: Locator) => {
        const box = await locator.boundingBox();
        return box && [box.x, box.y, box.width, box.height].map(Math.round);
      };
      const drawn = page.locator('.ed-outline');
      await expect.poll(() => boxOf(drawn), { message: 'the outline of a module' }).toEqual(await boxOf(module));
      expect(await boxOf(page.locator('.ed-frame'))).toEqual(await boxOf(module));
    }

    await page.getByRole('button', { name: 'Add module below' }).click();
    const last = page.locator(`main [data-module-id="${ids.at(-2)}"]`);
    // The list takes the place of the outline: the page is wide for a moment.
    await expect(async () => {
      const [module, mark] = [await last.boundingBox(), await page.locator('.ed-mark').boundingBox()];
      const off = (one = 0, other = 999) => Math.abs(one - other);
      expect(off(mark?.x, module?.x)).toBeLessThan(2);
      expect(off(mark?.width, module?.width)).toBeLessThan(2);
      expect(off((mark?.y ?? 0) - (module?.height ?? 0), module?.y)).toBeLessThan(6);
    }).toPass();
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: devices['Pixel 7'].viewport, hasTouch: true });

  test('the bar takes two lines of large targets, and its menu has the rest @sweep', async ({
    page,
    signIn,
    findBarriers,
  }) => {
    await signIn({ next: `${path}?draft=true` });
    await expect(bar(page)).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    const more = bar(page).getByRole('button', { name: 'More' });
    await more.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Page settings' })).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
    expect(await findBarriers({ exclude: ['main', 'header', 'footer'] })).toEqual([]);
    const boxes = await bar(page)
      .locator('button:visible, a:visible')
      .evaluateAll((elements) =>
        elements.map((element) => {
          const { width, height, right } = element.getBoundingClientRect();
          return { name: element.textContent, isLarge: width >= 44 && height >= 44, isInside: right <= 390 };
        }),
      );
    expect(boxes.filter(({ isLarge, isInside }) => !isLarge || !isInside)).toEqual([]);
    expect((await bar(page).boundingBox())?.height).toBeLessThan(110);
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
  });
});
