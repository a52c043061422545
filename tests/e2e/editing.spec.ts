import type { Browser, Locator, Page } from '@playwright/test';
import { collectTrouble, demoEditor, expect, origins, test } from './fixtures.ts';

/** A page with different headers in English and German, which no other spec uses. */
const english = process.env['E2E_EDIT_PATH'] ?? '/technology/humidity';
const german = `/de${process.env['E2E_EDIT_PATH_DE'] ?? '/technologie/feuchte'}`;

test.describe.configure({ mode: 'serial' });

const hero = (page: Page): Locator => page.locator('main [data-module-id]').first();

async function openDraft(page: Page, path: string): Promise<void> {
  await page.goto(`${origins.main}${path}?draft=true`);
  await expect(page.getByText('This is a DRAFT version of the page')).toBeVisible();
}

async function editFirst(page: Page): Promise<Locator> {
  await hero(page).hover({ position: { x: 20, y: 20 } });
  await page.getByRole('button', { name: 'Edit module' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible();
  return dialog;
}

async function save(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('This is a DRAFT version of the page')).toBeVisible();
}

async function otherEditor(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${origins.main}/login?next=${encodeURIComponent(`${english}?draft=true`)}`);
  await page.getByLabel('E-mail').fill(demoEditor.email);
  await page.getByLabel('Password').fill(demoEditor.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This is a DRAFT version of the page')).toBeVisible();
  return page;
}

test('visitors load nothing of the editor, and see nothing of it', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(`${origins.main}${english}`, { waitUntil: 'networkidle' });
  expect(requests.filter((path) => /toolbar|editor|Chrome|_actions/i.test(path))).toEqual([]);
  await expect(page.locator('#editor-root')).toHaveCount(0);
});

test('editing a page from signing in to what visitors see', { tag: '@smoke' }, async ({ page, signIn, browser }) => {
  const trouble = collectTrouble(page);
  const marker = `Support ${Date.now()}`;
  await signIn({ next: english });
  await page.getByRole('button', { name: 'Edit page' }).click();
  await expect(page).toHaveURL(/draft=true/);

  const dialog = await editFirst(page);
  await expect(page).toHaveURL(/show_modal=true&module_id=\d+/);
  const title = dialog.getByRole('textbox', { name: /^Title/ }).first();
  const original = await title.inputValue();

  // What cannot be saved is said under its field, and nothing is sent.
  await title.fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This field is required').first()).toBeVisible();
  await expect(title).toBeFocused();

  await title.fill(`${marker} en`);
  await save(page, dialog);
  await expect(page).not.toHaveURL(/show_modal/);
  await expect(hero(page)).toContainText(`${marker} en`);

  await openDraft(page, german);
  const germanDialog = await editFirst(page);
  await germanDialog
    .getByRole('textbox', { name: /^Title/ })
    .first()
    .fill(`${marker} de`);
  await save(page, germanDialog);
  await expect(hero(page)).toContainText(`${marker} de`);

  // Nothing of it is public yet.
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${origins.main}${english}`);
  await expect(hero(visitor)).not.toContainText(marker);

  // The publish plan, and the receipt.
  await page.getByRole('button', { name: 'Publish changes' }).click();
  const plan = page.getByRole('dialog', { name: 'Publish changes' });
  await expect(plan.getByRole('row', { name: new RegExp(`^${english} Changed This page is published`) })).toBeVisible();
  await expect(plan.getByRole('row', { name: new RegExp(`^${german} Changed`) })).toBeVisible();
  await plan.getByRole('button', { name: 'Publish now' }).click();
  const receipt = page.getByRole('dialog', { name: 'Published' });
  // The published view, in the language that was edited.
  await expect(page).toHaveURL(`${origins.main}${german}`);
  await expect(hero(page)).toContainText(`${marker} de`);
  await receipt.getByText('What changed').click();
  await expect(receipt.getByRole('link', { name: new RegExp(`English: ${english}$`) })).toHaveAttribute(
    'href',
    `${origins.main}${english}`,
  );

  await visitor.goto(`${origins.main}${english}`);
  await expect(hero(visitor)).toContainText(`${marker} en`);
  await visitor.goto(`${origins.main}${german}`);
  await expect(hero(visitor)).toContainText(`${marker} de`);

  await receipt.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(/draft=true/);

  // Restored for other tests.
  await openDraft(page, english);
  const again = await editFirst(page);
  await again
    .getByRole('textbox', { name: /^Title/ })
    .first()
    .fill(original);
  await save(page, again);
  expect(trouble).toEqual([]);
});

test('the draft shows the markup that publishing writes @sweep', async ({ page, signIn }) => {
  await signIn({ next: english });
  await openDraft(page, english);
  await page.getByRole('button', { name: 'Publish changes' }).click();
  const plan = page.getByRole('dialog');
  await expect(plan.getByRole('button', { name: 'Cancel' })).toBeVisible();
  const publish = plan.getByRole('button', { name: 'Publish now' });
  await expect(plan.getByText(/would (change|look different)/)).toBeVisible();
  if (await publish.isEnabled()) {
    await publish.click();
    await expect(page.getByRole('dialog', { name: 'Published' })).toBeVisible();
    await openDraft(page, english);
  } else await plan.getByRole('button', { name: 'Cancel' }).click();
  const before = await page.request.get(`${origins.main}${english}?draft=true`);
  const after = await page.request.get(`${origins.main}${english}`);
  // What leads to another language stays in the draft.
  const main = (html: string) => (/<body>.*<\/footer>/s.exec(html)?.[0] ?? html).replaceAll('?draft=true', '');
  expect(main(await before.text())).toBe(main(await after.text()));
});

test('two editors: the second sees who saved, and decides @sweep', async ({ page, signIn, browser }) => {
  await signIn({ next: `${english}?draft=true` });
  const other = await otherEditor(browser);
  const mine = await editFirst(page);
  const theirs = await editFirst(other);
  const field = (dialog: Locator) => dialog.getByRole('textbox', { name: /^Title/ }).first();
  const original = await field(mine).inputValue();

  await field(theirs).fill('Theirs');
  await save(other, theirs);
  await field(mine).fill('Mine');
  await mine.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('alertdialog');
  await expect(conflict).toContainText('has saved this module meanwhile');
  await expect(conflict).toContainText(demoEditor.email);
  await conflict.getByRole('button', { name: 'Take theirs' }).click();
  await expect(field(mine)).toHaveValue('Theirs');
  await mine.getByRole('button', { name: 'Cancel' }).click();
  await expect(hero(page), 'the draft shows what is stored').toContainText('Theirs');
  await editFirst(page);

  // A second round: this time mine is chosen.
  await other.reload();
  const again = await editFirst(other);
  await field(again).fill('Theirs again');
  await save(other, again);
  await field(mine).fill(original);
  await mine.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep mine' }).click();
  await expect(mine).toBeHidden();
  await expect(hero(page)).toContainText(original);
  await other.reload();
  await expect(hero(other)).toContainText(original);
  await other.context().close();
});

test('pages made from records say why they cannot be edited', async ({ page, signIn }) => {
  await signIn({ next: '/' });
  const product = await page.request.get(`${origins.main}/sitemap.xml`);
  const files = [...(await product.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url ?? '');
  let found: string | undefined;
  for (const file of files) {
    const text = await (await page.request.get(file)).text();
    found ??= [...text.matchAll(/<loc>([^<]*\/products\/catalog\/[^<]*)<\/loc>/g)].map(([, url]) => url ?? '')[0];
  }
  expect(found).toBeTruthy();
  await page.goto(found ?? '');
  const edit = page.getByRole('button', { name: 'Edit page' });
  await expect(edit).toBeDisabled();
  await edit.hover();
  await expect(page.getByRole('tooltip')).toHaveText('This page cannot be modified via Page Builder');
});

test('signing out takes the editor away', async ({ page, signIn, context }) => {
  await signIn({ next: `${english}?draft=true`, isOwnSession: true });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).not.toHaveURL(/draft=true/);
  await expect(page.locator('#editor-root')).toHaveCount(0);
  expect(
    (await context.cookies()).map(({ name }) => name).filter((name) => name.startsWith('sb-') || name === 'signed_in'),
  ).toEqual([]);
  await page.goto(`${origins.main}${english}?draft=true`);
  await expect(page).toHaveURL(/\/login\?next=/);
});
