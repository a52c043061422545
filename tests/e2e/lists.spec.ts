import { AxeBuilder } from '@axe-core/playwright';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { expect, origins, test } from './fixtures.ts';

/** Lists: views with a name, and what is done with all that a list finds. */
const run = Date.now();

test('what is pasted into a list is imported, and all that the list finds is changed together @sweep', async ({
  page,
  signIn,
}) => {
  await signIn({ next: null });
  await page.goto(`${origins.main}${adminPaths.records('tag')}`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const rows = Array.from({ length: 60 }, (_, index) => `all-${run}-${index}\tAll ${run} ${index}`);
  await page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    `Slug\tName (English)\n${rows.join('\n')}`,
  );
  const importing = page.getByRole('dialog', { name: 'Import tags' });
  await importing.getByRole('button', { name: 'Continue' }).click();
  await importing.getByLabel('Publish at once').uncheck();
  await importing.getByRole('button', { name: 'Check', exact: true }).click();
  await importing.getByRole('button', { name: 'Save 60 as drafts' }).click();
  await importing.getByRole('button', { name: 'Close' }).click();

  const list = page.url();
  await page.goto(`${origins.main}/admin`);
  const own = page.getByRole('region', { name: 'My drafts' }).getByRole('link', { name: `All ${run} ` });
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(own, 'the home screen has all of them').toHaveCount(60);
  await page.goto(list);

  // Drafts of new records are all on the first page; live ones come page by page.
  await page.getByRole('searchbox').first().fill(`all-${run}`);
  await expect(page.getByText('60 tags', { exact: true })).toBeVisible();
  await page.getByLabel('Choose all tags').check();
  const bar = page.getByRole('region', { name: 'Chosen' });
  await expect(bar.getByText('60 tags chosen')).toBeVisible();
  await bar.getByRole('button', { name: 'Publish' }).click();
  const publishing = page.getByRole('dialog');
  await publishing.getByRole('button', { name: 'Publish now' }).click();
  await publishing.getByRole('button', { name: 'Close' }).click();

  await page.getByLabel('State').selectOption({ label: 'Live' });
  await expect(page.getByText('60 tags', { exact: true })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Choose All/ })).toHaveCount(50);
  await page.getByLabel('Choose all tags').check();
  await page.getByRole('button', { name: 'Choose all 60 tags that the list finds' }).press('Enter');
  await expect(bar.getByText('60 tags chosen')).toBeVisible();
  await bar.getByRole('button', { name: 'Change a field' }).click();
  const window = page.getByRole('dialog', { name: 'Change a field of 60 tags' });
  await window.getByLabel('Field').selectOption({ label: 'Name (German)' });
  await window.getByLabel('New value').fill(`Alle ${run}`);
  await window.getByRole('button', { name: 'Continue' }).click();
  await window.getByRole('button', { name: 'Check', exact: true }).click();
  await window.getByRole('button', { name: 'Publish 60' }).click();
  await window.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('No text in').selectOption({ label: 'German' });
  await expect(page.getByText('0 tags', { exact: true })).toBeVisible();
});

test('numbers are written alike, and end below each other and below their heading', async ({ page, signIn }) => {
  await signIn({ next: null });
  await page.goto(`${origins.main}${adminPaths.records('inventory_item')}`);
  const heading = page.getByRole('columnheader', { name: 'Quantity' });
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const column = await heading.evaluate((cell) => (cell instanceof HTMLTableCellElement ? cell.cellIndex : -1));
  const cells = page.locator(`tbody tr > :nth-child(${column + 1})`);
  const texts = (await cells.allInnerTexts()).filter((text) => text !== '');
  expect(texts.some((text) => text.length > 3)).toBe(true);
  expect(texts.filter((text) => !/^\d{1,3}(?:,\d{3})*$/.test(text))).toEqual([]);
  const ends = await page.locator(`table tr > :nth-child(${column + 1})`).evaluateAll((all) =>
    all.flatMap((cell) => {
      const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
      const range = document.createRange();
      if (text) range.selectNodeContents(text);
      return text ? [Math.round(range.getBoundingClientRect().right)] : [];
    }),
  );
  expect(new Set(ends).size).toBe(1);
});

test('a view gets a name, is shared, found again and deleted @sweep', async ({ page, signIn }) => {
  await signIn({ next: null });
  const list = `${origins.main}${adminPaths.records('product')}`;
  await page.goto(`${list}?state=ending&sort=-name`);
  await page.getByRole('button', { name: 'Views' }).press('Enter');
  const views = page.getByRole('region', { name: 'Views' });
  await views.getByLabel('Save what is shown as').fill(`Ending ${run}`);
  await views.getByLabel('Everybody sees it').check();
  await views.getByRole('button', { name: 'Save view' }).click();
  await expect(views.getByRole('button', { name: `Ending ${run}`, exact: false }).first()).toContainText(
    'for everybody',
  );
  const { violations } = await new AxeBuilder({ page }).include('#list-views').analyze();
  expect(violations).toEqual([]);

  await page.goto(list);
  await page.getByRole('button', { name: 'Views' }).click();
  await views
    .getByRole('button', { name: `Ending ${run}` })
    .first()
    .click();
  await expect(page).toHaveURL(`${list}?state=ending&sort=-name`);
  await expect(page.getByRole('button', { name: `View: Ending ${run}` })).toBeVisible();
  await expect(page.getByLabel('State')).toHaveValue('ending');
  if (!(await views.isVisible())) await page.getByRole('button', { name: `View: Ending ${run}` }).click();
  await views.getByRole('button', { name: `Delete the view Ending ${run}` }).click();
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible();
});

test('an address of the administration without a screen says so, with the way to all others', async ({
  page,
  signIn,
}) => {
  await signIn({ next: null });
  const answered = await page.goto(`${origins.main}/admin/nothing`);

  expect(answered?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'There is no screen here' })).toBeVisible();
  await expect(page).toHaveTitle(/Not found/);
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
});
