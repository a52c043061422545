import { addUser } from '../../scripts/add-user.ts';
import { expect, origins, test } from './fixtures.ts';
import { deletePage, makePublishedPage } from './made-pages.ts';
import { runningDatabase } from './running-database.ts';

/** Making, moving and deleting a page in the browser. */
const run = Date.now();

test('a page is made, published, moved and deleted', async ({ page, signIn, findBarriers }) => {
  test.slow();
  await signIn({ next: '/admin/pages' });
  await page
    .getByRole('button', { name: /^Add below: / })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create and add modules' }).click();
  await expect(dialog.getByText('This field is required').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Title' }).fill(`Calibration ${run}`);
  await dialog.getByRole('checkbox', { name: 'Also in German' }).check();
  await dialog.getByRole('textbox', { name: 'Title in German' }).fill(`Prüfung ${run}`);
  expect(await findBarriers()).toEqual([]);
  await dialog.getByRole('button', { name: 'Create and add modules' }).click();

  // On to the page builder, and live.
  await expect(page.getByText('This is a DRAFT version of the page')).toBeVisible();
  const { pathname } = new URL(page.url());
  expect(pathname).toMatch(new RegExp(`/calibration-${run}$`));
  await expect(page.getByText('This page is empty')).toBeVisible();
  await expect(page.getByRole('button', { name: 'View published' }), 'there is nothing yet').toHaveCount(0);

  // Until then it is a draft of the person's, and the list leads to what is to be known of it.
  const ownDraft = page
    .getByRole('region', { name: 'My drafts' })
    .getByRole('link', { name: `Calibration ${run}`, exact: true });
  await page.goto(`${origins.main}/admin`);
  await expect(ownDraft).toBeVisible();
  await expect(page.getByRole('region', { name: 'Needs attention' }).getByRole('link').first()).toBeVisible();
  expect(await findBarriers()).toEqual([]);
  await page.goto(`${origins.main}/admin/pages`);
  await page.getByLabel('Search pages').fill(`Calibration ${run}`);
  await page.getByRole('link', { name: new RegExp(`^\\d warnings for Calibration ${run}$`) }).click();
  await expect(page.getByRole('list', { name: 'Warnings' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page).toHaveURL(`${origins.main}${pathname}`);
  await page.goto(`${origins.main}/admin`);
  await expect(page.getByRole('region', { name: 'Published lately' }).getByRole('listitem').first()).toBeVisible();
  await expect(ownDraft).toHaveCount(0);

  const open = async (title: string, tool: string) => {
    await page.goto(`${origins.main}/admin/pages`);
    await page.getByLabel('Search pages').fill(title);
    await expect(page.getByRole('row').nth(1)).toContainText('Live');
    await page.getByRole('button', { name: `More: ${title}` }).click();
    await page.getByRole('menuitem', { name: tool }).click();
  };
  await open(`Calibration ${run}`, 'Rename or move');
  await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill('/company/quality');
  await dialog.getByRole('button', { name: 'Save in the draft' }).click();
  await expect(dialog.getByText(/^The page “.+” has this address/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill(`/moved-${run}`);
  await dialog.getByRole('button', { name: 'Save in the draft' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Live, draft differs');
  expect((await page.request.get(`${origins.main}${pathname}`)).status(), 'until it is published').toBe(200);

  await open(`Calibration ${run}`, 'Delete');
  await expect(dialog.getByRole('cell', { name: pathname, exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete page' }).click();
  const outcome = page.getByText('is deleted.');
  await expect(outcome).toBeVisible();
  await expect(outcome, 'the row that had the focus is gone').toBeFocused();
  await expect.poll(async () => (await page.request.get(`${origins.main}${pathname}`)).status()).toBe(410);

  // On record, as a file too.
  await page.goto(`${origins.main}/admin/audit`);
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: `Calibration ${run}` })
      .first(),
  ).toBeVisible();
  const file = await (await page.request.get(`${origins.main}/admin/audit.csv?kind=page`)).text();
  expect(file).toContain(`Calibration ${run}`);
});

test('a page that an administrator has locked is changed by nobody, and unlocked by no editor', async ({
  page,
  browser,
  signIn,
  findBarriers,
}) => {
  const title = `Locked ${run}`;
  const path = `/locked-${run}`;
  await signIn({ next: null });
  const id = await makePublishedPage(page, { en: { path, title } });
  const person = { email: `locked-out-${run}@ostrevo.example`, password: 'a-long-enough-password' };
  const added = await addUser(await runningDatabase(), { ...person, role: 'editor', name: 'Locked Out' });
  expect(added.ok).toBe(true);
  const list = `/admin/pages?search=${encodeURIComponent(title)}`;

  await page.goto(`${origins.main}${list}`);
  await page.getByRole('button', { name: `More: ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Lock page', exact: true }).click();
  await expect(page.getByText(`“${title}” is locked`)).toBeVisible();
  await expect(page.getByRole('row', { name: title })).toContainText('Locked');
  await expect(page.getByRole('button', { name: `More: ${title}` })).toBeFocused();
  expect(await findBarriers()).toEqual([]);

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(`${origins.main}/login?next=${encodeURIComponent(list)}`);
  await theirs.getByLabel('E-mail').fill(person.email);
  await theirs.getByLabel('Password').fill(person.password);
  await theirs.getByRole('button', { name: 'Sign in' }).click();
  await expect(theirs.getByRole('row', { name: title })).toContainText('Locked');
  await theirs.getByRole('button', { name: `More: ${title}` }).click();
  await expect(theirs.getByRole('menuitem', { name: 'Copy page' })).toBeVisible();
  await expect(theirs.getByRole('menuitem', { name: /lock|Rename|Delete/i })).toHaveCount(0);
  const reason = 'This page cannot be modified via Page Builder';
  // What is live says it once that is published.
  await expect(async () => {
    await theirs.goto(`${origins.main}${path}`);
    await expect(theirs.getByRole('button', { name: 'Edit page' })).toBeDisabled({ timeout: 1000 });
  }).toPass();
  await expect(theirs.getByRole('button', { name: 'Edit page' })).toHaveAccessibleDescription(reason);
  await theirs.goto(`${origins.main}${path}?draft=true`);
  const bar = theirs.getByRole('region', { name: 'Page Builder' });
  await expect(bar).toContainText(reason);
  await expect(bar.getByRole('button', { name: /^(Page settings|Add module|Publish changes)$/ })).toHaveCount(0);
  await context.close();

  await page.getByRole('button', { name: `More: ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Unlock page' }).click();
  await expect(page.getByText(`“${title}” can be changed again.`)).toBeVisible();
  await deletePage(page, id, path);
});

test('a page that others are below, or that links lead to, is not deleted just so @sweep', async ({ page, signIn }) => {
  await signIn({ next: '/admin/pages' });
  const deleteFirst = async (search: string) => {
    await page.getByLabel('Search pages').fill(search);
    await expect(page.getByRole('row').nth(1)).toContainText(search);
    await page
      .getByRole('button', { name: /^More: / })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
  };
  const dialog = page.getByRole('dialog');
  await deleteFirst('/technology');
  await expect(dialog.getByText('Move or delete these first')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Delete page' })).toBeHidden();
  await page.keyboard.press('Escape');
  await deleteFirst('/company/quality');
  await expect(dialog.getByText('This leads to the page')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Delete page' })).toBeDisabled();
});

test('pages are found by their texts, chosen together, and put below another by dragging @sweep', async ({
  page,
  signIn,
  findBarriers,
}) => {
  await signIn({ next: '/admin/pages' });
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^Choose (?!all)/ }) });
  await page.getByLabel('Search pages').fill('photoacoustic');
  const found = rows.filter({ has: page.getByRole('link', { name: 'CO₂', exact: false }) });
  await expect(found.first(), 'no title or address has the word').toBeVisible();
  await expect(rows.first().getByTitle(/^German: \/de\//)).toBeVisible();

  await page.getByRole('checkbox', { name: 'Choose all pages' }).check();
  const bar = page.getByRole('region', { name: 'Chosen' });
  await expect(bar.getByRole('status')).toHaveText(/^\d+ pages? chosen$/);
  await expect(bar.getByRole('button', { name: /to a? ?release/ }), 'there is nothing to add').toHaveCount(0);
  await bar.getByRole('button', { name: /off the site$/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: 'With a new release' })).toBeVisible();
  expect(await findBarriers()).toEqual([]);
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Clear' }).click();
  await expect(bar).toHaveCount(0);

  await page.getByLabel('Search pages').fill('/company');
  const row = (path: string) => rows.filter({ has: page.getByText(path, { exact: true }) });
  const drag = async (path: string, to: string) => {
    await row(path).scrollIntoViewIfNeeded();
    const [from, over] = await Promise.all([row(path).boundingBox(), row(to).boundingBox()]);
    if (!from || !over) throw new Error('These rows are not shown');
    const middle = from.x + from.width / 2;
    await page.mouse.move(middle, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(middle, over.y + over.height / 2, { steps: 8 });
    await page.mouse.up();
  };
  await drag('/company/quality', '/company');
  await expect(dialog, 'it is there already').toHaveCount(0);
  await page.getByLabel('Search pages').fill('');
  await drag('/technology/co2', '/smart-search');
  await expect(dialog.getByRole('heading', { name: /^Rename or move/ })).toBeVisible();
  await expect(dialog.getByRole('group', { name: 'Below the page' })).toContainText('/smart-search');
});

test('a new page starts with a template, or as a copy of a page that is searched for @sweep', async ({
  page,
  signIn,
  findBarriers,
}) => {
  await signIn({ next: '/admin/pages?search=hvac' });
  const name = `Template ${Date.now()}`;
  await page.getByRole('button', { name: 'More: Sensors for HVAC' }).click();
  await page.getByRole('menuitem', { name: 'Save as template' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await expect(page.getByText(`“${name}” is saved`)).toBeVisible();

  await page.getByRole('button', { name: 'New page' }).click();
  const start = dialog.getByLabel('Start with');
  await start.selectOption({ label: `${name} (7 modules)` });
  expect(await findBarriers()).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill('Typed before');
  await start.selectOption({ label: 'A copy of a page …' });
  const copied = dialog.getByRole('group', { name: 'The page to copy', exact: true });
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(copied).toHaveAccessibleDescription(/This field is required/);
  await copied.getByRole('button', { name: 'Choose page' }).click();
  await dialog.getByRole('combobox', { name: 'Search pages' }).fill('sensors hvac');
  await expect(copied.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(copied).toContainText('Sensors for HVAC');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('dialog', { name: /^Copy “/ }).getByLabel('To the site')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Typed before');
  expect(await findBarriers()).toEqual([]);
});
