import type { Browser, Locator, Page } from '@playwright/test';
import type { SiteId } from '#domain/sites.ts';
import { press, tabTo, write } from './by-keyboard.ts';
import { demoEditor, expect, origins, signIn as signInAs, test } from './fixtures.ts';

/**
 * An editor's work with the keyboard alone: nothing is clicked, and only Tab and the editor itself move the focus. No
 * other spec changes these pages; each is restored.
 */
const main = '/technology/liquid-flow';
const cars = '/seat-comfort';

const banner = (page: Page): Locator => page.getByText('This is a DRAFT version of the page');
const modules = (page: Page): Locator => page.locator('main > [data-module-id]');
const idsOf = (page: Page): Promise<(string | undefined)[]> =>
  modules(page).evaluateAll((elements: HTMLElement[]) => elements.map(({ dataset }) => dataset['moduleId']));
const tool = (page: Page, name: string): Locator =>
  page.locator('.ed-frame__tools').getByRole('button', { name, exact: true });
const titleIn = (dialog: Locator): Locator => dialog.getByRole('textbox', { name: /^Title/ }).first();

async function signIn(page: Page, path: string, site: SiteId = 'main'): Promise<void> {
  await page.goto(`${origins[site]}/login?next=${encodeURIComponent(`${path}?draft=true`)}`);
  await write(page, page.getByLabel(/e-?mail/i), demoEditor.email);
  await write(page, page.getByLabel(/password/i), demoEditor.password);
  await page.keyboard.press('Enter');
  await expect(banner(page)).toBeVisible();
}

/** From the top of the page to the buttons of its first module. */
async function firstModule(page: Page): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Next module' }));
  await expect(tool(page, 'Edit module')).toBeFocused();
}

/** Changes the title of the module whose buttons have the focus, and saves it. */
async function retitle(page: Page, title: string): Promise<string> {
  await press(page, tool(page, 'Edit module'));
  const dialog = page.getByRole('dialog');
  const before = await write(page, titleIn(dialog), title);
  // Enter in a field sends the form.
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(modules(page).first()).toContainText(title);
  await expect(tool(page, 'Edit module')).toBeFocused();
  return before;
}

/** Discards the changes of a test in the draft. */
async function discard(page: Page): Promise<void> {
  await press(page, page.getByRole('button', { name: /unpublished change/ }));
  await press(page, page.getByRole('button', { name: 'Discard draft changes' }));
  const question = page.getByRole('alertdialog', { name: 'Discard draft changes?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press(page, question.getByRole('button', { name: 'Discard changes' }));
  await expect(page.getByText('No unpublished changes')).toBeVisible();
}

async function publish(page: Page): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Publish changes' }));
  const plan = page.getByRole('dialog', { name: 'Publish changes' });
  await expect(plan.getByText(/would change/)).toBeVisible();
  await press(page, plan.getByRole('button', { name: 'Publish now' }));
  await expect(page).not.toHaveURL(/draft=true/);
  await expect(page.getByRole('dialog', { name: 'Published' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Edit page' })).toBeFocused();
}

async function secondEditor(browser: Browser, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInAs(page, { next: `${path}?draft=true` });
  return page;
}

/** Presses Tab through the whole page, and returns the focused elements that were not visible. */
async function hiddenOnTheWay(page: Page): Promise<string[]> {
  const hidden = new Set<string>();
  const seen = new Set<string>();
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body || element.tagName === 'IFRAME') return null;
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const inside = (part: number, from: number, to: number) => from + (to - from) * part;
      const isOnTop = [0.1, 0.5, 0.9].some((x) =>
        [0.1, 0.5, 0.9].some((y) => {
          const hit = document.elementFromPoint(inside(x, left, right), inside(y, top, bottom));
          return hit !== null && (element.contains(hit) || hit.contains(element));
        }),
      );
      const name = element.getAttribute('aria-label') ?? (element.textContent || element.id).trim().slice(0, 40);
      const place = [...document.querySelectorAll('*')].indexOf(element);
      return { name: `${element.tagName} ${name}`, place, isOnTop };
    });
    if (at === null) continue;
    if (seen.has(`${at.place}`)) break;
    seen.add(`${at.place}`);
    if (!at.isOnTop) hidden.add(at.name);
  }
  expect(seen.size, 'stops on the way').toBeGreaterThan(3);
  return [...hidden];
}

test.describe.configure({ mode: 'default' });

test('a list of links: added with its links, put in order, moved, and removed @sweep', async ({ page }) => {
  await signIn(page, main);
  const before = await idsOf(page);
  await firstModule(page);
  await press(page, tool(page, 'Add module below'));
  const sidebar = page.getByRole('complementary', { name: 'Add module' });
  const search = sidebar.getByPlaceholder('Search modules...');
  await expect(search).toBeFocused();
  await page.keyboard.type('link');
  await page.keyboard.press('ArrowDown');
  await expect(sidebar.locator('.ed-type').first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(search).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('LINK_LIST');
  // The first one that is found.
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add Links' });
  await expect(dialog).toBeVisible();
  // Escape goes back to the list, and Enter to the same type.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Enter');

  for (const [text, found] of [
    ['First', 'contact'],
    ['Second', 'career'],
  ] as const) {
    await press(page, dialog.getByRole('button', { name: 'Add link', exact: true }));
    const item = page.getByRole('dialog', { name: 'Add link', exact: true });
    await press(page, item.getByRole('button', { name: 'Choose link' }));
    const picker = item.getByRole('combobox');
    await expect(picker).toBeFocused();
    await page.keyboard.type(found);
    await expect(item.getByRole('option').first()).toContainText(new RegExp(found, 'i'));
    await page.keyboard.press('ArrowDown');
    await expect(picker).toHaveAttribute('aria-activedescendant', /./);
    await page.keyboard.press('Enter');
    await expect(item.getByRole('button', { name: 'Change link' })).toBeFocused();
    await write(page, item.getByRole('textbox', { name: 'Link title' }), text);
    await page.keyboard.press('Enter');
    await expect(item).toBeHidden();
  }
  const rows = dialog.locator('.ed-item__title');
  await expect(rows).toHaveText(['First', 'Second']);
  const row = (name: string) => dialog.getByRole('group', { name: new RegExp(`^Link \\d: ${name}$`) });
  await expect(row('Second').getByRole('button', { name: 'Edit' })).toBeFocused();
  await press(page, row('Second').getByRole('button', { name: 'Move up' }));
  await expect(rows).toHaveText(['Second', 'First']);
  await expect(row('Second').getByRole('button', { name: 'Move down' })).toBeFocused();
  await press(page, row('First').getByRole('button', { name: 'Delete' }));
  await expect(rows).toHaveText(['Second']);
  await expect(row('Second').getByRole('button', { name: 'Edit' })).toBeFocused();

  await press(page, dialog.getByRole('button', { name: 'Save' }));
  await expect(page.getByText('Links added.')).toBeVisible();
  await expect(tool(page, 'Edit module')).toBeFocused();
  const [first, added, second, ...rest] = await idsOf(page);
  expect([first, second, ...rest]).toEqual(before);

  await press(page, tool(page, 'Move down'));
  await expect(page.getByText(/moved down: it is now 3 of/)).toBeVisible();
  await expect(tool(page, 'Move down')).toBeFocused();
  expect(await idsOf(page)).toEqual([first, second, added, ...rest]);
  await press(page, tool(page, 'Remove module'));
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press(page, question.getByRole('button', { name: 'Remove module' }), 'Shift+Tab');
  await expect(page.getByText('Links removed.')).toBeVisible();
  expect(await idsOf(page)).toEqual(before);
});

test('in German: a module is edited, the question before leaving answered, and the draft thrown away @sweep', async ({
  page,
}) => {
  await signIn(page, main);
  await page.goto(`${await page.locator('link[hreflang="de"]').getAttribute('href')}?draft=true`);
  await firstModule(page);
  // Controls that are disabled in German are reached by Tab, and give the reason.
  await tabTo(page, tool(page, 'Add module above'));
  await expect(page.getByRole('tooltip').filter({ hasText: 'only on the English page' })).toBeVisible();
  await press(page, tool(page, 'Edit module'), 'Shift+Tab');
  const dialog = page.getByRole('dialog');
  await write(page, titleIn(dialog), 'Nicht gespeichert');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(titleIn(dialog)).toHaveValue('Nicht gespeichert');
  await expect(titleIn(dialog)).toBeFocused();
  await page.keyboard.press('Escape');
  await press(page, question.getByRole('button', { name: 'Discard changes' }));
  await expect(dialog).toBeHidden();
  await expect(tool(page, 'Edit module')).toBeFocused();

  const before = await retitle(page, 'Mit der Tastatur');
  // All of a draft is thrown away on the English page.
  await page.goto(`${origins.main}${main}?draft=true`);
  await discard(page);
  await page.goto(`${await page.locator('link[hreflang="de"]').getAttribute('href')}?draft=true`);
  await expect(modules(page).first()).toContainText(before);
});

test('a conflict: their version and mine, field by field @sweep', async ({ page, browser }) => {
  const other = await secondEditor(browser, main);
  await signIn(page, main);
  await firstModule(page);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog').first();
  const run = Date.now();
  await write(page, titleIn(dialog), `Mine ${run}`);
  await firstModule(other);
  await retitle(other, `Theirs ${run}`);

  await page.keyboard.press('Enter');
  const conflict = page.getByRole('alertdialog', { name: /has saved this module meanwhile/ });
  await expect(conflict.getByRole('button', { name: 'Save merged version' })).toBeFocused();
  const choice = conflict.getByRole('group', { name: 'Title' });
  await tabTo(page, choice.getByRole('radio').first());
  await page.keyboard.press('ArrowDown');
  await expect(choice.getByRole('radio').last()).toBeChecked();
  await page.keyboard.press('ArrowUp');
  await expect(choice.getByRole('radio').first()).toBeChecked();
  await press(page, conflict.getByRole('button', { name: 'Save merged version' }));
  await expect(dialog).toBeHidden();
  await expect(modules(page).first()).toContainText(`Mine ${run}`);
  await discard(page);
  await other.context().close();
});

test('on the automotive site: a change is published, and what visitors saw is brought back @sweep', async ({
  page,
}) => {
  await signIn(page, cars, 'automotive');
  const title = `By keyboard ${Date.now()}`;
  await firstModule(page);
  const before = await retitle(page, title);
  await publish(page);
  await expect(modules(page).first()).toContainText(title);
  await press(page, page.getByRole('button', { name: 'Edit page' }));
  await expect(banner(page)).toBeVisible();
  await firstModule(page);
  await retitle(page, before);
  await publish(page);
  await expect(modules(page).first()).toContainText(before);
});

for (const [view, size, details] of [
  // What is sticky covers most of it: with each change the smallest is looked at.
  ['zoomed', { width: 640, height: 400 }, {}],
  ['tablet', { width: 768, height: 1024 }, { tag: '@sweep' }],
] as const) {
  test(`focused elements are visible, on a ${view} screen @sweep`, details, async ({ page }) => {
    await page.setViewportSize(size);
    await signIn(page, main);
    await firstModule(page);
    expect(await hiddenOnTheWay(page), 'the draft').toEqual([]);
    await page.goto(`${origins.main}${main}?draft=true&show_sidebar=true`);
    await expect(page.getByPlaceholder('Search modules...')).toBeFocused();
    expect(await hiddenOnTheWay(page), 'the list of modules').toEqual([]);
    await page.goto(`${origins.main}${main}?draft=true&show_modal=true&module_type=HERO`);
    const dialog = page.getByRole('dialog').first();
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible();
    expect(await hiddenOnTheWay(page), 'the form').toEqual([]);
    await press(page, dialog.getByRole('button', { name: 'Choose image' }));
    await expect(page.getByRole('group', { name: 'Choose image' }).getByRole('option').first()).toBeVisible();
    expect(await hiddenOnTheWay(page), 'the form with a list of pictures').toEqual([]);
  });
}
