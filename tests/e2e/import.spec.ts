import { AxeBuilder } from '@axe-core/playwright';
import { adminPaths } from '#domain/admin-paths.ts';
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
    .getByLabel('CSV or JSON file')
    .setInputFiles({ name: 'tags.csv', mimeType: 'text/csv', buffer: Buffer.from(content, 'latin1') });
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

test('cells are pasted and saved as drafts by keyboard alone', async ({ page, signIn }) => {
  await signIn({ next: null });
  await page.goto(`${origins.main}${adminPaths.records('tag')}`);
  await page.getByRole('button', { name: 'Import …' }).press('Enter');
  const window = page.getByRole('dialog', { name: 'Import tags' });
  await expect(window.getByLabel('CSV or JSON file')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.insertText(`Slug\tName (English)\npasted-${run}\tPasted ${run}`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await window.getByRole('button', { name: 'Continue' }).press('Enter');
  await window.getByLabel('Publish at once').press('Space');
  await window.getByRole('button', { name: 'Check', exact: true }).press('Enter');
  await window.getByRole('button', { name: 'Save 1 as drafts' }).press('Enter');
  await expect(window.getByText('1 draft was saved')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(window).toBeHidden();
  await expect(page.getByRole('link', { name: `Pasted ${run}` })).toBeVisible();
});
