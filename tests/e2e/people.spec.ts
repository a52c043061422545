import { expect, origins, test } from './fixtures.ts';

/** Colleagues, from the invitation to the day on which they leave. */
const run = Date.now();
const email = `colleague-${run}@ostrevo.example`;
const password = 'a-long-enough-password';

test('a colleague is invited, chooses a password, edits, and is disabled', async ({
  page,
  signIn,
  browser,
  findBarriers,
}) => {
  await signIn({ next: '/admin/people' });
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`Colleague ${run}`);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`is on its way to ${email}`)).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('Invited');
  expect(await findBarriers()).toEqual([]);

  await page.goto(`${origins.main}/dev/mailbox`);
  const letter = page.getByRole('article').filter({ hasText: email });
  const link = await letter.getByRole('link', { name: /new-password/ }).getAttribute('href');
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(link ?? '');
  for (const field of await theirs.locator('input[type=password]').all()) await field.fill(password);
  await theirs.locator('main form').getByRole('button').click();
  await theirs.goto(`${origins.main}/login?next=/admin/people`);
  await theirs.getByLabel('E-mail').fill(email);
  await theirs.getByLabel('Password').fill(password);
  await theirs.getByRole('button', { name: 'Sign in' }).click();
  await expect(theirs.getByRole('heading', { name: 'My account', level: 1 })).toBeVisible();
  await expect(theirs.getByText('(here)')).toBeVisible();
  const list = () =>
    theirs.request.post(`${origins.main}/_actions/listColleagues`, { headers: { origin: origins.main }, data: {} });
  expect((await list()).status(), 'an editor').toBe(403);

  await theirs.getByLabel('Current password').fill('something else entirely');
  await theirs.getByLabel('New password').fill('another-long-password');
  await theirs.getByRole('button', { name: 'Change password' }).click();
  await expect(theirs.getByText('This is not your current password')).toBeVisible();
  await theirs.getByLabel('Current password').fill(password);
  await theirs.getByRole('button', { name: 'Change password' }).click();
  await expect(theirs.getByText('Your password is changed')).toBeVisible();
  await theirs.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(theirs).toHaveURL(`${origins.main}/`);
  expect((await list()).status(), 'signed out').toBe(401);

  await page.goto(`${origins.main}/admin/people`);
  await expect(row).toContainText('Active');
  await row.getByRole('button', { name: /^Disable/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  await expect(row).toContainText('Disabled');
  await theirs.goto(`${origins.main}/login?next=/admin/people`);
  await theirs.getByLabel('E-mail').fill(email);
  await theirs.getByLabel('Password').fill('another-long-password');
  await theirs.getByRole('button', { name: 'Sign in' }).click();
  await expect(theirs.getByRole('alert')).toBeVisible();
  await context.close();
});
