import type { Locator, Page } from '@playwright/test';
import { createKeyClient } from '#content/clients/client.ts';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { isMadeByPeople, listedKinds } from '#kinds/registry.ts';
import { collectTrouble, expect, origins, test } from './fixtures.ts';
import { runningDatabase } from './running-database.ts';

/** Records in the administration: from an empty form to the live page, conflicts, the trash. */
const run = Date.now();

const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name: new RegExp(`^${name}`) });

async function openForm(page: Page, kind: string, create: string): Promise<void> {
  await page.goto(`${origins.main}${adminPaths.records(kind)}`);
  await page.getByRole('link', { name: create }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: create })).toBeVisible();
}

/** Publishes what is in the form, with the plan before it; the window shows the receipt then. */
async function publish(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Publish …' }).click();
  const plan = page.getByRole('dialog', { name: 'Publish changes' });
  await expect(plan.getByText(/would change/)).toBeVisible();
  await plan.getByRole('button', { name: 'Publish now' }).click();
  const receipt = page.getByRole('dialog', { name: 'Published', exact: true });
  await expect(receipt).toBeVisible();
  return receipt;
}

async function fillFaq(page: Page, question: string): Promise<void> {
  await field(page, 'Question').fill(question);
  await field(page, 'Answer').fill('As long as the air is clean.');
  await field(page, 'Category').fill('Lifetime');
  await page.getByLabel('Main site').check();
}

const moreCommand = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'More commands' }).click();
  await page.getByRole('button', { name, exact: true }).click();
};

test('a new FAQ entry goes live, is deleted and restored @sweep', async ({ page, signIn }) => {
  const question = `How long does it last ${run}?`;
  await signIn({ next: null });
  await openForm(page, 'faq', 'New frequently asked question');
  await page.getByRole('button', { name: 'Publish …' }).click();
  await expect(page.getByText('This field is required').first()).toBeVisible();
  await fillFaq(page, question);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/faq\/\d+$/);
  const address = page.url();
  const live = `${origins.main}/products/support/faq`;
  expect(await (await page.request.get(live)).text(), 'a draft is not live').not.toContain(question);

  const receipt = await publish(page);
  await expect(receipt.getByRole('link', { name: '/products/support/faq', exact: true })).toBeVisible();
  expect(await (await page.request.get(live)).text()).toContain(question);
  await receipt.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('main').getByText('Live', { exact: true })).toBeVisible();

  await moreCommand(page, 'Versions');
  await expect(page.getByRole('dialog', { name: /^Versions of/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'More commands' })).toBeFocused();
  await moreCommand(page, 'Delete');
  const question2 = page.getByRole('alertdialog');
  await expect(question2.getByText('It is used nowhere else.')).toBeVisible();
  await question2.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect.poll(async () => (await page.request.get(live)).text()).not.toContain(question);

  await page.getByRole('button', { name: 'Deleted' }).click();
  await page.getByRole('button', { name: `Restore ${question}` }).click();
  await expect(page).toHaveURL(address);
  await expect.poll(async () => (await page.request.get(live)).text()).toContain(question);
  await moreCommand(page, 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(async () => (await page.request.get(live)).text()).not.toContain(question);
});

test('a new product goes live on a page of its own', async ({ page, signIn }) => {
  const name = `ZX${run}`;
  await signIn({ next: null });
  await openForm(page, 'product', 'New product');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await field(page, 'Name shown').fill(name);
  await expect(field(page, 'Slug')).toHaveValue(name.toLowerCase());
  await field(page, 'Tagline').fill('Measures what matters');
  await field(page, 'Description').fill('A sensor for everything.');
  await field(page, 'Order code').fill(name);
  for (const kind of ['series', 'category']) {
    await page.getByRole('button', { name: `Choose ${kind}` }).click();
    await page.getByRole('listbox').getByRole('option').first().click();
  }
  await page.getByLabel('Main site').check();
  const quoting = page.getByRole('button', { name: 'Insert a product value' });
  await expect(quoting, 'in the toolbar of the description, and under the tagline').toHaveCount(2);
  const receipt = await publish(page);
  const path = `/products/catalog/${name.toLowerCase()}`;
  await expect(receipt.getByRole('link', { name: path, exact: true })).toBeVisible();
  await receipt.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('complementary', { name: 'About it' }).getByRole('link', { name }).first()).toBeVisible();
  const form = page.url();
  await page.goto(`${origins.main}${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);

  await page.goto(form);
  await field(page, 'Tagline').fill('Measures all of it');
  await (await publish(page)).getByRole('button', { name: 'Close' }).click();
  await moreCommand(page, 'Versions');
  const versions = page.getByRole('dialog', { name: `Versions of “${name}”` });
  const [before, after] = ['The version before', 'The version after'].map((title) =>
    versions.getByTitle(title, { exact: true }).contentFrame(),
  );
  await expect(before?.getByText('Measures what matters') ?? versions).toBeVisible();
  await expect(after?.getByText('Measures all of it') ?? versions).toBeVisible();
  await expect(versions.getByRole('heading', { name: '1 difference in English' })).toBeVisible();
  await versions.getByRole('button', { name: /^Bring back\s*: Tagline, English/ }).click();
  await expect(versions.getByText('Tagline, English is back in the draft.')).toBeVisible();
  await expect(versions.getByRole('heading', { name: 'No difference in English' })).toBeVisible();
  await expect(after?.getByText('Measures what matters') ?? versions, 'the draft').toBeVisible();
  await versions.getByRole('button', { name: 'Close' }).click();
  await expect(field(page, 'Tagline')).toHaveValue('Measures what matters');

  await moreCommand(page, 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('two people change a draft: what both changed is chosen, and nothing is lost @sweep', async ({
  page,
  signIn,
  context,
}) => {
  await signIn({ next: null });
  await openForm(page, 'faq', 'New frequently asked question');
  await fillFaq(page, `Before ${run}?`);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await field(other, 'Question').fill(`Theirs ${run}?`);
  await field(other, 'Category').fill('Their category');
  await other.getByRole('button', { name: 'Save draft' }).click();
  await expect(other.getByText('Draft saved')).toBeVisible();
  await other.close();

  await field(page, 'Question').fill(`Mine ${run}?`);
  await page.getByRole('button', { name: 'Save draft' }).click();
  const conflict = page.getByRole('alertdialog', { name: /has saved this frequently asked question meanwhile/ });
  await conflict.getByRole('radio', { name: /^Yours/ }).check();
  await conflict.getByRole('button', { name: 'Save merged version' }).click();
  await expect(conflict).toBeHidden();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.reload();
  await expect(field(page, 'Question')).toHaveValue(`Mine ${run}?`);
  await expect(field(page, 'Category')).toHaveValue('Their category');
  await moreCommand(page, 'Versions');
  const versions = page.getByRole('dialog', { name: /^Versions of/ });
  const before = versions.getByLabel('Before', { exact: true });
  await before.selectOption({
    label: (await before.locator('option', { hasText: 'Replaced draft' }).innerText()).trim(),
  });
  await expect(versions.getByText(`Theirs ${run}?`)).toBeVisible();
  await versions.getByRole('button', { name: 'Close' }).click();

  await moreCommand(page, 'Discard draft');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click();
  await expect(page).toHaveURL(`${origins.main}${adminPaths.records('faq')}`);
});

test('a draft is merged with what has become live since it was begun, and then published @sweep', async ({
  page,
  signIn,
}) => {
  await signIn({ next: null });
  await openForm(page, 'faq', 'New frequently asked question');
  await fillFaq(page, `Live ${run}?`);
  // What was published is read late: what is saved before that is no conflict with it.
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const published = await publish(page);
  await page.route('**/_actions/openRecord', async (route) => {
    await held;
    await route.continue();
  });
  await published.getByRole('button', { name: 'Close' }).click();
  await field(page, 'Question').fill(`Draft ${run}?`);
  await page.getByRole('button', { name: 'Save draft' }).click();
  release();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.unroute('**/_actions/openRecord');
  // An import, say: nobody in the browser changes what is live beneath a draft.
  const { url, secretKey } = await runningDatabase();
  const id = Number(/\d+$/.exec(page.url())?.[0]);
  const { error } = await createKeyClient(url, secretKey).from('faqs').update({ category: 'Imported' }).eq('id', id);
  expect(error).toBeNull();

  await page.getByRole('button', { name: 'Publish …' }).click();
  await page.getByRole('dialog', { name: 'Publish changes' }).getByRole('button', { name: 'Publish now' }).click();
  const conflict = page.getByRole('alertdialog', { name: /has saved this frequently asked question meanwhile/ });
  await expect(conflict.getByText('Category', { exact: true })).toBeVisible();
  await conflict.getByRole('button', { name: 'Save merged version' }).click();
  await expect(conflict).toBeHidden();
  await expect(field(page, 'Question')).toHaveValue(`Draft ${run}?`);
  await expect(field(page, 'Category')).toHaveValue('Imported');
  await (await publish(page)).getByRole('button', { name: 'Close' }).click();
  const live = await (await page.request.get(`${origins.main}/products/support/faq`)).text();
  expect(live).toContain(`Draft ${run}?`);
  expect(live).toContain('Imported');

  await moreCommand(page, 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('what was typed and not saved is found again @sweep', async ({ page, signIn }) => {
  await signIn({ next: adminPaths.newRecord('tag') });
  await field(page, 'Name').fill(`Lost ${run}`);
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('unsaved:record:tag'))))
    .toBe(true);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(field(page, 'Name')).toHaveValue(`Lost ${run}`);
  await page.evaluate(() => localStorage.clear());
});

test('a field that may stay empty does not follow the title; what is uploaded has no form for a new one @sweep', async ({
  page,
  signIn,
}) => {
  await signIn({ next: null });
  await openForm(page, 'job', 'New job');
  await field(page, 'Title').fill('Calibration engineer');
  await expect(field(page, 'Slug')).toHaveValue('calibration-engineer');
  await expect(field(page, 'Field of work')).toHaveValue('');
  for (const kind of listedKinds) {
    const opened = await page.request.get(`${origins.main}${adminPaths.newRecord(kind)}`);
    expect(opened.status(), kind).toBe(isMadeByPeople(kind) ? 200 : 404);
  }
});

test('every kind has a list and a form that open without errors @sweep', async ({ page, signIn }) => {
  test.setTimeout(1_800_000);
  await signIn({ next: null });
  const trouble = collectTrouble(page);
  for (const kind of listedKinds) {
    await page.goto(`${origins.main}${adminPaths.records(kind)}`);
    const rows = page.locator('.adm-table tbody a, .adm-card a');
    await rows.or(page.locator('.ed-screen__empty')).first().waitFor();
    if ((await rows.count()) === 0) continue;
    await rows.first().click();
    await expect(page.locator('.adm-form'), kind).toBeVisible();
    await expect(page.getByText('Not saved yet'), `${kind} is as it was opened`).toBeHidden();
  }
  expect(trouble).toEqual([]);
});

test('a draft of a product is previewed beside its form and on the pages that show it @sweep', async ({
  page,
  signIn,
}) => {
  const name = `PV${run}`;
  await signIn({ next: null });
  await openForm(page, 'product', 'New product');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await field(page, 'Name shown').fill(name);
  await field(page, 'Tagline').fill('Not live yet');
  await field(page, 'Description').fill('A sensor for everything.');
  await field(page, 'Order code').fill(name);
  for (const kind of ['series', 'category']) {
    await page.getByRole('button', { name: `Choose ${kind}` }).click();
    await page.getByRole('listbox').getByRole('option').first().click();
  }
  await page.getByLabel('Main site').check();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.getByRole('button', { name: 'Show the page' }).click();
  const frame = page.frameLocator('iframe[title="Preview of the page"]');
  await expect(frame.getByRole('heading', { level: 1 })).toContainText(name);
  await page.getByRole('button', { name: 'Large preview' }).click();
  const large = page.getByRole('dialog', { name: 'Preview' });
  await large.getByRole('button', { name: 'Tablet' }).click();
  await expect(large.getByRole('button', { name: 'Tablet' })).toHaveAttribute('aria-pressed', 'true');
  const tablet = large.getByTitle('Preview of the page');
  await expect(tablet.contentFrame().getByRole('heading', { level: 1 })).toContainText(name);
  await expect
    .poll(async () => (await tablet.boundingBox())?.width, 'it is as large as there is room')
    .toBeGreaterThan(500);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Large preview' })).toBeFocused();

  await field(page, 'Tagline').fill('Changed once more');
  await page.keyboard.press('Control+s');
  await expect(frame.getByText('Changed once more').first()).toBeVisible();
  // It is in the language that is written, until another one is chosen.
  const language = page.getByLabel('Language of the preview');
  await page.getByRole('tab', { name: /^German/ }).click();
  await page.getByRole('button', { name: 'Write in German' }).click();
  await field(page, 'Tagline').fill('Noch nicht live');
  await field(page, 'Description').fill('Ein Sensor für alles.');
  await page.keyboard.press('Control+s');
  await expect(language).toHaveValue('main de');
  await language.selectOption('main en');
  await expect(language).toHaveValue('main en');
  await page.getByRole('tab', { name: /^English/ }).click();
  await expect(language).toHaveValue('main en');

  const path = `${origins.main}/products/catalog/${name.toLowerCase()}`;
  expect((await page.request.get(path)).status(), 'visitors have no such page').toBe(404);
  const form = page.url();
  await page.goto(`${path}?draft=true`);
  await expect(page.getByRole('region', { name: 'Page Builder' })).toContainText(`Drafts shown: ${name}`);
  await page.goto(form);
  await moreCommand(page, 'Discard draft');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click();
});
