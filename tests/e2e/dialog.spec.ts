import { banner, path, save, getTitleField } from './dialog.ts';
import { collectTrouble, expect, test } from './fixtures.ts';

/** The window with the form of a module, and saving. */

// One after the other, since they edit the same page; each leaves it as it was.
test.describe.configure({ mode: 'default' });

test('a new item is not found wrong before anybody types @sweep', async ({ page, signIn }) => {
  await signIn({ next: `${path}?draft=true&show_modal=true&module_type=CARD_GROUP` });
  const dialog = page.getByRole('dialog', { name: 'Add Cards / CTA' });
  await dialog.getByRole('button', { name: 'Add card' }).click();
  const item = page.getByRole('dialog', { name: 'Add card', exact: true });
  const title = item.getByRole('textbox', { name: /^Title/ });
  await item.getByRole('textbox', { name: 'Tag' }).fill('New');
  // It is in the module already, which is found wrong, as is the blank card that the module began with.
  await expect(page.locator('.ed-item--invalid')).toHaveCount(2);
  await expect(title).not.toHaveAttribute('aria-invalid');
  await item.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(title).toBeFocused();
  await expect(title).toHaveAttribute('aria-invalid', 'true');
  await title.fill('A card again');
  await expect(title).not.toHaveAttribute('aria-invalid');
  await item.getByRole('textbox', { name: 'Tag' }).focus();
  await item.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(item).toBeHidden();
});

test('a window is as high as the screen, with focus anywhere in a long form @sweep', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  await signIn({ next: `${path}?draft=true&show_modal=true&module_type=NEWS` });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible();
  await dialog.getByRole('textbox').or(dialog.getByRole('combobox')).or(dialog.getByRole('radio')).last().focus();
  const scrolled = await dialog.evaluate((element) => {
    for (const part of element.querySelectorAll('*')) part.scrollIntoView();
    return element.scrollTop;
  });
  expect(scrolled).toBe(0);
  await expect(dialog.getByRole('heading', { level: 2 }).first()).toBeInViewport({ ratio: 1 });
});

test.describe('saving', () => {
  test('refreshes the draft in place: scroll, focus and islands @sweep', async ({ page, signIn }) => {
    const trouble = collectTrouble(page);
    await signIn({ next: `${path}?draft=true` });
    await page.evaluate(() => Reflect.set(globalThis, 'same', true));
    await expect(page.getByText(banner)).toBeVisible();
    const figures = page.locator('main [data-module-type="KEY_FIGURES"]').first();
    await figures.scrollIntoViewIfNeeded();
    await figures.hover({ position: { x: 10, y: 10 } });
    await page.getByRole('button', { name: 'Edit module' }).click();
    const dialog = page.getByRole('dialog');
    const title = getTitleField(dialog);
    const original = await title.inputValue();
    const topOf = () => figures.evaluate((element) => element.getBoundingClientRect().top);
    const before = await topOf();
    await title.fill('Measured anew');
    await save(dialog);
    await expect(figures).toContainText('Measured anew');
    await expect(page.getByRole('button', { name: /^\d+ unpublished changes?$/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit module' })).toBeFocused();
    // The scroll position follows the content, even if the height of the content above has changed.
    await expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThan(2);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'same'))).toBe(true);

    // The carousel further down is alive: its arrows move it.
    const row = page.locator('main .card-row').first();
    if ((await row.count()) > 0) {
      await row.scrollIntoViewIfNeeded();
      await expect(row).toHaveClass(/is-initialized/);
    }

    // The version came along: the next save is no conflict.
    await figures.hover({ position: { x: 10, y: 10 } });
    await page.getByRole('button', { name: 'Edit module' }).click();
    await expect(getTitleField(dialog)).toHaveValue('Measured anew');
    await getTitleField(dialog).fill(original);
    await save(dialog);
    await expect(figures).not.toContainText('Measured anew');
    expect(trouble).toEqual([]);
  });
});

test('a text that cannot be saved as it was pasted says why, and has the focus @sweep', async ({ page, signIn }) => {
  await signIn({ next: `${path}?draft=true&show_modal=true&module_type=TEXT_BLOCK` });
  const dialog = page.getByRole('dialog');
  const text = dialog.getByRole('textbox', { name: /^Text/ });
  const paste = (html: string) =>
    text.evaluate((element, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', pasted);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, html);
  await text.click();
  await paste('<table><tr><td colspan="999" rowspan="0">One cell</td></tr></table>');
  await expect(text.locator('td')).toHaveAttribute('colspan', '20');
  await text.press('ControlOrMeta+a');
  await text.press('Delete');
  await paste(`<pre>${'x'.repeat(20_001)}</pre>`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('A code block has at most 20000 characters')).toBeVisible();
  await expect(text).toBeFocused();
  // What only the server refuses is said at the text as well.
  await text.press('ControlOrMeta+a');
  await text.press('Delete');
  await paste('<p>A sign that no database takes: \u0007\ufffe</p>');
  await page.route('**/_actions/addModule', (route) => {
    const input = route.request().postDataJSON();
    return route.continue({
      postData: JSON.stringify(input).replaceAll('no database takes', 'no database takes\\u0000'),
    });
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This text contains a character that cannot be stored')).toBeVisible();
  await page.evaluate(() => localStorage.clear());
});
