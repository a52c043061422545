import type { FrameLocator, Locator, Page } from '@playwright/test';
import { drag, dragOver, dropPlace } from './drag.ts';
import { collectTrouble, demoEditor, expect, origins, test } from './fixtures.ts';

/** The form builder, from an empty form to a page on which a visitor fills it in, and to the inbox. */

const newForm = '/admin/forms/new';

const palette = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Elements' }).getByRole('button', { name, exact: true });
const rows = (page: Page) => page.locator('[data-field-id]');
const row = (page: Page, index: number) => rows(page).nth(index);
const titles = (page: Page) => rows(page).locator('.ed-item__title');
const properties = (page: Page) => page.getByRole('region', { name: 'Properties' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const preview = (page: Page): FrameLocator => page.frameLocator('iframe[title="The form as visitors see it"]');

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${origins.main}${path}`);
  await expect(page.getByRole('region', { name: 'Form builder' })).toBeVisible();
}

async function select(page: Page, index: number): Promise<Locator> {
  await row(page, index).locator('[data-select]').click();
  return properties(page);
}

/** Names the chosen field and what visitors read of it. */
async function describe(page: Page, name: string, label: string): Promise<Locator> {
  const panel = properties(page);
  await panel
    .getByLabel(/^(Label|Text|Button text)(?: required)?$/)
    .first()
    .fill(label);
  await panel.getByLabel(/^Name/).fill(name);
  await panel.getByLabel(/^Name/).blur();
  return panel;
}

/** Writes the labels of the chosen field's options. */
async function labelOptions(page: Page, ...labels: string[]): Promise<void> {
  for (const [index, label] of labels.entries()) {
    await properties(page)
      .getByRole('group', { name: `Option ${index + 1}` })
      .getByLabel('Label')
      .fill(label);
  }
}

async function addWith(page: Page, type: string, name: string, label: string): Promise<Locator> {
  await palette(page, type).click();
  await expect(properties(page).getByRole('heading', { level: 2, name: type })).toBeVisible();
  return describe(page, name, label);
}

test.beforeEach(async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await signIn({ next: '/admin/forms' });
});

test(
  'a form with all nine types and two conditions is built, placed, published, filled in and read',
  { tag: '@smoke' },
  async ({ page, browser, findBarriers }) => {
    test.setTimeout(180_000);
    const trouble = collectTrouble(page);
    const title = `Order samples ${Date.now()}`;
    await open(page, newForm);
    await expect(save(page)).toBeDisabled();
    await expect(page.getByText('Drop the first element here.')).toBeVisible();
    expect(await findBarriers({ exclude: ['iframe'] })).toEqual([]);

    await drag(page, palette(page, 'Title'), { to: page.locator('.ed-drop-area'), place: 0 });
    await expect(rows(page)).toHaveCount(1);
    await describe(page, 'intro', 'Order samples');
    await drag(page, palette(page, 'Select list'), { to: page.locator('.ed-drop-area'), place: 1, below: true });
    await describe(page, 'topic', 'Topic');
    const options = properties(page).getByRole('group', { name: 'Options' });
    await options.getByLabel('Value').first().fill('order');
    await options.getByLabel('Value').first().blur();
    await options.getByRole('button', { name: 'Add option' }).click();
    await expect(options.getByLabel('Value')).toHaveCount(3);
    await labelOptions(page, 'Option 1', 'Option 2', 'Option 3');

    const text = await addWith(page, 'Text input', 'email', 'E-mail address');
    await text.getByRole('checkbox', { name: 'Required' }).check();
    await addWith(page, 'Long text input', 'message', 'Message');
    await addWith(page, 'Checkbox', 'urgent', 'It is urgent');
    await addWith(page, 'Radio button', 'size', 'Size');
    await labelOptions(page, 'Small', 'Large');
    const slider = await addWith(page, 'Slider', 'quantity', 'Quantity');
    await slider.getByLabel('Min value').fill('5');
    const date = await addWith(page, 'Date picker', 'needed_by', 'Needed by');
    await date.getByLabel('Show only for certain answers').check();
    await date.getByLabel('Depends on').selectOption('topic');
    await date.getByRole('group', { name: 'Shown for these values' }).getByLabel('order').check();
    await addWith(page, 'Button', 'send', 'Send the order');

    // The second condition, and a field that is dragged to another place.
    const conditional = await select(page, 6);
    await conditional.getByLabel('Show only for certain answers').check();
    await conditional.getByLabel('Depends on').selectOption('urgent');
    await conditional.getByLabel(/Ticked/).check();
    await drag(page, row(page, 7).locator('[data-handle]'), { to: row(page, 2), place: 2 });
    await expect(titles(page)).toHaveText([
      'Order samples',
      'Topic',
      'Needed by',
      'E-mail address *',
      'Message',
      'It is urgent',
      'Size',
      'Quantity',
      'Send the order',
    ]);

    // The preview is the form as visitors see it, with its conditions.
    const seen = preview(page);
    await expect(seen.getByLabel('Needed by')).toBeHidden();
    await seen.getByLabel('Topic').selectOption('order');
    await expect(seen.getByLabel('Needed by')).toBeVisible();
    await expect(seen.getByLabel('Quantity')).toBeHidden();
    await seen.getByLabel('It is urgent').check();
    await expect(seen.getByLabel('Quantity')).toBeVisible();
    await page.getByRole('radio', { name: /^Phone/ }).check();
    await expect(seen.getByLabel('Topic')).toBeVisible();

    await save(page).click();
    await expect(page.getByText('Form name is required')).toBeVisible();
    await expect(page.getByLabel(/^Form name/)).toBeFocused();
    await page.getByLabel(/^Form name/).fill(title);
    expect(await findBarriers({ exclude: ['iframe'] })).toEqual([]);
    await save(page).click();
    await expect(page.getByText('Saved.')).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/forms\/\d+$/);
    const id = /\d+$/.exec(page.url())?.[0] ?? '';

    // Placed on a page, by its id, and published.
    const path = '/technology/gas-flow';
    await page.goto(`${origins.main}${path}?draft=true&show_modal=true&module_type=CUSTOM_FORMS`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Id of the form' }).fill(id);
    await dialog.getByRole('textbox', { name: 'Id of the form' }).press('Enter');
    await expect(dialog.getByText(title).first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await page.getByRole('button', { name: 'Publish now' }).click();
    await expect(page.getByRole('dialog', { name: 'Published' })).toBeVisible({ timeout: 30_000 });

    const visitor = await browser.newPage({ extraHTTPHeaders: { 'x-forwarded-for': '198.51.100.77' } });
    await visitor.goto(`${origins.main}${path}`);
    const form = visitor.getByRole('form', { name: title });
    await form.scrollIntoViewIfNeeded();
    await expect(form).toHaveAttribute('novalidate', '');
    await expect(form.getByLabel('Needed by')).toBeHidden();
    await form.getByLabel('Topic').selectOption('order');
    await form.getByLabel('Needed by').fill('2027-03-01');
    const email = `buyer-${id}@test.example`;
    await form.getByLabel('E-mail address').fill(email);
    await form.getByLabel('It is urgent').check();
    await form.getByLabel('Quantity').fill('42');
    await form.getByRole('button', { name: 'Send the order' }).click();
    await expect(visitor.getByText('Your message has reached us.')).toBeVisible({ timeout: 30_000 });
    await visitor.close();

    await page.goto(`${origins.main}/admin/forms`);
    await page.getByLabel('Search forms').fill(title);
    const line = page.getByRole('row', { name: title });
    await expect(line).toContainText('1 page');
    await line.getByRole('link', { name: `1 submissions of ${title} 1 new` }).click();
    await page.getByRole('region', { name: 'Submissions' }).getByRole('button').first().click();
    const submission = page.getByRole('region', { name: 'Submission', exact: true });
    for (const words of ['Topic', 'Option 1', 'Needed by', '2027-03-01', email, 'Quantity', '42'])
      await expect(submission).toContainText(words);

    // A form that is used on a page is not deleted.
    await page.goto(`${origins.main}/admin/forms/${id}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByRole('alertdialog')).toContainText('is in use');
    await expect(page.getByRole('alertdialog')).toContainText(path);
    await expect(page.getByRole('button', { name: 'Delete form' })).toHaveCount(0);
    expect(trouble).toEqual([]);
  },
);

test('an element is dropped only in the form, and only if the drag is not given up', async ({ page }) => {
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

test('a form is built, arranged and saved from the keyboard', async ({ page }) => {
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
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(titles(page)).toHaveText(['I agree', 'City']);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
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
  test.setTimeout(180_000);
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
  for (const [index, type] of types.entries()) {
    await tabTo(page, palette(page, type), index === 0 ? 'Tab' : 'Shift+Tab');
    await press('Enter');
    await expect(row(page, index).locator('[data-select]')).toBeFocused();
    if (type !== 'Slider' && type !== 'Date picker') continue;
    await tabTo(page, panel.getByLabel('Show only for certain answers'));
    await press('Space');
    await tabTo(page, panel.getByLabel('Depends on'));
    await page.keyboard.type(type === 'Slider' ? 'Checkbox' : 'Select');
    const values = panel.getByRole('group', { name: 'Shown for these values' }).getByRole('checkbox');
    await tabTo(page, values.first());
    await press('Space');
    await expect(values.first()).toBeChecked();
    await tabTo(page, row(page, index).locator('[data-select]'), 'Shift+Tab');
  }
  await tabTo(page, save(page), 'Shift+Tab');
  await press('Enter');
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  // A button is called by its text.
  await expect(titles(page)).toHaveText([...types.slice(0, -1), 'Send']);
  await expect(row(page, 6)).toContainText('shown by');
  await expect(row(page, 7)).toContainText('shown by');
  // The form is not needed any more.
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete form' }).click();
  await expect(page).toHaveURL(/\/admin\/forms$/);
});

test('undo reverts typed characters of a name before the previous step', async ({ page }) => {
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

test('a long form is saved from where its last field is, and is called by its name from then on', async ({ page }) => {
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
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page).toHaveTitle(`Edit ${title}`);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('alertdialog', { name: `Delete “${title}”?` })).toBeVisible();
  await page.getByRole('button', { name: 'Delete form' }).click();
  await expect(page).toHaveURL(/\/admin\/forms$/);
});

test('problems are shown at their fields', async ({ page, findBarriers }) => {
  await open(page, newForm);
  await page.getByLabel(/^Form name/).fill('Never saved');
  await addWith(page, 'Text input', 'same', 'First');
  await addWith(page, 'Text input', 'same', 'Second');
  await expect(rows(page).getByText('Fields names must be unique')).toHaveCount(2);
  await expect(properties(page).getByLabel(/^Name/)).toHaveAccessibleDescription(/Fields names must be unique/);
  await properties(page).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Fields names must be unique')).toHaveCount(0);

  const slider = await addWith(page, 'Slider', 'range', 'Range');
  await expect(slider.getByLabel('Min value')).toHaveValue('1');
  await expect(slider.getByLabel('Max value')).toHaveValue('1000');
  await slider.getByLabel('Min value').fill('');
  const min = 'Min value is required and must be less than Max value';
  const max = 'Max value is required and must be greater than Min value';
  await expect(slider.getByText(min)).toBeVisible();
  await slider.getByLabel('Min value').fill('2000');
  await expect(slider.getByText(max)).toBeVisible();
  await select(page, 0);
  await save(page).click();
  // The field with the problem is chosen, and its first wrong property has the focus.
  await expect(slider.getByLabel('Min value')).toBeFocused();
  expect(await findBarriers({ exclude: ['iframe'] })).toEqual([]);
  await expect(page).toHaveURL(/\/new$/);
});

test('texts that a form needs are examples until they are written, and are asked for', async ({ page }) => {
  await open(page, newForm);
  await page.getByLabel(/^Form name/).fill('Never saved');
  await palette(page, 'Radio button').click();
  const panel = properties(page);
  const label = panel.getByLabel(/^Label/).first();
  await expect(label).toHaveValue('');
  await expect(label).toHaveAttribute('placeholder', 'How may we reply?');
  await expect(preview(page).getByText('How may we reply?')).toBeVisible();
  await expect(page.getByText('This field is required')).toHaveCount(0);
  await save(page).click();
  await expect(panel.getByText('This field is required')).toHaveCount(3);
  await expect(label).toBeFocused();
  await label.fill('Reply by');
  await expect(panel.getByText('This field is required')).toHaveCount(2);
  // A field that is new has not been asked for its texts yet.
  await palette(page, 'Text input').click();
  await expect(panel.getByText('This field is required')).toHaveCount(0);
  await expect(page).toHaveURL(/\/new$/);
});

test('one structure has texts in each language', async ({ page }) => {
  await open(page, newForm);
  await addWith(page, 'Radio button', 'reply', 'How may we reply?');
  await page.getByLabel('Language').selectOption('German');
  await expect(palette(page, 'Title')).toBeDisabled();
  await expect(row(page, 0).getByRole('button', { name: 'Move up' })).toHaveCount(0);
  await properties(page).getByLabel('Label').first().fill('Wie dürfen wir antworten?');
  await properties(page).getByRole('group', { name: 'Option 2' }).getByLabel('Label').fill('Per Telefon');
  await expect(preview(page).getByText('Wie dürfen wir antworten?')).toBeVisible();
  await expect(preview(page).getByText('Option 1')).toBeVisible();
  await expect(preview(page).getByText('Per Telefon')).toBeVisible();
  await page.getByLabel('Language').selectOption('English');
  await expect(preview(page).getByText('How may we reply?')).toBeVisible();
});

test('a conflicting save is reported, and both changes survive', async ({ page, context }) => {
  await open(page, newForm);
  await page.getByLabel(/^Form name/).fill(`Of two ${Date.now()}`);
  await addWith(page, 'Text input', 'a', 'A');
  await addWith(page, 'Text input', 'b', 'B');
  await save(page).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  const other = await context.newPage();
  await other.setViewportSize({ width: 1440, height: 1000 });
  await other.goto(page.url());
  await select(other, 1);
  await properties(other).getByLabel('Label').fill('Theirs');
  await save(other).click();
  await expect(other.getByText('Saved.')).toBeVisible();
  await other.close();

  await select(page, 0);
  await properties(page).getByLabel('Label').fill('Mine');
  await save(page).click();
  const window = page.getByRole('alertdialog');
  await expect(window).toContainText('Demo editor has saved this form meanwhile');
  await window.getByRole('button', { name: 'Save both' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(titles(page)).toHaveText(['Mine', 'Theirs']);
});

test('unsaved changes are restored after a tab was closed and after a session has ended', async ({ page, context }) => {
  const title = `Kept ${Date.now()}`;
  await open(page, newForm);
  await addWith(page, 'Text input', 'a', 'Kept field');
  await page.getByLabel(/^Form name/).fill(title);
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain(title);
  await page.close({ runBeforeUnload: false });

  const again = await context.newPage();
  await again.setViewportSize({ width: 1440, height: 1000 });
  await open(again, newForm);
  const found = again.getByRole('alertdialog', { name: 'Unsaved changes were found' });
  await expect(found).toContainText('Kept field');
  await found.getByRole('button', { name: 'Restore' }).click();
  await expect(titles(again)).toHaveText(['Kept field']);
  await expect(again.getByLabel(/^Form name/)).toHaveValue(title);

  // Leaving asks; staying loses nothing.
  const asked = again.waitForEvent('dialog').then((dialog) => dialog.dismiss());
  await again.getByRole('link', { name: 'Forms', exact: true }).click();
  await asked;
  await expect(titles(again)).toHaveText(['Kept field']);

  await context.clearCookies();
  await save(again).click();
  await again.getByRole('link', { name: 'Sign in and come back here' }).click();
  await again.getByLabel(/e-?mail/i).fill(demoEditor.email);
  await again.getByLabel(/password/i).fill(demoEditor.password);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await found.getByRole('button', { name: 'Restore' }).click();
  await save(again).click();
  await expect(again.getByText('Saved.')).toBeVisible();
  const address = again.url();
  await again.reload();
  await expect(titles(again)).toHaveText(['Kept field']);
  await open(again, newForm);
  await expect(again.getByText('Drop the first element here.')).toBeVisible();
  await expect(found).toHaveCount(0);

  // Discarded changes do not come back.
  await palette(again, 'Title').click();
  await expect.poll(() => again.evaluate(() => Object.keys(localStorage).join())).toContain('form:new');
  await again.close({ runBeforeUnload: false });
  const last = await context.newPage();
  await open(last, newForm);
  await last.getByRole('button', { name: 'Discard' }).click();
  await last.goto(address);
  await last.getByRole('button', { name: 'Delete', exact: true }).click();
  await last.getByRole('button', { name: 'Delete form' }).click();
  await expect(last).toHaveURL(/\/admin\/forms$/);
  await open(last, newForm);
  await expect(last.getByRole('alertdialog')).toHaveCount(0);
});

test('every address of the builder requires signing in', async ({ browser }) => {
  const stranger = await browser.newContext();
  for (const path of [
    '/admin/forms',
    newForm,
    '/admin/forms/1',
    '/admin/forms/1/submissions',
    '/admin/forms/1/submissions.csv',
  ]) {
    const { status, headers } = await stranger.request
      .get(`${origins.main}${path}`, { maxRedirects: 0 })
      .then((response) => ({ status: response.status(), headers: response.headers() }));
    expect(status, path).toBe(302);
    expect(headers['location'], path).toBe(`/login?next=${encodeURIComponent(path)}`);
  }
  await stranger.close();
});
