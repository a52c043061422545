import type { Browser, BrowserContext, FrameLocator, Locator, Page } from '@playwright/test';
import { collectTrouble, demoEditor, expect, origins, test } from './fixtures.ts';

/** A page that no other spec changes. */
const path = '/technology/co2';
/** One with an island, lists of records and child modules, which is only looked at. */
const rich = '/company';

// One after the other, since they edit the same page; each leaves it as it was.
test.describe.configure({ mode: 'default' });

const banner = 'This is a DRAFT version of the page';
const titleOf = (dialog: Locator): Locator => dialog.getByRole('textbox', { name: /^Title/ }).first();
const previewOf = (page: Page): FrameLocator => page.frameLocator('iframe[title="The module with your changes"]');

async function openDraft(page: Page, at = path): Promise<void> {
  await page.goto(`${origins.main}${at}?draft=true`);
  await expect(page.getByText(banner)).toBeVisible();
}

async function openModule(page: Page, index = 0): Promise<Locator> {
  await expect(page.getByText(banner)).toBeVisible();
  await page
    .locator('main [data-module-id]')
    .nth(index)
    .hover({ position: { x: 20, y: 20 } });
  await page.getByRole('button', { name: 'Edit module' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible();
  return dialog;
}

async function save(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

async function signInOn(page: Page, next: string): Promise<void> {
  await page.goto(`${origins.main}/login?next=${encodeURIComponent(next)}`);
  await page.getByLabel('E-mail').fill(demoEditor.email);
  await page.getByLabel('Password').fill(demoEditor.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
}

async function secondEditor(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInOn(page, `${path}?draft=true`);
  await expect(page.getByText(banner)).toBeVisible();
  return page;
}

async function endSession(context: BrowserContext): Promise<void> {
  await context.clearCookies({ name: /^sb-/ });
}

/** The text of a module, with hidden slides and without a carousel's status messages. */
async function textOf(locator: Locator): Promise<string> {
  return locator.evaluate((element) => {
    const copy = element.ownerDocument.importNode(element, true);
    for (const other of copy.querySelectorAll('script, style, template, .splide__sr')) other.remove();
    return (copy.textContent ?? '').replace(/\s+/g, ' ').trim();
  });
}

test.describe('the preview', () => {
  test('shows typed text in the next frame, at the chosen width', async ({ page, signIn }) => {
    const trouble = collectTrouble(page);
    await signIn({ next: `${path}?draft=true` });
    const dialog = await openModule(page);
    const heading = previewOf(page).getByRole('heading', { level: 1 });
    const title = titleOf(dialog);
    await expect(heading).toHaveText(await title.inputValue());

    // A frame paints the state at its beginning: each keystroke has to be there by then.
    await title.evaluate((input: HTMLInputElement) => {
      const late: string[] = [];
      Reflect.set(globalThis, 'late', late);
      input.addEventListener(
        'input',
        () => {
          requestAnimationFrame(() => {
            const frame = document.querySelector<HTMLIFrameElement>('.ed-preview iframe');
            const shown = frame?.contentDocument?.querySelector('h1')?.textContent ?? '';
            if (shown !== input.value) late.push(`${input.value}: ${shown}`);
          });
        },
        { capture: true },
      );
    });
    // Without a letter, the preview shows the example of the field.
    await title.fill('E');
    await title.pressSequentially('very letter at once');
    await expect(heading).toHaveText('Every letter at once');
    expect(await page.evaluate(() => Reflect.get(globalThis, 'late'))).toEqual([]);

    const frame = page.locator('.ed-preview iframe');
    const heights: number[] = [];
    for (const [name, width] of [
      ['Phone', 360],
      ['Tablet', 768],
      ['Desktop', 1280],
    ] as const) {
      await dialog.getByRole('radio', { name: new RegExp(name) }).check();
      await expect
        .poll(() => frame.evaluate((element: HTMLIFrameElement) => element.contentWindow?.innerWidth))
        .toBe(width);
      const [inner, outer] = await frame.evaluate((element: HTMLIFrameElement) => [
        element.contentDocument?.querySelector('main')?.scrollHeight ?? 0,
        element.clientHeight,
      ]);
      expect(Math.abs((inner ?? 0) - (outer ?? 0))).toBeLessThanOrEqual(1);
      heights.push(outer ?? 0);
    }
    expect(new Set(heights).size).toBe(3);
    expect(trouble).toEqual([]);
  });

  for (const [at, language] of [
    [rich, 'en'],
    ['/', 'en'],
    ['/jp/company', 'ja'],
  ] as const) {
    test(
      `equals the page, module by module, on ${at}`,
      at === rich ? {} : { tag: '@sweep' },
      async ({ page, signIn }) => {
        test.setTimeout(120_000);
        const trouble = collectTrouble(page);
        await signIn({ next: `${at}?draft=true` });
        const modules = page.locator('main [data-module-id]');
        await expect(modules.first()).toBeVisible();
        const styleOf = (module: Locator) =>
          module.evaluate((element) => {
            const { backgroundColor, fontFamily } = getComputedStyle(element);
            return { backgroundColor, fontFamily, language: element.ownerDocument.documentElement.lang };
          });
        const onPage: { id: string | null; type: string | null; text: string; style: object }[] = [];
        for (const module of await modules.all()) {
          onPage.push({
            id: await module.getAttribute('data-module-id'),
            type: await module.getAttribute('data-module-type'),
            text: await textOf(module),
            style: await styleOf(module),
          });
        }
        for (const { id, type, text, style } of onPage) {
          await page.goto(`${origins.main}${at}?draft=true&show_modal=true&module_id=${id}`);
          const shown = previewOf(page).locator(`[data-module-id="${id}"]`).first();
          await expect(shown).toBeVisible({ timeout: 30_000 });
          await expect.poll(() => textOf(shown), { message: `${type} ${id}` }).toBe(text);
          expect(await styleOf(shown), `${type} ${id}`).toEqual(style);
          expect(style).toMatchObject({ language });
        }
        expect(trouble).toEqual([]);
      },
    );
  }

  test('names missing fields, and shows the last valid view', async ({ page, signIn, findBarriers }) => {
    await signIn({ next: `${path}?draft=true` });
    const dialog = await openModule(page);
    const heading = previewOf(page).getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    const before = await heading.textContent();
    await dialog.getByRole('button', { name: 'Add card' }).click();
    await expect(page.getByText(/^Choose a link for Cards › Card \d/)).toBeVisible();
    await expect(heading).toHaveText(before ?? '');
    await expect(page.locator('.ed-preview__pane--dim')).toBeVisible();
    expect(await findBarriers({ exclude: ['main'] })).toEqual([]);
    await page.getByRole('dialog', { name: 'Add card' }).getByRole('button', { name: 'Cancel' }).click();
    await expect(page.locator('.ed-preview__placeholder')).toHaveCount(0);
  });

  test('stays in sight while an item of a list is edited', async ({ page, signIn }) => {
    await signIn({ next: `${path}?draft=true&show_modal=true&module_type=CARD_GROUP` });
    await page.getByRole('dialog').getByRole('button', { name: 'Add card' }).click();
    const item = page.getByRole('dialog', { name: 'Add card', exact: true });
    await item.getByRole('textbox', { name: /^Title/ }).fill('The second card');
    await expect(previewOf(page).getByText('The second card')).toBeVisible();
    const shade = await item.evaluate((dialog) => getComputedStyle(dialog, '::backdrop').backgroundColor);
    expect(shade).toBe('rgba(0, 0, 0, 0)');
  });

  test('follows no link, and leaves the page as it is', async ({ page, signIn }) => {
    await signIn({ next: `${path}?draft=true` });
    await openModule(page);
    const address = page.url();
    const link = previewOf(page).getByRole('link').first();
    await expect(link).toBeVisible();
    await link.click();
    await expect(previewOf(page).getByRole('heading', { level: 1 })).toBeVisible();
    expect(page.url()).toBe(address);
  });

  test('is in a separate panel where there is no space next to the form', async ({ page, signIn, findBarriers }) => {
    await signIn({ next: `${path}?draft=true` });
    const dialog = await openModule(page);
    await page.setViewportSize({ width: 640, height: 800 });
    await titleOf(dialog).fill('Narrow');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(titleOf(dialog)).toBeHidden();
    await expect(previewOf(page).getByRole('heading', { level: 1 })).toHaveText('Narrow');
    expect(await findBarriers({ exclude: ['main'] })).toEqual([]);
    await dialog.getByRole('button', { name: 'Form' }).click();
    await expect(titleOf(dialog)).toHaveValue('Narrow');
  });
});

test('a new item is not found wrong before anybody types', async ({ page, signIn }) => {
  await signIn({ next: `${path}?draft=true&show_modal=true&module_type=CARD_GROUP` });
  const dialog = page.getByRole('dialog', { name: 'Add Cards / CTA' });
  await dialog.getByRole('button', { name: 'Add card' }).click();
  const item = page.getByRole('dialog', { name: 'Add card', exact: true });
  const title = item.getByRole('textbox', { name: /^Title/ });
  await item.getByRole('textbox', { name: 'Tag' }).fill('New');
  // It is in the module already, which is found wrong, as is the blank card that the module began with.
  await expect(page.locator('.ed-item--invalid')).toHaveCount(2);
  await expect(title).not.toHaveAttribute('aria-invalid');
  await item.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(title).toBeFocused();
  await expect(title).toHaveAttribute('aria-invalid', 'true');
  await title.fill('A card again');
  await expect(title).not.toHaveAttribute('aria-invalid');
  await item.getByRole('textbox', { name: 'Tag' }).focus();
  await item.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(item).toBeHidden();
});

test('a window is as high as the screen, with focus anywhere in a long form', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  await signIn({ next: `${path}?draft=true&show_modal=true&module_type=NEWS` });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible();
  await dialog.getByRole('textbox').or(dialog.getByRole('combobox')).or(dialog.getByRole('radio')).last().focus();
  const scrolled = await dialog.evaluate((element) => {
    for (const part of element.querySelectorAll('*')) part.scrollIntoView();
    return element.scrollTop;
  });
  expect(scrolled).toBe(0);
  await expect(dialog.getByRole('heading', { level: 2 }).first()).toBeInViewport({ ratio: 1 });
});

test.describe('saving', () => {
  test('refreshes the draft in place: scroll, focus and islands', async ({ page, signIn }) => {
    const trouble = collectTrouble(page);
    await signIn({ next: `${path}?draft=true` });
    await page.evaluate(() => Reflect.set(globalThis, 'same', true));
    await expect(page.getByText(banner)).toBeVisible();
    const figures = page.locator('main [data-module-type="KEY_FIGURES"]').first();
    await figures.scrollIntoViewIfNeeded();
    await figures.hover({ position: { x: 10, y: 10 } });
    await page.getByRole('button', { name: 'Edit module' }).click();
    const dialog = page.getByRole('dialog');
    const title = titleOf(dialog);
    const original = await title.inputValue();
    const topOf = () => figures.evaluate((element) => element.getBoundingClientRect().top);
    const before = await topOf();
    await title.fill('Measured anew');
    await save(dialog);
    await expect(figures).toContainText('Measured anew');
    await expect(page.getByRole('button', { name: /^\d+ unpublished changes?$/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit module' })).toBeFocused();
    // The scroll position follows the content, even if the height of the content above has changed.
    await expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThan(2);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'same'))).toBe(true);

    // The carousel further down is alive: its arrows move it.
    const row = page.locator('main .card-row').first();
    if ((await row.count()) > 0) {
      await row.scrollIntoViewIfNeeded();
      await expect(row).toHaveClass(/is-initialized/);
    }

    // The version came along: the next save is no conflict.
    await figures.hover({ position: { x: 10, y: 10 } });
    await page.getByRole('button', { name: 'Edit module' }).click();
    await expect(titleOf(dialog)).toHaveValue('Measured anew');
    await titleOf(dialog).fill(original);
    await save(dialog);
    await expect(figures).not.toContainText('Measured anew');
    expect(trouble).toEqual([]);
  });
});

test.describe('unsaved work', () => {
  test('is asked about by every way out', async ({ page, signIn, findBarriers }) => {
    await signIn({ next: `${path}?draft=true` });
    const dialog = await openModule(page);
    await titleOf(dialog).fill('Not saved');
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    const stay = async () => {
      await expect(question).toBeVisible();
      await page.getByRole('button', { name: 'Keep editing' }).click();
      await expect(question).toBeHidden();
      await expect(titleOf(dialog)).toHaveValue('Not saved');
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
    await expect(titleOf(dialog)).toHaveValue('Not saved');

    await page.evaluate(() => history.back());
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).not.toHaveURL(/show_modal/);
    const again = await openModule(page);
    await expect(titleOf(again)).not.toHaveValue('Not saved');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });

  test('comes back after a crash, with its base version', async ({ page, signIn, context }) => {
    await signIn({ next: `${path}?draft=true` });
    const dialog = await openModule(page);
    await titleOf(dialog).fill('Before the crash');
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
    await expect(titleOf(restored)).toHaveValue('Before the crash');
    await expect(restored.getByRole('group', { name: 'Card 1' })).toBeVisible();
    await expect(restored.getByText('Not saved yet')).toBeVisible();

    // Discarding is for good.
    await after.close({ runBeforeUnload: false });
    const last = await context.newPage();
    await last.goto(address);
    await last.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(titleOf(last.getByRole('dialog'))).not.toHaveValue('Before the crash');
    await expect
      .poll(() => last.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unsaved:'))))
      .toEqual([]);
    await last.keyboard.press('Escape');
    await expect(last.getByRole('button', { name: /^Unsaved/ })).toHaveCount(0);
    await last.close();
  });

  test('outlives a session that ends', async ({ page, signIn, context, findBarriers }) => {
    await signIn({ next: `${path}?draft=true` });
    const dialog = await openModule(page);
    await titleOf(dialog).fill('Typed while signed out');
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
    await expect(titleOf(page.getByRole('dialog'))).toHaveValue('Typed while signed out');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
  });

  test('is saved after signing in in another window', async ({ page, signIn, context }) => {
    await signIn({ next: `${path}?draft=true` });
    const dialog = await openModule(page);
    const original = await titleOf(dialog).inputValue();
    await titleOf(dialog).fill('Saved after all');
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
    await titleOf(again).fill(original);
    await save(again);
  });
});

test('two editors: what each changed alone is merged, what both changed is chosen', async ({
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
  const before = [await titleOf(mine).inputValue(), await lead(mine).inputValue(), await tag(mine).inputValue()];

  const theirs = await openModule(other);
  await titleOf(theirs).fill(theirTitle);
  await lead(theirs).fill(theirLead);
  await save(theirs);

  await titleOf(mine).fill(myTitle);
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
  await expect(titleOf(merged)).toHaveValue(theirTitle);
  await expect(lead(merged)).toHaveValue(secondLead);
  await expect(tag(merged)).toHaveValue(myTag);
  await titleOf(merged).fill(before[0] ?? '');
  await lead(merged).fill(before[1] ?? '');
  await tag(merged).fill(before[2] ?? '');
  await save(merged);
  await other.context().close();
});

test('a text that cannot be saved as it was pasted says why, and has the focus', async ({ page, signIn }) => {
  await signIn({ next: `${path}?draft=true&show_modal=true&module_type=TEXT_BLOCK` });
  const dialog = page.getByRole('dialog');
  const text = dialog.getByRole('textbox', { name: /^Text/ });
  const paste = (html: string) =>
    text.evaluate((element, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', pasted);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, html);
  await text.click();
  await paste('<table><tr><td colspan="999" rowspan="0">One cell</td></tr></table>');
  await expect(text.locator('td')).toHaveAttribute('colspan', '20');
  await text.press('ControlOrMeta+a');
  await text.press('Delete');
  await paste(`<pre>${'x'.repeat(20_001)}</pre>`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('A code block has at most 20000 characters')).toBeVisible();
  await expect(text).toBeFocused();
  // What only the server refuses is said at the text as well.
  await text.press('ControlOrMeta+a');
  await text.press('Delete');
  await paste('<p>A sign that no database takes: \u0007\ufffe</p>');
  await page.route('**/_actions/addModule', (route) => {
    const input = route.request().postDataJSON();
    return route.continue({
      postData: JSON.stringify(input).replaceAll('no database takes', 'no database takes\\u0000'),
    });
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This text contains a character that cannot be stored')).toBeVisible();
  await page.evaluate(() => localStorage.clear());
});
