import type { Locator, Page, Route } from '@playwright/test';
import { collectTrouble, expect, openModuleForm, test } from './fixtures.ts';

/** A page with a header and a product slider. Nothing here saves a module. */
const path = '/technology/co2';

const openModule = (page: Page, type: string): Promise<Locator> => openModuleForm(page, path, type);

/** The field of the header's picture. */
function imageField(dialog: Locator): Locator {
  return dialog.getByRole('group', { name: /^Image/ }).first();
}

async function openPicker(field: Locator): Promise<{ picker: Locator; search: Locator }> {
  await field.getByRole('button', { name: /^(Choose|Change|Add) / }).click();
  const picker = field.getByRole('group', { name: /^Choose / });
  const search = picker.getByRole('combobox');
  await expect(search).toBeFocused();
  await expect(picker.getByRole('status').first()).toHaveText(/found$/);
  return { picker, search };
}

test.beforeEach(async ({ signIn }) => {
  await signIn({ next: null });
});

test('an image is found by a search and chosen from the keyboard', { tag: '@smoke' }, async ({ page }) => {
  const trouble = collectTrouble(page);
  const field = imageField(await openModule(page, 'HERO'));
  const { picker, search } = await openPicker(field);
  const asked = page.waitForRequest((request) => request.postDataJSON()?.search === 'portrait');
  await page.keyboard.type('portrait', { delay: 20 });
  await asked;
  await expect(picker.getByRole('status').first()).toHaveText(/^\d+ found$/);
  const options = picker.getByRole('option');
  await expect(options.first()).toContainText(/portrait/i);

  await page.keyboard.press('ArrowDown');
  await expect(search).toBeFocused();
  const active = picker.locator(`[id="${await search.getAttribute('aria-activedescendant')}"]`);
  await expect(active).toHaveText((await options.first().textContent()) ?? '');
  await page.keyboard.press('ArrowRight');
  const name = (await options.nth(1).locator('.ed-record__title').textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(picker).toBeHidden();
  await expect(field.getByRole('button', { name: 'Change image' })).toBeFocused();
  await expect(field.locator('.ed-record__title')).toHaveText(name);

  // Escape closes the list, and not the window.
  await openPicker(field);
  await page.keyboard.press('Escape');
  await expect(picker).toBeHidden();
  await expect(field.getByRole('button', { name: 'Change image' })).toBeFocused();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(trouble).toEqual([]);
});

test('typing fast asks once, and a late answer changes nothing @sweep', async ({ page }) => {
  const field = imageField(await openModule(page, 'HERO'));
  const { picker } = await openPicker(field);
  const searches: string[] = [];
  const late: Route[] = [];
  await page.route('**/_actions/fetchImages', async (route) => {
    const search: string = route.request().postDataJSON().search;
    searches.push(search);
    if (search === 'hero') late.push(route);
    else await route.continue();
  });
  await page.keyboard.type('hero', { delay: 30 });
  await expect.poll(() => searches).toEqual(['hero']);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('portrait', { delay: 30 });
  await expect(picker.getByRole('option').first()).toContainText(/portrait/i);
  // The first answer comes after the second.
  const [route] = late;
  if (!route) throw new Error('nothing was asked');
  const answered = page.waitForResponse((response) => response.request() === route.request());
  await route.continue();
  await (await answered).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(picker.getByRole('option').first()).toContainText(/portrait/i);
  expect(searches).toEqual(['hero', 'portrait']);
});

test('the list is paged @sweep', async ({ page }) => {
  const field = imageField(await openModule(page, 'HERO'));
  const { picker } = await openPicker(field);
  const pages = picker.getByRole('group', { name: 'Pages' });
  await expect(picker.getByRole('option')).toHaveCount(12);
  await expect(pages.getByRole('button', { name: 'Previous page' })).toBeDisabled();
  const first = await picker.getByRole('option').first().textContent();
  await pages.getByRole('button', { name: 'Next page' }).click();
  await expect(pages.getByRole('button', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page');
  await expect(picker.getByRole('option').first()).not.toHaveText(first ?? '');
  await pages.getByRole('button', { name: 'Page 1', exact: true }).click();
  await expect(picker.getByRole('option').first()).toHaveText(first ?? '');
});

test('an id is looked up, and one that no record has is taken away @sweep', async ({ page }) => {
  const field = imageField(await openModule(page, 'HERO'));
  const id = field.getByRole('textbox', { name: 'Id of the image' });
  const title = field.locator('.ed-record__title');
  await expect(title).not.toHaveText('…');
  const before = (await title.textContent()) ?? '';
  const asked = page.waitForRequest((request) => request.postDataJSON()?.ids?.[0] === 1);
  let isAsked = false;
  void asked.then(() => (isAsked = true));
  await page.clock.pauseAt(Date.now() + 1000);
  await id.fill('1');
  await page.clock.runFor(999);
  expect(isAsked).toBe(false);
  await page.clock.runFor(1);
  await asked;
  await page.clock.resume();
  await expect(title).not.toHaveText(before);
  await expect(id).toHaveValue('1');

  await id.fill('987654');
  await expect(field.getByText('Image not found')).toBeVisible();
  await expect(id).toHaveValue('');
  await expect(field.getByText('No image chosen')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(
    field.getByText('This field is required').or(page.getByText('This field is required').first()),
  ).toBeVisible();

  await id.fill('2');
  await id.press('Enter');
  await expect(title).toBeVisible();
  await expect(field.getByText('Image not found')).toBeHidden();
});

test('saving waits for an id that was just typed @sweep', async ({ page }) => {
  const dialog = await openModule(page, 'HERO');
  const field = imageField(dialog);
  const id = field.getByRole('textbox', { name: 'Id of the image' });
  const before = await id.inputValue();
  const sent: unknown[] = [];
  await page.route('**/_actions/updateModule', (route) => {
    sent.push(route.request().postDataJSON().payload.image);
    return route.abort();
  });
  await id.fill('987654');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(field.getByText('Image not found')).toBeVisible();
  await expect(id).toBeFocused();
  expect(sent).toEqual([]);
  await id.fill(before === '1' ? '2' : '1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => sent).toEqual([before === '1' ? 2 : 1]);
  await expect(dialog.getByText('The server cannot be reached.')).toBeVisible();
});

test('a window that was waited for returns the focus to what opened it @sweep', async ({ page }) => {
  const dialog = await openModule(page, 'HERO');
  const open = imageField(dialog).getByRole('button', { name: 'Alternative text' });
  const texts = page.getByRole('dialog', { name: 'Alternative text' });
  let answer = (): void => {};
  const waited = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/_actions/**', async (route) => {
    await waited;
    await route.continue();
  });
  await open.focus();
  await page.keyboard.press('Enter');
  // The window that says that something is loading stands in the place of the one that comes.
  await expect(page.getByRole('dialog').last().getByRole('button', { name: 'Close' })).toBeVisible();
  answer();
  await expect(texts).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(texts).toBeHidden();
  await expect(open).toBeFocused();
});

test('a window with something in it asks before it closes @sweep', async ({ page }) => {
  const dialog = await openModule(page, 'HERO');
  const field = imageField(dialog);
  const open = field.getByRole('button', { name: 'Alternative text' });
  const texts = page.getByRole('dialog', { name: 'Alternative text' });
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await open.click();
  await expect(texts).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(texts).toBeHidden();
  await expect(open).toBeFocused();

  await open.click();
  await texts.getByLabel('English').fill('A text that took a while');
  await page.keyboard.press('Escape');
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(texts.getByLabel('English')).toBeFocused();
  await texts.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(texts).toBeHidden();
  await expect(dialog).toBeVisible();
});

test('recent choices come first @sweep', async ({ page }) => {
  const field = imageField(await openModule(page, 'HERO'));
  const { picker } = await openPicker(field);
  const third = picker.getByRole('option').nth(2);
  const name = (await third.locator('.ed-record__title').textContent()) ?? '';
  await third.click();
  await page.reload();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  const again = imageField(page.getByRole('dialog'));
  const { picker: reopened } = await openPicker(again);
  const recent = reopened.getByRole('group', { name: 'Chosen recently' });
  await expect(recent.getByRole('option')).toHaveCount(1);
  await recent.getByRole('option', { name: new RegExp(name.replace(/[()[\]]/g, '.')) }).click();
  await expect(again.locator('.ed-record__title')).toHaveText(name);
});

test('a link is made; an equal one is warned of, and can be used instead or added again @sweep', async ({
  page,
  findBarriers,
}) => {
  const dialog = await openModule(page, 'HERO');
  const url = `https://example.com/${Date.now()}`;
  if ((await dialog.getByRole('button', { name: /^Button 1/ }).count()) === 0)
    await dialog.getByRole('button', { name: 'Add button' }).click();
  else await dialog.getByRole('button', { name: /^Button 1/ }).click();
  const field = page.getByRole('group', { name: /^Link( required)?$/ }).last();

  const fill = async (text: string): Promise<Locator> => {
    const { picker } = await openPicker(field);
    await picker.getByRole('button', { name: 'New link' }).click();
    const form = page.getByRole('dialog', { name: 'New link' });
    await form.getByRole('button', { name: 'Save link' }).click();
    for (const message of ['Link type is required', 'Link text is required', 'URL is required', 'Target is required'])
      await expect(form.getByText(message)).toBeVisible();
    await form.getByLabel('Link type').selectOption('external');
    await form.getByLabel('Link text').fill(text);
    await form.getByLabel(/^URL/).fill('javascript:alert(1)');
    await form.getByLabel('Target').selectOption('_blank');
    await form.getByRole('button', { name: 'Save link' }).click();
    await expect(form.getByText('Enter an address that begins with https://')).toBeVisible();
    await form.getByLabel(/^URL/).fill(url);
    await form.getByRole('button', { name: 'Save link' }).click();
    return form;
  };

  await expect(await fill('The first')).toBeHidden();
  await expect(field.locator('.ed-record__title')).toHaveText('The first');

  const form = await fill('The second');
  const warning = 'Attention: the link already exists here, are you sure you wish to add it again?';
  await expect(form.getByText(warning)).toBeVisible();
  await expect(form.getByRole('link', { name: 'The first' })).toHaveAttribute('href', url);
  expect(await findBarriers({ exclude: ['main', '.ed-preview'] })).toEqual([]);
  await form.getByRole('button', { name: 'Use the existing link' }).click();
  await expect(form).toBeHidden();
  await expect(field.locator('.ed-record__title')).toHaveText('The first');

  const again = await fill('The third');
  await expect(again.getByText(warning)).toBeVisible();
  await again.getByRole('button', { name: 'Add it again' }).click();
  await expect(again).toBeHidden();
  await expect(field.locator('.ed-record__title')).toHaveText('The third');
});

test('a link to a page carries an anchor @sweep', async ({ page }) => {
  const dialog = await openModule(page, 'HERO');
  if ((await dialog.getByRole('button', { name: /^Button 1/ }).count()) === 0)
    await dialog.getByRole('button', { name: 'Add button' }).click();
  else await dialog.getByRole('button', { name: /^Button 1/ }).click();
  const field = page.getByRole('group', { name: /^Link( required)?$/ }).last();
  const { picker } = await openPicker(field);
  await picker.getByRole('button', { name: 'New link' }).click();
  const form = page.getByRole('dialog', { name: 'New link' });
  await form.getByLabel('Link type').selectOption('internal');
  await expect(form.getByLabel('Target')).toHaveCount(0);
  const place = `place-${Date.now()}`;
  await form.getByLabel('Link text').fill(place);
  const pages = form.getByRole('group', { name: 'Page', exact: true });
  await openPicker(pages);
  await expect(pages.getByRole('option').first()).toContainText('main');
  await page.keyboard.type('co2', { delay: 20 });
  const options = pages.getByRole('option');
  await expect(options.filter({ hasText: '/technology/co2' })).toBeVisible();
  const position = (await options.allTextContents()).findIndex((text) => text.includes('/technology/co2'));
  for (let step = 0; step <= position; step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await form.getByLabel('Anchor ID').fill(`#${place}`);
  await form.getByRole('button', { name: 'Save link' }).click();
  await expect(form).toBeHidden();
  await expect(field.locator('.ed-record__detail')).toHaveText(`internal · main · ${path}#${place}`);
});

test('a list of products takes more by search and by id, has an order, and items can be removed @sweep', async ({
  page,
}) => {
  const dialog = await openModule(page, 'PRODUCT_SLIDER');
  await dialog.getByRole('combobox', { name: 'Products' }).selectOption('manual');
  const field = dialog.getByRole('group', { name: /^Products/ }).first();
  const titles = field.locator('.ed-reference__list .ed-record__title');
  while ((await titles.count()) > 0) await field.getByRole('button', { name: 'Delete' }).first().click();
  const { picker } = await openPicker(field);
  await picker.getByRole('option').nth(0).click();
  await picker.getByRole('option').nth(1).click();
  await expect(picker.getByRole('option').nth(0)).toHaveAttribute('aria-disabled', 'true');
  await picker.getByRole('button', { name: 'Close' }).click();
  await expect(titles).toHaveCount(2);
  const [first = '', second = ''] = await titles.allTextContents();
  await field.getByRole('group', { name: second }).getByRole('button', { name: 'Move up' }).click();
  await expect(titles).toHaveText([second, first]);
  await expect(field.getByRole('group', { name: second }).getByRole('button', { name: 'Move down' })).toBeFocused();

  const id = field.getByRole('textbox', { name: 'Id to add of the product' });
  await id.fill('987654');
  await expect(field.getByText('Product not found')).toBeVisible();
  await field.getByRole('group', { name: second }).getByRole('button', { name: 'Delete' }).click();
  await expect(titles).toHaveText([first]);
});

test('an unreachable server, an ended session and an empty result each have a message @sweep', async ({
  page,
  context,
}) => {
  const field = imageField(await openModule(page, 'HERO'));
  const { picker, search } = await openPicker(field);
  await search.fill('no such picture');
  await expect(picker.getByText('No image matches “no such picture”')).toBeVisible();

  await page.route('**/_actions/fetchImages', (route) => route.abort());
  await search.fill('portrait');
  await expect(picker.getByRole('alert')).toContainText('The server cannot be reached');
  await page.unroute('**/_actions/fetchImages');
  await picker.getByRole('button', { name: 'Try again' }).click();
  await expect(picker.getByRole('option').first()).toContainText(/portrait/i);

  await context.clearCookies();
  await search.fill('hero');
  await expect(picker.getByRole('alert')).toContainText('You are signed out');
  await expect(picker.getByRole('link', { name: 'Sign in in a new window' })).toBeVisible();
});

test('a picker fits a tablet and a phone @sweep', async ({ page }) => {
  for (const width of [768, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const field = imageField(await openModule(page, 'HERO'));
    await openPicker(field);
    const sideways = await page.getByRole('dialog').evaluate((dialog) => {
      const wide = [...dialog.querySelectorAll('.ed-reference *')].filter(
        (element) => element.getBoundingClientRect().right > innerWidth + 1,
      );
      return wide.map((element) => element.className);
    });
    expect(sideways).toEqual([]);
  }
});

test('a value of a product is quoted in both kinds of text, and the preview shows it @sweep', async ({ page }) => {
  const trouble = collectTrouble(page);
  const dialog = await openModule(page, 'TEXT_BLOCK');
  const preview = page.frameLocator('.ed-preview iframe');
  const choose = async (title: RegExp) => {
    await dialog.getByRole('combobox', { name: 'Search products' }).fill('CX24');
    await dialog.getByRole('option', { name: /^CX24/ }).first().click();
    await dialog.getByRole('button', { name: title }).click();
  };

  await dialog.getByRole('button', { name: 'Insert a product value' }).click();
  await choose(/^CO₂ measuring range, highest/);
  await expect(dialog.getByRole('textbox', { name: /^Text/ })).toContainText('{{product:cx24 co2-range max}}');
  await expect(preview.locator('.rich-text').first()).toContainText('60,000\u00a0ppm');

  const lead = dialog.getByRole('textbox', { name: 'Lead' });
  await lead.fill('In ');
  await lead.press('End');
  await lead.pressSequentially('{{');
  // No frame comes: what is typed at once still follows the quote.
  const draw = await page.evaluateHandle(() => window.requestAnimationFrame);
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0;
  });
  await choose(/^Response time/);
  await page.keyboard.type('.');
  await expect(lead).toHaveValue('In {{product:cx24 response-time}}.');
  await page.evaluate((original) => {
    window.requestAnimationFrame = original;
  }, draw);
  await expect(lead).toBeFocused();
  await expect(preview.getByText('In 20\u00a0s.')).toBeVisible();
  expect(trouble).toEqual([]);
});
