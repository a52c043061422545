import type { Locator, Page } from '@playwright/test';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { expect, origins, signIn as signInAs, test } from './fixtures.ts';

/** Publishing as an editor sees it. The pages are ones that no other spec changes. */
const english = '/technology/differential-pressure';
const german = '/de/technologie/differenzdruck';

test.describe.configure({ mode: 'serial' });

/** The texts of the modules before, and in this run. */
const original = { en: '', de: '' };
const run = Date.now();
const changed = { en: `Pressure ${run}`, de: `Druck ${run}` };

const banner = (page: Page): Locator => page.getByText('This is a DRAFT version of the page');
const status = (page: Page): Locator => page.getByRole('button', { name: /unpublished change/ });
const firstModule = (page: Page): Locator => page.locator('main [data-module-id]').first();

async function openDraft(page: Page, path: string): Promise<void> {
  await page.goto(`${origins.main}${path}${path.includes('?') ? '&' : '?'}draft=true`);
  await expect(banner(page)).toBeVisible();
}

/** Changes the title of the first module, and leaves it unpublished. */
async function retitle(page: Page, title: string): Promise<string> {
  await firstModule(page).hover({ position: { x: 20, y: 20 } });
  await page.getByRole('button', { name: 'Edit module' }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: /^Title/ }).first();
  const before = await field.inputValue();
  await field.fill(title);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(firstModule(page)).toContainText(title);
  await expect(dialog).toBeHidden();
  return before;
}

/** Resets the page's draft to the published state. */
async function discardAll(page: Page): Promise<void> {
  await expect(page.getByText(/unpublished change/)).toBeVisible();
  if ((await status(page).count()) === 0) return;
  await status(page).click();
  await page.getByRole('button', { name: 'Discard draft changes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByText('No unpublished changes')).toBeVisible();
}

test('the bar lists unpublished changes with links to the modules, in this language and another', async ({
  page,
  signIn,
}) => {
  await signIn({ next: `${english}?draft=true` });
  await discardAll(page);
  original.en = await retitle(page, changed.en);
  await openDraft(page, german);
  original.de = await retitle(page, changed.de);
  await expect(status(page)).toHaveText('2 unpublished changes');

  await status(page).click();
  const list = page.getByRole('dialog', { name: '2 unpublished changes' });
  await expect(list.getByRole('listitem')).toHaveText([/Changed in English/, /Changed in German/]);
  await expect(list.getByRole('listitem').first()).toContainText(/\d{1,2} \w+ \d{4}/);
  // The bar folds and unfolds behind it.
  const size = page.viewportSize() ?? { width: 1280, height: 900 };
  await page.setViewportSize({ width: 600, height: size.height });
  await expect(page.locator('.ed-bar--folded')).toHaveCount(1);
  await expect(list).toBeVisible();
  await page.setViewportSize(size);
  await expect(page.locator('.ed-bar--folded')).toHaveCount(0);
  await expect(list).toBeVisible();
  // In German, discarding is out of reach and says why.
  const discard = list.getByRole('button', { name: 'Discard draft changes' });
  await expect(discard).toHaveAttribute('aria-disabled', 'true');
  await discard.hover();
  await expect(list.getByRole('tooltip')).toHaveText('Draft changes can be discarded only in the English locale');
  // Here the change is a button to the module, in English a link to that draft.
  await list.getByRole('button', { name: /Header 1/ }).click();
  await expect(list).toBeHidden();
  await expect(page.getByRole('button', { name: 'Edit module' })).toBeFocused();
  await status(page).click();
  await page.getByRole('link', { name: /Header 1/ }).click();
  await expect(page).toHaveURL(new RegExp(`${english}\\?draft=true#module-\\d+$`));
  await expect(page.getByRole('button', { name: 'Edit module' })).toBeFocused();
});

test('publishing shows the changes and their reasons, then the published view with the result', async ({
  page,
  context,
  signIn,
  browser,
  findBarriers,
}) => {
  await signIn({ next: `${english}?draft=true` });
  await page.getByRole('button', { name: 'Publish changes' }).click();
  const plan = page.getByRole('dialog', { name: 'Publish changes' });
  await expect(plan.getByText(/^\d+ pages would change\.$/)).toBeVisible();
  await expect(plan.getByRole('rowheader', { name: /^Main site, English 1 changed/ })).toBeVisible();
  await expect(plan.getByRole('rowheader', { name: /^Main site, German 1 changed/ })).toBeVisible();
  await expect(plan.getByRole('row', { name: `${english} Changed This page is published` })).toBeVisible();
  await plan.getByRole('button', { name: 'Publish now' }).click();

  // The published view shows the result, once.
  const receipt = page.getByRole('dialog', { name: 'Published' });
  await expect(receipt.getByText(/^\d+ pages are live with the changes\.$/)).toBeVisible();
  await expect(page).not.toHaveURL(/draft=true/);
  await expect(receipt).not.toContainText(/ ms\b|\.xml/, { useInnerText: true });
  expect(await findBarriers({ exclude: ['main'] })).toEqual([]);
  await receipt.getByText('What changed').click();
  for (const [path, title] of [
    [english, changed.en],
    [german, changed.de],
  ] as const) {
    const link = receipt.getByRole('link', { name: new RegExp(`: ${path}$`) });
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto((await link.getAttribute('href')) ?? '');
    await expect(firstModule(visitor)).toContainText(title);
    await visitor.context().close();
  }
  await expect(firstModule(page)).toContainText(changed.en);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await receipt.getByRole('button', { name: 'Copy link' }).click();
  await expect(receipt.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${origins.main}${english}`);
  await receipt.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(/draft=true/);
  await page.goto(`${origins.main}${english}`);
  await expect(page.getByRole('button', { name: 'Edit page' })).toBeVisible();
  await expect(receipt).toHaveCount(0);
  await openDraft(page, english);
  await expect(page.getByText('No unpublished changes')).toBeVisible();
});

test('one language is published by the keyboard alone, and the bar says what waits', async ({
  page,
  signIn,
  findBarriers,
}) => {
  await signIn({ next: `${german}?draft=true` });
  await retitle(page, `${changed.de} in part`);
  await openDraft(page, english);
  await retitle(page, `${changed.en} later`);
  await page.getByRole('button', { name: 'Publish changes' }).focus();
  await page.keyboard.press('Enter');
  const plan = page.getByRole('dialog', { name: 'Publish changes' });
  const parts = plan.getByRole('group', { name: /^What is published/ });
  await expect(parts).toContainText('2 of 2 parts');
  await expect(plan.getByRole('button', { name: 'Publish now' })).toBeEnabled();
  const boxes = parts.getByRole('checkbox');
  await boxes.first().focus();
  // English, its module, German, its module.
  for (const key of ['Space', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await expect(boxes.nth(3)).toBeFocused();
  expect(await boxes.evaluateAll((all) => all.map((box) => box instanceof HTMLInputElement && box.checked))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  await expect(plan.getByRole('rowheader', { name: /^Main site, German 1 changed/ })).toBeVisible();
  await expect(plan.getByRole('rowheader', { name: /^Main site, English/ })).toHaveCount(0);
  await expect(plan.getByRole('button', { name: 'Publish chosen' })).toBeEnabled();
  expect(await findBarriers({ exclude: ['main'] })).toEqual([]);
  await page.keyboard.press('ControlOrMeta+Enter');

  const receipt = page.getByRole('dialog', { name: 'Published' });
  await expect(receipt).toContainText('1 page is live with the changes. 1 part stays in the draft.');
  await expect(firstModule(page)).not.toContainText('later');
  // The page behind the result is as it was: the one that was published is a click away.
  await receipt.getByRole('link', { name: 'Show the German page' }).click();
  await expect(page).toHaveURL(`${origins.main}${german}`);
  await expect(firstModule(page)).toContainText(`${changed.de} in part`);
  await openDraft(page, english);
  await expect(firstModule(page)).toContainText(`${changed.en} later`);
  await expect(status(page)).toHaveText('1 unpublished change');
  await discardAll(page);
});

test('what cannot be live by itself is said, taken along, and left again @sweep', async ({ page, signIn }) => {
  await signIn({ next: `${german}?draft=true` });
  await retitle(page, `${changed.de} alone`);
  await openDraft(page, english);
  await firstModule(page).hover({ position: { x: 20, y: 20 } });
  await expect(page.getByRole('button', { name: 'Edit module' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+d');
  await expect(page.getByText(/ duplicated\./)).toBeVisible();
  await page.getByRole('button', { name: 'Publish changes' }).press('Enter');
  const plan = page.getByRole('dialog', { name: 'Publish changes' });
  const parts = plan.getByRole('group', { name: /^What is published/ });
  const ofNew = parts.getByRole('group', { name: 'German' }).getByRole('checkbox', { name: /Text of the new module/ });
  // Only what is live by itself.
  await parts.getByRole('button', { name: 'Only German' }).press('Enter');
  await expect(ofNew).not.toBeChecked();
  await expect(plan.getByRole('button', { name: 'Publish chosen' })).toBeEnabled();
  await ofNew.press('Space');
  const needs = plan.getByRole('alert', { name: 'Cannot be live by itself' });
  await expect(needs).toContainText('Modules and their order');
  await expect(plan.getByRole('button', { name: 'Publish chosen' })).toBeDisabled();
  await parts.getByRole('button', { name: 'Choose none' }).press('Enter');
  await expect(needs).toHaveCount(0);
  await expect(plan.getByText('Nothing is chosen.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(plan).toHaveCount(0);
  await discardAll(page);
});

test(
  'one language waits in a release, by the keyboard alone',
  { tag: '@sweep' },
  async ({ page, signIn, findBarriers }) => {
    const name = `Parts ${Date.now()}`;
    await signIn({ next: `${german}?draft=true` });
    await retitle(page, `${changed.de} in a release`);
    await openDraft(page, english);
    await retitle(page, `${changed.en} without it`);
    await page.getByRole('button', { name: 'Publish changes' }).press('Enter');
    const plan = page.getByRole('dialog', { name: 'Publish changes' });
    const parts = plan.getByRole('group', { name: /^What is published/ });
    await parts.getByRole('checkbox').first().press('Space');
    await plan.getByRole('button', { name: 'Add to release …' }).press('Enter');
    const adding = page.getByRole('dialog', { name: 'Add to release' });
    await expect(adding).toContainText('It leaves the draft, which goes on with the rest.');
    await adding.getByRole('radio', { name: 'With a new release' }).press('Space');
    await adding.getByRole('textbox', { name: 'Name of the release' }).fill(name);
    expect(await findBarriers({ exclude: ['main'] })).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(adding).toContainText('1 draft added.');
    const href = await adding.getByRole('link', { name: 'Open the release' }).getAttribute('href');
    await adding.getByRole('button', { name: 'Close' }).press('Enter');
    await expect(status(page)).toHaveText('1 unpublished change');
    await expect(firstModule(page)).toContainText(`${changed.en} without it`);

    await page.goto(`${origins.main}${href}`);
    const row = page.getByRole('row', { name: /1 part: German/ });
    await row.getByRole('link').press('Enter');
    await expect(page).toHaveURL(/[?&]release=/);
    await page.goto(`${origins.main}${german}?release=${href?.split('/').at(-1)}`);
    await expect(firstModule(page)).toContainText(`${changed.de} in a release`);
    await page.goto(`${origins.main}${href}`);
    await row.getByRole('button', { name: /^Discard/ }).press('Enter');
    await expect(row).toHaveCount(0);
    await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    await expect(page).toHaveURL(new RegExp(`${adminPaths.releases}$`));
    await openDraft(page, english);
    await discardAll(page);
  },
);

test('a plan that is closed leads back to the button that asked for it', async ({ page, signIn }) => {
  await signIn({ next: `${english}?draft=true` });
  const button = page.getByRole('button', { name: 'Publish changes' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Publish changes' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('what somebody saved after the plan was made is looked at first, and the focus stays in the window', async ({
  page,
  signIn,
}) => {
  await signIn({ next: `${english}?draft=true` });
  await retitle(page, 'Planned');
  await page.getByRole('button', { name: 'Publish changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish changes' });
  await expect(dialog.getByRole('button', { name: 'Publish now' })).toBeEnabled();
  const other = await page.context().newPage();
  await openDraft(other, english);
  await retitle(other, 'Saved since');
  await other.close();

  await dialog.getByRole('button', { name: 'Publish now' }).click();
  await expect(dialog.getByRole('alert')).toContainText('has saved this page since you looked. Nothing was published.');
  const again = dialog.getByRole('button', { name: 'Try again' });
  await expect(again).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('region')).toBeFocused();
  await expect(dialog.getByText('Saved since').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await discardAll(page);
});

test('discarding asks first, and resets the draft to the live state', async ({ page, signIn }) => {
  await signIn({ next: `${english}?draft=true` });
  await retitle(page, 'Thrown away');
  await status(page).click();
  await page.getByRole('button', { name: 'Discard draft changes' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard draft changes?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(firstModule(page)).toContainText('Thrown away');
  await discardAllFromList(page);
  await expect(firstModule(page)).toContainText(changed.en);
  await expect(page.getByText('Draft changes discarded.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit module' })).toBeFocused();
});

test.afterAll(async ({ browser }) => {
  // Restored for other tests, where the first test of this file ran at all.
  if (original.en === '') return;
  const page = await browser.newPage();
  await signInAs(page, { next: english });
  for (const [path, title] of [
    [english, original.en],
    [german, original.de],
  ] as const) {
    if (title === '') continue;
    await openDraft(page, path);
    await retitle(page, title);
  }
  await publish(page);
  await page.close();
});

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish changes' });
  await expect(dialog.getByText(/would change/)).toBeVisible();
  const now = dialog.getByRole('button', { name: 'Publish now' });
  if (!(await now.isEnabled())) return;
  await now.click();
  await expect(page.getByRole('dialog', { name: 'Published' })).toBeVisible();
}

async function discardAllFromList(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Discard draft changes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByText('No unpublished changes')).toBeVisible();
}

test('warnings lead to the dialog of their module @sweep', async ({ page, signIn, findBarriers }) => {
  await signIn({ next: `${english}?draft=true` });
  await retitle(page, 'With a warning');
  // A link in rich text that leads nowhere, written as an editor would.
  const text = page.locator('main [data-module-type="TEXT_BLOCK"]').first();
  const id = await text.getAttribute('data-module-id');
  await openDraft(page, `${english}?show_modal=true&module_id=${id}`);
  const dialog = page.getByRole('dialog');
  const body = dialog.locator('[contenteditable="true"]').first();
  await body.click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Shift+ControlOrMeta+ArrowRight');
  await dialog.getByRole('button', { name: 'Link', exact: true }).first().click();
  await dialog.getByRole('textbox', { name: 'Address' }).fill('/no-such-page');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(banner(page)).toBeVisible();

  await page.getByRole('button', { name: 'Publish changes' }).click();
  const plan = page.getByRole('dialog', { name: 'Publish changes' });
  const warning = plan
    .getByRole('region', { name: 'Warnings' })
    .getByRole('listitem')
    .filter({ hasText: '/no-such-page' });
  await expect(warning).toContainText('leads to /no-such-page, where there is no published page.');
  await expect(plan.getByRole('button', { name: 'Publish now' })).toBeEnabled();
  expect(await findBarriers({ exclude: ['main'] })).toEqual([]);
  await warning.getByRole('link', { name: /^Edit in English/ }).click();
  await expect(page).toHaveURL(new RegExp(`show_modal=true&module_id=${id}`));
  await expect(page.getByRole('dialog', { name: 'Text editor' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await discardAll(page);
});
