import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { expect, origins, test } from '../e2e/fixtures.ts';

/**
 * A walk through what the README shows. Each step takes its picture; with README_PICTURES=1 they replace those in
 * docs/images, otherwise they are among the test's results.
 */
const documented = fileURLToPath(new URL('../../docs/images/', import.meta.url));

async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate(async () => {
    const inView = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
    await Promise.all([document.fonts.ready, ...inView.map((image) => image.decode().catch(() => null))]);
  });
  const folder = process.env['README_PICTURES'] ? documented : test.info().outputPath();
  await mkdir(folder, { recursive: true });
  await sharp(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
    .webp({ quality: 82 })
    .toFile(path.join(folder, `${name}.webp`));
}

const pages = {
  'home-desktop': `${origins.main}/`,
  product: `${origins.main}/products/catalog/hx43`,
  'automotive-korean': `${origins.automotive}/kr`,
  'japanese-page': `${origins.main}/jp/technology/humidity`,
};

for (const [name, address] of Object.entries(pages)) {
  test(`a visitor sees ${name}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 1440, height: 1180 });
    const response = await page.goto(address);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await picture(page, name);
  });
}

async function editHero(page: Page): Promise<Locator> {
  await page.getByRole('heading', { level: 1 }).hover();
  await page.getByRole('button', { name: 'Edit module' }).first().click();
  const dialog = page.getByRole('dialog').first();
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  // The preview is rendered, and the records that the form references are loaded.
  await expect(page.frameLocator('.ed-preview iframe').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(dialog.getByText('…', { exact: true })).toHaveCount(0);
  return dialog;
}

const titleIn = (dialog: Locator) => dialog.getByRole('textbox', { name: /^Title/ }).first();

async function save(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function publish(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
  // What is live is shown once it is.
  await expect(page).not.toHaveURL(/draft=true/);
  const receipt = page.getByRole('dialog', { name: 'Published' });
  await expect(receipt.getByText(/live with the changes/)).toBeVisible();
  return receipt;
}

test('an editor changes a module and publishes it', async ({ page, signIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn({ next: '/' });
  await page.getByRole('button', { name: 'Edit page' }).click();
  await expect(page.getByText('This is a DRAFT version of the page')).toBeVisible();
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(page.getByRole('button', { name: 'Edit module' }).first()).toBeVisible();
  await picture(page, 'editor-draft');

  const dialog = await editHero(page);
  const original = await titleIn(dialog).inputValue();
  const changed = 'Air, gas and liquid, measured on one small chip';
  await titleIn(dialog).fill(changed);
  // The requests of the dialog while an editor types.
  await page.waitForLoadState('networkidle');
  await picture(page, 'editor-dialog');
  await save(page, dialog);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(changed);

  // The message of a save is shown for a while.
  await expect(page.getByText('Header 1 - Home saved.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add module below' }).click();
  const sidebar = page.getByRole('complementary', { name: 'Add module' });
  await expect(sidebar.getByRole('listitem').first()).toBeVisible();
  await page.locator('.ed-mark').evaluate((mark) => mark.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await picture(page, 'editor-sidebar');
  await sidebar.getByRole('button', { name: 'Close' }).click();

  await page.goto(`${origins.main}/de?draft=true`);
  const german = await editHero(page);
  await expect(german.getByRole('button', { name: 'Copy English' }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await picture(page, 'editor-german');
  await german.getByRole('button', { name: 'Cancel' }).click();
  await page.goto(`${origins.main}/?draft=true`);

  const receipt = await publish(page);
  await picture(page, 'editor-publish');
  await receipt.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(changed);

  // Restored for other tests.
  await page.goto(`${origins.main}/?draft=true`);
  const again = await editHero(page);
  await titleIn(again).fill(original);
  await save(page, again);
  await publish(page);
});

test('an editor looks at the pages of a site, and at a product', async ({ page, signIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn({ next: adminPaths.pages });
  await expect(page.getByRole('button', { name: /^Add below: / }).nth(5)).toBeVisible();
  await page.waitForLoadState('networkidle');
  await picture(page, 'admin-pages');

  await page.goto(`${origins.main}${adminPaths.records('product')}`);
  await page.getByRole('link', { name: 'HX43', exact: true }).click();
  await page.getByRole('button', { name: 'Show the page' }).click();
  await expect(page.locator('iframe').contentFrame().getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await picture(page, 'admin-product');
});
