import { AxeBuilder } from '@axe-core/playwright';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { expect, origins, test } from './fixtures.ts';

/** Spreadsheets in lists: checked cell by cell, then saved as drafts or published. */
const run = Date.now();

test('a file is checked, its errors mended by leaving them out, and published', async ({ page, signIn }) => {
  await signIn({ next: null });
  await page.goto(`${origins.main}${adminPaths.records('tag')}`);
  await page.getByRole('button', { name: 'Import …' }).click();
  const window = page.getByRole('dialog', { name: 'Import tags' });
  const content = `Slug;Name (English);Colour\nsheet-${run};=Sheet ${run};red\nNot A Slug;Wrong;blue\n`;
  await window
    .locator('input[type="file"]')
    .setInputFiles({ name: 'tags.csv', mimeType: 'text/csv', buffer: Buffer.from(content, 'latin1') });
  await expect(window.getByLabel('Encoding')).toHaveValue('utf-8');
  await expect(window.getByLabel('Between cells')).toHaveValue(';');
  await expect(window.getByLabel('Colour')).toHaveValue('');
  await window.getByRole('button', { name: 'Continue' }).click();
  await expect(window.getByText('no such columns: Colour')).toBeVisible();
  await window.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(window.getByText('1 new, 1 wrong')).toBeVisible();
  await expect(window.getByRole('row', { name: /^3 / })).toContainText('Slug');
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
  expect(violations).toEqual([]);
  await window.getByLabel('Leave out the rows that are wrong').check();
  await window.getByRole('button', { name: 'Publish 1' }).click();
  await window.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('searchbox').first().fill(`sheet-${run}`);
  await expect(page.getByRole('link', { name: `=Sheet ${run}` })).toBeVisible();
});

test('a stock list of a German sheet is asked about its points, and says how it is read', async ({ page, signIn }) => {
  await signIn({ next: null });
  await page.goto(`${origins.main}${adminPaths.records('inventory_item')}`);
  await page.getByRole('button', { name: 'Import …' }).click();
  const window = page.getByRole('dialog', { name: 'Import stock items' });
  await window.locator('input[type="file"]').setInputFiles({
    name: 'bestand.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('sep=;\r\nId;Quantity;Lager\r\n1;1.000;Größe M\r\n', 'latin1'),
  });
  await expect(window.getByLabel('Encoding')).toHaveValue('windows-1252');
  await expect(window.getByLabel('Between cells')).toHaveValue(';');
  const sample = window.getByRole('region', { name: 'Rows as they are read' });
  await expect(sample).toContainText('Größe M');
  await expect(window.getByText('“1.000” in row 2, Quantity, is 1 or 1000')).toBeVisible();
  const next = window.getByRole('button', { name: 'Continue' });
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
  expect(violations).toEqual([]);
  await window.getByLabel('Encoding').selectOption({ label: 'Japanese (Shift JIS, CP932)' });
  await expect(sample).not.toContainText('Größe M');
  await window.getByLabel('Encoding').selectOption({ label: 'Western European (Windows-1252)' });
  await window.getByLabel('Before decimals').selectOption({ label: 'A comma: 1.234,5' });
  await expect(sample).toContainText('1,000');
  await next.click();
  await window.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(window.getByRole('row', { name: /^2 / })).toContainText('1,000');
});

test('cells are pasted and saved as drafts by keyboard alone @sweep', async ({ page, signIn }) => {
  await signIn({ next: null });
  await page.goto(`${origins.main}${adminPaths.records('tag')}`);
  await page.getByRole('button', { name: 'Import …' }).press('Enter');
  const window = page.getByRole('dialog', { name: 'Import tags' });
  await expect(window.getByRole('button', { name: 'Choose a file …' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.insertText(`Slug\tName (English)\npasted-${run}\tPasted ${run}`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await window.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(window, 'what had the focus is gone').toBeFocused();
  await window.getByLabel('Publish at once').press('Space');
  await window.getByRole('button', { name: 'Check', exact: true }).press('Enter');
  await window.getByRole('button', { name: 'Save 1 as drafts' }).press('Enter');
  await expect(window.getByText('1 draft was saved')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(window).toBeHidden();
  await expect(page.getByRole('link', { name: `Pasted ${run}` })).toBeVisible();
});

test('one field of several records is changed together, checked first, and published @sweep', async ({
  page,
  signIn,
}) => {
  await signIn({ next: null });
  await page.goto(`${origins.main}${adminPaths.records('tag')}`);
  await page.getByRole('button', { name: 'Import …' }).click();
  const importing = page.getByRole('dialog', { name: 'Import tags' });
  await importing
    .getByLabel('Or cells copied from a spreadsheet')
    .fill(`Slug\tName (English)\nmany-${run}-a\tMany ${run} A\nmany-${run}-b\tMany ${run} B`);
  await importing.getByRole('button', { name: 'Read cells' }).click();
  await importing.getByRole('button', { name: 'Continue' }).click();
  await importing.getByRole('button', { name: 'Check', exact: true }).click();
  await importing.getByRole('button', { name: 'Publish 2' }).click();
  await importing.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('searchbox').first().fill(`many-${run}`);
  await expect(page.getByText('2 tags', { exact: true })).toBeVisible();
  const rows = page.getByRole('row').filter({ hasText: `Many ${run}` });
  await expect(rows).toHaveCount(2);
  for (const row of await rows.all()) await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Change a field' }).press('Enter');
  const window = page.getByRole('dialog', { name: 'Change a field of 2 tags' });
  await expect(window.getByLabel('Field')).toBeFocused();
  await window.getByLabel('Field').selectOption({ label: 'Name (German)' });
  await window.getByLabel('New value').fill(`Viele ${run}`);
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
  expect(violations).toEqual([]);
  await window.getByRole('button', { name: 'Continue' }).click();
  await expect(window.getByText(`“Name (German)” of 2 tags becomes “Viele ${run}”.`)).toBeVisible();
  await window.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(window.getByText('2 changed. Nothing is saved yet.')).toBeVisible();
  await expect(window.getByRole('row', { name: new RegExp(`Many ${run} A`) })).toContainText(`Viele ${run}`);
  await window.getByRole('button', { name: 'Publish 2' }).click();
  await window.getByRole('button', { name: 'Close' }).click();
  await expect(window).toBeHidden();

  await page.getByRole('link', { name: `Many ${run} A` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Many ${run} A`);
  await page.getByRole('tab', { name: 'German' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(`Viele ${run}`);

  // Two pages of one title would be left.
  const ids = [];
  for (const name of [`Many ${run} A`, `Many ${run} B`]) {
    await page.goto(`${origins.main}${adminPaths.records('tag')}?search=many-${run}`);
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    ids.push(Number(new URL(page.url()).pathname.split('/').at(-1)));
  }
  const deleted = await page.request.post(`${origins.main}/_actions/deleteRecords`, {
    data: { records: ids.map((id) => ({ kind: 'tag', id })) },
    headers: { origin: origins.main },
  });
  expect(deleted.status()).toBe(200);
});
