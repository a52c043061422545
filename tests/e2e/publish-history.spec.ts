import type { Locator, Page } from '@playwright/test';
import { expect, origins, test } from './fixtures.ts';

/** What was published, and taking it back. The page is one that no other spec changes. */
const english = '/technology/liquid-flow';
const run = Date.now();

const firstModule = (page: Page): Locator => page.locator('main [data-module-id]').first();

async function retitle(page: Page, path: string, title: string): Promise<string> {
  await page.goto(`${origins.main}${path}?draft=true`);
  await expect(page.getByText('This is a DRAFT version of the page')).toBeVisible();
  await firstModule(page).hover({ position: { x: 20, y: 20 } });
  await page.getByRole('button', { name: 'Edit module' }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: /^Title/ }).first();
  const before = await field.inputValue();
  await field.fill(title);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  return before;
}

test('a publish is found with old and new words, and taken back with the keyboard @sweep', async ({ page, signIn }) => {
  await signIn({ next: `${english}?draft=true` });
  const before = await retitle(page, english, `Liquid ${run}`);
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page).toHaveURL(`${origins.main}${english}`);
  await expect(firstModule(page)).toContainText(`Liquid ${run}`);

  // From the bar of the published page.
  await page.getByRole('link', { name: 'Publishing' }).click();
  const list = page.getByRole('region', { name: 'Publishes' });
  const line = list.getByRole('row').filter({ hasText: 'Page “' }).first();
  await line.getByRole('link').focus();
  await page.keyboard.press('Enter');
  const changes = page.getByRole('region', { name: /What has changed/ });
  await expect(changes.getByRole('row').nth(1)).toHaveText(new RegExp(`Title.*${before}.*Liquid ${run}`));
  await expect(page.getByRole('link', { name: english, exact: true })).toBeVisible();

  const button = page.getByRole('button', { name: 'Take back' });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Take back' });
  await expect(dialog.getByRole('cell', { name: english, exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  const now = dialog.getByRole('button', { name: 'Take back now' });
  await expect(now).toBeEnabled();
  await now.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Takes a publish back' })).toBeVisible();
  await expect(page.locator('.adm-notice')).toBeFocused();
  await expect(page.locator('.adm-notice')).toHaveText('It is taken back, and live.');
  await page.goto(`${origins.main}/admin`);
  const lately = page.getByRole('region', { name: 'Published lately' }).getByRole('listitem');
  await expect(lately.filter({ hasText: 'Takes a publish back' }).first()).toBeVisible();
  await expect(lately.filter({ hasText: /Taken back by / }).first()).toBeVisible();
  await page.goto(`${origins.main}${english}`);
  await expect(firstModule(page)).toContainText(before);
});
