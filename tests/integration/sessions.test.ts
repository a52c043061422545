import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyClient } from '#content/clients/client.ts';
import { addUser } from '../../scripts/add-user.ts';
import { ageSession } from '../fixtures/aged-session.ts';
import { askHost } from '../fixtures/ask-host.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';
import { isSweep } from '../fixtures/seeds.ts';

const draft = '/section-1/page-1?draft=true';
const publicHost = 'dev.example.test';

let served: Forked;
let count = 0;

beforeAll(async () => {
  served = await forkServed({ SITE_HOSTS: `developer=${publicHost}`, TRUST_PROXY: 'loopback' });
});

afterAll(() => served?.stop());

type User = { email: string; password: string; userId: string };

/** A member of the staff that no other test uses. */
async function newEditor(): Promise<User> {
  count += 1;
  const user = { email: `person-${count}@ostrevo.example`, password: 'measure-everything-2026' };
  const connection = { url: served.supabaseUrl, secretKey: served.secretKey };
  const added = await addUser(connection, { ...user, name: 'Person', role: 'editor' });
  if (!added.ok) throw new Error(added.failure.message);
  return { ...user, userId: added.value.userId };
}

async function signedIn(user: User): Promise<Visitor> {
  const visitor = new Visitor(served.origin);
  expect((await visitor.signIn(user)).status).toBe(303);
  return visitor;
}

function postForm(
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return new Visitor(served.origin).send(path, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
}

/** The e-mails to an address, newest first, as the mailbox shows them. */
async function emailsTo(email: string): Promise<string[]> {
  const html = await (await fetch(`${served.origin}/dev/mailbox`)).text();
  return [...html.matchAll(/<article.*?<\/article>/gs)].map(([mail]) => mail).filter((mail) => mail.includes(email));
}

/** The token of the newest e-mail, once there are that many. */
async function tokenFor(email: string, emails = 1): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = await emailsTo(email);
    if (found.length >= emails) return /token=([\w-]+)/.exec(found[0] ?? '')?.[1] ?? '';
    await wait(50);
  }
  throw new Error(`No e-mail came for ${email}`);
}

const choose = (token: string, password: string, repeated = password) =>
  postForm('/login/new-password', { token, password, repeated });

describe('a session', () => {
  it('is renewed when its access has run out, with the marker', async () => {
    const visitor = await signedIn(await newEditor());
    ageSession(visitor.cookies);
    const response = await visitor.send(draft);
    expect(response.status).toBe(200);
    const set = response.headers.getSetCookie();
    expect(set.some((cookie) => /^sb-.*-auth-token/.test(cookie) && /HttpOnly/i.test(cookie))).toBe(true);
    expect(set.some((cookie) => cookie.startsWith('signed_in=1'))).toBe(true);
    expect((await visitor.send(draft)).status).toBe(200);
  });

  it('that cannot be renewed leads a draft to the sign-in page and back, and leaves the browser', async () => {
    const visitor = await signedIn(await newEditor());
    ageSession(visitor.cookies, 'none-of-ours');
    const response = await visitor.send(draft);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(`/login?next=${encodeURIComponent(draft)}`);
    expect(visitor.sessionCookies).toEqual([]);
  });

  it('of a disabled account ends at once: for drafts, actions and the toolbar', async () => {
    const user = await newEditor();
    const visitor = await signedIn(user);
    expect((await visitor.send('/login/session')).status).toBe(204);
    const client = createKeyClient(served.supabaseUrl, served.secretKey);
    await client.from('staff').update({ disabled_at: new Date().toISOString() }).eq('user_id', user.userId);
    expect((await visitor.call('fetchImages', {})).status).toBe(401);
    expect((await visitor.send('/login/session')).status).toBe(401);
    expect(visitor.cookies.has('signed_in')).toBe(false);
    expect((await visitor.send(draft)).status).toBe(302);
    expect((await visitor.signIn(user)).status).toBe(401);
  });

  it('is reported to the toolbar: 401 without one', async () => {
    expect((await new Visitor(served.origin).send('/login/session')).status).toBe(401);
    expect((await new Visitor(served.origin).send('/login/session', { method: 'POST' })).status).toBe(405);
  });
});

describe('a forgotten password', () => {
  it('is answered the same for an account, none, and a disabled one; only the first gets an e-mail', async () => {
    const user = await newEditor();
    const answers = new Set<string>();
    const others = ['nobody@ostrevo.example', served.users.disabled.email, served.users.stranger.email];
    // The account asks last: once its e-mail is there, e-mails to the others would be there too.
    for (const email of [...others, user.email]) {
      const response = await postForm('/login/reset', { email });
      answers.add(`${response.status} ${response.headers.get('location')} ${await response.text()}`);
    }
    expect([...answers]).toEqual(['303 /login/reset?sent=true Sent.\n']);
    await tokenFor(user.email);
    for (const email of others) expect(await emailsTo(email)).toEqual([]);
  });

  it.each([
    ['/login', 'en', 'A new password for'],
    ['/de/login', 'de', 'Ein neues Passwort für'],
    ['/jp/login', 'ja', 'の新しいパスワード'],
    ['/cn/login', 'zh', '的新密码'],
  ])('below %s is in its language, pages and e-mail', async (path, language, subject) => {
    const user = await newEditor();
    for (const page of ['/reset', '/reset?sent=true', '/new-password', '/new-password?token=0123456789abcdef']) {
      const html = await (await new Visitor(served.origin).send(`${path}${page}`)).text();
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).not.toMatch(/>(reset|newPassword|login)\./);
      expect(html).not.toMatch(/<script/);
    }
    await postForm(`${path}/reset`, { email: user.email });
    await tokenFor(user.email);
    const [mail = ''] = await emailsTo(user.email);
    expect(mail).toContain(subject);
    expect(mail).toContain(`href="${served.origin}${path}/new-password?token=`);
  });

  it('leads to a new one that is in force, and ends every session', async () => {
    const user = await newEditor();
    const [here, there] = [await signedIn(user), await signedIn(user)];
    await postForm('/login/reset', { email: ` ${user.email.toUpperCase()} ` });
    const token = await tokenFor(user.email);
    // Looking at the page does not use the link up, as programs that look through mails do.
    expect((await new Visitor(served.origin).send(`/login/new-password?token=${token}`)).status).toBe(200);
    const response = await choose(token, 'another-long-password');
    expect(response.status).toBe(303);
    // Whoever has chosen it is signed in with it, and nobody else.
    expect(response.headers.get('location')).toBe('/admin');
    expect(response.headers.getSetCookie().join()).toMatch(/^sb-.*signed_in=1/);
    for (const visitor of [here, there]) {
      expect((await visitor.send(draft)).status).toBe(302);
      expect(visitor.sessionCookies).toEqual([]);
    }
    expect((await new Visitor(served.origin).signIn(user)).status).toBe(401);
    await signedIn({ ...user, password: 'another-long-password' });
    expect((await choose(token, 'yet-another-password')).status).toBe(410);
  });

  it('has an e-mail whose link works once, and only if it is the last one', async () => {
    const user = await newEditor();
    await postForm('/login/reset', { email: user.email });
    const first = await tokenFor(user.email);
    await postForm('/login/reset', { email: user.email });
    const second = await tokenFor(user.email, 2);
    expect(second).not.toBe(first);
    expect((await choose(first, 'another-long-password')).status).toBe(410);
    const both = await Promise.all([choose(second, 'another-long-password'), choose(second, 'a-third-long-password')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 410]);
  });

  it.each([
    ['is too short', 'short', 'short', 400],
    ['is too long', 'ü'.repeat(40), 'ü'.repeat(40), 400],
    ['was not typed twice', 'another-long-password', 'another-long-passwort', 400],
  ])('asks again for a password that %s, without using the link up', async (_, password, repeated, status) => {
    const user = await newEditor();
    await postForm('/login/reset', { email: user.email });
    const token = await tokenFor(user.email);
    const response = await choose(token, password, repeated);
    expect(response.status).toBe(status);
    const html = await response.text();
    expect(html).toContain('role="alert"');
    expect(html).toContain(`value="${token}"`);
    expect((await choose(token, 'another-long-password')).status).toBe(303);
  });

  it('takes the password as it was, and ends the sessions all the same', async () => {
    const user = await newEditor();
    const visitor = await signedIn(user);
    await postForm('/login/reset', { email: user.email });
    expect((await choose(await tokenFor(user.email), user.password)).status).toBe(303);
    expect((await visitor.send(draft)).status).toBe(302);
    await signedIn(user);
  });

  it('is refused for an account that was disabled after the e-mail was sent', async () => {
    const user = await newEditor();
    await postForm('/login/reset', { email: user.email });
    const token = await tokenFor(user.email);
    const client = createKeyClient(served.supabaseUrl, served.secretKey);
    await client.from('staff').update({ disabled_at: new Date().toISOString() }).eq('user_id', user.userId);
    expect((await choose(token, 'another-long-password')).status).toBe(410);
  });

  it.each(['', 'short', '../../../etc/passwd-and-more', 'x'.repeat(300), '"><script>alert(1)</script>'])(
    'is 410 for the token %j',
    async (token) => {
      const response = await choose(token, 'another-long-password');
      expect(response.status).toBe(410);
      expect(await response.text()).not.toContain('<script>');
      const page = await new Visitor(served.origin).send(`/login/new-password?token=${encodeURIComponent(token)}`);
      expect(page.status).toBe(410);
    },
  );

  it.each(['', 'no address', 'a@b', `${'x'.repeat(400)}@b.example`, '"><script>alert(1)</script>@b.example'])(
    'asks again for the e-mail %j',
    async (email) => {
      const response = await postForm('/login/reset', { email });
      expect(response.status).toBe(400);
      expect(await response.text()).not.toContain('"><script>');
    },
  );

  it('is slowed down by e-mail, and refused from another website', async () => {
    const statuses: number[] = [];
    let last: Response | undefined;
    for (let index = 0; index < 5; index += 1) {
      last = await postForm(
        '/login/reset',
        { email: 'often@ostrevo.example' },
        { 'x-forwarded-for': `203.0.113.${index}` },
      );
      statuses.push(last.status);
    }
    expect(statuses).toEqual([303, 303, 303, 303, 429]);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    for (const path of ['/login/reset', '/login/new-password'])
      expect((await postForm(path, { email: 'a@b.example' }, { origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('the mailbox', () => {
  it('is not there past a proxy, nor under another name', async () => {
    const path = '/dev/mailbox';
    const { host } = new URL(served.origin);
    expect((await askHost(served.origin, { path, host })).status).toBe(200);
    expect((await askHost(served.origin, { path, host, headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(
      404,
    );
    for (const other of [publicHost, 'evil.example'])
      expect((await askHost(served.origin, { path, host: other })).status).toBe(404);
  });

  it('is not shown to pages of other origins, and is read-only', async () => {
    const response = await fetch(`${served.origin}/dev/mailbox`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});

describe('behind a proxy that ends TLS', () => {
  const form = () => new URLSearchParams(served.users.editor).toString();
  const post = (origin: string) =>
    askHost(served.origin, { path: '/login', host: publicHost, headers: { origin }, form: form() });

  it('the configured name has cookies for TLS only, and takes forms from its https pages alone', async () => {
    const { status, cookies } = await post(`https://${publicHost}`);
    expect(status).toBe(303);
    expect(cookies.length).toBeGreaterThan(1);
    for (const cookie of cookies) expect(cookie).toMatch(/; Secure/i);
    for (const origin of [
      `http://${publicHost}`,
      `https://${publicHost}:8443`,
      `https://www.${publicHost}`,
      served.origin,
    ])
      expect((await post(origin)).status, origin).toBe(403);
  });

  it('is http for a name of this machine, regardless of protocol headers', async () => {
    const visitor = new Visitor(served.origin);
    const answer = await visitor.send('/login', {
      method: 'POST',
      body: form(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-proto': 'https' },
    });
    expect(answer.status).toBe(303);
    for (const cookie of answer.headers.getSetCookie()) expect(cookie).not.toMatch(/; Secure/i);
  });

  it.runIf(isSweep)(
    'attempts count for the address that the proxy saw, not for one that the visitor names',
    async () => {
      const attempt = (index: number, forwarded: string) =>
        postForm(
          '/login',
          { email: `guess-${index}@ostrevo.example`, password: 'wrong' },
          { 'x-forwarded-for': forwarded },
        );
      for (let index = 0; index < 20; index += 1) {
        expect((await attempt(index, `192.0.2.${index}, 198.51.100.1`)).status).toBe(401);
      }
      expect((await attempt(20, '192.0.2.200, 198.51.100.1')).status).toBe(429);
      expect((await attempt(21, '198.51.100.2')).status).toBe(401);
    },
  );
});
