import type { Locator, Page } from '@playwright/test';
import { bundleSampleForm, openSampleForm } from '../fixtures/serve-sample-form.ts';
import { type Pointer, drag, dragOver, dropPlace, makeFinger, makeMouse } from './drag.ts';
import { collectTrouble, expect, openModuleForm, test } from './fixtures.ts';

/** The form of a module, and a form that has every widget. */

const rows = (list: Locator) => list.locator(':scope > ol > li .ed-item__title');

test.describe('every widget', () => {
  // In one worker: each would bundle the form for itself.
  test.describe.configure({ mode: 'default' });
  let files: ReadonlyMap<string, string>;
  test.beforeAll(async () => {
    files = await bundleSampleForm();
  });

  const save = async (page: Page): Promise<Record<string, unknown> | null> => {
    const output = page.locator('output');
    const submits = Number(await output.getAttribute('data-submits'));
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(output).toHaveAttribute('data-submits', String(submits + 1));
    const text = (await output.textContent()) ?? '';
    return text === '' ? null : JSON.parse(text);
  };
  const sections = (page: Page) => page.getByRole('group', { name: /^Sections/ });
  const section = (page: Page, name: string) => sections(page).getByRole('group', { name });

  test('counts grapheme clusters, and shows problems under the field', async ({ page }) => {
    await openSampleForm(page, files);
    const title = page.getByRole('textbox', { name: 'Title', exact: true });
    await expect(title).toHaveAccessibleDescription('Max. 8 characters');
    await expect(title).toHaveAttribute('aria-required', 'true');
    await title.fill('👩‍👩‍👧e\u0301🇨🇭');
    await expect(page.getByText('3 / 8')).toBeVisible();
    await title.fill('123456789');
    await expect(page.getByText('9 / 8')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: '1 character too many' })).toHaveCount(1);
    await title.blur();
    await expect(title).toHaveAccessibleDescription('Max. 8 characters');
    await expect(title).toHaveAttribute('aria-invalid', 'true');
    await title.fill('');
    await expect(title).toHaveAccessibleDescription('This field is required Max. 8 characters');
    // It is right as soon as it is right.
    await title.fill('Sensor');
    await expect(title).not.toHaveAttribute('aria-invalid');
    await page.getByRole('textbox', { name: 'Address' }).fill('javascript:alert(1)');
    expect(await save(page)).toBeNull();
    await expect(page.getByRole('textbox', { name: 'Address' })).toHaveAccessibleDescription(
      'A link starts with https://, http://, mailto:, tel:, / or #',
    );
  });

  test('stores the value of each widget', async ({ page }) => {
    await openSampleForm(page, files);
    await page.getByRole('textbox', { name: 'Lead' }).fill('Two\nlines');
    const body = page.getByRole('textbox', { name: 'Body' });
    await body.click();
    await page.getByRole('group', { name: 'Body' }).getByRole('button', { name: 'Bold' }).click();
    await page.keyboard.type('Strong');
    await page.getByLabel('Kind').selectOption('film');
    await page.getByRole('textbox', { name: 'Video' }).fill('https://youtu.be/abcdefghijk');
    await expect(page.getByRole('link', { name: 'Watch abcdefghijk' })).toBeVisible();
    await page.getByRole('spinbutton', { name: 'Size' }).fill('2.5');
    await page.getByLabel('Day', { exact: true }).fill('2026-03-31');
    await page.getByLabel('From', { exact: true }).fill('2026-07-01T10:30');
    await page.getByRole('textbox', { name: 'Address' }).fill('/products');
    await page.getByRole('checkbox', { name: 'New' }).check();
    // Radio buttons from the keyboard.
    await page.getByRole('radiogroup', { name: 'Space above' }).getByRole('radio', { name: 'Medium' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('radio', { name: 'Orange' }).check();
    expect(await save(page)).toMatchObject({
      lead: 'Two\nlines',
      body: { content: [{ content: [{ text: 'Strong', marks: [{ type: 'bold' }] }] }] },
      film: { video: 'https://youtu.be/abcdefghijk', size: 2.5 },
      day: '2026-03-31',
      from: '2026-07-01T08:30:00.000Z',
      address: '/products',
      isNew: true,
      space: 'lg',
      colour: 'Orange',
    });
  });

  test('explains invalid numbers, videos and days', async ({ page }) => {
    await openSampleForm(page, files);
    await page.getByLabel('Kind').selectOption('film');
    const size = page.getByRole('spinbutton', { name: 'Size' });
    await page.getByRole('textbox', { name: 'Video' }).fill('https://vimeo.com/1');
    await size.fill('11');
    expect(await save(page)).toBeNull();
    await expect(size).toHaveAccessibleDescription('The largest value is 10 From 1 to 10');
    await expect(page.getByText('Enter the address of a YouTube video, or its id of 11 characters')).toBeVisible();
    await size.fill('');
    await expect(size).toHaveAccessibleDescription('This field is required From 1 to 10');
  });

  test('hides fields that do not apply, does not require them, and retains their values', async ({ page }) => {
    await openSampleForm(page, files);
    const video = page.getByRole('textbox', { name: 'Video' });
    await expect(video).toBeHidden();
    await page.getByLabel('Kind').selectOption('film');
    await video.fill('half a');
    await page.getByLabel('Kind').selectOption('none');
    await expect(video).toBeHidden();
    expect(await save(page)).toMatchObject({ kind: 'none', film: { video: '' } });
    await page.getByLabel('Kind').selectOption('film');
    await expect(video).toHaveValue('half a');
  });

  test('adds, edits and deletes items in lists of lists', async ({ page }) => {
    const trouble = collectTrouble(page);
    await openSampleForm(page, files);
    await page.getByRole('button', { name: 'Add section' }).click();
    const window = page.getByRole('dialog', { name: 'Add section' });
    const title = window.getByRole('textbox', { name: 'Section' });
    await expect(title).toBeFocused();
    // Problems leave the window open.
    await page.keyboard.press('Enter');
    await expect(window.getByText('This field is required')).toBeVisible();
    await expect(title).toBeFocused();
    await title.fill('Four');

    await window.getByRole('button', { name: 'Add part' }).click();
    const part = page.getByRole('dialog', { name: 'Add part' });
    await part.getByRole('textbox', { name: 'Part' }).fill('A part');
    await part.getByRole('button', { name: 'Add piece' }).click();
    const piece = page.getByRole('dialog', { name: 'Add piece' });
    await piece.getByRole('textbox', { name: 'Name' }).fill('A piece');
    await page.keyboard.press('Enter');
    await expect(part.getByRole('group', { name: 'Piece 1: A piece' })).toBeVisible();
    await part.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(window.getByRole('group', { name: 'Part 1: A part' })).toBeVisible();
    await window.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(rows(sections(page))).toHaveText(['One', 'Two', 'Three', 'Four']);
    await expect(section(page, 'Section 4: Four').getByRole('button', { name: 'Edit' })).toBeFocused();

    // Edit replaces the item at its place.
    await section(page, 'Section 2: Two').getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog', { name: 'Edit section 2' }).getByRole('textbox', { name: 'Section' }).fill('Second');
    await page.getByRole('button', { name: 'Apply' }).click();
    await section(page, 'Section 1: One').getByRole('button', { name: 'Delete' }).click();
    await expect(rows(sections(page))).toHaveText(['Second', 'Three', 'Four']);
    await expect(page.getByRole('status').filter({ hasText: 'Section 1: One is deleted.' })).toHaveCount(1);
    expect(await save(page)).toMatchObject({
      sections: [
        { title: 'Second', parts: [] },
        { title: 'Three' },
        { title: 'Four', parts: [{ id: expect.any(String), title: 'A part', pieces: [{ name: 'A piece' }] }] },
      ],
    });
    expect(trouble).toEqual([]);
  });

  test('asks before the typing in an item is lost, however deep it is @sweep', async ({ page }) => {
    await openSampleForm(page, files);
    await section(page, 'Section 2: Two').getByRole('button', { name: 'Edit' }).click();
    const window = page.getByRole('dialog', { name: 'Edit section 2' });
    // Nothing has changed: nothing is asked.
    await expect(window.getByRole('textbox', { name: 'Section' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(window).toBeHidden();
    await expect(section(page, 'Section 2: Two').getByRole('button', { name: 'Edit' })).toBeFocused();

    await page.keyboard.press('Enter');
    await window.getByRole('textbox', { name: 'Section' }).fill('Changed');
    await window.getByRole('button', { name: 'Add part' }).click();
    await page.getByRole('dialog', { name: 'Add part' }).getByRole('textbox', { name: 'Part' }).fill('New');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page.getByRole('dialog', { name: 'Add part' }).getByRole('textbox', { name: 'Part' })).toHaveValue(
      'New',
    );
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect(window.getByRole('textbox', { name: 'Section' })).toHaveValue('Changed');
    await expect(window.getByRole('group', { name: /^Part 1/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect(rows(sections(page))).toHaveText(['One', 'Two', 'Three']);
    expect(await save(page)).toMatchObject({ sections: [{ title: 'One' }, { title: 'Two' }, { title: 'Three' }] });
  });

  const handle = (page: Page, name: string) => section(page, name).locator('[data-handle]');

  test('reorders by dragging', async ({ page }) => {
    const trouble = collectTrouble(page);
    await openSampleForm(page, files);
    // In the middle of the page: near its edges a drag scrolls it.
    await handle(page, 'Section 2: Two').evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await drag(page, handle(page, 'Section 1: One'), { to: handle(page, 'Section 3: Three'), place: 2 });
    await expect(rows(sections(page))).toHaveText(['Two', 'Three', 'One']);
    await expect(page.getByRole('status').filter({ hasText: 'Section 1: One is now at position 3 of 3.' })).toHaveCount(
      1,
    );
    await drag(page, handle(page, 'Section 2: Three'), { to: handle(page, 'Section 1: Two'), place: 0 });
    await expect(rows(sections(page))).toHaveText(['Three', 'Two', 'One']);
    // React still controls the dragged item: buttons move it, and it can be deleted.
    await section(page, 'Section 1: Three').getByRole('button', { name: 'Move down' }).click();
    await expect(rows(sections(page))).toHaveText(['Two', 'Three', 'One']);
    await section(page, 'Section 2: Three').getByRole('button', { name: 'Delete' }).click();
    await expect(rows(sections(page))).toHaveText(['Two', 'One']);
    expect(await save(page)).toMatchObject({ sections: [{ title: 'Two' }, { title: 'One' }] });
    expect(trouble).toEqual([]);
  });

  test('Escape gives up a drag, and not the window around it @sweep', async ({ page }) => {
    await openSampleForm(page, files);
    await section(page, 'Section 1: One').getByRole('button', { name: 'Edit' }).click();
    const window = page.getByRole('dialog', { name: 'Edit section 1' });
    for (const part of ['A', 'B']) {
      await window.getByRole('button', { name: 'Add part' }).click();
      const added = page.getByRole('dialog', { name: 'Add part' });
      await added.getByRole('textbox', { name: 'Part' }).fill(part);
      await added.getByRole('button', { name: 'Add' }).last().click();
      await expect(added).toBeHidden();
    }
    const parts = window.getByRole('group', { name: /^Parts/ });
    await expect(rows(parts)).toHaveText(['A', 'B']);
    const handles = parts.locator('[data-handle]');
    const over = { to: handles.nth(1), place: 1 };
    const hand = await dragOver(page, handles.nth(0), over);
    await page.keyboard.press('Escape');
    await expect(dropPlace(page)).toHaveCount(0);
    await hand.release();
    await expect(rows(parts)).toHaveText(['A', 'B']);
    await expect(window).toBeVisible();
    await drag(page, handles.nth(0), over);
    await expect(rows(parts)).toHaveText(['B', 'A']);
  });

  test.describe('with a mouse and with a finger', () => {
    test.use({ hasTouch: true });
    const pointers: Record<string, (page: Page) => Pointer | Promise<Pointer>> = {
      mouse: makeMouse,
      finger: makeFinger,
    };
    for (const [name, pointerOf] of Object.entries(pointers)) {
      test(`a drag begins after five pixels: ${name} @sweep`, async ({ page }) => {
        await openSampleForm(page, files);
        const pointer = await pointerOf(page);
        const first = handle(page, 'Section 1: One');
        await first.evaluate((element) => element.scrollIntoView({ block: 'center' }));
        const box = await first.boundingBox();
        if (!box) throw new Error('no handle');
        await pointer.press(box.x + 10, box.y + 10);
        await pointer.move(box.x + 10, box.y + 14);
        // A drag shows in the next task after the movement.
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
        await expect(dropPlace(page)).toHaveCount(0);
        await pointer.move(box.x + 10, box.y + 16);
        await expect(dropPlace(page)).toHaveCount(1);
        await pointer.release();
        await expect(dropPlace(page)).toHaveCount(0);
        await expect(rows(sections(page))).toHaveText(['One', 'Two', 'Three']);

        await drag(page, first, { to: handle(page, 'Section 2: Two'), place: 1, pointer });
        await expect(rows(sections(page))).toHaveText(['Two', 'One', 'Three']);
        // The first press after a drag counts.
        const down = section(page, 'Section 1: Two').getByRole('button', { name: 'Move down' });
        await (name === 'finger' ? down.tap() : down.click());
        await expect(rows(sections(page))).toHaveText(['One', 'Two', 'Three']);
      });
    }
  });

  test('drags have no animation with reduced motion @sweep', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openSampleForm(page, files);
    const over = { to: handle(page, 'Section 2: Two'), place: 1 };
    const hand = await dragOver(page, handle(page, 'Section 1: One'), over);
    const moving = await sections(page).evaluate((list) => list.getAnimations({ subtree: true }).length);
    expect(moving).toBe(0);
    await hand.release();
  });

  test('reorders with buttons, which retain the focus and announce the position', async ({ page }) => {
    await openSampleForm(page, files);
    const down = section(page, 'Section 1: One').getByRole('button', { name: 'Move down' });
    await down.focus();
    await page.keyboard.press('Enter');
    await expect(rows(sections(page))).toHaveText(['Two', 'One', 'Three']);
    await expect(section(page, 'Section 2: One').getByRole('button', { name: 'Move down' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(rows(sections(page))).toHaveText(['Two', 'Three', 'One']);
    await expect(page.getByRole('status').filter({ hasText: 'is now at position 3 of 3.' })).toHaveCount(1);
    // At the end of the list the button is disabled, and the focus stays on the item.
    const last = section(page, 'Section 3: One');
    await expect(last.getByRole('button', { name: 'Move down' })).toBeDisabled();
    await expect(last.getByRole('button', { name: 'Move up' })).toBeFocused();
  });

  test('takes no more items than the maximum, and asks for the first @sweep', async ({ page }) => {
    await openSampleForm(page, files);
    const list = page.getByRole('group', { name: /^Categories/ });
    const add = list.getByRole('button', { name: 'Add category' });
    for (const title of ['A', 'B']) {
      await add.click();
      const window = page.getByRole('dialog', { name: 'Add category' });
      await window.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
      await window.getByRole('button', { name: 'Add', exact: true }).click();
    }
    await expect(add).toBeDisabled();
    await expect(add).toHaveAccessibleDescription('Reached the maximum of 2 items.');
    await expect(list.getByText('Reached the maximum of 2 items.')).toBeVisible();
    await list.getByRole('button', { name: 'Delete' }).first().click();
    await expect(add).toBeEnabled();

    for (let count = 3; count > 0; count -= 1)
      await sections(page).getByRole('button', { name: 'Delete' }).first().click();
    await expect(page.getByRole('button', { name: 'Add section' })).toBeFocused();
    expect(await save(page)).toBeNull();
    await expect(sections(page)).toHaveAccessibleDescription('At least one section');
  });

  test('marks the item in which something is wrong, however deep, until it is right @sweep', async ({ page }) => {
    await openSampleForm(page, files, '#mistake');
    expect(await save(page)).toBeNull();
    await expect(section(page, 'Section 1: One').getByText('Needs attention')).toBeVisible();
    await expect(section(page, 'Section 2: Two').getByText('Needs attention')).toHaveCount(0);
    await section(page, 'Section 1: One').getByRole('button', { name: 'Edit' }).click();
    const outer = page.getByRole('dialog', { name: 'Edit section 1' });
    await outer.getByRole('button', { name: 'Apply' }).click();
    // The window stays open, and links to the problem.
    const edit = outer.getByRole('group', { name: 'Part 1' }).getByRole('button', { name: 'Edit' });
    await expect(edit).toBeFocused();
    await page.keyboard.press('Enter');
    const inner = page.getByRole('dialog', { name: 'Edit part 1' });
    await expect(inner.getByText('This field is required')).toBeVisible();
    await inner.getByRole('textbox', { name: 'Part' }).fill('A part');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Needs attention')).toHaveCount(0);
    await outer.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Needs attention')).toHaveCount(0);
    expect(await save(page)).toMatchObject({ sections: [{ parts: [{ title: 'A part' }] }, {}, {}] });
  });

  test('requires title and description of a category with a link, each at its field @sweep', async ({ page }) => {
    await openSampleForm(page, files);
    await page.getByRole('button', { name: 'Add category' }).click();
    const window = page.getByRole('dialog', { name: 'Add category' });
    await window.getByRole('button', { name: 'Choose link' }).click();
    await window.getByRole('option', { name: /Products/ }).click();
    await window.getByRole('button', { name: 'Add', exact: true }).click();
    const message = 'Title and description are required when a link is present';
    await expect(window.getByRole('textbox', { name: 'Title', exact: true })).toHaveAccessibleDescription(
      new RegExp(message),
    );
    await window.getByRole('textbox', { name: 'Title', exact: true }).fill('A');
    await window.getByRole('textbox', { name: 'Description' }).fill('B');
    await expect(window.getByText(message)).toHaveCount(0);
    await window.getByRole('button', { name: 'Add', exact: true }).click();
    expect(await save(page)).toMatchObject({ categories: [{ title: 'A', description: 'B', link: 3 }] });
  });

  test('shows the English text next to each text, and copies it @sweep', async ({ page }) => {
    await openSampleForm(page, files);
    const field = (name: string) => page.locator(`[data-field="${name}"]`);
    await expect(field('title').locator('[lang="en"]')).toHaveText('Sensors');
    const copy = field('title').getByRole('button', { name: 'Copy English' });
    await expect(copy).toHaveAccessibleDescription(/^Title/);
    await copy.click();
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Sensors');
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused();
    await expect(copy).toBeDisabled();
    // Long text is folded.
    await expect(field('lead').getByText(/folded\.$/)).toBeHidden();
    await field('lead').getByText('English', { exact: true }).click();
    await expect(field('lead').getByText(/folded\.$/)).toBeVisible();
    await field('body').getByRole('button', { name: 'Copy English' }).click();
    await expect(page.getByRole('textbox', { name: 'Body' })).toHaveText('An English body');
    await expect(field('address').getByRole('button', { name: 'Copy English' })).toHaveCount(0);

    await section(page, 'Section 1: One').getByRole('button', { name: 'Edit' }).click();
    await expect(field('sections.0.title').locator('[lang="en"]')).toHaveText('First section');
    await field('sections.0.title').getByRole('button', { name: 'Copy English' }).press('Enter');
    await page.getByRole('button', { name: 'Apply' }).click();
    expect(await save(page)).toMatchObject({
      title: 'Sensors',
      body: { content: [{ content: [{ text: 'An English body' }] }] },
      sections: [{ title: 'First section' }, { title: 'Two' }, { title: 'Three' }],
    });
    await page.goto('about:blank');
    await openSampleForm(page, files, '#english');
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy English' })).toHaveCount(0);
  });

  test('has no barriers @phone @sweep', async ({ page, findBarriers }) => {
    await openSampleForm(page, files);
    await page.getByLabel('Kind').selectOption('film');
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('');
    await save(page);
    await expect(page.getByRole('textbox', { name: 'Body' })).toBeVisible();
    expect(await findBarriers()).toEqual([]);
    await section(page, 'Section 1: One').getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Section' }).fill('');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('This field is required').last()).toBeVisible();
    expect(await findBarriers()).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toBeVisible();
    expect(await findBarriers()).toEqual([]);
    // Nothing is wider than the screen.
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});

test.describe('the form of a module', () => {
  test('edits a card of a hero in a window, and follows the list @sweep', async ({ page, signIn, findBarriers }) => {
    const trouble = collectTrouble(page);
    await signIn({ next: null });
    const dialog = await openModuleForm(page, '/', 'HERO');
    const cards = dialog.getByRole('group', { name: /^Cards/ });
    const titles = await rows(cards).allTextContents();
    expect(titles.length).toBeGreaterThan(1);
    await expect(cards.getByRole('button', { name: 'Add card' })).toBeDisabled();
    await expect(cards.getByText('Reached the maximum of 3 items.')).toBeVisible();

    await cards.getByRole('button', { name: 'Edit' }).first().click();
    const card = page.getByRole('dialog', { name: 'Edit card 1' });
    await expect(card.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(titles[0] ?? '');
    await card.getByRole('textbox', { name: 'Title', exact: true }).fill('x'.repeat(61));
    await card.getByRole('button', { name: 'Apply' }).click();
    await expect(card.getByRole('textbox', { name: 'Title', exact: true })).toHaveAttribute('aria-invalid', 'true');
    expect(await findBarriers({ exclude: ['main', '.ed-preview__page'] })).toEqual([]);
    await card.getByRole('textbox', { name: 'Title', exact: true }).fill('Another title');
    await card.getByRole('button', { name: 'Apply' }).click();
    await expect(rows(cards)).toHaveText(['Another title', ...titles.slice(1)]);
    await drag(page, cards.locator('[data-handle]').nth(1), { to: cards.locator('[data-handle]').nth(0), place: 0 });
    await expect(rows(cards)).toHaveText([titles[1] ?? '', 'Another title', ...titles.slice(2)]);
    await expect(dialog.getByText('Not saved yet')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(dialog).toBeHidden();
    expect(trouble).toEqual([]);
  });

  test('shows the English text in German, and none in English @sweep', async ({ page, signIn, findBarriers }) => {
    await signIn({ next: null });
    const english = await openModuleForm(page, '/', 'HERO');
    await expect(english.getByRole('button', { name: 'Copy English' })).toHaveCount(0);
    const title = await english.getByRole('textbox', { name: 'Title', exact: true }).inputValue();

    const german = await openModuleForm(page, '/de', 'HERO');
    const field = german.locator('[data-field="title"]');
    await expect(field.locator('[lang="en"]')).toHaveText(title);
    await expect(german.getByRole('textbox', { name: 'Title', exact: true })).not.toHaveValue(title);
    expect(await findBarriers({ exclude: ['main', '.ed-preview__page'] })).toEqual([]);
    await field.getByRole('button', { name: 'Copy English' }).click();
    await expect(german.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(title);
  });

  test('chooses the background among five colours with names @sweep', async ({ page, signIn }) => {
    await signIn({ next: null });
    const dialog = await openModuleForm(page, '/', 'HERO');
    const colours = dialog.getByRole('radiogroup', { name: 'Background' });
    await expect(colours.getByRole('radio')).toHaveCount(5);
    for (const name of ['White', 'Grey', 'Anthracite', 'Green', 'Orange'])
      await expect(colours.getByRole('radio', { name })).toBeVisible();
    await expect(dialog.getByRole('radiogroup', { name: 'Space above' }).getByRole('radio')).toHaveCount(4);
  });
});
