import type { Locator } from '@playwright/test';
import { openModule, path, save, secondEditor, getTitleField } from './dialog.ts';
import { demoEditor, expect, test } from './fixtures.ts';

/** Two editors with the form of one module. */

test('two editors: what each changed alone is merged, what both changed is chosen @sweep', async ({
  page,
  signIn,
  browser,
  findBarriers,
}) => {
  await signIn({ next: `${path}?draft=true` });
  const other = await secondEditor(browser);
  const lead = (dialog: Locator) => dialog.getByRole('textbox', { name: /^Lead/ }).first();
  const tag = (dialog: Locator) => dialog.getByRole('textbox', { name: /^Tag/ }).first();
  // Values that differ from those of an earlier run.
  const mark = Date.now();
  const [myTitle, theirTitle, theirLead, secondLead, myTag] = ['Mine', 'Theirs', 'Lead', 'Lead again', 'Tag'].map(
    (word) => `${word} ${mark}`,
  ) as [string, string, string, string, string];
  const mine = await openModule(page);
  const before = [await getTitleField(mine).inputValue(), await lead(mine).inputValue(), await tag(mine).inputValue()];

  const theirs = await openModule(other);
  await getTitleField(theirs).fill(theirTitle);
  await lead(theirs).fill(theirLead);
  await save(theirs);

  await getTitleField(mine).fill(myTitle);
  await tag(mine).fill(myTag);
  await mine.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('alertdialog', { name: /has saved this module meanwhile/ });
  await expect(conflict).toContainText(demoEditor.email);
  const choice = conflict.getByRole('group', { name: 'Title' });
  await expect(choice.getByRole('radio')).toHaveCount(2);
  await expect(choice).toContainText(myTitle);
  await expect(choice).toContainText(theirTitle);
  await expect(conflict).toContainText('Changed by you only: yours is used');
  await expect(conflict.getByText('Lead', { exact: true })).toBeVisible();
  expect(await findBarriers({ exclude: ['main'] })).toEqual([]);

  // Nothing is saved while a choice is open.
  await conflict.getByRole('button', { name: 'Save merged version' }).press('Enter');
  await expect(conflict).toContainText('One choice is still open.');

  // Another save during the choice: the merge is a conflict as well, and shown again.
  const theirsAgain = await openModule(other);
  await lead(theirsAgain).fill(secondLead);
  await save(theirsAgain);
  await choice.getByRole('radio').last().check();
  await conflict.getByRole('button', { name: 'Save merged version' }).click();
  const second = page.getByRole('alertdialog', { name: /has saved this module meanwhile/ });
  await expect(second.getByRole('radio')).toHaveCount(0);
  await second.getByRole('button', { name: 'Save merged version' }).click();
  await expect(mine).toBeHidden();

  const merged = await openModule(page);
  await expect(getTitleField(merged)).toHaveValue(theirTitle);
  await expect(lead(merged)).toHaveValue(secondLead);
  await expect(tag(merged)).toHaveValue(myTag);
  await getTitleField(merged).fill(before[0] ?? '');
  await lead(merged).fill(before[1] ?? '');
  await tag(merged).fill(before[2] ?? '');
  await save(merged);
  await other.context().close();
});
