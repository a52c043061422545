import { press, tabTo } from './by-keyboard.ts';
import { expect, origins, test } from './fixtures.ts';

/** Comparing versions of a page, and bringing a part of one back, in the browser. */

test('two versions are compared beside each other, and a module is brought back', async ({
  page,
  signIn,
  findBarriers,
}) => {
  test.slow();
  const path = '/company/sustainability';
  await signIn({ next: `${path}?draft=true` });
  const first = page.locator('main [data-module-id]').first();
  const title = (await first.getByRole('heading').first().innerText()).trim();
  const id = await first.getAttribute('data-module-id');
  await page.goto(`${origins.main}${path}?draft=true&show_modal=true&module_id=${id}`);
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Title' }).first().fill('Compared with before');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();

  await page.getByRole('button', { name: /unpublished change/ }).click();
  await page.getByRole('button', { name: 'Compare with what is live' }).click();
  const dialog = page.getByRole('dialog', { name: 'History of this page' });
  const differences = dialog.getByRole('region', { name: 'Differences' });
  await expect(differences.getByRole('heading')).toContainText('1 difference in English');
  await expect(differences.locator('ins').first()).toContainText('Compared');
  const before = page.frameLocator('iframe[title="The version before"]');
  const after = page.frameLocator('iframe[title="The version after"]');
  const marked = `[data-module-id="${id}"][data-difference="changed"]`;
  await expect(before.locator(marked)).toContainText(title);
  await expect(after.locator(marked)).toContainText('Compared with before');
  await expect(after.getByRole('button', { name: 'Publish changes' })).toBeHidden();
  const words = await after.locator('body').evaluate(() => [...(CSS.highlights.get('words-added') ?? [])].map(String));
  expect(words.join(' ')).toContain('Compared');

  // One follows the other.
  await before.locator('body').evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }));
  await expect.poll(() => after.locator('body').evaluate(() => window.scrollY)).toBeGreaterThan(700);
  expect(await findBarriers({ exclude: ['iframe'] })).toEqual([]);

  await differences.getByRole('button', { name: /^Bring back the module/ }).click();
  await expect(differences.getByText('is back in the draft.')).toBeVisible();
  await expect(differences.getByRole('heading')).toContainText('No difference in English');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(first).toContainText(title);
});

test('versions and what differs are gone through by keyboard, and the focus comes back @sweep', async ({
  page,
  signIn,
}) => {
  const path = '/products/support';
  await signIn({ next: `${path}?draft=true` });
  const button = page.getByRole('button', { name: 'Page settings' });
  await press(page, button);
  const settings = page.getByRole('dialog', { name: 'Page settings' });
  await expect(settings.getByRole('textbox', { name: 'Title', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  // A module that comes, and so a difference in every language.
  await page
    .locator('main [data-module-id]')
    .first()
    .hover({ position: { x: 20, y: 20 } });
  await expect(page.getByRole('button', { name: 'Edit module' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+d');
  await expect(page.getByText(/ duplicated\./)).toBeVisible();

  await press(page, button);
  await press(page, settings.getByRole('button', { name: 'Open the history' }));
  const dialog = page.getByRole('dialog', { name: 'History of this page' });
  const differences = dialog.getByRole('region', { name: 'Differences' });
  await expect(differences.getByRole('heading')).toHaveText('1 difference in English');
  await expect(dialog.getByRole('tab')).toHaveText([/^English 1$/, /^German 1$/, /^Japanese 1$/, /^Chinese 1$/]);
  const before = page.frameLocator('iframe[title="The version before"]');
  const after = page.frameLocator('iframe[title="The version after"]');
  await expect(before.getByRole('link').first()).toHaveAttribute('tabindex', '-1');
  await expect(after.getByRole('link').first()).toHaveAttribute('tabindex', '-1');
  // A page in a frame is one stop, and the arrow keys scroll it.
  await tabTo(page, dialog.getByRole('combobox', { name: 'After' }));
  await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  await expect.poll(() => after.locator('body').evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await page.keyboard.press('Tab');
  await expect(differences.getByRole('group', { name: /^List of differences/ })).toBeFocused();
  await press(page, differences.getByRole('button', { name: /^Take it out again/ }));
  await expect(differences.getByText('is out of the draft.')).toBeVisible();
  await expect(differences.getByRole('heading')).toHaveText('No difference in English');
  await expect(differences.getByText('Look at the other languages'), 'nothing differs in them').toHaveCount(0);
  await expect(differences.getByRole('group', { name: /^List of differences/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('No unpublished changes')).toBeVisible();
  await expect(button).toBeFocused();
});

test('a difference is shown in both versions, on a phone one at a time @sweep', async ({
  page,
  signIn,
  findBarriers,
}) => {
  const path = '/applications/hvac';
  await signIn({ next: `${path}?draft=true` });
  await page
    .locator('main [data-module-id]')
    .first()
    .hover({ position: { x: 20, y: 20 } });
  await expect(page.getByRole('button', { name: 'Edit module' })).toBeVisible();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByText(/ moved down/)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${origins.main}${path}?draft=true&show_history=true`);
  const dialog = page.getByRole('dialog', { name: 'History of this page' });
  const [before, after] = [dialog.getByTitle('The version before'), dialog.getByTitle('The version after')];
  await expect(after).toBeVisible();
  await expect(before).toBeHidden();
  await expect(after).toHaveCSS('width', '390px');
  const moved = (frame: 'before' | 'after') =>
    page.frameLocator(`iframe[title="The version ${frame}"]`).locator(`[data-difference="moved"]`).first();
  await expect(moved('after')).toBeAttached();
  await dialog.locator('.ed-history__show').first().click();
  const topOf = (frame: 'before' | 'after') =>
    moved(frame).evaluate((module) => Math.abs(Math.round(module.getBoundingClientRect().top)));
  // Below what sticks to the top of the page.
  for (const frame of ['before', 'after'] as const) await expect.poll(() => topOf(frame)).toBeLessThan(100);
  await dialog.getByRole('button', { name: 'Before', exact: true }).click();
  await expect(before).toBeVisible();
  await expect(after).toBeHidden();
  expect(await findBarriers({ exclude: ['iframe'] })).toEqual([]);
  await dialog
    .getByRole('button', { name: /^Bring back the order/ })
    .first()
    .click();
  await expect(dialog.getByText('No difference in English')).toBeVisible();
});

test('before publishing, the pages that will change are looked at before and after @sweep', async ({
  page,
  signIn,
  findBarriers,
}) => {
  test.slow();
  const path = '/company/locations';
  await signIn({ next: `${path}?draft=true&show_settings=true` });
  const settings = page.getByRole('dialog', { name: 'Page settings' });
  const field = settings.getByRole('textbox', { name: 'Menu title' });
  const before = await field.inputValue();
  const name = `Places ${Date.now()}`;
  await field.fill(name);
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings).toBeHidden();

  await page.getByRole('button', { name: 'Publish changes' }).click();
  const plan = page.getByRole('dialog', { name: 'Publish changes' });
  const groups = plan.getByRole('region', { name: 'What will look different' });
  await expect(plan.getByRole('button', { name: 'Publish now' })).toBeEnabled();
  await expect(groups.locator('ins').filter({ hasText: 'Places' }).first()).toBeVisible();
  await groups
    .getByRole('button', { name: /^Look at before and after/ })
    .first()
    .click();
  const drawn = page.getByRole('dialog', { name: 'Before and after' });
  await expect(page.frameLocator('iframe[title="Once it is published"]').getByText(name).first()).toBeAttached();
  await expect(page.frameLocator('iframe[title="As it is live"]').getByText(name)).toHaveCount(0);
  await drawn.getByRole('button', { name: 'Phone' }).click();
  await expect(drawn.locator('iframe').first()).toHaveCSS('width', '390px');
  expect(await findBarriers({ exclude: ['iframe'] })).toEqual([]);
  await drawn.getByRole('button', { name: 'Close' }).click();
  await plan.getByRole('button', { name: 'Cancel' }).click();

  // As it was.
  await page.goto(`${origins.main}${path}?draft=true&show_settings=true`);
  await field.fill(before);
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings).toBeHidden();
});
