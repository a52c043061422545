import type { Locator, Page } from '@playwright/test';
import { dragOver, dropPlace } from './drag.ts';
import { expect, test } from './fixtures.ts';
import {
  addWith,
  askToDelete,
  newForm,
  open,
  openForms,
  palette,
  properties,
  row,
  rows,
  save,
  titles,
} from './form-builder.ts';

/** The elements of a form: added, moved and removed with the mouse and from the keyboard. */

test.beforeEach(({ page }) => openForms(page));

test('an element is dropped only in the form, and only if the drag is not given up @sweep', async ({ page }) => {
  await open(page, newForm);
  const elements = await page.getByRole('region', { name: 'Elements' }).getByRole('button').allTextContents();
  const area = { to: page.locator('.ed-drop-area'), place: 0 };
  const outside = await dragOver(page, palette(page, 'Title'), area);
  await outside.move(700, 20);
  await outside.release();
  await expect(dropPlace(page)).toHaveCount(0);

  const givenUp = await dragOver(page, palette(page, 'Slider'), area);
  await page.keyboard.press('Escape');
  await expect(dropPlace(page)).toHaveCount(0);
  await givenUp.release();

  const home = await palette(page, 'Checkbox').boundingBox();
  if (!home) throw new Error('no element');
  const brought = await dragOver(page, palette(page, 'Checkbox'), area);
  await brought.move(home.x + 20, home.y + 10);
  await expect(page.locator('.ed-drop-area .ed-drop-place')).toHaveCount(0);
  await brought.release();
  await expect(dropPlace(page)).toHaveCount(0);

  await expect(rows(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Elements' }).getByRole('button')).toHaveText(elements);
  await palette(page, 'Title').click();
  await expect(rows(page)).toHaveCount(1);
});

test('a form is built, arranged and saved from the keyboard @sweep', async ({ page }) => {
  await open(page, newForm);
  await palette(page, 'Text input').focus();
  await page.keyboard.press('Enter');
  await expect(row(page, 0).locator('[data-select]')).toBeFocused();
  await palette(page, 'Checkbox').focus();
  await page.keyboard.press('Space');
  await expect(row(page, 1).locator('[data-select]')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(row(page, 1).getByRole('button', { name: 'Move up' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(titles(page)).toHaveText(['Checkbox', 'Text input']);
  await expect(row(page, 0).getByRole('button', { name: 'Move down' })).toBeFocused();
  await expect(page.getByText('Checkbox is now at position 1 of 2.')).toBeVisible();

  await properties(page).getByRole('button', { name: 'Duplicate' }).focus();
  await page.keyboard.press('Enter');
  await expect(titles(page)).toHaveText(['Checkbox', 'Checkbox', 'Text input']);
  await expect(row(page, 1).locator('[data-select]')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(titles(page)).toHaveText(['Checkbox', 'Text input']);
  // The row that had the focus is gone; the builder gets it in the next frame.
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(2);

  await page.getByLabel(/^Form name/).focus();
  await page.keyboard.type('By keyboard');
  for (const [index, label] of ['I agree', 'City'].entries()) {
    await row(page, index).locator('[data-select]').focus();
    await page.keyboard.press('Enter');
    await properties(page)
      .getByLabel(/^Label/)
      .focus();
    await page.keyboard.type(label);
  }
  await save(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Draft saved.')).toBeVisible();
  await page.reload();
  await expect(titles(page)).toHaveText(['I agree', 'City']);
  await askToDelete(page);
  await page.getByRole('button', { name: 'Delete form' }).click();
  await expect(page).toHaveURL(/\/admin\/forms$/);
});

/** Presses Tab until the target has the focus, like a user without a mouse. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let count = 0; count < 100; count += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target, 'reached by the keyboard').toBeFocused();
}

test('all nine types and two conditions are built by the keyboard alone', { tag: '@sweep' }, async ({ page }) => {
  await open(page, newForm);
  const press = (key: string) => page.keyboard.press(key);
  const panel = properties(page);
  await tabTo(page, page.getByLabel(/^Form name/));
  await page.keyboard.type(`By keyboard ${Date.now()}`);
  const types = [
    'Title',
    'Select list',
    'Text input',
    'Long text input',
    'Checkbox',
    'Radio button',
    'Slider',
    'Date picker',
    'Button',
  ];
  const labels = types.map((type) => `${type} of ours`);
  for (const [index, type] of types.entries()) {
    await tabTo(page, palette(page, type), index === 0 ? 'Tab' : 'Shift+Tab');
    await press('Enter');
    await expect(row(page, index).locator('[data-select]')).toBeFocused();
    await tabTo(page, panel.getByLabel(/^(Label|Text|Button text)(?: required)?$/).first());
    await press('ControlOrMeta+a');
    await page.keyboard.type(labels[index] ?? '');
    for (const option of await panel.getByRole('group', { name: /^Option \d+$/ }).all()) {
      await tabTo(page, option.getByLabel('Label'));
      await page.keyboard.type('One of them');
    }
    if (type === 'Slider' || type === 'Date picker') {
      await tabTo(page, panel.getByLabel('Show only for certain answers'));
      await press('Space');
      await tabTo(page, panel.getByLabel('Depends on'));
      await page.keyboard.type(type === 'Slider' ? 'Checkbox' : 'Select');
      const values = panel.getByRole('group', { name: 'Shown for these values' }).getByRole('checkbox');
      await tabTo(page, values.first());
      await press('Space');
      await expect(values.first()).toBeChecked();
    }
    await tabTo(page, row(page, index).locator('[data-select]'), 'Shift+Tab');
  }
  await tabTo(page, save(page), 'Shift+Tab');
  await press('Enter');
  await expect(page.getByText('Draft saved.')).toBeVisible();
  await page.reload();
  await expect(titles(page)).toHaveText(labels);
  await expect(row(page, 6)).toContainText('shown by');
  await expect(row(page, 7)).toContainText('shown by');
  // The form is not needed any more.
  await askToDelete(page);
  await page.getByRole('button', { name: 'Delete form' }).click();
  await expect(page).toHaveURL(/\/admin\/forms$/);
});

test('undo reverts typed characters of a name before the previous step @sweep', async ({ page }) => {
  await open(page, newForm);
  await addWith(page, 'Text input', 'city', 'City');
  const name = properties(page).getByLabel(/^Name/);
  await name.focus();
  await page.keyboard.type('_2');
  await page.keyboard.press('Control+z');
  await expect(name).toHaveValue('city');
  await expect(titles(page)).toHaveText(['City']);
  await page.keyboard.press('Control+z');
  await expect(name).toHaveValue(/^text_input_/);
});

test('a long form is saved from where its last field is, and is called by its name from then on @sweep', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const title = `Long form ${Date.now()}`;
  await open(page, newForm);
  await expect(page).toHaveTitle('New form');
  await page.getByLabel(/^Form name/).fill(title);
  for (let count = 1; count <= 14; count += 1) {
    await addWith(page, 'Text input', `field_${count}`, `Field ${count}`);
    await expect(rows(page)).toHaveCount(count);
  }
  await row(page, 13).locator('[data-select]').click();
  await expect(row(page, 13).locator('[data-select]')).toBeInViewport();
  await expect(save(page)).toBeInViewport({ ratio: 1 });
  await expect(properties(page).getByLabel(/^Name/)).toBeInViewport({ ratio: 1 });
  await save(page).click();
  await expect(page.getByText('Draft saved.')).toBeVisible();
  await expect(page).toHaveTitle(`Edit ${title}`);
  await askToDelete(page);
  await expect(page.getByRole('alertdialog', { name: `Delete “${title}”?` })).toBeVisible();
  await page.getByRole('button', { name: 'Delete form' }).click();
  await expect(page).toHaveURL(/\/admin\/forms$/);
});
