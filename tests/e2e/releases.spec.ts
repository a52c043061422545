import { adminPaths } from '#domain/admin-paths.ts';
import { expect, origins, test } from './fixtures.ts';

/** Releases: drafts go in, are live together, go back together. */
const run = Date.now();

test('a draft waits in a release, goes live with it, and goes back with it', async ({ page, signIn }) => {
  const question = `When is the release ${run}?`;
  const name = `Release ${run}`;
  const live = `${origins.main}/products/support/faq`;
  const isLive = async () => (await (await page.request.get(live)).text()).includes(question);
  await signIn({ next: null });

  await page.goto(`${origins.main}${adminPaths.newRecord('faq')}`);
  await page.getByRole('textbox', { name: /^Question/ }).fill(question);
  await page.getByRole('textbox', { name: /^Answer/ }).fill('In spring.');
  await page.getByRole('textbox', { name: /^Category/ }).fill('Lifetime');
  await page.getByLabel('Main site').check();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Draft saved')).toBeVisible();

  await page.getByRole('button', { name: 'More commands' }).click();
  await page.getByRole('button', { name: 'Add to release', exact: true }).click();
  const adding = page.getByRole('dialog', { name: 'Add to release' });
  await adding.getByRole('radio', { name: 'With a new release' }).check();
  await adding.getByRole('textbox', { name: 'Name of the release' }).fill(name);
  await adding.getByRole('button', { name: 'Add to release' }).click();
  await adding.getByRole('link', { name: 'Open the release' }).click();

  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: question })).toBeVisible();
  expect(await isLive()).toBe(false);

  await page.getByRole('button', { name: 'Publish …' }).click();
  const plan = page.getByRole('dialog', { name: 'Publish the release' });
  await expect(plan.getByText('/products/support/faq', { exact: true }).first()).toBeVisible();
  await plan
    .getByRole('button', { name: /^Look at before and after/ })
    .first()
    .click();
  const drawn = page.getByRole('dialog', { name: 'Before and after' });
  await expect(page.frameLocator('iframe[title="Once it is published"]').locator('body')).toContainText(question);
  const asLive = page.frameLocator('iframe[title="As it is live"]');
  await expect(asLive.locator('main')).toBeVisible();
  await expect(asLive.locator('body')).not.toContainText(question);
  await drawn.getByRole('button', { name: 'Close' }).click();
  await expect(plan.getByRole('button', { name: 'Publish now' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  const receipt = page.getByRole('dialog', { name: 'Published', exact: true });
  await expect(receipt).toBeVisible({ timeout: 30_000 });
  expect(await isLive()).toBe(true);
  await receipt.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Take back …' }).click();
  await page
    .getByRole('alertdialog', { name: 'Take the release back' })
    .getByRole('button', { name: 'Take back now' })
    .click();
  await expect(page.getByText('Taken back', { exact: true })).toBeVisible({ timeout: 30_000 });
  expect(await isLive()).toBe(false);

  await page.getByRole('button', { name: `Discard: ${question}` }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${adminPaths.releases}$`));
});
