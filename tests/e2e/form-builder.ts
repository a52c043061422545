import type { FrameLocator, Locator, Page } from '@playwright/test';
import { expect, origins, signIn } from './fixtures.ts';

/** The parts of the form builder, and what its tests do with them. */

export const newForm = '/admin/forms/new';

export const palette = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Elements' }).getByRole('button', { name, exact: true });
export const rows = (page: Page) => page.locator('[data-field-id]');
export const row = (page: Page, index: number) => rows(page).nth(index);
export const titles = (page: Page) => rows(page).locator('.ed-item__title');
export const properties = (page: Page) => page.getByRole('region', { name: 'Properties' });
export const save = (page: Page) => page.getByRole('button', { name: 'Save draft', exact: true });
export const preview = (page: Page): FrameLocator => page.frameLocator('iframe[title="The form as visitors see it"]');

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${origins.main}${path}`);
  await expect(page.getByRole('region', { name: 'Form builder' })).toBeVisible();
}

export async function select(page: Page, index: number): Promise<Locator> {
  await row(page, index).locator('[data-select]').click();
  return properties(page);
}

/** Names the chosen field and what visitors read of it. */
export async function describe(page: Page, name: string, label: string): Promise<Locator> {
  const panel = properties(page);
  await panel
    .getByLabel(/^(Label|Text|Button text)(?: required)?$/)
    .first()
    .fill(label);
  await panel.getByLabel(/^Name/).fill(name);
  await panel.getByLabel(/^Name/).blur();
  return panel;
}

/** Writes the labels of the chosen field's options. */
export async function labelOptions(page: Page, ...labels: string[]): Promise<void> {
  for (const [index, label] of labels.entries()) {
    await properties(page)
      .getByRole('group', { name: `Option ${index + 1}` })
      .getByLabel('Label')
      .fill(label);
  }
}

export async function addWith(page: Page, type: string, name: string, label: string): Promise<Locator> {
  await palette(page, type).click();
  await expect(properties(page).getByRole('heading', { level: 2, name: type })).toBeVisible();
  return describe(page, name, label);
}

/** Publishes the form of the builder. */
export async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish …' }).click();
  await page.getByRole('button', { name: 'Publish now' }).click();
  const done = page.getByRole('dialog', { name: 'Published' });
  await expect(done).toBeVisible({ timeout: 30_000 });
  await done.getByRole('button', { name: 'Close', exact: true }).last().click();
}

/** Opens the question whether the form of the builder is deleted. */
export async function askToDelete(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More commands' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
}

/** The forms of the demo's editor, in a window with room for the builder and its preview. */
export async function openForms(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await signIn(page, { next: '/admin/forms' });
}
