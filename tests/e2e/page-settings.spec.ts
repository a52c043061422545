import { expect, origins, test } from './fixtures.ts';
import { deletePage, makePage, makePublishedPage } from './made-pages.ts';

/** The settings of a page in the browser. */
const run = Date.now();

test('settings of a page are written beside what others make of them, and go live with the page', async ({
  page,
  signIn,
  findBarriers,
}) => {
  test.slow();
  await signIn({ next: null });
  const id = await makePage(page, { en: { path: `/settings-${run}`, title: `Settings ${run}` } });
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
  // An address quotes nothing, and has nothing that ends it in a browser.
  const address = dialog.getByRole('textbox', { name: 'Address' });
  await expect(dialog.getByRole('button', { name: 'Insert a product value' })).toHaveCount(2);
  await address.fill(`/found-${run}?now`);
  await expect(dialog.getByRole('button', { name: 'Insert a product value' })).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(address).toHaveAccessibleDescription(/^An address has no question mark/);
  await address.fill(`/found-${run}`);
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
  await expect(page.locator('.ed-announcement')).toContainText('Page settings saved.');
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

  await deletePage(page, id, `/found-${run}`);
});

test('a page is taken out of German, put back by undoing it, and is gone there once that is published', async ({
  page,
  signIn,
  findBarriers,
}) => {
  await signIn({ next: null });
  const [english, german] = [`/taken-${run}`, `/de/taken-${run}`];
  const own = { path: english, title: `Taken ${run}` };
  const id = await makePublishedPage(page, { en: own, de: own });
  await page.goto(`${origins.main}${english}?draft=true`);
  await page.getByRole('button', { name: 'Page settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Page settings' });
  await dialog.getByRole('tab', { name: /^German/ }).click();
  const take = dialog.getByRole('button', { name: 'Take the page out of German' });
  await take.click();
  await expect(dialog.getByText('Saving takes the draft out of German')).toBeVisible();
  expect(await findBarriers()).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep German' }).click();
  await take.click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);

  const bar = page.getByRole('region', { name: 'Page Builder' });
  const announcement = page.locator('.ed-announcement');
  const undo = bar.getByRole('button', { name: 'Undo', exact: true });
  await expect(undo).toHaveAccessibleDescription(/^Undo: Page taken out of German/);
  await undo.click();
  await expect(announcement).toContainText('Undone: Page taken out of German.');
  await expect(undo, 'the focus stays').toBeFocused();
  await announcement.getByRole('button', { name: 'Redo' }).click();
  await expect(announcement).toContainText('Done again: Page taken out of German.');

  const statusOf = async (path: string) => (await page.request.get(`${origins.main}${path}`)).status();
  expect(await statusOf(german), 'nothing is live before').toBe(200);
  await bar.getByRole('button', { name: '1 unpublished change' }).click();
  await expect(page.getByRole('dialog').getByText('Taken out of German')).toBeVisible();
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Publish changes' }).click();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page).toHaveURL(`${origins.main}${english}`);
  // The file of redirects, which makes it 410, follows the pages.
  await expect.poll(() => statusOf(german)).toBe(410);
  expect(await statusOf(english)).toBe(200);
  await deletePage(page, id, english);
});

test('a page is saved as a template from its settings, which stay as they were typed @sweep', async ({
  page,
  signIn,
  findBarriers,
}) => {
  await signIn({ next: null });
  await page.goto(`${origins.main}/?draft=true`);
  await page.getByRole('button', { name: 'Page settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Page settings' });
  const title = settings.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill(`Typed ${run}`);
  const make = settings.getByRole('button', { name: 'Make a template' });
  await make.click();
  const template = page.getByRole('dialog', { name: /^Save “.+” as a template$/ });
  await template.getByRole('textbox', { name: 'Name' }).fill(`Template ${run}`);
  // What is typed is not lost by a key.
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  expect(await findBarriers()).toEqual([]);
  await template.getByRole('button', { name: 'Save template' }).click();
  await expect(settings.getByText(`“Template ${run}” is saved: new pages can start with it.`)).toBeVisible();
  await expect(make).toBeFocused();
  await expect(title).toHaveValue(`Typed ${run}`);
  expect(await findBarriers()).toEqual([]);
});
