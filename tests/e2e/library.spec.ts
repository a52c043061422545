import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { expect, origins, test } from './fixtures.ts';

/** The folders and tags of the library, on a computer and on a phone. */
const run = Date.now();
const list = `${origins.main}${adminPaths.records('image')}`;

test('pictures are put into a folder, tagged and found again @sweep', async ({ page, signIn, findBarriers }) => {
  await signIn({ next: null });
  await page.goto(list);
  await expect(page.locator('.adm-card').nth(1)).toBeVisible();
  const folders = page.getByRole('navigation', { name: 'Folders' });
  await folders.getByRole('button', { name: 'New folder' }).click();
  const making = page.getByRole('dialog', { name: 'New folder' });
  await making.getByLabel('Name').fill(`Shelf ${run}`);
  await making.getByRole('button', { name: 'Make folder' }).click();
  await expect(page.getByText('No image matches what you look for.')).toBeVisible();

  await folders.getByRole('button', { name: 'All images' }).click();
  const cards = page.locator('.adm-card');
  await expect(cards.nth(1)).toBeVisible();
  const [first = '', second = ''] = await cards.locator('.adm-card__title').allTextContents();
  await cards.filter({ hasText: first }).getByRole('checkbox').check();
  await cards.filter({ hasText: second }).getByRole('checkbox').check();
  const bar = page.getByRole('region', { name: 'Chosen' });
  await bar.getByRole('button', { name: 'Move to folder' }).click();
  const moving = page.getByRole('dialog', { name: 'Move 2 images' });
  await moving.getByLabel('To the folder').selectOption({ label: `Shelf ${run}` });
  await moving.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: `2 images are in “Shelf ${run}” now.` })).toBeInViewport();
  await folders.getByRole('button', { name: `Shelf ${run}`, exact: true }).click();
  await expect(page.getByText('2 images', { exact: true })).toBeVisible();

  await page.getByLabel('Choose all shown').check();
  await bar.getByRole('button', { name: 'Tags' }).click();
  const tagging = page.getByRole('dialog', { name: 'Tags of 2 images' });
  await tagging.getByLabel('Add', { exact: true }).fill(`blue ${run}`);
  await tagging.getByLabel('Add', { exact: true }).press('Enter');
  await tagging.getByRole('button', { name: 'Save tags' }).click();
  await expect(tagging).toBeHidden();
  await expect(page.getByText(`Tags of 2 images: “blue ${run}” added.`)).toBeInViewport();
  await page.getByLabel('With the tags', { exact: true }).fill(`blue ${run},`);
  await expect(page.getByText('2 images', { exact: true })).toBeVisible();
  expect(await findBarriers({})).toEqual([]);
  await page.getByRole('button', { name: 'Rename tag' }).click();
  const renaming = page.getByRole('dialog', { name: `Rename the tag “blue ${run}”` });
  await renaming.getByLabel('Name').fill(`navy ${run}`);
  expect(await findBarriers({})).toEqual([]);
  await renaming.getByRole('button', { name: 'Rename tag' }).click();
  await expect(renaming).toBeHidden();
  await expect(page.getByRole('button', { name: `Take out navy ${run}` })).toBeVisible();
  await expect(page.getByText('2 images', { exact: true })).toBeVisible();

  await cards.filter({ hasText: first }).getByRole('link').click();
  const place = page.getByRole('region', { name: 'In the library' });
  await place.getByLabel('Folder').selectOption({ label: 'None' });
  await expect(place.getByRole('status')).toContainText('Saved.');
  await page.goBack();
  await expect(page.getByText('1 image', { exact: true })).toBeVisible();
  await folders.getByRole('button', { name: `Delete the folder Shelf ${run}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete folder' }).click();
  await expect(folders.getByRole('button', { name: `Shelf ${run}` })).toHaveCount(0);
});

test('on a phone all that a list finds is chosen @sweep', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn({ next: null });
  await page.goto(`${origins.main}${adminPaths.records('link')}`);
  await page.getByLabel('Choose all shown').check();
  const bar = page.getByRole('region', { name: 'Chosen' });
  await expect(bar.getByText('50 links chosen')).toBeVisible();
  await bar.getByRole('button', { name: /^Choose all \d+ links that the list finds$/ }).click();
  await expect(bar.getByText('50 links chosen')).toBeHidden();
});
