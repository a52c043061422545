import { parse } from 'devalue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';

let served: Forked;
let editor: Visitor;

beforeAll(async () => {
  served = await forkServed();
  editor = new Visitor(served.origin);
  expect((await editor.signIn(served.users.editor)).status).toBe(303);
});

afterAll(() => served?.stop());

describe('signing in', () => {
  it('sets http-only session cookies, a readable marker, and goes where it was asked to', async () => {
    const visitor = new Visitor(served.origin);
    const response = await visitor.signIn(served.users.editor, '/de/login', '/de/section-1/page-1?draft=true');
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/de/section-1/page-1?draft=true');
    const cookies = response.headers.getSetCookie();
    const session = cookies.filter((cookie) => cookie.startsWith('sb-'));
    expect(session.length).toBeGreaterThan(0);
    for (const cookie of session) {
      expect(cookie).toMatch(/; HttpOnly/i);
      expect(cookie).toMatch(/; SameSite=Lax/i);
      expect(cookie).not.toMatch(/Domain=/i);
    }
    expect(cookies.find((cookie) => cookie.startsWith('signed_in=1'))).not.toMatch(/HttpOnly/i);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await visitor.send('/login?next=/de')).headers.get('location')).toBe('/de');
  });

  it('tells a wrong password, an unknown person, a disabled one and one who is not on the staff the same', async () => {
    const messages = new Set<string>();
    for (const user of [
      { ...served.users.editor, password: 'wrong' },
      { email: 'nobody@ostrevo.example', password: 'wrong' },
      served.users.disabled,
      served.users.stranger,
    ]) {
      const visitor = new Visitor(served.origin);
      const response = await visitor.signIn(user);
      expect(response.status).toBe(401);
      expect(visitor.cookies.size).toBe(0);
      messages.add(/role="alert"[^>]*>([^<]*)</.exec(await response.text())?.[1] ?? 'none');
    }
    expect([...messages]).toEqual([expect.stringContaining('do not match an account')]);
  });

  it('repeats the typed e-mail address, escaped, and never the password', async () => {
    const response = await new Visitor(served.origin).signIn(
      { email: '"><script>alert(1)</script>@x', password: 'secret-word' },
      '/login',
      '/de',
    );
    const html = await response.text();
    expect(html).not.toContain('"><script>alert(1)');
    expect(html).not.toContain('secret-word');
    expect(html).toContain('name="next" value="/de"');
  });

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example', '/.//evil.example'])(
    'does not lead away to %j',
    async (next) => {
      const response = await new Visitor(served.origin).signIn(served.users.editor, '/login', next);
      expect(response.headers.get('location')).toBe('/');
    },
  );

  it.each([
    ['nothing', ''],
    ['no password', 'email=a%40b.example'],
    ['bytes that are no form', '\u0000\u0001%%%'],
    ['a password without end', `email=a%40b.example&password=${'x'.repeat(3000)}`],
    ['more than a form holds', `email=a%40b.example&password=${'x'.repeat(40_000)}`],
  ])('asks again when it is sent %s', async (_, body) => {
    const response = await new Visitor(served.origin).send('/login', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(response.status).toBe(400);
  });

  it('is refused from another website', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const response = await new Visitor(served.origin).send('/login', {
        method: 'POST',
        body: new URLSearchParams(served.users.editor).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      });
      expect(response.status).toBe(403);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
  });

  it('is slowed down after failures of one e-mail, in words and with Retry-After', async () => {
    const statuses: number[] = [];
    let last: Response | undefined;
    for (let index = 0; index < 9; index += 1) {
      last = await new Visitor(served.origin).signIn({ email: 'guessed@ostrevo.example', password: `guess ${index}` });
      statuses.push(last.status);
    }
    expect(statuses).toEqual([...Array<number>(8).fill(401), 429]);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await last?.text()).toContain('Too many attempts');
  });

  it.each([
    ['/login', 'en'],
    ['/de/login', 'de'],
    ['/jp/login', 'ja'],
    ['/cn/login', 'zh'],
  ])('%s is in its language', async (path, language) => {
    const response = await new Visitor(served.origin).send(path);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(`action="${path}"`);
    expect(html).not.toMatch(/>login\./);
  });

  it('has no page in a locale that the site does not have', async () => {
    expect((await new Visitor(served.origin).send('/kr/login')).status).toBe(404);
  });
});

describe('drafts', () => {
  it('redirect signed-out visitors to the sign-in page and back', async () => {
    const response = await new Visitor(served.origin).send('/section-1/page-1?draft=true');
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(`/login?next=${encodeURIComponent('/section-1/page-1?draft=true')}`);
  });

  it('are never stored, and only read', async () => {
    const response = await editor.send('/section-1/page-1?draft=true');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await editor.send('/section-1/page-1?draft=true&_action=logout', { method: 'POST' })).status).toBe(405);
  });

  it('do not exist for hosts that are none of the sites', async () => {
    const url = new URL(served.origin);
    const { request } = await import('node:http');
    const status = await new Promise<number | undefined>((resolve) => {
      request(
        { host: '127.0.0.1', port: url.port, path: '/?draft=true', headers: { host: 'evil.example' } },
        (response) => resolve(response.statusCode),
      ).end();
    });
    expect(status).toBe(404);
  });
});

describe('logout', () => {
  it('ends the session and takes the cookies away', async () => {
    const visitor = new Visitor(served.origin);
    await visitor.signIn(served.users.second);
    const before = new Map(visitor.cookies);
    expect((await visitor.send('/?draft=true')).status).toBe(200);
    const response = await visitor.call('logout', '', {});
    expect(response.status).toBe(200);
    expect(parse(await response.text())).toBe(true);
    expect(visitor.sessionCookies).toEqual([]);
    expect((await visitor.send('/?draft=true')).status).toBe(302);
    expect(before.size).toBeGreaterThan(0);
  });

  it('is answered the same without a session, and refused from elsewhere', async () => {
    expect((await new Visitor(served.origin).call('logout', {})).status).toBe(200);
    expect((await editor.call('logout', {}, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await editor.send('/?draft=true')).status).toBe(200);
  });

  it('does not exist under another name', async () => {
    for (const name of ['nothing', 'toString', '__proto__', 'constructor', 'logout/x', '..%2flogout', '%00']) {
      expect((await editor.call(name, {})).status).toBe(404);
    }
  });
});
