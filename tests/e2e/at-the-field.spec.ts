import type { Page } from '@playwright/test';
import { z } from 'zod';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { expect, origins, test } from './fixtures.ts';
import { ask, findLastSave, makePage } from './made-pages.ts';

/** Forms and windows begin where something is to be written, and a warning leads to what it is about. */
const run = Date.now();

const made = z.object({ id: z.number() });

/** Adds modules to a page that has none yet. */
async function addModules(page: Page, pageId: number, modules: readonly [type: string, data: object][]): Promise<void> {
  const content: number[] = [];
  for (const [moduleType, moduleData] of modules) {
    const answer = await ask(page, 'addModule', { pageId, locale: 'en', content, moduleType, moduleData });
    content.push(z.object({ moduleId: z.number() }).parse(answer).moduleId);
  }
}

/** Deletes a page that was never published. */
async function dropDraft(page: Page, pageId: number): Promise<void> {
  await ask(page, 'deletePage', { pageId, isConfirmed: true, lastSave: await findLastSave(page, pageId) });
}

test('what is made new begins at its first field, found by its command', async ({ page, signIn, findBarriers }) => {
  await signIn({ next: null });
  const open = async (command: string) => {
    await page.goto(`${origins.main}${adminPaths.home}`);
    await page
      .getByRole('button', { name: /^Search/ })
      .first()
      .click();
    const palette = page.getByRole('dialog', { name: 'Search' });
    await palette.getByRole('combobox').fill(command);
    await palette
      .getByRole('option', { name: new RegExp(`^${command}`) })
      .first()
      .click();
  };
  await open('New product');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await expect(page.getByText('This field is required')).toHaveCount(0);
  await open('New page');
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Title', exact: true })).toBeFocused();
  await expect(page, 'a reload shows the list').toHaveURL(`${origins.main}${adminPaths.pages}`);
  expect(await findBarriers()).toEqual([]);
  await open('New release');
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused();
  await open('Invite somebody');
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'E-mail' })).toBeFocused();
  await open('New form');
  await expect(page.getByRole('textbox', { name: 'Form name' })).toBeFocused();
  await open('New event');
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Zurich');
});

test('what is typed right behind Ctrl+K is looked for, and what is called so comes first', async ({ page, signIn }) => {
  await signIn({ next: adminPaths.home });
  // The screen listens by now.
  await page.getByRole('button', { name: 'Fold the navigation' }).click();
  await expect(page.getByRole('button', { name: 'Show the navigation' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('people');
  const palette = page.getByRole('dialog', { name: 'Search' });
  await expect(palette.getByRole('combobox')).toHaveValue('people');
  await expect(palette.getByRole('option').first()).toHaveText(/^People/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show the navigation' }).click();
});

test('the first item of a list opens without a word of what is missing', async ({ page, signIn }) => {
  await signIn({ next: '/?draft=true&show_modal=true&module_type=LINK_LIST' });
  const dialog = page.getByRole('dialog', { name: 'Links' });
  await expect(dialog.getByText('Add a link.'), 'nothing to show, and why').toBeVisible();
  await dialog.getByRole('button', { name: 'Add link' }).click();
  const item = page.getByRole('dialog', { name: 'Add link', exact: true });
  // Not the number of a record, which nobody types.
  await expect(item.locator(':is(input, textarea, select):not(.ed-id__input)').first()).toBeFocused();
  await expect(item.getByText('This field is required')).toHaveCount(0);
  await item.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(item.getByText('This field is required').first()).toBeVisible();
});

test('a new address is saved without a question whether to leave', async ({ page, signIn }) => {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await signIn({ next: null });
  const pageId = await makePage(page, { en: { path: `/address-${run}`, title: `Address ${run}` } });
  await page.goto(`${origins.main}/address-${run}?draft=true`);
  await page.getByRole('button', { name: 'Page settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Page settings' });
  // No field is asked for.
  await expect(page).toHaveURL(`${origins.main}/address-${run}?draft=true&show_settings=true`);
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`/moved-${run}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(`${origins.main}/moved-${run}?draft=true`);
  await expect(page.getByText('Page settings saved.')).toBeVisible();
  expect(asked).toEqual([]);
  await dropDraft(page, pageId);
});

test('a click that leaves a field with an error is not lost, though the error moves what is below it', async ({
  page,
  signIn,
}) => {
  await signIn({ next: null });
  await page.goto(`${origins.main}${adminPaths.newRecord('redirect')}`);
  await page.getByLabel('From').fill('/old#part');
  await page.getByLabel('An address').click();
  await expect(page.getByText('Browsers keep to themselves what begins with #')).toBeVisible();
  await expect(page.getByLabel('An address')).toBeChecked();
});

test('a warning leads to the very field, in a list, in a text, and in the settings', async ({
  page,
  signIn,
  findBarriers,
}) => {
  await signIn({ next: null });
  const path = `/warned-${run}`;
  const own = { path, title: `Warned ${run}` };
  const pageId = await makePage(page, { en: own, de: own });
  const link = { linkType: 'internal', target: 'auto', again: true };
  const good = made.parse(await ask(page, 'addLink', { ...link, text: `Good ${run}`, url: '/products/catalog' }));
  const gone = made.parse(await ask(page, 'addLink', { ...link, text: `Gone ${run}`, url: `/nothing-${run}` }));
  const to = (href: string, text: string) => ({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] });
  const words = [
    to('/products/catalog', 'A good one'),
    { type: 'text', text: ' and ' },
    to(`/lost-${run}`, 'a lost one'),
  ];
  await addModules(page, pageId, [
    ['LINK_LIST', { links: [good.id, good.id, gone.id].map((id) => ({ link: id, linkTitle: '' })) }],
    ['TEXT_BLOCK', { body: { type: 'doc', content: [{ type: 'paragraph', content: words }] } }],
  ]);
  const editOf = async (message: string, language: string) => {
    await page.goto(`${origins.main}${path}?draft=true`);
    await page.getByRole('button', { name: 'Publish changes' }).click();
    const warning = page.getByRole('listitem').filter({ hasText: message });
    await warning.getByRole('link', { name: new RegExp(`^Edit in ${language}`) }).click();
  };

  await editOf(`The link “Gone ${run}” leads to`, 'English');
  const item = page.getByRole('dialog', { name: 'Edit link 3' });
  await expect(item.getByRole('group', { name: 'Link', exact: true }).locator('input').first()).toBeFocused();
  await expect(item.locator('[data-reached]')).toHaveCount(1);
  expect(await findBarriers({ exclude: ['main'] })).toEqual([]);

  await editOf('The link “a lost one” leads to', 'English');
  const text = page.getByRole('dialog').getByRole('textbox', { name: 'Text', exact: true });
  await expect(text).toBeFocused();
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('a lost one');

  // In another language the draft of that is opened.
  await editOf('The page has no description in German', 'German');
  await expect(page).toHaveURL(/\/de\/warned-/);
  const settings = page.getByRole('dialog', { name: 'Page settings' });
  await expect(settings.getByRole('textbox', { name: 'Description' })).toBeFocused();
  await page.goto(`${origins.main}${path}?draft=true`);
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.getByText('Missing descriptions')).toBeVisible();
  await dropDraft(page, pageId);
});

test('a page that is moved out of a search is led to, below a page that is searched for @sweep', async ({
  page,
  signIn,
  findBarriers,
}) => {
  await signIn({ next: null });
  const pageId = await makePage(page, { en: { path: `/found-${run}`, title: `Found ${run}` } });
  await page.goto(`${origins.main}${adminPaths.pages}?search=${encodeURIComponent(`/found-${run}`)}`);
  await page.getByRole('button', { name: `More: Found ${run}` }).click();
  await page.getByRole('menuitem', { name: 'Rename or move' }).click();
  const dialog = page.getByRole('dialog');
  const parent = dialog.getByRole('group', { name: 'Below the page' });
  await parent.getByRole('button', { name: 'Choose page' }).click();
  await parent.getByRole('combobox', { name: 'Search pages' }).fill('smart-search');
  await expect(parent.getByRole('option')).toHaveCount(1);
  await parent.getByRole('option').click();
  await expect(parent.getByRole('button', { name: 'Change page' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill(`Put away ${run}`);
  await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill(`/smart-search/away-${run}`);
  expect(await findBarriers()).toEqual([]);
  await dialog.getByRole('button', { name: 'Save in the draft' }).click();
  await expect(page.getByText(`“Put away ${run}” is at /smart-search/away-${run} in the draft.`)).toBeVisible();
  await page.getByRole('button', { name: 'Show all pages' }).click();
  await expect(page.getByRole('row').filter({ hasText: `/smart-search/away-${run}` })).toBeVisible();
  await page.getByRole('link', { name: `Open “Put away ${run}”` }).click();
  await expect(page).toHaveURL(`${origins.main}/smart-search/away-${run}?draft=true`);
  await dropDraft(page, pageId);
});

test('an item of a menu that leads nowhere stays open where its target is asked for @sweep', async ({
  page,
  signIn,
  findBarriers,
}) => {
  await signIn({ next: adminPaths.records('menu') });
  await page
    .getByRole('row', { name: /Main site/ })
    .getByRole('link', { name: /Main menu/ })
    .click();
  await page.getByRole('button', { name: 'Add item', exact: true }).click();
  const item = page.getByRole('group', { name: 'New item' });
  await item.getByRole('button', { name: /leads to: No target/ }).click();
  await expect(item.getByRole('group', { name: 'Leads to' })).toBeVisible();
  await expect(item.getByRole('button', { name: 'A page' })).toBeFocused();
  expect(await findBarriers()).toEqual([]);
  await item.getByRole('button', { name: /^Close/ }).click();
  await expect(item.getByRole('group', { name: 'Leads to' })).toHaveCount(0);
  await expect(item.getByRole('button', { name: /leads to: No target/ })).toBeFocused();
});

test('on a phone the first rows of a list are on the first screen @phone-only @smoke @phone', async ({
  page,
  signIn,
  findBarriers,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn({ next: adminPaths.records('product') });
  const first = page.getByRole('row').nth(1);
  await expect(first).toBeInViewport();
  await expect(page.getByLabel('State', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('State', { exact: true }).selectOption({ label: 'Live' });
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
  expect(await findBarriers()).toEqual([]);
});
