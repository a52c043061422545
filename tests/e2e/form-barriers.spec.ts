import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { parse, stringify } from 'devalue';
import { z } from 'zod';
import { solve } from '../fixtures/solved-puzzle.ts';
import { expect, origins, test } from './fixtures.ts';
import { askToDelete, save } from './form-builder.ts';

/** What staff see of forms, state by state, without a barrier in any of them. */

const languages = ['German', 'Japanese', 'Chinese', 'Korean', 'English'];

/** Answers an action with the server's response, changed. */
async function answerWith(page: Page, action: string, change: (answer: Record<string, unknown>) => object) {
  await page.route(`**/_actions/${action}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: stringify(change(parse(await response.text()))) });
  });
}

test('the builder has no barriers in any state @sweep', async ({ page, context, signIn, findBarriers }) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await signIn({ next: '/admin/forms' });
  const check = async (state: string) => expect(await findBarriers({ exclude: ['iframe'] }), state).toEqual([]);
  await expect(page.getByRole('heading', { level: 1, name: 'Forms' })).toBeVisible();
  await check('the list');
  await page.getByLabel('Search forms').fill('no such form');
  await expect(page.getByText('No form matches')).toBeVisible();
  await check('a list that found nothing');

  await page.goto(`${origins.main}/admin/forms/1`);
  const rows = page.locator('[data-field-id]');
  const properties = page.getByRole('region', { name: 'Properties' });
  await expect(rows).toHaveCount(13);
  await check('the settings of a form');
  const types = { Title: 0, 'Select list': 1, Slider: 3, 'Date picker': 4, Button: 12 };
  for (const [type, index] of Object.entries(types)) {
    await rows.nth(index).locator('[data-select]').click();
    await expect(properties.getByRole('heading', { level: 2, name: type })).toBeVisible();
    await check(type);
  }
  await rows.nth(1).locator('[data-select]').click();
  for (const language of languages) {
    await page.getByLabel('Language').selectOption(language);
    await check(`a list in ${language}`);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await check('on a phone');
  await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Preview' }).click();
  await check('the preview on a phone');
  await page.setViewportSize({ width: 1440, height: 1000 });

  await properties.getByLabel(/^Name/).fill('email');
  await properties.getByLabel(/^Name/).blur();
  await expect(page.getByText('Fields names must be unique').first()).toBeVisible();
  await check('names that are not unique');

  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain('unsaved:form:1');
  await page.goto('about:blank');
  await page.goto(`${origins.main}/admin/forms/1`);
  await expect(page.getByRole('alertdialog', { name: 'Unsaved changes were found' })).toBeVisible();
  await check('unsaved changes that were found');
  await page.getByRole('button', { name: 'Discard' }).click();

  await askToDelete(page);
  await expect(page.getByRole('alertdialog')).toContainText('is in use');
  await check('a form that is in use');
  await page.getByRole('button', { name: 'Close' }).click();

  // Goes on from a draft that is not there any more.
  await page.reload();
  await rows.nth(0).locator('[data-select]').click();
  await properties.getByLabel(/^Text/).fill('What do you want to know?');
  await page.route('**/_actions/saveRecord', (route) => {
    const input = route.request().postDataJSON();
    return route.continue({ postData: JSON.stringify({ ...input, base: '2026-01-01T00:00:00Z' }) });
  });
  await save(page).click();
  await expect(page.getByRole('alertdialog')).toContainText('saved this form meanwhile');
  await check('a save that was overtaken');
  await page.keyboard.press('Escape');
  await context.clearCookies();
  await save(page).click();
  await expect(page.getByRole('link', { name: 'Sign in and come back here' })).toBeVisible();
  await check('a session that has ended');
});

test('stored fields that cannot be read are named, and the form can be repaired @sweep', async ({
  page,
  signIn,
  findBarriers,
}) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await signIn({ next: '/admin/forms' });
  await answerWith(page, 'openRecord', (form) => {
    const { live } = z.object({ live: z.looseObject({ content: z.array(z.unknown()) }) }).parse(form);
    return { ...form, live: { ...live, content: live.content.with(2, { label: 'Product', fieldType: 'Oracle' }) } };
  });
  await page.goto(`${origins.main}/admin/forms/1`);
  await expect(page.getByRole('alert')).toContainText('Field 3, “Product”');
  await expect(save(page)).toBeEnabled();
  expect(await findBarriers({ exclude: ['iframe'] })).toEqual([]);
});

test('the inbox has no barriers in any state @sweep', async ({ page, signIn, findBarriers }) => {
  const email = `barriers-${Date.now()}@test.example`;
  const address = `${origins.main}/forms/1`;
  const headers = { 'x-forwarded-for': '198.51.100.79', origin: origins.main };
  const challenge = await page.request.get(`${address}/challenge`, { headers });
  const sent = await page.request.post(`${address}?version=1&locale=en`, {
    headers,
    data: {
      key: randomUUID(),
      solution: await solve(await challenge.json()),
      values: {
        topic: 'support',
        message: 'A question\nof two lines',
        full_name: 'Ann Example',
        email,
        reply_by: 'email',
        privacy: 'true',
      },
    },
  });
  expect(await sent.json()).toMatchObject({ message: 'success' });

  // As many as fill several pages.
  await answerWith(page, 'fetchSubmissions', (found) => ({ ...found, count: 10_000 }));
  await signIn({ next: '/admin/forms/1/submissions' });
  const check = async (state: string) => expect(await findBarriers(), state).toEqual([]);
  await expect(page.getByRole('button', { name: 'Page 417' })).toBeVisible();
  await check('a list of many pages');
  await page.unroute('**/_actions/fetchSubmissions');
  await page.getByLabel('Search', { exact: true }).fill(email);
  await expect(page.getByText('1 submission', { exact: true })).toBeVisible();
  await page.getByRole('region', { name: 'Submissions' }).getByRole('button').first().click();
  const submission = page.getByRole('region', { name: 'Submission', exact: true });
  await expect(submission.getByText('A question')).toBeVisible();
  await check('a submission');
  await page.setViewportSize({ width: 360, height: 740 });
  await check('a submission on a phone');
  await page.setViewportSize({ width: 1440, height: 1000 });
  await submission.getByRole('button', { name: 'Delete submission' }).click();
  await check('the question before deleting');
  await page.getByRole('button', { name: 'Cancel' }).click();

  const tell = page.getByRole('region', { name: 'Notifications' });
  await tell.getByLabel('By').selectOption('Webhook');
  await tell.getByLabel('Address', { exact: true }).fill('nowhere');
  await tell.getByRole('button', { name: 'Add' }).click();
  const privacy = page.getByRole('region', { name: 'Privacy' });
  await privacy.getByLabel(/^Find a person/).fill('nobody');
  await privacy.getByRole('button', { name: 'Find' }).click();
  await expect(privacy.getByText('Enter an e-mail address')).toBeVisible();
  await check('addresses that are none');
  await privacy.getByLabel(/^Find a person/).fill(email);
  await privacy.getByRole('button', { name: 'Find' }).click();
  await privacy.getByRole('button', { name: 'Erase all of them' }).click();
  await check('the question before erasing');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase' }).click();
  await expect(privacy.getByText('1 submission is erased.')).toBeVisible();
  await expect(privacy.getByText('erased by e-mail address, by Demo editor').first()).toBeVisible();
  await expect(page.getByText('Nothing fits these filters.')).toBeVisible();
  await check('what was deleted, and filters that nothing fits');
});
