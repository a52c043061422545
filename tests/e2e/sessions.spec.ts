import { randomInt } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { createKeyClient } from '#content/clients/client.ts';
import { addUser, disableUser } from '../../scripts/add-user.ts';
import type { Connection } from '../../scripts/connect.ts';
import { ageSession } from '../fixtures/aged-session.ts';
import { expect, origins, test } from './fixtures.ts';
import { runningDatabase } from './running-database.ts';

const page1 = '/technology/humidity';

// Attempts are counted by address: this spec's own, so that no other is throttled with it.
test.use({ extraHTTPHeaders: { 'x-forwarded-for': `198.51.${randomInt(256)}.${randomInt(256)}` } });

let connection: Connection;

test.beforeAll(async () => {
  connection = await runningDatabase();
});

type Person = { email: string; password: string };
const made: string[] = [];

/** An editor whom no other test knows. */
async function newEditor(): Promise<Person> {
  const person = { email: `e2e-${Date.now()}-${randomInt(1e6)}@ostrevo.example`, password: 'measure-everything-2026' };
  const added = await addUser(connection, { ...person, role: 'editor', name: 'Somebody' });
  if (!added.ok) throw new Error(added.failure.message);
  made.push(added.value.userId);
  return person;
}

test.afterAll(async () => {
  // Their accounts cannot be reached any more without it.
  await createKeyClient(connection.url, connection.secretKey).from('staff').delete().in('user_id', made);
});

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const editPage = (page: Page) => page.getByRole('button', { name: 'Edit page' });

/** Makes the session of a browser run out; it is renewed with the token given, or fails to be. */
async function age(context: BrowserContext, refreshToken?: string): Promise<void> {
  const kept = (await context.cookies(origins.main)).filter(({ name }) => name.startsWith('sb-'));
  const cookies = new Map(kept.map(({ name, value }) => [name, value]));
  ageSession(cookies, refreshToken);
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: origins.main, httpOnly: true })));
}

test('signing in leads back, and signing out takes it all away', { tag: '@smoke' }, async ({ page, context }) => {
  const person = await newEditor();
  await page.goto(`${origins.main}${page1}?draft=true`);
  await expect(page).toHaveURL(/\/login\?next=/);
  await signIn(page, { ...person, password: 'a-wrong-password' });
  await expect(page.getByRole('alert')).toContainText('do not match an account');
  await expect(page.getByLabel('E-mail')).toHaveValue(person.email);
  await expect(page.getByLabel('Password')).toBeFocused();
  await signIn(page, person);
  await expect(page).toHaveURL(`${origins.main}${page1}?draft=true`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).not.toHaveURL(/draft=true/);
  const left = (await context.cookies()).filter(({ name }) => name.startsWith('sb-') || name === 'signed_in');
  expect(left).toEqual([]);
});

test('guesses of a password are throttled, with a message @sweep', async ({ page }) => {
  await page.goto(`${origins.main}/login`);
  const guess = { email: `guessed-${Date.now()}@ostrevo.example`, password: 'a-wrong-password' };
  for (let attempt = 0; attempt < 9; attempt += 1) {
    await signIn(page, guess);
    await expect(page.getByRole('alert')).toBeVisible();
  }
  await expect(page.getByRole('alert')).toHaveText(/Too many attempts. Wait \d+ min/);
});

test('a session that has run out is renewed in the middle of work @sweep', async ({ page, context }) => {
  const person = await newEditor();
  await page.goto(`${origins.main}/login?next=${page1}`);
  await signIn(page, person);
  await expect(editPage(page)).toBeVisible();
  await age(context);
  await editPage(page).click();
  await expect(page.getByText('This is a DRAFT version of the page')).toBeVisible();
});

test('an ended session has no toolbar, and drafts and actions ask to sign in', async ({ page, context }) => {
  const person = await newEditor();
  await page.goto(`${origins.main}/login?next=${page1}`);
  await signIn(page, person);
  await expect(editPage(page)).toBeVisible();
  await age(context, 'none-of-ours');
  // The bar is still there; it leads to the sign-in page and from there to the draft.
  await editPage(page).click();
  await expect(page).toHaveURL(new RegExp(`/login\\?next=${encodeURIComponent(page1)}`));
  await signIn(page, person);
  await expect(page.getByText('This is a DRAFT version of the page')).toBeVisible();

  await age(context, 'none-of-ours');
  const answer = await page.request.post(`${origins.main}/_actions/fetchImages`, {
    data: {},
    headers: { origin: origins.main },
  });
  expect(answer.status()).toBe(401);

  // A marker that is left over brings nothing back.
  await context.addCookies([{ name: 'signed_in', value: '1', url: origins.main }]);
  const asked = page.waitForResponse(/\/login\/session$/);
  await page.goto(`${origins.main}${page1}`);
  expect((await asked).status()).toBe(401);
  await expect(page.locator('#editor-root')).toHaveCount(0);
});

test('a disabled editor is signed out everywhere within a minute', async ({ page, context }) => {
  const person = await newEditor();
  await page.clock.install();
  await page.goto(`${origins.main}/login?next=${page1}`);
  await signIn(page, person);
  await expect(editPage(page)).toBeVisible();
  const disabled = await disableUser(connection, person.email);
  expect(disabled.ok).toBe(true);
  await page.clock.fastForward(60_000);
  await expect(page.locator('#editor-root')).toHaveCount(0);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('signed_in');
  await page.goto(`${origins.main}${page1}?draft=true`);
  await expect(page).toHaveURL(/\/login\?next=/);
  await signIn(page, person);
  await expect(page.getByRole('alert')).toContainText('do not match an account');
});

test('an open draft is closed as soon as its editor is disabled, even with unsaved input @sweep', async ({ page }) => {
  const person = await newEditor();
  await page.clock.install();
  await page.goto(`${origins.main}/login?next=${encodeURIComponent(`${page1}?draft=true`)}`);
  await signIn(page, person);
  await expect(page.getByText('This is a DRAFT version of the page')).toBeVisible();
  const id = await page.locator('main [data-module-id]').first().getAttribute('data-module-id');
  await page.goto(`${origins.main}${page1}?draft=true&show_modal=true&module_id=${id}`);
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Title/ })
    .first()
    .fill('Typed by somebody who is gone');
  expect((await disableUser(connection, person.email)).ok).toBe(true);
  await page.clock.fastForward(60_000);
  await expect(page).toHaveURL(/\/login\?next=/);
});

test('visitors’ pages are the same bytes for editors, and load nothing of the editor', async ({ page }) => {
  const person = await newEditor();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(`${origins.main}${page1}`, { waitUntil: 'networkidle' });
  expect(requests.filter((asked) => /toolbar|editor|chrome|_actions|login/i.test(asked))).toEqual([]);
  const before = await (await page.request.get(`${origins.main}${page1}`)).text();
  await page.goto(`${origins.main}/login?next=${page1}`);
  await signIn(page, person);
  await expect(editPage(page)).toBeVisible();
  expect(await (await page.request.get(`${origins.main}${page1}`)).text()).toBe(before);
});

test.describe('a forgotten password', () => {
  const words = {
    en: {
      path: '/login',
      email: 'E-mail',
      forgotten: 'Forgotten your password?',
      send: 'Send the link',
      password: 'New password',
      again: 'New password once more',
      set: 'Set the password',
      done: 'Your new password is in force',
      over: 'does not work any more',
    },
    de: {
      path: '/de/login',
      email: 'E-Mail',
      forgotten: 'Passwort vergessen?',
      send: 'Link senden',
      password: 'Neues Passwort',
      again: 'Neues Passwort noch einmal',
      set: 'Passwort setzen',
      done: 'Ihr neues Passwort gilt',
      over: 'gilt nicht mehr',
    },
    ja: {
      path: '/jp/login',
      email: 'メールアドレス',
      forgotten: 'パスワードをお忘れですか',
      send: 'リンクを送信',
      password: '新しいパスワード',
      again: '新しいパスワード（確認）',
      set: 'パスワードを設定',
      done: '新しいパスワードが設定されました',
      over: 'このリンクは使用できません',
    },
  };

  // One language with each change, all of them in the sweeps.
  const widths: Record<string, string> = { en: '@phone @sweep', de: '', ja: '@phone @sweep' };
  for (const [language, say] of Object.entries(words)) {
    test(`gets a new one by mail, without JavaScript: ${language} ${widths[language]}`, async ({
      browser,
      findBarriers,
      page,
      extraHTTPHeaders,
      isSweep,
    }) => {
      const person = await newEditor();
      const plain = await browser.newContext({
        javaScriptEnabled: false,
        ...(extraHTTPHeaders ? { extraHTTPHeaders } : {}),
      });
      const visitor = await plain.newPage();
      await visitor.goto(`${origins.main}${say.path}`);
      await visitor.getByRole('link', { name: say.forgotten }).click();
      await expect(visitor.locator('html')).toHaveAttribute('lang', language);
      await visitor.getByLabel(say.email).fill(person.email);
      await visitor.getByRole('button', { name: say.send }).click();
      await expect(visitor.getByRole('status')).toBeVisible();

      // The mailbox is for this machine alone, past no proxy.
      const own = await browser.newContext({ extraHTTPHeaders: {} });
      const mailbox = await own.newPage();
      const letter = mailbox.getByRole('article').filter({ hasText: person.email });
      await expect(async () => {
        await mailbox.goto(`${origins.main}/dev/mailbox`);
        await expect(letter).toHaveCount(1, { timeout: 500 });
      }).toPass();
      const link = (await letter.getByRole('link').getAttribute('href')) ?? '';
      expect(link.startsWith(`${origins.main}${say.path}/new-password?token=`)).toBe(true);
      await own.close();

      await visitor.goto(link);
      await visitor.getByLabel(say.password, { exact: true }).fill('another-long-password');
      await visitor.getByLabel(say.again, { exact: true }).fill('another-long-passwort');
      await visitor.getByRole('button', { name: say.set }).click();
      await expect(visitor.getByRole('alert')).toBeVisible();
      await visitor.getByLabel(say.password, { exact: true }).fill('another-long-password');
      await visitor.getByLabel(say.again, { exact: true }).fill('another-long-password');
      await visitor.getByRole('button', { name: say.set }).click();
      await expect(visitor).toHaveURL(`${origins.main}/admin`);
      await visitor.goto(link);
      await visitor.getByLabel(say.password, { exact: true }).fill('a-third-long-password');
      await visitor.getByLabel(say.again, { exact: true }).fill('a-third-long-password');
      await visitor.getByRole('button', { name: say.set }).click();
      await expect(visitor.getByRole('alert')).toContainText(say.over);
      await plain.close();

      // The others are the same form, with another message.
      const places = ['', '/reset', '/new-password?token=0123456789abcdef'];
      const messages = ['?password=new', '/reset?sent=true', '/new-password'];
      for (const place of isSweep ? [...places, ...messages] : places) {
        await page.goto(`${origins.main}${say.path}${place}`);
        expect(await findBarriers(), place).toEqual([]);
        const usual = page.viewportSize();
        await page.setViewportSize({ width: 390, height: 800 });
        const excess = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(excess, place).toBeLessThanOrEqual(0);
        if (usual) await page.setViewportSize(usual);
      }
    });
  }

  test('the mailbox has no barriers, and is not served through a proxy @sweep', async ({
    browser,
    page,
    findBarriers,
  }) => {
    expect((await page.goto(`${origins.main}/dev/mailbox`))?.status()).toBe(404);
    const own = await browser.newContext({ extraHTTPHeaders: {} });
    const mailbox = await own.newPage();
    expect((await mailbox.goto(`${origins.main}/dev/mailbox`))?.status()).toBe(200);
    await expect(mailbox.getByRole('heading', { level: 1 })).toHaveText('Mailbox');
    await own.close();
    await page.goto(`${origins.main}/login`);
    expect(await findBarriers()).toEqual([]);
  });
});
