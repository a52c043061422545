import { endSession, openDraft, openModule, path, save, getTitleField } from './dialog.ts';
import { demoEditor, expect, test } from './fixtures.ts';

/** Unsaved work in the form of a module. */

// One after the other, since they edit the same page; each leaves it as it was.
test.describe.configure({ mode: 'default' });

test.describe('unsaved work', () => {
  test('is asked about by every way out @sweep', async ({ page, signIn, findBarriers }) => {
    await signIn({ next: `${path}?draft=true` });
    const dialog = await openModule(page);
    await getTitleField(dialog).fill('Not saved');
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    const stay = async () => {
      await expect(question).toBeVisible();
      await page.getByRole('button', { name: 'Keep editing' }).click();
      await expect(question).toBeHidden();
      await expect(getTitleField(dialog)).toHaveValue('Not saved');
    };
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await findBarriers({ exclude: ['main'] })).toEqual([]);
    await stay();
    await page.keyboard.press('Escape');
    await stay();
    await page.evaluate(() => history.back());
    await stay();
    await expect(page).toHaveURL(/show_modal=true/);

    // The browser's own question, for what leaves the page altogether.
    const asked: string[] = [];
    page.on('dialog', (browserDialog) => {
      asked.push(browserDialog.type());
      void browserDialog.dismiss();
    });
    await page.evaluate(() => location.reload());
    await expect.poll(() => asked).toEqual(['beforeunload']);
    await expect(getTitleField(dialog)).toHaveValue('Not saved');

    await page.evaluate(() => history.back());
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).not.toHaveURL(/show_modal/);
    const again = await openModule(page);
    await expect(getTitleField(again)).not.toHaveValue('Not saved');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });

  test('comes back after a crash, with its base version', async ({ page, signIn, context }) => {
    await signIn({ next: `${path}?draft=true` });
    const dialog = await openModule(page);
    await getTitleField(dialog).fill('Before the crash');
    await dialog.getByRole('button', { name: 'Add card' }).click();
    await expect
      .poll(() =>
        page.evaluate(() => Object.values(localStorage).some((kept) => String(kept).includes('Before the crash'))),
      )
      .toBe(true);
    const address = page.url();
    await page.close({ runBeforeUnload: false });

    // An editor who returns to the page another way gets a notice with a link to the form.
    const after = await context.newPage();
    await openDraft(after);
    await after.getByRole('button', { name: 'Unsaved: 1 module' }).click();
    const list = after.getByRole('dialog', { name: 'Unsaved changes' });
    await expect(list.getByRole('listitem')).toContainText(/English · .*\d\d:\d\d/);
    await list.getByRole('link', { name: /^Go on with/ }).click();
    await expect(after).toHaveURL(address);
    const found = after.getByRole('alertdialog', { name: 'Unsaved changes were found' });
    await expect(found).toContainText(/Unsaved changes from .*\d\d:\d\d.* were found/);
    await expect(found).toContainText('Title, Cards');
    await found.getByRole('button', { name: 'Restore' }).click();
    const restored = after.getByRole('dialog');
    await expect(getTitleField(restored)).toHaveValue('Before the crash');
    await expect(restored.getByRole('group', { name: 'Card 1' })).toBeVisible();
    await expect(restored.getByText('Not saved yet')).toBeVisible();

    // Discarding is for good.
    await after.close({ runBeforeUnload: false });
    const last = await context.newPage();
    await last.goto(address);
    await last.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(getTitleField(last.getByRole('dialog'))).not.toHaveValue('Before the crash');
    await expect
      .poll(() => last.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unsaved:'))))
      .toEqual([]);
    await last.keyboard.press('Escape');
    await expect(last.getByRole('button', { name: /^Unsaved/ })).toHaveCount(0);
    await last.close();
  });

  test('outlives a session that ends @sweep', async ({ page, signIn, context, findBarriers }) => {
    await signIn({ next: `${path}?draft=true` });
    const dialog = await openModule(page);
    await getTitleField(dialog).fill('Typed while signed out');
    await endSession(context);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const problem = dialog.getByRole('alert');
    await expect(problem).toContainText('You are signed out');
    expect(await findBarriers({ exclude: ['main'] })).toEqual([]);
    const address = page.url();
    await problem.getByRole('link', { name: 'Sign in and come back here' }).click();
    await page.getByLabel('E-mail').fill(demoEditor.email);
    await page.getByLabel('Password').fill(demoEditor.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(address);
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(getTitleField(page.getByRole('dialog'))).toHaveValue('Typed while signed out');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
  });

  test('is saved after signing in in another window @sweep', async ({ page, signIn, context }) => {
    await signIn({ next: `${path}?draft=true` });
    const dialog = await openModule(page);
    const original = await getTitleField(dialog).inputValue();
    await getTitleField(dialog).fill('Saved after all');
    await endSession(context);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const [other] = await Promise.all([
      context.waitForEvent('page'),
      dialog.getByRole('link', { name: 'sign in in a new window' }).click(),
    ]);
    await other.getByLabel('E-mail').fill(demoEditor.email);
    await other.getByLabel('Password').fill(demoEditor.password);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await expect(other).toHaveURL(/draft=true/);
    await other.close();
    await save(dialog);
    await expect(page.locator('main h1')).toHaveText('Saved after all');
    const again = await openModule(page);
    await getTitleField(again).fill(original);
    await save(again);
  });
});
