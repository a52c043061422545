import type { Locator, Page } from '@playwright/test';
import { collectTrouble, expect, origins, signIn as visit, test } from './fixtures.ts';

/** A page that no other spec uses. Each test ends with what it began with. */
const english = '/company/production';
const german = '/de/unternehmen/produktion';

test.describe.configure({ mode: 'default' });

const idsOf = (page: Page): Promise<number[]> =>
  page
    .locator('main > [data-module-id]')
    .evaluateAll((elements) => elements.map((element) => Number(element.dataset['moduleId'])));
const expectOrder = (page: Page, ids: readonly number[]): Promise<void> =>
  expect(async () => expect(await idsOf(page)).toEqual(ids)).toPass({ timeout: 15_000 });
const tool = (page: Page, name: string): Locator =>
  page.locator('.ed-frame__tools').getByRole('button', { name, exact: true });
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Page Builder' });
const inBar = (page: Page, name: string): Locator => bar(page).getByRole('button', { name, exact: true });
const announcement = (page: Page): Locator => page.locator('.ed-announcement');

async function pointAt(page: Page, id: number): Promise<void> {
  const module = page.locator(`main [data-module-id="${id}"]`);
  await module.scrollIntoViewIfNeeded();
  await page.mouse.move(2, 2);
  await module.hover({ position: { x: 15, y: 15 } });
  await expect(tool(page, 'Edit module')).toBeVisible();
}

/** Holds the next request of a script to an address until it is released. */
async function holdNext(page: Page, url: string): Promise<{ isHeld: Promise<void>; release: () => void }> {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(
    url,
    async (route) => {
      held.resolve();
      await released.promise;
      await route.continue();
    },
    { times: 1 },
  );
  return { isHeld: held.promise, release: released.resolve };
}

test(
  'what was done is undone from the message, the bar and by keys, and done again, through reloads',
  { tag: '@smoke' },
  async ({ page, signIn, findBarriers }) => {
    const trouble = collectTrouble(page);
    await signIn({ next: `${english}?draft=true` });
    const before = await idsOf(page);
    const [first = 0, second = 0] = before;

    // From the message.
    await pointAt(page, first);
    await tool(page, 'Remove module').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove module' }).click();
    await expect(announcement(page)).toContainText('removed.');
    expect(await idsOf(page)).toEqual(before.slice(1));
    await announcement(page).getByRole('button', { name: 'Undo' }).click();
    await expect(announcement(page)).toContainText(/^Undone: .* removed\./);
    expect(await idsOf(page)).toEqual(before);
    await expect(announcement(page).getByRole('button', { name: 'Redo' })).toBeVisible();
    expect(await findBarriers()).toEqual([]);

    // By keys, also after a reload, and several in a row.
    await page.reload();
    await expect(bar(page)).toBeVisible();
    await page.keyboard.press('Control+Shift+z');
    await expectOrder(page, before.slice(1));
    await pointAt(page, second);
    await tool(page, 'Move down').click();
    await expect(announcement(page)).toContainText('moved down');
    await page.reload();
    await expect(inBar(page, 'Undo')).toHaveAccessibleDescription(/^Undo: .* moved \(Ctrl\+Z\)$/);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expectOrder(page, before);
    await expect(announcement(page)).toContainText(/^Undone: .* removed\./);

    // From the bar.
    await inBar(page, 'Redo').click();
    await expectOrder(page, before.slice(1));
    await expect(inBar(page, 'Redo')).toBeFocused();
    await inBar(page, 'Undo').click();
    await expectOrder(page, before);

    // Keys count while the draft of the change before them is on its way, and while that change is.
    await inBar(page, 'Redo').click();
    await expectOrder(page, before.slice(1));
    await pointAt(page, second);
    await tool(page, 'Move down').click();
    await expect(announcement(page)).toContainText('moved down');
    const draft = await holdNext(page, `${origins.main}${english}?draft=true`);
    await page.keyboard.press('Control+z');
    await draft.isHeld;
    await page.keyboard.press('Control+z');
    draft.release();
    await expectOrder(page, before);
    await expect(announcement(page)).toContainText(/^Undone: .* removed\./);
    const move = await holdNext(page, '**/_actions/moveModule');
    await pointAt(page, first);
    await page.keyboard.press('Alt+ArrowDown');
    await move.isHeld;
    await page.keyboard.press('Control+z');
    move.release();
    await expect(announcement(page)).toContainText(/^Undone: .* moved\./);
    expect(await idsOf(page)).toEqual(before);

    // A second move waits for the first one, and both are undone together.
    const moving = await holdNext(page, '**/_actions/moveModule');
    await pointAt(page, first);
    await page.keyboard.press('Alt+ArrowDown');
    await moving.isHeld;
    await page.keyboard.press('Alt+ArrowDown');
    moving.release();
    await expectOrder(page, [...before.slice(1, 3), first, ...before.slice(3)]);
    await page.keyboard.press('Control+z');
    await expectOrder(page, before);
    expect(trouble).toEqual([]);
  },
);

test('keys belong to a text while it is written, and texts are undone like everything else @sweep', async ({
  page,
  signIn,
}) => {
  await signIn({ next: `${german}?draft=true` });
  const [first = 0] = await idsOf(page);
  const module = page.locator(`main [data-module-id="${first}"]`);
  const text = await module.innerText();
  await pointAt(page, first);
  await tool(page, 'Edit module').click();
  const title = page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Title/ })
    .first();
  const original = await title.inputValue();
  await title.pressSequentially('X');
  await page.keyboard.press('Control+z');
  await expect(title).toHaveValue(original);
  await title.fill('Ein anderer Titel');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(module).toContainText('Ein anderer Titel');
  await announcement(page).getByRole('button', { name: 'Undo' }).click();
  await expect(announcement(page)).toContainText(/^Undone: .* changed in German\./);
  expect(await module.innerText()).toBe(text);

  // What changes the structure waits for the English page.
  await page.goto(`${origins.main}${english}?draft=true`);
  await pointAt(page, first);
  await tool(page, 'Move down').click();
  await expect(announcement(page)).toContainText('moved down');
  await page.goto(`${origins.main}${german}?draft=true`);
  await expect(inBar(page, 'Undo')).toHaveAttribute('aria-disabled', 'true');
  await expect(inBar(page, 'Undo')).toHaveAccessibleDescription(
    /moved\. Modules can be added, removed and moved only on the English page/,
  );
  const there = await idsOf(page);
  await page.keyboard.press('Control+z');
  expect(await idsOf(page)).toEqual(there);
  await page.goto(`${origins.main}${english}?draft=true`);
  await inBar(page, 'Undo').click();
  await expect(announcement(page)).toContainText(/^Undone:/);
});

test('a module is duplicated, cut, and pasted on a page of another site @sweep', async ({
  page,
  signIn,
  browser,
  context,
  findBarriers,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const trouble = collectTrouble(page);
  await signIn({ next: `${english}?draft=true` });
  const before = await idsOf(page);
  const [first = 0, second = 0] = before;
  const text = await page.locator(`main [data-module-id="${second}"]`).innerText();

  // From the menu, by keyboard alone.
  await pointAt(page, second);
  const more = page.locator('.ed-frame__tools').getByRole('button', { name: 'More' });
  await more.focus();
  await page.keyboard.press('Enter');
  const duplicate = page.getByRole('menuitem', { name: 'Duplicate' });
  await expect(duplicate).toBeFocused();
  // A page that scrolls takes the menu along.
  const [menuTop, buttonTop] = [(await duplicate.boundingBox())?.y ?? 0, (await more.boundingBox())?.y ?? 0];
  await page.evaluate(() => window.scrollBy({ top: 60, behavior: 'instant' }));
  await expect
    .poll(async () => ((await duplicate.boundingBox())?.y ?? 0) - ((await more.boundingBox())?.y ?? 0))
    .toBeCloseTo(menuTop - buttonTop, 0);
  await expect(duplicate).toBeFocused();
  expect(await findBarriers()).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(announcement(page)).toContainText('duplicated.');
  const [, , copy = 0] = await idsOf(page);
  expect(await idsOf(page)).toEqual(before.toSpliced(2, 0, copy));
  expect(await page.locator(`main [data-module-id="${copy}"]`).innerText()).toBe(text);

  // Cut, and pasted below the first.
  await pointAt(page, copy);
  await page.keyboard.press('Control+x');
  await expect(announcement(page)).toContainText('cut.');
  expect(await idsOf(page)).toEqual(before);
  await pointAt(page, first);
  await page.keyboard.press('Control+v');
  await expect(announcement(page)).toContainText('pasted.');
  const [, pasted = 0] = await idsOf(page);
  expect(await page.locator(`main [data-module-id="${pasted}"]`).innerText()).toBe(text);
  for (const what of ['pasted', 'removed', 'duplicated']) {
    await page.keyboard.press('Control+z');
    await expect(announcement(page)).toContainText(new RegExp(`^Undone: .* ${what}`));
  }
  await expectOrder(page, before);

  // What is on the clipboard travels between the sites.
  const other = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const there = await other.newPage();
  await visit(there, { site: 'automotive', next: '/seat-comfort?draft=true' });
  const idsThere = await idsOf(there);
  await page.bringToFront();
  await pointAt(page, second);
  await page.keyboard.press('Control+c');
  await expect(announcement(page)).toContainText('copied, in all languages.');
  await there.bringToFront();
  await pointAt(there, idsThere[0] ?? 0);
  await there.locator('.ed-frame__tools').getByRole('button', { name: 'More' }).click();
  await there.getByRole('menuitem', { name: 'Paste below' }).click();
  await expect(announcement(there)).toContainText('pasted. Without German, which this site does not have.');
  await announcement(there).getByRole('button', { name: 'Undo' }).click();
  await expectOrder(there, idsThere);
  await other.close();
  expect(trouble).toEqual([]);
});

test('modules are saved as a section, inserted from there, replaced, renamed and deleted @sweep', async ({
  page,
  signIn,
  findBarriers,
}) => {
  const trouble = collectTrouble(page);
  await signIn({ next: `${english}?draft=true` });
  const before = await idsOf(page);
  const [first = 0, second = 0, third = 0] = before;
  const typeOf = (id: number) => page.locator(`main [data-module-id="${id}"]`).getAttribute('data-module-type');
  const more = page.locator('.ed-frame__tools').getByRole('button', { name: 'More' });
  const saveFrom = async (id: number) => {
    await pointAt(page, id);
    await more.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Save as section' }).click();
  };
  const saving = page.getByRole('dialog', { name: 'Save as section' });
  const sidebar = page.getByRole('complementary', { name: 'Add module' });
  const section = (name: string) => sidebar.getByRole('button', { name: new RegExp(`^${name}`) });
  const inMenu = async (name: string, command: string) => {
    await sidebar.getByRole('button', { name: `More: ${name}` }).click();
    await page.getByRole('menuitem', { name: command }).click();
  };

  // Two modules, by keyboard alone from the menu on.
  await saveFrom(second);
  await expect(saving.getByRole('combobox', { name: 'Modules' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(saving.getByRole('combobox', { name: 'Modules' })).toHaveValue('2');
  expect(await findBarriers()).toEqual([]);
  await saving.getByRole('textbox', { name: 'Note' }).fill('For a release');
  await saving.getByRole('textbox', { name: 'Name' }).fill('Two of them');
  await page.keyboard.press('Control+s');
  await expect(announcement(page)).toContainText('“Two of them” saved.');

  // Inserted below the first one, and undone.
  await pointAt(page, first);
  await tool(page, 'Add module below').click();
  await sidebar.getByRole('button', { name: 'Saved sections' }).click();
  await expect(section('Two of them')).toContainText('For a release');
  expect(await findBarriers()).toEqual([]);
  await sidebar.getByRole('searchbox', { name: 'Search saved sections' }).fill('release two');
  await page.keyboard.press('ArrowDown');
  await expect(section('Two of them')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(announcement(page)).toContainText('“Two of them” inserted.');
  const [, copy = 0, other = 0, ...rest] = await idsOf(page);
  expect(rest).toEqual(before.slice(1));
  expect([await typeOf(copy), await typeOf(other)]).toEqual([await typeOf(second), await typeOf(third)]);
  await announcement(page).getByRole('button', { name: 'Undo' }).click();
  await expectOrder(page, before);

  // One module in place of these, and another name.
  await saveFrom(first);
  await saving.getByRole('combobox', { name: 'Save as' }).selectOption('In place of “Two of them”');
  await expect(saving.getByRole('textbox', { name: 'Note' })).toHaveValue('For a release');
  await saving.getByRole('button', { name: 'Save section' }).click();
  await expect(announcement(page)).toContainText('“Two of them” saved.');
  await pointAt(page, first);
  await tool(page, 'Add module below').click();
  await sidebar.getByRole('button', { name: 'Saved sections' }).click();
  await inMenu('Two of them', 'Rename');
  const renaming = page.getByRole('dialog', { name: 'Rename “Two of them”' });
  await renaming.getByRole('textbox', { name: 'Name' }).fill('One of them');
  await renaming.getByRole('button', { name: 'Save' }).click();
  await expect(section('One of them')).toBeVisible();
  await inMenu('One of them', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(sidebar.getByRole('status')).toContainText('“One of them” deleted.');
  await expect(section('One of them')).toHaveCount(0);
  await expect(sidebar.getByRole('searchbox', { name: 'Search saved sections' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expectOrder(page, before);
  expect(trouble).toEqual([]);
});

test('a heading is typed where it is, by mouse and by keyboard, and taken back @sweep', async ({
  page,
  signIn,
  findBarriers,
}) => {
  const trouble = collectTrouble(page);
  await signIn({ next: `${english}?draft=true` });
  const before = await idsOf(page);
  const heading = page.locator('h2').getByText('Four stations', { exact: true });
  const id = Number(await page.locator('main > [data-module-id]', { has: heading }).getAttribute('data-module-id'));
  const module = page.locator(`main [data-module-id="${id}"]`);
  const title = page.getByRole('textbox', { name: 'Title' });

  // Escape leaves everything as it was.
  await pointAt(page, id);
  await heading.dblclick();
  await expect(title).toBeFocused();
  await expect(title).toHaveText('Four stations');
  await page.keyboard.type('Something else');
  expect(await findBarriers()).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(title).toHaveCount(0);
  await expect(heading).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Enter saves, as plain text whatever is pasted, and it is undone like everything else.
  await pointAt(page, id);
  await page.keyboard.press('F2');
  await expect(title).toBeFocused();
  await page.evaluate(() => {
    const pasted = new DataTransfer();
    pasted.setData('text/html', '<b>Five</b>');
    pasted.setData('text/plain', 'Five');
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true }));
  });
  await page.keyboard.type('Five stations');
  await page.keyboard.press('Enter');
  await expect(announcement(page)).toContainText('saved.');
  await expect(module.getByText('Five stations', { exact: true })).toBeVisible();
  await expect(tool(page, 'Edit module')).toBeFocused();
  await announcement(page).getByRole('button', { name: 'Undo' }).click();
  await expect(heading).toBeVisible();
  await expectOrder(page, before);

  // So does Ctrl+S, as in every form.
  await pointAt(page, id);
  await page.keyboard.press('F2');
  await expect(title).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Six stations');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(announcement(page)).toContainText('saved.');
  await expect(module.getByText('Six stations', { exact: true })).toBeVisible();
  await announcement(page).getByRole('button', { name: 'Undo' }).click();
  await expect(heading).toBeVisible();
  expect(trouble).toEqual([]);
});

test('what is typed on the page is held to its limit, goes on by the tabulator, and meets what a colleague saved @sweep', async ({
  page,
  signIn,
  browser,
}) => {
  await signIn({ next: `${english}?draft=true` });
  const heading = page.locator('h2').getByText('Four stations', { exact: true });
  const module = page.locator('main > [data-module-id]', { has: heading });
  const id = Number(await module.getAttribute('data-module-id'));
  const there = page.locator(`main [data-module-id="${id}"]`);
  const typing = page.locator('.ed-typed');
  const panel = page.locator('.ed-typing');
  const original = (await there.locator('h2 + p, header p').first().innerText()).replaceAll(/\s+/g, ' ');

  await pointAt(page, id);
  await heading.dblclick();
  await expect(typing).toBeFocused();
  await page.keyboard.insertText('x'.repeat(400));
  await expect(panel.locator('.ed-counter--over')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('alert')).toContainText(/Max\. \d+ characters/);
  await page.keyboard.press('Escape');
  await expect(heading).toBeVisible();

  // On to the next text, which is saved when the focus goes elsewhere.
  await heading.dblclick();
  await page.keyboard.insertText('Six stations');
  await page.keyboard.press('Tab');
  await expect(there.getByText('Six stations', { exact: true })).toBeVisible();
  await expect(typing).toBeFocused();
  await expect(typing).toHaveText(original);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect(heading).toBeVisible();

  // A colleague saves the same text meanwhile: both are shown.
  await heading.dblclick();
  await page.keyboard.insertText('Mine');
  const other = await browser.newContext();
  const colleague = await other.newPage();
  await visit(colleague, { next: `${english}?draft=true` });
  await pointAt(colleague, id);
  await colleague.locator('h2').getByText('Four stations', { exact: true }).dblclick();
  await expect(colleague.locator('.ed-typed')).toBeFocused();
  await colleague.keyboard.insertText('Theirs');
  await colleague.keyboard.press('Enter');
  await expect(announcement(colleague)).toContainText('saved.');
  await page.keyboard.press('Enter');
  const conflict = page.getByRole('alertdialog', { name: /has saved this module meanwhile/ });
  await expect(conflict).toContainText('Theirs');
  // Undone in the moment in which it is seen, before the editor knows what there is to undo.
  await page.evaluate(() => {
    const main = document.querySelector('main');
    if (!main) throw new Error('The page has no main');
    const undo = { key: 'z', ctrlKey: true, bubbles: true, cancelable: true };
    new MutationObserver((_, observer) => {
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', undo));
    }).observe(main, { childList: true });
  });
  await conflict.getByRole('button', { name: 'Take theirs' }).click();
  await expect(heading).toBeVisible();
  await other.close();
});

test('a save that changes nothing offers no way back: that would undo what was done before it @sweep', async ({
  page,
  signIn,
}) => {
  await signIn({ next: `${english}?draft=true` });
  const before = await idsOf(page);
  const [first = 0] = before;
  await pointAt(page, first);
  await page.keyboard.press('ControlOrMeta+d');
  await expect(announcement(page)).toContainText('duplicated.');
  await expect(announcement(page).getByRole('button', { name: 'Undo' })).toBeVisible();
  await pointAt(page, first);
  await tool(page, 'Edit module').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(announcement(page)).toContainText('saved.');
  await expect(announcement(page).getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await inBar(page, 'Undo').click();
  await expectOrder(page, before);
});
