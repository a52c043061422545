import type { Locator, Page } from '@playwright/test';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { drag } from './drag.ts';
import { expect, origins, test } from './fixtures.ts';

/** Kinds with forms of their own: menus as trees, redirects with a tester, the properties of a product. */
const run = Date.now();

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish …' }).click();
  const plan = page.getByRole('dialog', { name: 'Publish changes' });
  await expect(plan.getByText(/would change/)).toBeVisible();
  await plan.getByRole('button', { name: 'Publish now' }).click();
  const receipt = page.getByRole('dialog', { name: 'Published', exact: true });
  await receipt.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('main').getByText('Live', { exact: true })).toBeVisible();
}

async function deleteRecord(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More commands' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
}

test('an item of a menu is added, moved by keys and by dragging, published and seen in the header @sweep', async ({
  page,
  signIn,
  findBarriers,
}) => {
  const label = `Laboratory ${run}`;
  const home = `${origins.developer}/`;
  // The whole tree is in view: nothing scrolls under the pointer.
  await page.setViewportSize({ width: 1440, height: 1800 });
  await signIn({ next: `${adminPaths.records('menu')}?site=developer` });
  await openMenu(page);
  const entry = page.getByRole('group', { name: label, exact: true });
  const first = page.locator('.adm-menu-editor > ol > li').first();
  const before = await levels(page);

  await page.getByRole('button', { name: 'Add item', exact: true }).press('Enter');
  await expect(page.getByRole('group', { name: 'New item' }).getByLabel('Label, English')).toBeFocused();
  await page.keyboard.type(label);
  await entry.getByRole('button', { name: 'An address' }).press('Enter');
  await page.keyboard.type('/products/catalog');
  await page.keyboard.press('Enter');
  await expect(entry.getByRole('button', { name: `${label} leads to: /products/catalog` })).toBeVisible();
  await expect(page.frameLocator('iframe').getByRole('navigation').first()).toContainText(label);

  await entry.getByRole('button', { name: `Move ${label} in` }).press('Enter');
  await expect(entry.getByRole('button', { name: `Move ${label} out` })).toBeEnabled();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(entry.getByRole('button', { name: `Move ${label} out` })).toBeDisabled();
  await entry.getByRole('button', { name: `Move ${label} up` }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => levels(page)).toEqual([...before.slice(0, -1), label, ...before.slice(-1)]);

  await drag(page, entry.locator('[data-handle]'), { to: first.locator('> .adm-entry__box'), place: 0 });
  await expect.poll(() => levels(page)).toEqual([label, ...before]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => levels(page)).toEqual([...before.slice(0, -1), label, ...before.slice(-1)]);
  await page.getByRole('button', { name: 'Redo' }).click();
  expect(await findBarriers()).toEqual([]);

  await publish(page);
  await page.goto(home);
  await expect(page.locator('.site-menu__top').first()).toHaveText(label);
  await page.goBack();
  await entry.getByRole('button', { name: `Delete ${label}` }).click();
  await publish(page);
  await page.goto(home);
  await expect(page.locator('.site-menu__top').first()).not.toHaveText(label);
});

test('keys that follow at once reach what a command has made or moved @sweep', async ({ page, signIn }) => {
  await signIn({ next: `${adminPaths.records('menu')}?site=developer` });
  await openMenu(page);
  // A browser that has no time to draw, as on a slow computer: no frame comes.
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0;
  });
  const before = await levels(page);
  await page.getByRole('button', { name: 'Add item', exact: true }).press('Enter');
  await page.keyboard.type('Laboratory');
  const entry = page.getByRole('group', { name: 'Laboratory', exact: true });
  await entry.getByRole('button', { name: 'Move Laboratory in' }).press('Enter');
  await page.keyboard.press('Alt+ArrowLeft');
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => levels(page)).toEqual([...before.slice(0, -1), 'Laboratory', ...before.slice(-1)]);

  await page.goto(`${origins.main}${adminPaths.newRecord('search_synonym')}`);
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0;
  });
  await page.getByRole('button', { name: 'Add term', exact: true }).press('Enter');
  await page.keyboard.type('one');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two');
  await expect
    .poll(() =>
      page
        .locator('.adm-texts input')
        .evaluateAll((all) => all.map((each) => each instanceof HTMLInputElement && each.value)),
    )
    .toEqual(['one', 'two']);
});

async function openMenu(page: Page): Promise<void> {
  await page
    .getByRole('row', { name: /Developer portal/ })
    .getByRole('link', { name: /Main menu/ })
    .click();
  await expect(page.getByRole('button', { name: 'Add item', exact: true })).toBeVisible();
}

/** The English labels of the first level. */
const levels = (page: Page): Promise<string[]> =>
  page
    .locator('.adm-menu-editor > ol > li > .adm-entry__box [data-label="en"]')
    .evaluateAll((inputs) => inputs.map((input) => (input instanceof HTMLInputElement ? input.value : '')));

test('an address is tested, and a circle of redirects is refused with what to do @sweep', async ({
  page,
  signIn,
  findBarriers,
}) => {
  const [old, older] = [`/old-${run}`, `/older-${run}`];
  await signIn({ next: null });
  const fill = async (from: string, to: string) => {
    await page.goto(`${origins.main}${adminPaths.newRecord('redirect')}`);
    await page.getByRole('combobox', { name: 'Site' }).selectOption('main');
    await page.getByRole('textbox', { name: 'From' }).fill(from);
    await page.getByRole('group', { name: 'Leads to' }).getByRole('radio', { name: 'An address' }).check();
    await page.getByRole('textbox', { name: 'To', exact: true }).fill(to);
  };
  const check = page.getByRole('region', { name: 'Where it leads' });
  await fill(old, `/nothing-${run}`);
  await expect(check.getByText(`It ends at /nothing-${run}, where there is no page.`)).toBeVisible();
  await page.getByRole('textbox', { name: 'From' }).fill(`${old}#part`);
  await expect(
    check.getByText(`Write “${old}”: visitors who come to a place of that page are led on too`),
  ).toBeVisible();
  await page.getByRole('textbox', { name: 'From' }).fill('/products/*');
  await expect(check.getByText(/^Pages and files come first: \/products\//)).toBeVisible();
  await page.getByRole('textbox', { name: 'From' }).fill(old);
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('/products/catalog');
  await expect(check.getByText('Arrives at /products/catalog in 1 step.')).toBeVisible();
  await publish(page);
  const first = page.url();
  await fill(older, old);
  await expect(check.getByText(/^It takes 2 steps/)).toBeVisible();
  await publish(page);
  const second = page.url();

  await page.goto(first);
  await page.getByRole('textbox', { name: 'To', exact: true }).fill(older);
  await expect(check.getByText(/^Visitors go round in a circle/)).toBeVisible();
  await page.getByRole('button', { name: 'Publish …' }).click();
  await expect(page.locator('[data-field="to_path"]').getByText(/^Visitors go round in a circle/)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.goto(`${origins.main}${adminPaths.records('redirect')}`);
  await expect(page.getByRole('link', { name: older }).first()).toBeVisible();
  const tester = page.getByRole('region', { name: 'Test an address' });
  await tester.getByRole('textbox', { name: 'Address' }).fill(`${origins.main}${older}?a=b`);
  await page.keyboard.press('Enter');
  await expect(tester.getByText('Arrives at /products/catalog in 2 steps. The page is there.')).toBeVisible();
  await expect(tester.getByRole('link', { name: 'Edit this redirect' })).toHaveCount(2);
  await tester.getByRole('textbox', { name: 'Address' }).fill(old.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(tester.getByText(`The redirect from ${old} is for other capital letters.`)).toBeVisible();
  await tester.getByRole('textbox', { name: 'Address' }).fill(`${old}#part`);
  await page.keyboard.press('Enter');
  await expect(
    tester.getByText(`so the website never sees it. This is the answer to “${old}”.`, { exact: false }),
  ).toBeVisible();
  expect(await findBarriers()).toEqual([]);

  for (const form of [second, first]) {
    await page.goto(form);
    await deleteRecord(page);
  }
});

test.describe('in a browser that is set to German', () => {
  test.use({ locale: 'de-DE' });

  test('the properties of a product are filled in as a table, with numbers in German @sweep', async ({
    page,
    signIn,
    findBarriers,
  }) => {
    await signIn({ next: `${adminPaths.records('product')}/1` });
    const table = page.getByRole('group', { name: 'Properties' });
    const value = (name: string): Locator => table.getByRole('textbox', { name, exact: true });
    const accuracy = value('Humidity accuracy (± typ.)');
    await expect(accuracy).toBeVisible();
    await accuracy.fill('1.5');
    await expect(table.getByText('“1.5” is no number. Write it like 1234,5.')).toBeVisible();
    await accuracy.fill('1,5');
    await expect(table.getByText(/is no number/)).toBeHidden();
    await value('Supply voltage from').fill('9');
    await expect(table.getByText('A range goes from the lower to the upper value. Swap them.')).toBeVisible();
    await value('Supply voltage from').fill('2,4');
    await page.keyboard.press('Enter');
    await expect(value('Operating temperature from')).toBeFocused();
    await value('Interface').fill('');
    await expect(table.getByRole('row', { name: /Interface/ }).getByText('To fill in')).toBeVisible();
    expect(await findBarriers()).toEqual([]);
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Draft saved')).toBeVisible();
    await page.reload();
    await expect(accuracy).toHaveValue('1,5');
    await expect(value('Supply voltage from')).toHaveValue('2,4');
    await expect(value('Interface')).toHaveValue('');
    await page.getByRole('button', { name: 'More commands' }).click();
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click();
    await expect(accuracy).toHaveValue('2');
  });
});
