import { parse } from 'devalue';
import { z } from 'zod';
import { adminPaths } from '#domain/admin-paths.ts';
import { expect, origins, test } from './fixtures.ts';

/** A release is seen before it is live, by the staff and by whoever has a link, and is in the calendar. */
const run = Date.now();

test('a release is previewed, shared by a link, and the link taken back @sweep', async ({ page, browser, signIn }) => {
  const question = `Who sees the preview ${run}?`;
  const name = `Preview ${run} <i>`;
  await signIn({ next: null });
  const call = async (action: string, data: object) => {
    const answer = await page.request.post(`${origins.main}/_actions/${action}`, {
      data,
      headers: { origin: origins.main },
    });
    expect(answer.ok(), `${action}: ${await answer.text()}`).toBe(true);
    return parse(await answer.text());
  };
  const id = await test.step('a draft is in a release', async () => {
    await page.goto(`${origins.main}${adminPaths.releases}`);
    await page.getByRole('button', { name: 'New release' }).click();
    await page.getByRole('textbox', { name: /^Name/ }).fill(name);
    await page.getByRole('button', { name: 'Create release' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    const release = Number(new URL(page.url()).pathname.split('/').at(-1));
    await page.goto(`${origins.main}${adminPaths.newRecord('faq')}`);
    await page.getByRole('textbox', { name: /^Question/ }).fill(question);
    await page.getByRole('textbox', { name: /^Answer/ }).fill('Whoever has the link.');
    await page.getByRole('textbox', { name: /^Category/ }).fill('Lifetime');
    await page.getByLabel('Main site').check();
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Draft saved')).toBeVisible();
    const record = Number(new URL(page.url()).pathname.split('/').at(-1));
    await call('addToRelease', { release, items: [{ kind: 'faq', id: record }] });
    return { release, record };
  });

  await page.goto(`${origins.main}${adminPaths.release(id.release)}`);
  const share = page.getByRole('button', { name: 'Share preview …' });
  await share.click();
  const sharing = page.getByRole('dialog', { name: 'Share a preview' });
  await sharing.getByRole('textbox', { name: /^For whom/ }).fill('The board');
  await sharing.getByRole('button', { name: 'Make a link' }).click();
  const link = await sharing.getByRole('textbox', { name: 'Main site' }).inputValue();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Preview', exact: true }).click();
  const bar = page.getByRole('region', { name: 'Preview of a release' });
  await expect(bar).toContainText(name);
  await page.goto(`${origins.main}/products/support/faq?release=${id.release}`);
  await expect(page.getByText(question)).toBeAttached();
  await page.getByRole('navigation').getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`[?&]release=${id.release}`));
  await expect(bar.getByRole('link', { name: 'Back to the release' })).toBeVisible();

  const guests = await browser.newContext();
  const guest = await guests.newPage();
  await guest.goto(link);
  await expect(guest).toHaveURL(new RegExp(`[?&]release=${id.release}`));
  expect(guest.url()).not.toContain('#');
  await guest.goto(`${origins.main}/products/support/faq?release=${id.release}`);
  await expect(guest.getByText(question)).toBeAttached();
  await expect(guest.getByRole('region', { name: 'Preview of a release' })).toContainText('link ends');
  await expect(guest.getByRole('link', { name: 'Back to the release' })).toHaveCount(0);

  await page.goto(`${origins.main}${adminPaths.release(id.release)}`);
  await share.click();
  await sharing.getByRole('button', { name: 'Take back: The board' }).click();
  await expect(sharing.getByRole('row', { name: /The board/ })).toContainText('Taken back');
  await guest.reload();
  await expect(guest.getByRole('alert')).toContainText('taken back');
  await guests.close();

  const { recordItems } = z
    .object({ recordItems: z.array(z.object({ savedAt: z.string() })) })
    .parse(await call('openRelease', { id: id.release }));
  await call('takeOutOfRelease', {
    release: id.release,
    item: { kind: 'faq', id: id.record },
    to: 'nowhere',
    savedAt: recordItems[0]?.savedAt,
  });
  await call('deleteRelease', { id: id.release });
});

test('the calendar goes by weeks and months with the keyboard', { tag: '@sweep' }, async ({ page, signIn }) => {
  await signIn({ next: null });
  await page.goto(`${origins.main}${adminPaths.releases}?view=month&day=2026-11-26`);
  const title = page.getByRole('heading', { level: 2 });
  await expect(title).toHaveText('November 2026');
  await page.getByRole('button', { name: 'Next month' }).focus();
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('December 2026');
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('January 2027');
  await page.getByRole('button', { name: 'Week' }).click();
  await expect(title).toHaveText('25 Jan to 31 Jan 2027');
  await page.goBack();
  await expect(title).toHaveText('January 2027');
  await page.setViewportSize({ width: 390, height: 844 });
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(tooWide).toBe(0);
});
