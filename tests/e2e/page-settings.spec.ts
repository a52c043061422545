import { parse } from 'devalue';
import { z } from 'zod';
import { expect, origins, test } from './fixtures.ts';

/** The settings of a page in the browser. */
const run = Date.now();

const createdPage = z.object({ id: z.number() });

test('settings of a page are written beside what others make of them, and go live with the page', async ({
  page,
  signIn,
  findBarriers,
}) => {
  test.slow();
  await signIn({ next: null });
  const made = await page.request.post(`${origins.main}/_actions/createPage`, {
    data: { site: 'main', parentId: null, locales: { en: { path: `/settings-${run}`, title: `Settings ${run}` } } },
    headers: { accept: 'application/json', origin: origins.main },
  });
  expect(made.status()).toBe(200);
  const { id } = createdPage.parse(parse(await made.text()));
  await page.goto(`${origins.main}/settings-${run}?draft=true`);
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page).toHaveURL(`${origins.main}/settings-${run}`);

  await page.goto(`${origins.main}/settings-${run}?draft=true`);
  await page.getByRole('button', { name: 'Page settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Page settings' });
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill(`Found ${run}`);
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Measured twice. '.repeat(20));
  await expect(preview.getByText(`Found ${run} |`).first()).toBeVisible();
  await expect(preview.getByText('The description is cut off').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`/found-${run}`);
  await expect(dialog.getByText(`that address leads to /found-${run}`)).toBeVisible();
  await dialog.getByRole('tab', { name: /^German/ }).click();
  await dialog.getByRole('button', { name: 'Add German' }).click();
  await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill(`Gefunden ${run}`);
  await expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveValue(`/gefunden-${run}`);
  await dialog.getByRole('checkbox', { name: 'Hide from search engines' }).check();
  await expect(preview.getByText('Search engines are asked not to list this page')).toBeVisible();
  expect(await findBarriers()).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();

  // The draft is at its new address, and visitors still at the old one.
  await expect(page).toHaveURL(`${origins.main}/found-${run}?draft=true`);
  const live = async (path: string) => page.request.get(`${origins.main}${path}`, { maxRedirects: 0 });
  expect(await (await live(`/settings-${run}`)).text()).toContain(`Settings ${run}`);
  expect((await live(`/found-${run}`)).status()).toBe(404);

  await page.getByRole('button', { name: 'Publish changes' }).click();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page).toHaveURL(`${origins.main}/found-${run}`);
  expect((await live(`/settings-${run}`)).headers()['location']).toBe(`/found-${run}`);
  const english = await (await live(`/found-${run}`)).text();
  expect(english).toContain('content="Measured twice.');
  expect(english).not.toContain('name="robots"');
  expect(await (await live(`/de/gefunden-${run}`)).text()).toContain('<meta name="robots" content="noindex"');

  // Other tests count what is published.
  const deleted = await page.request.post(`${origins.main}/_actions/deletePage`, {
    data: { pageId: id, isConfirmed: true },
    headers: { accept: 'application/json', origin: origins.main },
  });
  expect(deleted.status()).toBe(200);
  await expect.poll(async () => (await live(`/found-${run}`)).status()).toBe(410);
});
