import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createKeyClient } from '#content/clients/client.ts';
import { expect, origins, outDirectory, test } from './fixtures.ts';
import { runningDatabase } from './running-database.ts';

/** A page that no other spec changes. */
const failing = '/technology/humidity';

test('what has failed is tried again, and a page is rebuilt, with the keyboard', async ({
  page,
  signIn,
  findBarriers,
}) => {
  const { url, secretKey } = await runningDatabase();
  const client = createKeyClient(url, secretKey);
  const failure = { code: 'unavailable', message: 'The disk is full.' };
  const { data } = await client
    .from('site_outputs')
    .update({ failure })
    .eq('site_id', 'main')
    .in('path', [failing, `/jp${failing}`])
    .select('id');
  expect(data).toHaveLength(2);
  await signIn({ next: '/admin/publishing' });
  const failed = page.getByRole('region', { name: 'Failed' });
  await expect(failed.getByText('The disk is full.'), 'once for both').toHaveCount(1);
  await failed.getByText('2 pages').click();
  await expect(failed.getByText('Main site, Japanese')).toBeVisible();
  expect(await findBarriers()).toEqual([]);

  await failed.getByRole('button', { name: 'Try again: 2 pages' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /live\.$/ })).toBeVisible();
  await expect(failed).toHaveCount(0);

  const file = path.join(outDirectory, 'main', 'current', failing, 'index.html');
  const before = await stat(file);
  const open = page.getByRole('button', { name: 'Rebuild a page' });
  await open.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Rebuild a page' });
  const address = dialog.getByRole('textbox', { name: 'Address' });
  await expect(address).toBeFocused();
  await page.keyboard.type('/nothing/here');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Nothing is published at this address.')).toBeVisible();
  expect(await findBarriers()).toEqual([]);
  await address.fill(`${origins.main}${failing}?query#anchor`);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'is live.' })).toBeVisible();
  await expect(open).toBeFocused();
  // Written once more, though it is the same.
  expect((await stat(file)).mtimeMs).toBeGreaterThan(before.mtimeMs);
});

test('a site is built anew, put back, and built anew to resume @sweep', async ({ page, signIn, findBarriers }) => {
  await signIn({ next: '/admin/publishing' });
  const row = page.getByRole('region', { name: 'Sites' }).getByRole('row', { name: /^Developer portal/ });
  const build = row.getByRole('button', { name: /^Build anew/ });
  await build.click();
  await expect(page.getByText('Developer portal is being built.')).toBeVisible();
  await expect(row).toContainText('Being built');
  const putBack = row.getByRole('button', { name: 'Put back: Developer portal' });
  await expect(putBack).toBeVisible({ timeout: 60_000 });
  await expect(row).toContainText('Went live');

  await putBack.click();
  const question = page.getByRole('alertdialog', { name: 'Put Developer portal back?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(putBack).toBeFocused();
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Put back' }).click();
  await expect(row).toContainText('Publishing is paused');
  const notice = page.getByRole('status').filter({ hasText: 'Developer portal: publishing is paused' });
  await expect(notice).toBeVisible();
  expect(await findBarriers()).toEqual([]);

  await row.getByRole('button', { name: 'Build anew and resume: Developer portal' }).click();
  await expect(row).toContainText('Live', { timeout: 60_000 });
  await expect(row).not.toContainText('paused');
  await expect(notice).toBeHidden();
});

test('a site whose files the database does not know is said to be so, and is built anew @sweep', async ({
  page,
  signIn,
  findBarriers,
}) => {
  const { url, secretKey } = await runningDatabase();
  const client = createKeyClient(url, secretKey);
  const { error } = await client.from('unknown_files').insert({ site_id: 'automotive', cause: 'later' });
  expect(error).toBeNull();
  await signIn({ next: '/admin/publishing' });
  const notice = page
    .getByRole('status')
    .filter({ hasText: 'Automotive site: publishing waits until the site is built' });
  await expect(notice).toContainText('The database was put back to an earlier state');
  await expect(notice).toContainText('look through what you edited last');
  const row = page.getByRole('region', { name: 'Sites' }).getByRole('row', { name: /^Automotive site/ });
  await expect(row).toContainText(/Has to be built anew|Being built/);
  expect(await findBarriers()).toEqual([]);
  // The server does it by itself once it claims something; somebody who does not want to wait begins.
  const build = row.getByRole('button', { name: 'Build anew and resume: Automotive site' });
  await build.click();
  await expect(notice).toBeHidden({ timeout: 60_000 });
  await expect(row).toContainText('Live');
});
