import type { Browser, Locator, Page } from '@playwright/test';
import { collectTrouble, demoEditor, expect, origins, test } from './fixtures.ts';

/** Pages that no other spec uses. Each test reverts its changes. */
const quality = '/company/quality';
const faq = '/products/support/faq';
const cars = '/defogging';

// One after the other, since they work on the same page.
test.describe.configure({ mode: 'default' });

const modules = (page: Page): Locator => page.locator('main > [data-module-id]');
const idsOf = (page: Page): Promise<number[]> =>
  modules(page).evaluateAll((elements) => elements.map((element) => Number(element.dataset['moduleId'])));
/** Also while the draft is being reloaded. */
const expectOrder = (page: Page, ids: readonly number[]): Promise<void> =>
  expect(async () => expect(await idsOf(page)).toEqual(ids)).toPass({ timeout: 15_000 });
const moduleAt = (page: Page, id: number): Locator => page.locator(`main [data-module-id="${id}"]`);
const tool = (page: Page, name: string): Locator =>
  page.locator('.ed-frame__tools').getByRole('button', { name, exact: true });
const sidebarOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Add module' });
const banner = (page: Page): Locator => page.getByText('This is a DRAFT version of the page');

async function pointAt(page: Page, id: number): Promise<void> {
  await moduleAt(page, id).scrollIntoViewIfNeeded();
  await page.mouse.move(2, 2);
  await moduleAt(page, id).hover({ position: { x: 15, y: 15 } });
  await expect(tool(page, 'Edit module')).toBeVisible();
}

/** Fills in a text module and saves it. */
async function saveText(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('textbox', { name: /^Title/ })
    .first()
    .fill(title);
  await dialog.locator('.ed-rich__text').first().fill('What was added by a test.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Text editor added.')).toBeVisible();
}

async function removeModule(page: Page, id: number): Promise<void> {
  await pointAt(page, id);
  await tool(page, 'Remove module').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove module' }).click();
  await expect(moduleAt(page, id)).toHaveCount(0);
  await expect(banner(page)).toBeVisible();
}

async function otherEditor(browser: Browser, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${origins.main}/login?next=${encodeURIComponent(`${path}?draft=true`)}`);
  await page.getByLabel('E-mail').fill(demoEditor.email);
  await page.getByLabel('Password').fill(demoEditor.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(banner(page)).toBeVisible();
  return page;
}

test('a module that the pointer rests on before the editor is there gets its tools @sweep', async ({
  page,
  signIn,
}) => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await signIn({ next: quality });
  await page.route('**/_astro/*.js', (route) => held.then(() => route.continue()));
  await page.goto(`${origins.main}${quality}?draft=true`, { waitUntil: 'commit' });
  const [first = 0] = await expect
    .poll(() => idsOf(page))
    .not.toEqual([])
    .then(() => idsOf(page));
  await moduleAt(page, first).hover({ position: { x: 15, y: 15 } });
  release();
  await expect(tool(page, 'Edit module')).toBeVisible();
});

test('adding a module below another, and removing it again', { tag: '@smoke' }, async ({ page, signIn, browser }) => {
  const trouble = collectTrouble(page);
  await signIn({ next: `${quality}?draft=true` });
  const before = await idsOf(page);
  const [first = 0] = before;
  await pointAt(page, first);
  await tool(page, 'Add module below').click();
  await expect(page).toHaveURL(/\?draft=true&show_sidebar=true&module_position=0$/);

  const sidebar = sidebarOf(page);
  await expect(sidebar).toHaveCSS('width', '280px');
  await expect(sidebar.getByText(/^Below “/)).toBeVisible();
  const search = sidebar.getByPlaceholder('Search modules...');
  await expect(search).toBeFocused();
  await expect(sidebar.getByRole('listitem').first()).toBeVisible();
  await expect(sidebar.getByText(/secondary[ _]header/i)).toHaveCount(0);
  await search.fill('zebra');
  await expect(sidebar.getByRole('status')).toContainText('No module is called “zebra”');
  await search.fill('TEXT_BL');
  await expect(sidebar.getByRole('listitem')).toHaveText(['Text editor']);
  await search.fill('text edit');
  await sidebar.getByRole('button', { name: 'Text editor' }).click();
  await expect(page).toHaveURL(/show_modal=true/);
  await expect(page).toHaveURL(/module_type=TEXT_BLOCK/);
  await expect(page.getByRole('dialog', { name: 'Add Text editor' })).toBeVisible();

  await saveText(page, 'Added below the first');
  await expect(page).toHaveURL(/\?draft=true$/);
  const after = await idsOf(page);
  expect(after).toHaveLength(before.length + 1);
  const added = after[1] ?? 0;
  expect(after).toEqual(before.toSpliced(1, 0, added));
  await expect(moduleAt(page, added)).toContainText('Added below the first');
  await expect(moduleAt(page, added)).toBeInViewport();
  await expect(tool(page, 'Edit module')).toBeFocused();

  // Nothing of it is public.
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${origins.main}${quality}`);
  await expect(visitor.getByText('Added below the first')).toHaveCount(0);
  await visitor.context().close();

  // Cancelling removes nothing.
  await pointAt(page, added);
  await tool(page, 'Remove module').click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await expect(question.getByText("You won't be able to revert this", { exact: true })).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(tool(page, 'Remove module')).toBeFocused();
  expect(await idsOf(page)).toEqual(after);

  await removeModule(page, added);
  expect(await idsOf(page)).toEqual(before);
  await expect(tool(page, 'Edit module')).toBeFocused();
  expect(trouble).toEqual([]);
});

test('the new module has the focus, however late it comes @sweep', async ({ page, signIn }) => {
  await signIn({ next: `${quality}?draft=true` });
  const before = await idsOf(page);
  const [first = 0] = before;
  const addBelowFirst = async (): Promise<number> => {
    await pointAt(page, first);
    await tool(page, 'Add module below').click();
    await sidebarOf(page).getByPlaceholder('Search modules...').fill('TEXT_BL');
    await sidebarOf(page).getByRole('listitem').getByRole('button').click();
    // Like a hand: it reaches the button at its edge, and moves on a little.
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Save' })
      .hover({ position: { x: 3, y: 3 } });
    await saveText(page, 'Added by a slow hand');
    return (await idsOf(page))[1] ?? 0;
  };

  // Drawn after the window has closed.
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const late = await addBelowFirst();
  await expect(moduleAt(page, late)).toBeInViewport();
  await expect(tool(page, 'Edit module')).toBeFocused();
  await expect(page.locator('.ed-frame__tools')).toHaveAccessibleName('Text editor');
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await removeModule(page, late);

  // The draft could not be updated in place: the page is loaded, without a movement of the pointer.
  await page.route(
    (url) => url.pathname === quality,
    (route) => (route.request().isNavigationRequest() ? route.continue() : route.fulfill({ status: 503 })),
  );
  const loaded = await addBelowFirst();
  await expect(moduleAt(page, loaded)).toBeInViewport();
  await expect(tool(page, 'Edit module')).toBeFocused();
  await page.unrouteAll();
  await removeModule(page, loaded);
  expect(await idsOf(page)).toEqual(before);
});

test('what is typed while the list of modules, or a form, is loading is in its first field', async ({
  page,
  signIn,
}) => {
  await signIn({ next: `${faq}?draft=true` });
  await expect(banner(page)).toBeVisible();
  let gate = Promise.withResolvers<void>();
  await page.route('**/_astro/*.js', (route) => gate.promise.then(() => route.continue()));
  await page.getByRole('button', { name: 'Add module', exact: true }).press('Enter');
  await page.keyboard.type('text editorx');
  await page.keyboard.press('Backspace');
  gate.resolve();
  const search = sidebarOf(page).getByRole('searchbox');
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('text editor');
  gate = Promise.withResolvers<void>();
  await search.press('Enter');
  await page.keyboard.type('Early words');
  gate.resolve();
  const title = page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Title/ })
    .first();
  await expect(title).toBeFocused();
  await expect(title).toHaveValue('Early words');
});

test('adding a module above the first @sweep', async ({ page, signIn }) => {
  await signIn({ next: `${quality}?draft=true` });
  const before = await idsOf(page);
  const [first = 0, second = 0] = before;
  await pointAt(page, second);
  await expect(tool(page, 'Add module above')).toHaveCount(0);
  await pointAt(page, first);
  await tool(page, 'Add module above').click();
  await expect(page).toHaveURL(/\?draft=true&show_sidebar=true&module_position=-1$/);
  const sidebar = sidebarOf(page);
  await expect(sidebar.getByText('At the top of the page')).toBeVisible();
  const mark = await page.locator('.ed-mark').boundingBox();
  const top = await moduleAt(page, first).boundingBox();
  expect(Math.abs((mark?.y ?? 0) - (top?.y ?? 99))).toBeLessThan(4);
  await sidebar.getByPlaceholder('Search modules...').fill('TEXT_BL');
  await sidebar.getByRole('listitem').getByRole('button').click();
  await saveText(page, 'At the very top');
  const [added = 0, ...rest] = await idsOf(page);
  expect(rest).toEqual(before);
  await removeModule(page, added);
  await expectOrder(page, before);
});

test('what cannot be saved is said under its field, and nothing is added @sweep', async ({ page, signIn }) => {
  await signIn({ next: `${quality}?draft=true&show_modal=true&module_type=HERO&module_position=0` });
  const dialog = page.getByRole('dialog', { name: 'Add Header 1 - Home' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This field is required').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\?draft=true$/);
});

test('moving a module keeps it in view and in focus', async ({ page, signIn }) => {
  await signIn({ next: `${quality}?draft=true` });
  const before = await idsOf(page);
  const [first = 0, second = 0] = before;
  const last = before.at(-1) ?? 0;
  await pointAt(page, first);
  await expect(tool(page, 'Move up')).toHaveAttribute('aria-disabled', 'true');
  await tool(page, 'Move up').hover();
  await expect(page.getByRole('tooltip', { name: 'It is the first module here.' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip', { name: 'It is the first module here.' })).toBeHidden();

  await tool(page, 'Move down').click();
  await expectOrder(page, [second, first, ...before.slice(2)]);
  await expect(page.getByText(/moved down: it is now 2 of \d+\.$/)).toBeVisible();
  await expect(tool(page, 'Move down')).toBeFocused();
  await expect(moduleAt(page, first)).toBeInViewport();

  await tool(page, 'Move up').click();
  await expectOrder(page, before);
  await expect(page.getByText(/moved up: it is now 1 of \d+\.$/)).toBeVisible();
  await expect(tool(page, 'Move up')).toBeFocused();
  await pointAt(page, last);
  await expect(tool(page, 'Move down')).toHaveAttribute('aria-disabled', 'true');
});

test('back, forward, reload and a shared link @sweep', async ({ page, signIn, browser }) => {
  await signIn({ next: `${quality}?draft=true` });
  await page.getByRole('button', { name: 'Add module', exact: true }).click();
  const sidebar = sidebarOf(page);
  await expect(sidebar.getByText('At the end of the page')).toBeVisible();
  await sidebar.getByRole('button', { name: 'Key figures' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Key figures' });
  await expect(dialog).toBeVisible();
  const address = page.url();

  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(sidebar).toBeVisible();
  await page.goBack();
  await expect(sidebar).toBeHidden();
  await page.goForward();
  await expect(sidebar).toBeVisible();
  await page.goForward();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(sidebar).toBeVisible();
  await page.reload();
  await expect(sidebar).toBeVisible();
  await sidebar.getByRole('button', { name: 'Close' }).click();
  await expect(sidebar).toBeHidden();
  await expect(page).toHaveURL(/\?draft=true$/);

  const other = await otherEditor(browser, quality);
  await other.goto(address);
  await expect(other.getByRole('dialog', { name: 'Add Key figures' })).toBeVisible();
  for (const type of ['SECONDARY_HEADER', 'toString', 'QUOTES']) {
    await other.goto(address.replace('KEY_FIGURES', type));
    await expect(other.getByText('There is no such module that can be added.')).toBeVisible();
  }
  await other.context().close();
});

test('the sidebar answers at once, covers nothing, and leaves the page as it is @sweep', async ({ page, signIn }) => {
  await signIn({ next: `${quality}?draft=true` });
  await expect(banner(page)).toBeVisible();
  // The number of lines of each text, independent of its size.
  const lines = () =>
    page.evaluate(() =>
      // What a closed entry holds has no layout that can be relied on.
      [...document.querySelectorAll<HTMLElement>('main h2, main p')].map((element) => {
        if (!element.checkVisibility()) return 0;
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 4))).size;
      }),
    );
  // Islands further down hydrate when the sidebar brings them into view, which changes what is shown of them.
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += 500) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
  // What hydrates lays its content out anew; the page is compared once it is at rest.
  let before = await lines();
  await expect
    .poll(
      async () => {
        const earlier = before;
        before = await lines();
        return before.join() === earlier.join();
      },
      { intervals: [500] },
    )
    .toBe(true);
  await page.getByRole('button', { name: 'Add module', exact: true }).click();
  const search = sidebarOf(page).getByPlaceholder('Search modules...');
  await expect(search).toBeFocused();
  expect(await lines()).toEqual(before);
  for (const element of await modules(page).all()) {
    const box = await element.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(280);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1281);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  await search.pressSequentially('key fig');
  await expect(sidebarOf(page).getByRole('listitem')).toHaveCount(1);

  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(sidebarOf(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add module', exact: true })).toBeFocused();
  expect(await lines()).toEqual(before);
});

test('modules inside an entry of an accordion @sweep', async ({ page, signIn }) => {
  await signIn({ next: `${faq}?draft=true` });
  await expect(banner(page)).toBeVisible();
  const accordion = page.locator('main [data-module-type="ACCORDION"]').first();
  const id = Number(await accordion.getAttribute('data-module-id'));
  const inside = accordion.locator('[data-module-id]');
  const before = await inside.count();
  await pointAt(page, id);
  await tool(page, 'Add module below').click();
  const place = sidebarOf(page).getByLabel('Where');
  const option = place
    .locator('option')
    .filter({ hasText: /of “Accordion”/ })
    .first();
  await place.selectOption({ label: (await option.textContent()) ?? '' });
  await expect(page).toHaveURL(new RegExp(`module_parent=${id}&module_slot=`));
  await sidebarOf(page).getByRole('button', { name: 'Text editor' }).click();
  await saveText(page, 'Added in an entry');
  await expect(inside).toHaveCount(before + 1);
  const added = accordion.locator('[data-module-id]', { hasText: 'Added in an entry' });
  // The entry is open, so that the added module is visible.
  await expect(added).toBeInViewport();
  const child = Number(await added.getAttribute('data-module-id'));
  await pointAt(page, child);
  await expect(page.locator('.ed-frame__tools')).toHaveAttribute('aria-label', 'Text editor');
  await removeModule(page, child);
  await expect(inside).toHaveCount(before);
});

test('in German only editing is possible, and the tooltips say why @sweep', async ({ page, signIn, findBarriers }) => {
  await signIn({ next: quality });
  const german = await page.locator('link[hreflang="de"]').getAttribute('href');
  await page.goto(`${german}?draft=true`);
  await page.getByRole('button', { name: 'Next module' }).click();
  await expect(tool(page, 'Edit module')).not.toHaveAttribute('aria-disabled');
  const reason = /only on the English page/;
  for (const name of ['Add module below', 'Move up', 'Move down', 'Remove module']) {
    await expect(tool(page, name)).toHaveAttribute('aria-disabled', 'true');
    await expect(tool(page, name)).toHaveAccessibleDescription(reason);
    await tool(page, name).focus();
    await expect(tool(page, name)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(page).toHaveURL(/\?draft=true$/);
  }
  // Keys say why as well.
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.locator('.ed-announcement')).toContainText(reason);
  const bar = page.getByRole('button', { name: 'Add module', exact: true });
  await expect(bar).toHaveAttribute('aria-disabled', 'true');
  await bar.hover();
  await expect(page.getByRole('region', { name: 'Page Builder' }).getByRole('tooltip')).toBeVisible();
  await expect(bar).toHaveAccessibleDescription(reason);
  expect(await findBarriers({ exclude: ['main'] })).toEqual([]);

  // A link from the English page leads to the reason, not to a form.
  await page.goto(`${german}?draft=true&show_sidebar=true&show_modal=true&module_type=HERO`);
  await expect(page.getByRole('dialog').getByText(reason)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(sidebarOf(page).getByText(reason)).toBeVisible();
  await sidebarOf(page).getByRole('link', { name: 'Go to the English page' }).click();
  await expect(page).toHaveURL(`${origins.main}${quality}?draft=true&show_sidebar=true`);
  await expect(sidebarOf(page).getByPlaceholder('Search modules...')).toBeVisible();
});

test('the automotive site: added at the end of the page, and removed @sweep', async ({ page, signIn }) => {
  await signIn({ site: 'automotive', next: `${cars}?draft=true` });
  await expect(banner(page)).toBeVisible();
  const before = await idsOf(page);
  await page.getByRole('button', { name: 'Add module', exact: true }).click();
  await sidebarOf(page).getByRole('button', { name: 'Text editor' }).click();
  await saveText(page, 'Added at the end');
  const after = await idsOf(page);
  expect(after.slice(0, -1)).toEqual(before);
  const added = after.at(-1) ?? 0;
  await expect(moduleAt(page, added)).toBeInViewport();
  await removeModule(page, added);
  expect(await idsOf(page)).toEqual(before);
});

test('a conflicting change overwrites nothing, and the page can be reloaded @sweep', async ({
  page,
  signIn,
  browser,
}) => {
  await signIn({ next: `${quality}?draft=true` });
  const other = await otherEditor(browser, quality);
  const before = await idsOf(page);
  const [first = 0, second = 0] = before;
  const swapped = [second, first, ...before.slice(2)];
  await pointAt(other, first);
  await tool(other, 'Move down').click();
  await expectOrder(other, swapped);

  await pointAt(page, second);
  await tool(page, 'Move down').click();
  const problem = page.getByRole('alertdialog', { name: 'The page has changed meanwhile' });
  await expect(problem).toContainText('has added, moved or removed modules since you opened this page');
  await problem.getByRole('button', { name: 'Reload the page' }).click();
  await expectOrder(page, swapped);

  // The input of a new module is not lost: it is added to the current page.
  await page.getByRole('button', { name: 'Add module', exact: true }).click();
  await sidebarOf(page).getByRole('button', { name: 'Text editor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Text editor' });
  await dialog
    .getByRole('textbox', { name: /^Title/ })
    .first()
    .fill('Typed meanwhile');
  await dialog.locator('.ed-rich__text').first().fill('What was added by a test.');
  await other.waitForLoadState();
  await tool(other, 'Move up').click();
  await expectOrder(other, before);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Save again');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Text editor added.')).toBeVisible();
  const after = await idsOf(page);
  expect(after.slice(0, -1)).toEqual(before);
  await removeModule(page, after.at(-1) ?? 0);
  await other.context().close();
});

test('a narrow window: the tools are icons with names, the sidebar is below the page @sweep', async ({
  page,
  signIn,
  findBarriers,
}) => {
  await page.setViewportSize({ width: 400, height: 720 });
  await signIn({ next: `${quality}?draft=true` });
  await expect(banner(page)).toBeVisible();
  const [first = 0] = await idsOf(page);
  await pointAt(page, first);
  for (const name of ['Edit module', 'Add module below', 'Move up', 'Move down', 'Remove module']) {
    const box = await tool(page, name).boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(24);
    expect(box?.height).toBeGreaterThanOrEqual(24);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(400);
  }
  await tool(page, 'Add module below').click();
  const sheet = await sidebarOf(page).boundingBox();
  expect(sheet?.width).toBe(400);
  expect(sheet?.y).toBeGreaterThan(300);
  // The place of the new module is seen above it.
  await expect(page.locator('.ed-mark')).toBeInViewport();
  expect((await page.locator('.ed-mark').boundingBox())?.y).toBeLessThan(sheet?.y ?? 0);
  // The tools are above the page's header while a module is pointed at.
  await page.mouse.move(200, 5);
  await expect(page.locator('.ed-frame__tools')).toHaveCount(0);
  expect(await findBarriers({ exclude: ['main'] })).toEqual([]);
});
