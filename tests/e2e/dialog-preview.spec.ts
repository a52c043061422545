import type { Locator } from '@playwright/test';
import { openModule, path, getPreview, getTitleField } from './dialog.ts';
import { collectTrouble, expect, origins, test } from './fixtures.ts';

/** The preview beside the form of a module. */

// One after the other, since they edit the same page; each leaves it as it was.
test.describe.configure({ mode: 'default' });

/** A page with an island, lists of records and child modules, which is only looked at. */
const rich = '/company';

/** The text of a module, with hidden slides and without a carousel's status messages. */
async function textOf(locator: Locator): Promise<string> {
  return locator.evaluate((element) => {
    const copy = element.ownerDocument.importNode(element, true);
    for (const other of copy.querySelectorAll('script, style, template, .splide__sr')) other.remove();
    return (copy.textContent ?? '').replace(/\s+/g, ' ').trim();
  });
}

test.describe('the preview', () => {
  test('shows typed text in the next frame, at the chosen width', async ({ page, signIn }) => {
    const trouble = collectTrouble(page);
    await signIn({ next: `${path}?draft=true` });
    const dialog = await openModule(page);
    const heading = getPreview(page).getByRole('heading', { level: 1 });
    const title = getTitleField(dialog);
    await expect(heading).toHaveText(await title.inputValue());

    // A frame paints the state at its beginning: each keystroke has to be there by then.
    await title.evaluate((input: HTMLInputElement) => {
      const late: string[] = [];
      Reflect.set(globalThis, 'late', late);
      input.addEventListener(
        'input',
        () => {
          requestAnimationFrame(() => {
            const frame = document.querySelector<HTMLIFrameElement>('.ed-preview iframe');
            const shown = frame?.contentDocument?.querySelector('h1')?.textContent ?? '';
            if (shown !== input.value) late.push(`${input.value}: ${shown}`);
          });
        },
        { capture: true },
      );
    });
    // Without a letter, the preview shows the example of the field.
    await title.fill('E');
    await title.pressSequentially('very letter at once');
    await expect(heading).toHaveText('Every letter at once');
    expect(await page.evaluate(() => Reflect.get(globalThis, 'late'))).toEqual([]);

    const frame = page.locator('.ed-preview iframe');
    const heights: number[] = [];
    for (const [name, width] of [
      ['Phone', 360],
      ['Tablet', 768],
      ['Desktop', 1280],
    ] as const) {
      await dialog.getByRole('radio', { name: new RegExp(name) }).check();
      await expect
        .poll(() => frame.evaluate((element: HTMLIFrameElement) => element.contentWindow?.innerWidth))
        .toBe(width);
      const [inner, outer] = await frame.evaluate((element: HTMLIFrameElement) => [
        element.contentDocument?.querySelector('main')?.scrollHeight ?? 0,
        element.clientHeight,
      ]);
      expect(Math.abs((inner ?? 0) - (outer ?? 0))).toBeLessThanOrEqual(1);
      heights.push(outer ?? 0);
    }
    expect(new Set(heights).size).toBe(3);
    expect(trouble).toEqual([]);
  });

  for (const [at, language] of [
    [rich, 'en'],
    ['/', 'en'],
    ['/jp/company', 'ja'],
  ] as const) {
    test(
      `equals the page, module by module, on ${at} @sweep`,
      at === rich ? {} : { tag: '@sweep' },
      async ({ page, signIn }) => {
        const trouble = collectTrouble(page);
        await signIn({ next: `${at}?draft=true` });
        const modules = page.locator('main [data-module-id]');
        await expect(modules.first()).toBeVisible();
        const styleOf = (module: Locator) =>
          module.evaluate((element) => {
            const { backgroundColor, fontFamily } = getComputedStyle(element);
            return { backgroundColor, fontFamily, language: element.ownerDocument.documentElement.lang };
          });
        const onPage: { id: string | null; type: string | null; text: string; style: object }[] = [];
        for (const module of await modules.all()) {
          onPage.push({
            id: await module.getAttribute('data-module-id'),
            type: await module.getAttribute('data-module-type'),
            text: await textOf(module),
            style: await styleOf(module),
          });
        }
        for (const { id, type, text, style } of onPage) {
          await page.goto(`${origins.main}${at}?draft=true&show_modal=true&module_id=${id}`);
          const shown = getPreview(page).locator(`[data-module-id="${id}"]`).first();
          await expect(shown).toBeVisible({ timeout: 30_000 });
          await expect.poll(() => textOf(shown), { message: `${type} ${id}` }).toBe(text);
          expect(await styleOf(shown), `${type} ${id}`).toEqual(style);
          expect(style).toMatchObject({ language });
        }
        expect(trouble).toEqual([]);
      },
    );
  }

  test('names missing fields, and shows the last valid view @sweep', async ({ page, signIn, findBarriers }) => {
    await signIn({ next: `${path}?draft=true` });
    const dialog = await openModule(page);
    const heading = getPreview(page).getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    const before = await heading.textContent();
    await dialog.getByRole('button', { name: 'Add card' }).click();
    await expect(page.getByText(/^Choose a link for Cards › Card \d/)).toBeVisible();
    await expect(heading).toHaveText(before ?? '');
    await expect(page.locator('.ed-preview__pane--dim')).toBeVisible();
    expect(await findBarriers({ exclude: ['main'] })).toEqual([]);
    await page.getByRole('dialog', { name: 'Add card' }).getByRole('button', { name: 'Cancel' }).click();
    await expect(page.locator('.ed-preview__placeholder')).toHaveCount(0);
  });

  test('stays in sight while an item of a list is edited @sweep', async ({ page, signIn }) => {
    await signIn({ next: `${path}?draft=true&show_modal=true&module_type=CARD_GROUP` });
    await page.getByRole('dialog').getByRole('button', { name: 'Add card' }).click();
    const item = page.getByRole('dialog', { name: 'Add card', exact: true });
    await item.getByRole('textbox', { name: /^Title/ }).fill('The second card');
    await expect(getPreview(page).getByText('The second card')).toBeVisible();
    const shade = await item.evaluate((dialog) => getComputedStyle(dialog, '::backdrop').backgroundColor);
    expect(shade).toBe('rgba(0, 0, 0, 0)');
  });

  test('follows no link, and leaves the page as it is @sweep', async ({ page, signIn }) => {
    await signIn({ next: `${path}?draft=true` });
    await openModule(page);
    const address = page.url();
    const link = getPreview(page).getByRole('link').first();
    await expect(link).toBeVisible();
    await link.click();
    await expect(getPreview(page).getByRole('heading', { level: 1 })).toBeVisible();
    expect(page.url()).toBe(address);
  });

  test('is in a separate panel where there is no space next to the form @sweep', async ({
    page,
    signIn,
    findBarriers,
  }) => {
    await signIn({ next: `${path}?draft=true` });
    const dialog = await openModule(page);
    await page.setViewportSize({ width: 640, height: 800 });
    await getTitleField(dialog).fill('Narrow');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(getTitleField(dialog)).toBeHidden();
    await expect(getPreview(page).getByRole('heading', { level: 1 })).toHaveText('Narrow');
    expect(await findBarriers({ exclude: ['main'] })).toEqual([]);
    await dialog.getByRole('button', { name: 'Form' }).click();
    await expect(getTitleField(dialog)).toHaveValue('Narrow');
  });
});
