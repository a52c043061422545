import type { Locator, Page } from '@playwright/test';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { hasFocus, press, tabTo, write } from './by-keyboard.ts';
import { expect, origins, test } from './fixtures.ts';

/**
 * The jobs of an ordinary week, with the keyboard alone and from the steps that docs/editing.md writes down: nothing is clicked, and
 * only Tab, the arrows and the administration itself move the focus.
 */
const run = Date.now();

test.beforeEach(async ({ page, signIn }) => {
  await signIn({ next: null });
  await page.goto(`${origins.main}${adminPaths.home}`);
});

/** Ctrl+K, the words of a command, a screen or a record, and Enter. */
async function goTo(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('button', { name: /^Search/ }).first()).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Search' });
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(palette).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.keyboard.type(words);
  await expect(palette.getByRole('option').first()).toContainText(words);
  await page.keyboard.press('Enter');
}

const text = (page: Page, name: string): Locator => page.getByRole('textbox', { name: new RegExp(`^${name}`) }).first();

/** Writes into the editor of a formatted text. */
async function writeFormatted(page: Page, name: string, words: string): Promise<void> {
  await tabTo(page, text(page, name));
  await page.keyboard.type(words);
}

/** Chooses an option of a list by typing its first words. */
async function choose(page: Page, name: string, option: string): Promise<void> {
  await tabTo(page, page.getByRole('main').getByLabel(name, { exact: false }).first());
  await page.keyboard.type(option);
}

/** Writes a moment into its parts. The day and the month are the same, in whichever order a browser has them. */
async function writeMoment(page: Page, name: string, year: string): Promise<void> {
  await tabTo(page, text(page, name));
  await page.keyboard.type(`1111${year}0900A`);
}

async function check(page: Page, name: string): Promise<void> {
  const box = page.getByLabel(name);
  await tabTo(page, box);
  if (!(await box.isChecked())) await page.keyboard.press('Space');
}

/** The first record of a picker. */
async function pick(page: Page, kind: string): Promise<void> {
  await press(page, page.getByRole('button', { name: `Choose ${kind}` }));
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toBeHidden();
}

/**
 * Publishes, and returns once visitors have it. What is on hundreds of pages takes a slow machine longer than anybody is kept waiting:
 * then the window says that it goes live by itself.
 */
async function publish(page: Page, isOnManyPages = false): Promise<void> {
  // From a long form it is far to the button.
  await page.keyboard.press('ControlOrMeta+Enter');
  const plan = page.getByRole('dialog', { name: 'Publish changes' });
  await expect(plan.getByRole('button', { name: 'Publish now' })).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+Enter');
  const receipt = page.getByRole('dialog', {
    name: isOnManyPages ? /^(?:Published|Waiting to be published)$/ : /^Published$/,
  });
  await expect(receipt.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByText('Live', { exact: true })).toBeVisible();
}

async function live(page: Page, path: string): Promise<string> {
  return (await page.request.get(`${origins.main}${path}`)).text();
}

test('a product @sweep', async ({ page }) => {
  const name = `KB${run}`;
  await goTo(page, 'New product');
  await write(page, page.getByRole('textbox', { name: 'Name', exact: true }), name);
  await write(page, text(page, 'Name shown'), name);
  await write(page, text(page, 'Order code'), name);
  await pick(page, 'series');
  await pick(page, 'category');
  await write(page, text(page, 'Tagline'), 'Made without a mouse');
  await writeFormatted(page, 'Description', 'A sensor for everything.');
  await check(page, 'Main site');
  await publish(page);
  expect(await live(page, `/products/catalog/${name.toLowerCase()}`)).toContain('Made without a mouse');
});

test('a news article @sweep', async ({ page }) => {
  const title = `Written by keys ${run}`;
  await goTo(page, 'New article');
  await write(page, text(page, 'Title'), title);
  await write(page, text(page, 'Lead'), 'And nothing else.');
  await writeFormatted(page, 'Text', 'It was typed.');
  await choose(page, 'Section', 'Newsroom');
  await choose(page, 'Type in the newsroom', 'News');
  await check(page, 'Main site');
  await writeMoment(page, 'Date', '2025');
  await publish(page);
  expect(await live(page, '/company/news/press-releases-and-news')).toContain(title);
});

test('an event @sweep', async ({ page }) => {
  const title = `Keys on stage ${run}`;
  await goTo(page, 'New event');
  await write(page, text(page, 'Title'), title);
  await write(page, text(page, 'Summary'), 'An hour of typing.');
  await choose(page, 'Section', 'Newsroom');
  await writeMoment(page, 'Start', '2027');
  await writeMoment(page, 'End', '2027');
  await check(page, 'Main site');
  await publish(page);
  expect(await live(page, '/company/news/events')).toContain(title);
});

test('a job @sweep', async ({ page }) => {
  const title = `Keyboard engineer ${run}`;
  await goTo(page, 'New job');
  await write(page, text(page, 'Title'), title);
  await write(page, text(page, 'Description'), 'Types all day.');
  await pick(page, 'location');
  // The first one is how a language writes it.
  await write(page, page.getByRole('textbox', { name: /^City/ }).last(), 'Rapperswil');
  await choose(page, 'Country', 'Switzerland');
  await check(page, 'Main site');
  await writeMoment(page, 'Date', '2025');
  await publish(page);
  expect(await live(page, '/career/list')).toContain(title);
});

test('a person @sweep', async ({ page }) => {
  const name = `Ada Keys ${run}`;
  await goTo(page, 'New person');
  await write(page, text(page, 'Name'), name);
  await write(page, text(page, 'Position'), 'Head of keys');
  await publish(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
});

test('stock figures @sweep', async ({ page }) => {
  await goTo(page, 'Stock items');
  const first = page.getByRole('main').getByRole('row').nth(1);
  await expect(first).toBeVisible();
  const id = (await first.getByRole('link').first().getAttribute('href'))?.split('/').at(-1);
  await press(page, page.getByRole('button', { name: 'Import …' }));
  const window = page.getByRole('dialog', { name: 'Import stock items' });
  await tabTo(page, window.getByLabel('Or cells copied from a spreadsheet'));
  await page.keyboard.insertText(`Id\tQuantity\n${id}\t4711`);
  await press(page, window.getByRole('button', { name: 'Read cells' }));
  await press(page, window.getByRole('button', { name: 'Continue' }));
  await press(page, window.getByRole('button', { name: 'Check', exact: true }));
  await press(page, window.getByRole('button', { name: 'Publish 1' }));
  await expect(window.getByRole('button', { name: 'Close' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(first.or(page.getByRole('row', { name: /4711|4,711/ })).first()).toBeVisible();
  expect(await live(page, '/products/inventory')).toMatch(/4[^0-9]?711/);
});

const slow = { timeout: 120_000 };

test('an item of a menu @sweep', async ({ page }) => {
  const label = `By keys ${run}`;
  await goTo(page, 'Menus');
  await press(page, page.getByRole('row', { name: /Main site/ }).getByRole('link', { name: /Main menu/ }));
  await press(page, page.getByRole('button', { name: 'Add item', exact: true }));
  await expect(page.getByRole('group', { name: 'New item' }).getByLabel('Label, English')).toBeFocused();
  await page.keyboard.type(label);
  const item = page.getByRole('group', { name: label, exact: true });
  await press(page, item.getByRole('button', { name: 'An address' }));
  await page.keyboard.type('/products/catalog');
  await page.keyboard.press('Enter');
  await expect(item.getByRole('button', { name: `${label} leads to: /products/catalog` })).toBeVisible();
  await publish(page, true);
  await expect.poll(() => live(page, '/products/catalog'), slow).toContain(label);

  await tabTo(page, page.getByRole('main').getByLabel('Label, English').first());
  const own = item.getByLabel('Label, English');
  for (let presses = 0; presses < 120 && !(await hasFocus(own)); presses += 1) await page.keyboard.press('ArrowDown');
  await press(page, item.getByRole('button', { name: `Delete ${label}` }));
  await expect(item).toBeHidden();
  await publish(page, true);
  await expect.poll(() => live(page, '/products/catalog'), slow).not.toContain(label);
});

test('a document @sweep', async ({ page }) => {
  const name = `Keys ${run}`;
  await goTo(page, 'Documents');
  await choose(page, 'Type', 'Manual');
  const chooser = page.waitForEvent('filechooser');
  await press(page, page.getByRole('button', { name: 'Upload documents' }), 'Shift+Tab');
  const bytes = Buffer.from(`%PDF-1.7 ${run}`);
  await (await chooser).setFiles({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer: bytes });
  const uploaded = page.getByRole('region', { name: 'Upload documents' }).getByRole('link', { name, exact: true });
  await expect(uploaded.first()).toBeVisible();
  const record = page.waitForEvent('popup');
  await press(page, uploaded.first());
  await expect((await record).getByRole('heading', { level: 1, name })).toBeVisible();
  await expect((await record).getByLabel('Type')).toHaveValue('manual');
});

test('a colleague @sweep', async ({ page }) => {
  const email = `keys-${run}@ostrevo.example`;
  await goTo(page, 'Invite somebody');
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
  await write(page, dialog.getByRole('textbox', { name: 'E-mail' }), email);
  await write(page, dialog.getByRole('textbox', { name: 'Name' }), 'Kay Keys');
  await press(page, dialog.getByRole('button', { name: 'Send invitation' }));
  await expect(page.getByText(`is on its way to ${email}`)).toBeVisible();
});
