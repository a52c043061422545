import { demoEditor, expect, test } from './fixtures.ts';
import {
  addWith,
  askToDelete,
  newForm,
  open,
  openForms,
  palette,
  properties,
  save,
  select,
  titles,
} from './form-builder.ts';

/** Forms that two people save, and changes that nobody has saved yet. */

test.beforeEach(({ page }) => openForms(page));

test('a conflicting save is reported, and both changes survive @sweep', async ({ page, context }) => {
  await open(page, newForm);
  await page.getByLabel(/^Form name/).fill(`Of two ${Date.now()}`);
  await addWith(page, 'Text input', 'a', 'A');
  await addWith(page, 'Text input', 'b', 'B');
  await save(page).click();
  await expect(page.getByText('Draft saved.')).toBeVisible();
  const other = await context.newPage();
  await other.setViewportSize({ width: 1440, height: 1000 });
  await other.goto(page.url());
  await select(other, 1);
  await properties(other).getByLabel('Label').fill('Theirs');
  await save(other).click();
  await expect(other.getByText('Draft saved.')).toBeVisible();
  await other.close();

  await select(page, 0);
  await properties(page).getByLabel('Label').fill('Mine');
  await save(page).click();
  const window = page.getByRole('alertdialog');
  await expect(window).toContainText('Demo editor has saved this form meanwhile');
  await window.getByRole('button', { name: 'Save both' }).click();
  await expect(page.getByText('Draft saved.')).toBeVisible();
  await expect(titles(page)).toHaveText(['Mine', 'Theirs']);
});

test('unsaved changes are restored after a tab was closed and after a session has ended @sweep', async ({
  page,
  context,
}) => {
  const title = `Kept ${Date.now()}`;
  await open(page, newForm);
  await addWith(page, 'Text input', 'a', 'Kept field');
  await page.getByLabel(/^Form name/).fill(title);
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain(title);
  await page.close({ runBeforeUnload: false });

  const again = await context.newPage();
  await again.setViewportSize({ width: 1440, height: 1000 });
  await open(again, newForm);
  const found = again.getByRole('alertdialog', { name: 'Unsaved changes were found' });
  await expect(found).toContainText('Kept field');
  await found.getByRole('button', { name: 'Restore' }).click();
  await expect(titles(again)).toHaveText(['Kept field']);
  await expect(again.getByLabel(/^Form name/)).toHaveValue(title);

  // Leaving asks; staying loses nothing.
  const asked = again.waitForEvent('dialog').then((dialog) => dialog.dismiss());
  await again
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: 'Forms', exact: true })
    .click();
  await asked;
  await expect(titles(again)).toHaveText(['Kept field']);

  await context.clearCookies();
  await save(again).click();
  await again.getByRole('link', { name: 'Sign in and come back here' }).click();
  await again.getByLabel(/e-?mail/i).fill(demoEditor.email);
  await again.getByLabel(/password/i).fill(demoEditor.password);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await found.getByRole('button', { name: 'Restore' }).click();
  await save(again).click();
  await expect(again.getByText('Draft saved.')).toBeVisible();
  const address = again.url();
  await again.reload();
  await expect(titles(again)).toHaveText(['Kept field']);
  await open(again, newForm);
  await expect(again.getByText('Drop the first element here.')).toBeVisible();
  await expect(found).toHaveCount(0);

  // Discarded changes do not come back.
  await palette(again, 'Title').click();
  await expect.poll(() => again.evaluate(() => Object.keys(localStorage).join())).toContain('form:new');
  await again.close({ runBeforeUnload: false });
  const last = await context.newPage();
  await open(last, newForm);
  await last.getByRole('button', { name: 'Discard' }).click();
  await last.goto(address);
  await askToDelete(last);
  await last.getByRole('button', { name: 'Delete form' }).click();
  await expect(last).toHaveURL(/\/admin\/forms$/);
  await open(last, newForm);
  await expect(last.getByRole('alertdialog')).toHaveCount(0);
});
