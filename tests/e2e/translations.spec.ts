import type { Locator, Page } from '@playwright/test';
import { collectTrouble, expect, origins, test } from './fixtures.ts';

/** Writing in another language than English. No other spec changes these pages; each is restored. */
const main = '/technology/particulate-matter';
const cars = '/ev-battery';

const banner = (page: Page): Locator => page.getByText('This is a DRAFT version of the page');
const titleIn = (dialog: Locator): Locator => dialog.getByRole('textbox', { name: /^Title/ }).first();
const moduleOf = (page: Page, id: string): Locator => page.locator(`main [data-module-id="${id}"]`);

/** The draft of the page that is open, in another language. */
async function openIn(page: Page, language: string): Promise<void> {
  await page.goto(`${await page.locator(`link[hreflang="${language}"]`).getAttribute('href')}?draft=true`);
  await expect(banner(page)).toBeVisible();
}

/** Adds a quote to the end of the English page, which no other language has, and answers with its id. */
async function addQuote(page: Page, quote: string): Promise<string> {
  await page.getByRole('button', { name: 'Add module', exact: true }).click();
  await page.getByRole('complementary', { name: 'Add module' }).getByRole('button', { name: 'Quotes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Quotes' });
  await titleIn(dialog).fill(quote);
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click();
  const item = page.getByRole('dialog', { name: 'Edit quote 1' });
  await item.getByRole('textbox', { name: 'Quote' }).fill('What somebody said about it.');
  await item.getByRole('textbox', { name: 'Name' }).fill('Somebody');
  await item.getByRole('button', { name: 'Apply' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Quotes added.')).toBeVisible();
  return (await page.locator('main > [data-module-id]').last().getAttribute('data-module-id')) ?? '';
}

async function discardAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: /unpublished change/ }).click();
  await page.getByRole('button', { name: 'Discard draft changes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByText('No unpublished changes')).toBeVisible();
}

test(
  'in German: missing translations are listed, written next to the English text, and shown from then on',
  { tag: '@smoke' },
  async ({ page, signIn, findBarriers }) => {
    const trouble = collectTrouble(page);
    const barriers = () => findBarriers({ exclude: ['main', '.ed-preview__page'] });
    const english = `What they say ${Date.now()}`;
    await signIn({ next: `${main}?draft=true` });
    const id = await addQuote(page, english);

    await openIn(page, 'de');
    await expect(moduleOf(page, id)).toContainText(english);
    const count = page.getByRole('button', { name: /^1 of \d+ modules shows English$/ });
    await count.click();
    const list = page.getByRole('dialog', { name: 'Modules that show English' });
    await expect(list.getByRole('listitem')).toHaveText([/Quotes/]);
    await expect(list).toContainText('changes no other language');
    expect(await barriers()).toEqual([]);
    // Its name leads to its place on the page, and its button to its form.
    await list.getByRole('button', { name: /^Quotes/ }).click();
    await expect(list).toBeHidden();
    await expect(moduleOf(page, id)).toBeInViewport();
    const tools = page.getByRole('region', { name: 'Quotes' });
    await expect(tools.getByText('shows English')).toBeVisible();
    await expect(tools.getByRole('button', { name: 'Edit module' })).toBeFocused();
    await count.click();
    await list.getByRole('button', { name: 'Translate Quotes' }).click();

    const dialog = page.getByRole('dialog', { name: 'Quotes' });
    await expect(dialog).toContainText('This module has no German text of its own yet and shows the English one.');
    const field = dialog.locator('[data-field="heading.title"]');
    await expect(field.locator('[lang="en"]')).toHaveText(english);
    expect(await barriers()).toEqual([]);
    const german = english.replace('What they say', 'Was man sagt');
    await titleIn(dialog).fill(german);
    // An item in its own window has the English text next to it as well.
    await dialog.getByRole('button', { name: 'Edit', exact: true }).click();
    const item = page.getByRole('dialog', { name: 'Edit quote 1' });
    await expect(item.locator('[data-field="quotes.0.quote"] [lang="en"]')).toContainText('What somebody said');
    await item.getByRole('textbox', { name: 'Quote' }).fill('Was jemand dazu gesagt hat.');
    await item.getByRole('button', { name: 'Apply' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(moduleOf(page, id)).toContainText(german);
    await expect(moduleOf(page, id)).toContainText('Was jemand dazu gesagt hat.');
    await expect(count).toHaveCount(0);

    // No other language has changed.
    await openIn(page, 'ja');
    await expect(moduleOf(page, id)).toContainText(english);
    await expect(page.getByRole('button', { name: /^1 of \d+ modules shows English$/ })).toBeVisible();
    await page.goto(`${origins.main}${main}?draft=true`);
    await expect(moduleOf(page, id)).toContainText(english);
    await expect(moduleOf(page, id)).not.toContainText('Was jemand');

    await discardAll(page);
    await expect(moduleOf(page, id)).toHaveCount(0);
    expect(trouble).toEqual([]);
  },
);

test('on the automotive site: a module is written in Korean, and stays English in Japanese @sweep', async ({
  page,
  signIn,
}) => {
  const english = `Drivers say ${Date.now()}`;
  await signIn({ site: 'automotive', next: `${cars}?draft=true` });
  const id = await addQuote(page, english);
  await openIn(page, 'ko');
  await page.getByRole('button', { name: /shows English$/ }).click();
  await page.getByRole('button', { name: 'Translate Quotes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Quotes' });
  // Spelled, pronounced and rendered as Korean; the glyphs come from the page's font.
  await expect(titleIn(dialog)).toHaveAttribute('lang', 'ko');
  await expect(titleIn(dialog)).toHaveCSS('font-family', /IBM Plex Sans KR/);
  await titleIn(dialog).fill('운전자의 의견');
  const preview = page.frameLocator('iframe[title="The module with your changes"]');
  await expect(preview.getByText('운전자의 의견')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(moduleOf(page, id)).toContainText('운전자의 의견');
  await openIn(page, 'ja');
  await expect(moduleOf(page, id)).toContainText(english);
  await page.goto(`${origins.automotive}${cars}?draft=true`);
  await discardAll(page);
});
