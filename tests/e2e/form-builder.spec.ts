import { drag } from './drag.ts';
import { collectTrouble, expect, origins, test } from './fixtures.ts';
import {
  addWith,
  askToDelete,
  describe,
  labelOptions,
  newForm,
  open,
  openForms,
  palette,
  preview,
  properties,
  publish,
  row,
  rows,
  save,
  select,
  titles,
} from './form-builder.ts';

/** The form builder, from an empty form to a page on which a visitor fills it in, and to the inbox. */

test.beforeEach(({ page }) => openForms(page));

test(
  'a form with all nine types and two conditions is built, placed, published, filled in and read',
  { tag: '@smoke' },
  async ({ page, browser, findBarriers }) => {
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
    await expect(page.getByText('Draft saved.')).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/forms\/\d+$/);
    const id = /\d+$/.exec(page.url())?.[0] ?? '';
    await publish(page);

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
    await askToDelete(page);
    await expect(page.getByRole('alertdialog')).toContainText('is in use');
    await expect(page.getByRole('alertdialog')).toContainText(path);
    await expect(page.getByRole('button', { name: 'Delete form' })).toHaveCount(0);
    expect(trouble).toEqual([]);
  },
);
