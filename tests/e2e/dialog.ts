import type { Browser, BrowserContext, FrameLocator, Locator, Page } from '@playwright/test';
import { demoEditor, expect, origins } from './fixtures.ts';

/** The form of a module in its window, and what its tests do with it. */

/** A page that its tests change; each leaves it as it was. */
export const path = '/technology/co2';

export const banner = 'This is a DRAFT version of the page';
export const getTitleField = (dialog: Locator): Locator => dialog.getByRole('textbox', { name: /^Title/ }).first();
export const getPreview = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="The module with your changes"]');

export async function openDraft(page: Page): Promise<void> {
  await page.goto(`${origins.main}${path}?draft=true`);
  await expect(page.getByText(banner)).toBeVisible();
}

export async function openModule(page: Page, index = 0): Promise<Locator> {
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

export async function save(dialog: Locator): Promise<void> {
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

export async function secondEditor(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInOn(page, `${path}?draft=true`);
  await expect(page.getByText(banner)).toBeVisible();
  return page;
}

export async function endSession(context: BrowserContext): Promise<void> {
  await context.clearCookies({ name: /^sb-/ });
}
