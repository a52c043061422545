import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { collectTrouble, expect, origins, test } from './fixtures.ts';

/** What visitors have sent with the demo's contact form, as staff read it. */

async function send(page: Page, email: string, message: string): Promise<void> {
  await page.goto(`${origins.main}/contact`);
  const form = page.locator('.custom-forms form');
  await form.scrollIntoViewIfNeeded();
  await expect(form).toHaveAttribute('novalidate', '');
  const field = (name: string) => form.locator(`[name="${name}"]`);
  await field('topic').selectOption('support');
  await field('message').fill(message);
  await field('full_name').fill('=HYPERLINK("http://evil.example")');
  await field('email').fill(email);
  await field('reply_by').and(form.locator('[value="email"]')).check();
  await field('privacy').check();
  await form.getByRole('button', { name: 'Send enquiry' }).click();
  await expect(page.getByText('Your message has reached us.')).toBeVisible({ timeout: 30_000 });
}

/** The row of the one submission that holds these words. */
async function find(page: Page, words: string): Promise<Locator> {
  await page.getByLabel('Search', { exact: true }).fill(words);
  await expect(page.getByText('1 submission', { exact: true })).toBeVisible();
  return page.getByRole('region', { name: 'Submissions' }).getByRole('row').nth(1);
}

test('a submission is notified of, read, annotated, exported, and erased with all other data of the person @smoke', async ({
  page,
  browser,
  signIn,
  findBarriers,
}) => {
  const trouble = collectTrouble(page);
  const email = `visitor-${Date.now()}@test.example`;
  const recipient = `team-${Date.now()}@test.example`;
  await signIn({ next: '/admin/forms/1/submissions' });
  const notifications = page.getByRole('region', { name: 'Notifications' });
  await notifications.getByLabel('E-mail address').fill('nobody');
  await notifications.getByRole('button', { name: 'Add' }).click();
  await expect(notifications.getByText('Enter an e-mail address, for example team@example.com')).toBeVisible();
  await expect(notifications.getByLabel('E-mail address')).toBeFocused();
  // The server has refused it, as it should.
  trouble.splice(0);
  await notifications.getByLabel('E-mail address').fill(recipient);
  await notifications.getByRole('button', { name: 'Add' }).click();
  await expect(notifications.getByText(`${recipient} is told of each submission from now on.`)).toBeVisible();
  await expect(notifications.getByRole('button', { name: 'Add' })).toBeFocused();
  await expect(notifications.getByRole('button', { name: `Remove ${recipient}` })).toBeVisible();
  const notified = await notifications.getByRole('button', { name: /^Remove / }).count();

  const visitor = await browser.newPage({ extraHTTPHeaders: { 'x-forwarded-for': '198.51.100.78' } });
  await send(visitor, email, 'The display stays dark');
  await visitor.close();

  await page.reload();
  const line = await find(page, email);
  await expect(line).toContainText('New');
  await expect(line).toContainText('Technical support');
  expect(await findBarriers()).toEqual([]);
  await line.getByRole('button').click();
  const submission = page.getByRole('region', { name: 'Submission', exact: true });
  await expect(submission.getByText('What is your enquiry about?')).toBeVisible();
  await expect(submission.getByText('The display stays dark')).toBeVisible();
  await expect(line).not.toContainText('New');
  await submission.getByLabel('Note').fill('Called back on Monday');
  await submission.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByText('The note is saved.')).toBeVisible();
  await expect(submission.getByRole('button', { name: 'Save note' })).toBeFocused();
  expect(await findBarriers()).toEqual([]);

  await page.getByLabel('State').selectOption('Unread');
  await expect(page.getByText('Nothing fits these filters.')).toBeVisible();
  await page.getByLabel('State').selectOption('Read');
  await page.getByLabel('Site').selectOption('Main site');
  await page.getByLabel('Language').selectOption('English');
  await page.getByLabel('From').fill('2020-01-01');
  await find(page, 'called back on monday');
  await find(page, email);

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^Contact form, submissions \d{4}-\d\d-\d\d\.csv$/);
  const csv = await readFile(await download.path(), 'utf8');
  const [head = '', ...lines] = csv.trimEnd().split('\r\n');
  // As the inbox says it, in columns and in answers.
  expect(head).toContain('"What is your enquiry about?"');
  expect(head).not.toMatch(/topic|_/);
  expect(lines[0]).not.toContain('"support"');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(email);
  // A visitor's text is not a formula.
  expect(lines[0]).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export XLSX' }).click();
  const workbook = await saving;
  expect(workbook.suggestedFilename()).toMatch(/^Contact form, submissions \d{4}-\d\d-\d\d\.xlsx$/);
  // A ZIP file, which is complete: it ends with the list of what is in it.
  const bytes = await readFile(await workbook.path());
  expect(bytes.includes('xl/worksheets/sheet1.xml')).toBe(true);
  expect(bytes.subarray(-22, -18)).toEqual(Buffer.from([0x50, 0x4b, 5, 6]));
  const json = await page.request.get(
    `${origins.main}/admin/forms/1/submissions.json?search=${encodeURIComponent(email)}`,
  );
  expect((await json.json()).submissions).toMatchObject([
    { answers: { email, topic: 'support' }, notes: 'Called back on Monday' },
  ]);

  // The mail went out, into the mailbox of this machine. Other submissions of this form are notified of as well.
  await expect(async () => {
    await page.goto(`${origins.main}/dev/mailbox`);
    const letter = page.getByRole('article').filter({ hasText: recipient }).filter({ hasText: email });
    await expect(letter).toContainText('New submission: Contact form', { timeout: 1000 });
    await expect(letter).toContainText('The display stays dark', { timeout: 1000 });
  }).toPass({ timeout: 30_000 });

  await page.goto(`${origins.main}/admin/forms/1/submissions`);
  const privacy = page.getByRole('region', { name: 'Privacy' });
  await expect(privacy.getByText('E-mail address', { exact: true })).toBeVisible();
  await privacy.getByLabel(/^Find a person/).fill(email.toUpperCase());
  await privacy.getByRole('button', { name: 'Find' }).click();
  await expect(privacy.getByText('Contact form')).toBeVisible();
  await privacy.getByRole('button', { name: 'Erase all of them' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase' }).click();
  await expect(privacy.getByText('1 submission is erased.')).toBeVisible();
  // One for each recipient of this form: another attempt of this test may have left its own.
  const emails = notified === 1 ? '1 e-mail' : `${notified} e-mails`;
  await expect(privacy.getByText(`${emails} in the mailbox of this machine went with them.`)).toBeVisible();
  expect(await findBarriers()).toEqual([]);
  await page.getByLabel('Search', { exact: true }).fill(email);
  await expect(page.getByText('Nothing fits these filters.')).toBeVisible();
  await notifications.getByRole('button', { name: `Remove ${recipient}` }).click();
  await page
    .getByRole('alertdialog', { name: `Remove ${recipient}?` })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(notifications.getByText(`${recipient} is told of nothing any more.`)).toBeVisible();
  await expect(notifications.getByRole('button', { name: `Remove ${recipient}` })).toHaveCount(0);
  await page.goto(`${origins.main}/dev/mailbox`);
  await expect(page.getByText('The newest letter is on top.')).toBeVisible();
  // The same recipient may have got notifications of other submissions.
  await expect(page.getByText(email)).toHaveCount(0);
  expect(trouble).toEqual([]);
});

test('an open submission stays open when filters change, and a typed note is preserved @sweep', async ({
  page,
  browser,
  signIn,
}) => {
  const email = `reader-${Date.now()}@test.example`;
  const visitor = await browser.newPage({ extraHTTPHeaders: { 'x-forwarded-for': '198.51.100.79' } });
  await send(visitor, email, 'Which cable fits?');
  await visitor.close();
  await signIn({ next: '/admin/forms/1/submissions' });
  await expect(page).toHaveTitle('Submissions: Contact form');
  await page.getByLabel('State').selectOption('Unread');
  const line = await find(page, email);
  await line.getByRole('button').click();
  const submission = page.getByRole('region', { name: 'Submission', exact: true });
  // It is no unread one any more, and the list is without it.
  await expect(page.getByText('Nothing fits these filters.')).toBeVisible();
  await expect(submission.getByText('Which cable fits?')).toBeVisible();
  await expect(submission.getByRole('heading')).toBeFocused();
  await submission.getByRole('button', { name: 'Mark as unread' }).click();
  await expect(page.getByText('1 submission', { exact: true })).toBeVisible();
  await submission.getByRole('button', { name: 'Close' }).click();
  await expect(line.getByRole('button')).toBeFocused();

  await line.getByRole('button').click();
  await submission.getByLabel('Note').fill('Ask the workshop');
  await submission.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('State').selectOption('All');
  await line.getByRole('button').click();
  await expect(submission.getByLabel('Note')).toHaveValue('Ask the workshop');
  const asked = page.waitForEvent('dialog').then((dialog) => dialog.dismiss());
  await page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: 'Forms', exact: true })
    .click();
  await asked;

  // A colleague writes a note meanwhile: neither is lost.
  const colleague = await page.context().newPage();
  await colleague.goto(page.url());
  await (await find(colleague, email)).getByRole('button').click();
  await colleague.getByLabel('Note').fill('It is the long one');
  await colleague.getByRole('button', { name: 'Save note' }).click();
  await expect(colleague.getByText('The note is saved.')).toBeVisible();
  await colleague.close();
  await submission.getByRole('button', { name: 'Save note' }).click();
  await expect(submission.getByText('It is the long one')).toBeVisible();
  await expect(submission.getByLabel('Note')).toHaveValue('Ask the workshop');
  await submission.getByLabel('Note').fill('It is the long one. Ask the workshop');
  await submission.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByText('The note is saved.')).toBeVisible();
  await expect(line).toContainText('It is the long one. Ask the workshop');
});

test.describe('far in the east @sweep', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' });

  test('days are filtered as they are shown, in the list and in the export', async ({ page, browser, signIn }) => {
    const email = `early-${Date.now()}@test.example`;
    const visitor = await browser.newPage({ extraHTTPHeaders: { 'x-forwarded-for': '198.51.100.80' } });
    await send(visitor, email, 'Good morning');
    await visitor.close();
    await signIn({ next: '/admin/forms/1/submissions' });
    const line = await find(page, email);
    const received = (await line.locator('time').getAttribute('datetime')) ?? '';
    const day = await page.evaluate((at) => new Date(at).toLocaleDateString('sv-SE'), received);
    const before = await page.evaluate(
      (at) => new Date(Date.parse(at) - 86_400_000).toLocaleDateString('sv-SE'),
      received,
    );
    await page.getByLabel('From').fill(day);
    await page.getByLabel('Until').fill(day);
    await expect(page.getByText('1 submission', { exact: true })).toBeVisible();
    const href = await page.getByRole('link', { name: 'Export JSON' }).getAttribute('href');
    const { submissions } = await (await page.request.get(`${origins.main}${href}`)).json();
    expect(submissions).toHaveLength(1);
    await page.getByLabel('From').fill(before);
    await page.getByLabel('Until').fill(before);
    await expect(page.getByText('Nothing fits these filters.')).toBeVisible();
  });
});
