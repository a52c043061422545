import type { Locator, Page } from '@playwright/test';
import { collectTrouble, expect, origins, test } from './fixtures.ts';

/** Two pages of which no other spec changes the modules. Each test ends with what it began with, but for the shared module, which no page shows then. */
const shares = '/applications/agriculture';
const german = '/de/anwendungen/landwirtschaft';
const shows = '/applications/building-air';

test.describe.configure({ mode: 'default' });

const idsOf = (page: Page): Promise<number[]> =>
  page
    .locator('main > [data-module-id]')
    .evaluateAll((elements) => elements.map((element) => Number(element.dataset['moduleId'])));
const tools = (page: Page): Locator => page.locator('.ed-frame__tools');
const announcement = (page: Page): Locator => page.locator('.ed-announcement');
const dialog = (page: Page): Locator => page.getByRole('dialog');
const figures = (page: Page): Locator => page.locator('main > [data-module-type="KEY_FIGURES"]').first();

async function pointAt(page: Page, module: Locator): Promise<void> {
  await module.scrollIntoViewIfNeeded();
  await page.mouse.move(2, 2);
  await module.hover({ position: { x: 15, y: 15 } });
  await expect(tools(page)).toBeVisible();
}

async function choose(page: Page, module: Locator, command: string): Promise<void> {
  await pointAt(page, module);
  await tools(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: command }).click();
}

async function share(page: Page, name: string): Promise<void> {
  await choose(page, figures(page), 'Share with other pages');
  await dialog(page).getByRole('textbox', { name: /^Name/ }).fill(name);
  await dialog(page).getByRole('button', { name: 'Share', exact: true }).click();
  await expect(announcement(page)).toContainText(`“${name}” is shared now.`);
}

async function undo(page: Page, what: RegExp): Promise<void> {
  await page.getByRole('region', { name: 'Page Builder' }).getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(announcement(page)).toContainText(what);
}

test('a module is shared, stands on another page, is changed once for both, and is parted @sweep', async ({
  page,
  signIn,
  findBarriers,
}) => {
  const trouble = collectTrouble(page);
  await signIn({ next: `${shares}?draft=true` });
  const before = await idsOf(page);
  await share(page, 'Figures for all');
  await pointAt(page, figures(page));
  await expect(tools(page).getByRole('button', { name: 'Shared: on 1 page. “Figures for all”' })).toBeVisible();

  // On another page, from the list of shared modules.
  await page.goto(`${origins.main}${shows}?draft=true&show_sidebar=true`);
  const there = await idsOf(page);
  await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Shared modules' }).click();
  expect(await findBarriers()).toEqual([]);
  await page
    .getByRole('complementary')
    .getByRole('button', { name: /Figures for all/ })
    .click();
  await expect(announcement(page)).toContainText('“Figures for all” is on this page now.');
  const [stand = 0] = (await idsOf(page)).filter((id) => !there.includes(id));
  const module = page.locator(`main [data-module-id="${stand}"]`);

  // It is changed here, and the draft of the first page shows it.
  await pointAt(page, module);
  await tools(page).getByRole('button', { name: 'Edit module' }).click();
  await expect(dialog(page)).toHaveAccessibleName(/“Figures for all”, on 2 pages/);
  await dialog(page)
    .getByRole('textbox', { name: /^Title/ })
    .first()
    .fill('Changed for both');
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(announcement(page)).toContainText('“Figures for all” saved, for 2 pages.');
  await expect(module).toContainText('Changed for both');
  // The page has no step for it: undoing would take the module away.
  await expect(announcement(page).getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(page.locator('.ed-bar')).toContainText('Figures for all');
  // On a phone the state of the draft stays on one line.
  const wide = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator('.ed-bar--folded')).toBeVisible();
  expect((await page.locator('.ed-banner').boundingBox())?.height).toBeLessThan(30);
  await page.setViewportSize(wide);
  await pointAt(page, module);
  await tools(page)
    .getByRole('button', { name: /^Shared: on 2 pages/ })
    .click();
  await expect(dialog(page).getByRole('listitem')).toHaveCount(2);
  await expect(dialog(page).getByRole('link', { name: 'Look at it and publish' })).toBeVisible();
  expect(await findBarriers()).toEqual([]);
  await page.goto(`${origins.main}${shares}?draft=true`);
  await expect(figures(page)).toContainText('Changed for both');

  // The page gets a copy of its own, which is undone, and so is the sharing.
  await choose(page, figures(page), 'Part from the others');
  await expect(announcement(page)).toContainText('This page has a copy of its own of “Figures for all” now.');
  await expect(figures(page)).toContainText('Changed for both');
  await undo(page, /^Undone: Shared module parted\./);
  // Done again it shows what came in the place of the shared one, and not the module beside it.
  await announcement(page).getByRole('button', { name: 'Redo' }).click();
  await expect(announcement(page)).toContainText('Done again: Shared module parted.');
  await expect(page.locator('.ed-frame__name')).toHaveText('Key figures');
  await undo(page, /^Undone: Shared module parted\./);
  await undo(page, /^Undone: Module shared\./);
  await expect(async () => expect(await idsOf(page)).toEqual(before)).toPass({ timeout: 15_000 });
  await expect(figures(page)).not.toContainText('Changed for both');
  await page.goto(`${origins.main}${shows}?draft=true`);
  await undo(page, /^Undone: .* pasted\./);
  expect(trouble).toEqual([]);
});

test('a shared module is edited and published where records are, and shows in German what it has @sweep', async ({
  page,
  signIn,
}) => {
  await signIn({ next: `${shares}?draft=true` });
  await share(page, 'Figures in German');
  await page.goto(`${origins.main}${german}?draft=true`);
  await pointAt(page, figures(page));
  await tools(page).getByRole('button', { name: 'Edit module' }).click();
  await dialog(page)
    .getByRole('textbox', { name: /^Title/ })
    .first()
    .fill('Für alle Seiten');
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(figures(page)).toContainText('Für alle Seiten');
  await choose(page, figures(page), 'Publish the shared module');
  const plan = page.getByRole('dialog', { name: 'Publish' });
  await expect(plan.getByRole('region', { name: 'What publishing changes' })).toBeVisible();
  await plan.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('Figures in German');
  await page.getByRole('tab', { name: /German/ }).click();
  await expect(page.getByRole('textbox', { name: /^Title/ }).first()).toHaveValue('Für alle Seiten');
  await page.goto(`${origins.main}${shares}?draft=true`);
  await undo(page, /^Undone: Module shared\./);
});
