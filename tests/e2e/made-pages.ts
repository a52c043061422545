import type { Page } from '@playwright/test';
import { parse } from 'devalue';
import { z } from 'zod';
import type { Locale } from '#domain/locales.ts';
import { expect, origins } from './fixtures.ts';

/** Pages of the main site that a test makes for itself, in the name of who is signed in. */

export async function ask(page: Page, action: string, data: object): Promise<unknown> {
  const headers = { accept: 'application/json', origin: origins.main };
  const answer = await page.request.post(`${origins.main}/_actions/${action}`, { data, headers });
  expect(answer.status(), action).toBe(200);
  return parse(await answer.text());
}

export type Names = Partial<Record<Locale, { path: string; title: string }>>;

export async function makePage(page: Page, locales: Names): Promise<number> {
  const made = await ask(page, 'createPage', { site: 'main', parentId: null, locales });
  return z.object({ id: z.number() }).parse(made).id;
}

export async function makePublishedPage(page: Page, locales: Names): Promise<number> {
  const pageId = await makePage(page, locales);
  await ask(page, 'publishPage', { pageId });
  return pageId;
}

/** The newest save of a page, as which it is then changed or deleted. */
export async function findLastSave(page: Page, pageId: number): Promise<number> {
  return z.object({ lastSave: z.number() }).parse(await ask(page, 'findPagePlace', { pageId })).lastSave;
}

/** Other tests count what is published. */
export async function deletePage(page: Page, pageId: number, path: string): Promise<void> {
  await ask(page, 'deletePage', { pageId, isConfirmed: true, lastSave: await findLastSave(page, pageId) });
  await expect.poll(async () => (await page.request.get(`${origins.main}${path}`)).status()).toBe(410);
}
