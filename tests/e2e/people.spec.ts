import { addUser } from '../../scripts/add-user.ts';
import { totpAt } from '../../src/embedded/totp.ts';
import { expect, origins, test } from './fixtures.ts';
import { runningDatabase } from './running-database.ts';

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
  await expect(letter).toContainText('invited you to edit the website Ostrevo');
  const link = await letter.getByRole('link', { name: /new-password/ }).getAttribute('href');
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(link ?? '');
  for (const field of await theirs.locator('input[type=password]').all()) await field.fill(password);
  await theirs.locator('main form').getByRole('button').click();
  await expect(theirs).toHaveURL(`${origins.main}/admin`);
  await theirs.goto(`${origins.main}/admin/people`);
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
  // A line that ends takes the button with it that had the focus.
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(`${origins.main}/login?next=/admin/people`);
  await elsewhere.getByLabel('E-mail').fill(email);
  await elsewhere.getByLabel('Password').fill('another-long-password');
  await elsewhere.getByRole('button', { name: 'Sign in' }).click();
  await expect(elsewhere.getByText('(here)')).toBeVisible();
  await elsewhere.context().close();
  await theirs.reload();
  await theirs.getByRole('button', { name: /^Sign out: / }).press('Enter');
  await expect(theirs.getByText('is signed out.')).toBeVisible();
  await expect.poll(() => theirs.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON');
  await theirs.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(theirs).toHaveURL(`${origins.main}/`);
  expect((await list()).status(), 'signed out').toBe(401);

  await page.goto(`${origins.main}/admin/people`);
  await expect(row).toContainText('Active');
  await row.getByRole('button', { name: /^Disable/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  await expect(row).toContainText('Disabled');
  await expect(row.getByRole('button', { name: /^Enable/ })).toBeFocused();
  await theirs.goto(`${origins.main}/login?next=/admin/people`);
  await theirs.getByLabel('E-mail').fill(email);
  await theirs.getByLabel('Password').fill('another-long-password');
  await theirs.getByRole('button', { name: 'Sign in' }).click();
  await expect(theirs.getByRole('alert')).toBeVisible();
  await context.close();
});

test('two-step sign-in is set up, asked for, and turned off @sweep', async ({ page, context, findBarriers }) => {
  const person = { email: `two-steps-${run}@ostrevo.example`, password };
  const added = await addUser(await runningDatabase(), { ...person, role: 'editor', name: 'Two Steps' });
  expect(added.ok).toBe(true);
  const enterPassword = async () => {
    await page.goto(`${origins.main}/login?next=/admin/people`);
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await enterPassword();
  await page.getByRole('link', { name: 'Set up two-step sign-in' }).click();
  await page.getByRole('button', { name: 'Set it up' }).click();
  await expect(page.getByRole('img', { name: 'QR code that holds the key' })).toBeVisible();
  expect(await findBarriers()).toEqual([]);
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  const code = page.getByRole('textbox', { name: /^Code/ });
  await code.fill(totpAt(secret, Date.now()));
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await expect(page.getByRole('heading', { name: 'Keep these codes' })).toBeVisible();
  expect(await findBarriers()).toEqual([]);
  const codes = await page.getByRole('listitem').allTextContents();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the codes' }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  await page.getByRole('link', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 recovery codes are left')).toBeVisible();

  await context.clearCookies();
  await enterPassword();
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await expect(code).toBeFocused();
  expect(await findBarriers()).toEqual([]);
  await code.fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('not right');
  await page.getByRole('link', { name: 'I cannot use the app' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('9 recovery codes are left')).toBeVisible();

  await page.getByRole('button', { name: 'Turn off' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codes[1] ?? '');
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('link', { name: 'Set up two-step sign-in' })).toBeVisible();
});
