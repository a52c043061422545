import { expect, origins, test } from './fixtures.ts';

/** Making, moving and deleting a page in the browser. */
const run = Date.now();

test('a page is made, published, moved and deleted', async ({ page, signIn, findBarriers }) => {
  test.slow();
  await signIn({ next: '/admin/pages' });
  await page
    .getByRole('button', { name: /^Add below: / })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create and add modules' }).click();
  await expect(dialog.getByText('This field is required').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Title' }).fill(`Calibration ${run}`);
  await dialog.getByRole('checkbox', { name: 'Also in German' }).check();
  await dialog.getByRole('textbox', { name: 'Title in German' }).fill(`Prüfung ${run}`);
  expect(await findBarriers()).toEqual([]);
  await dialog.getByRole('button', { name: 'Create and add modules' }).click();

  // On to the page builder, and live.
  await expect(page.getByText('This is a DRAFT version of the page')).toBeVisible();
  const { pathname } = new URL(page.url());
  expect(pathname).toMatch(new RegExp(`/calibration-${run}$`));
  await expect(page.getByText('This page is empty')).toBeVisible();
  await expect(page.getByRole('button', { name: 'View published' }), 'there is nothing yet').toHaveCount(0);
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page).toHaveURL(`${origins.main}${pathname}`);

  const open = async (title: string, tool: string) => {
    await page.goto(`${origins.main}/admin/pages`);
    await page.getByLabel('Search pages').fill(title);
    await expect(page.getByRole('row').nth(1)).toContainText('Live');
    await page.getByRole('button', { name: `${tool}: ${title}` }).click();
  };
  await open(`Calibration ${run}`, 'Move');
  await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill('/company/quality');
  await dialog.getByRole('button', { name: 'Save in the draft' }).click();
  await expect(dialog.getByText(/^The page “.+” has this address/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill(`/moved-${run}`);
  await dialog.getByRole('button', { name: 'Save in the draft' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Live, draft differs');
  expect((await page.request.get(`${origins.main}${pathname}`)).status(), 'until it is published').toBe(200);

  await open(`Calibration ${run}`, 'Delete');
  await expect(dialog.getByRole('cell', { name: pathname, exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete page' }).click();
  await expect(page.getByText('is deleted.')).toBeVisible();
  await expect.poll(async () => (await page.request.get(`${origins.main}${pathname}`)).status()).toBe(410);

  // On record, as a file too.
  await page.goto(`${origins.main}/admin/audit`);
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: `Calibration ${run}` })
      .first(),
  ).toBeVisible();
  const file = await (await page.request.get(`${origins.main}/admin/audit.csv?kind=page`)).text();
  expect(file).toContain(`Calibration ${run}`);
});

test('a page that others are below, or that links lead to, is not deleted just so @sweep', async ({ page, signIn }) => {
  await signIn({ next: '/admin/pages' });
  await page
    .getByRole('button', { name: /^Delete: / })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Move or delete these first')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Delete page' })).toBeHidden();
  await page.keyboard.press('Escape');
  await page.getByLabel('Search pages').fill('/company/quality');
  await page
    .getByRole('button', { name: /^Delete: / })
    .first()
    .click();
  await expect(dialog.getByText('This leads to the page')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Delete page' })).toBeDisabled();
});
