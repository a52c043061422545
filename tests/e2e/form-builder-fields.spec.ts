import { expect, origins, test } from './fixtures.ts';
import {
  addWith,
  newForm,
  open,
  openForms,
  palette,
  preview,
  properties,
  row,
  rows,
  save,
  select,
} from './form-builder.ts';

/** What the form builder asks of a field, and its texts in each language. */

test.beforeEach(({ page }) => openForms(page));

test('problems are shown at their fields @sweep', async ({ page, findBarriers }) => {
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

test('texts that a form needs are examples until they are written, and are asked for @sweep', async ({ page }) => {
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

test('one structure has texts in each language @sweep', async ({ page }) => {
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
