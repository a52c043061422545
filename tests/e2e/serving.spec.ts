import { readdirSync } from 'node:fs';
import path from 'node:path';
import { demoEditor, expect, hosts, origins, siteIds, test } from './fixtures.ts';
import { currentDirectory, linksWithRel, readPages, publishedPages, tagsNamed } from './published.ts';
import { type RawAnswer, type RawRequest, send } from './raw-request.ts';

/** Texts that a response must never contain: a stack, or paths of the code. */
function expectNoInsides({ body }: RawAnswer, what: string): void {
  expect(body, what).not.toMatch(/\n\s+at .+[:(]\d+/);
  expect(body, what).not.toContain('node_modules');
  expect(body, what).not.toContain(process.cwd());
}

function mediaFile(): string {
  const name = readdirSync(path.join(currentDirectory('main'), 'media'))[0];
  if (!name) throw new Error('No picture is published');
  return `/media/${name}`;
}

test.describe('published files', () => {
  test('are revalidated by ETag, in every encoding', { tag: '@smoke' }, async () => {
    for (const site of siteIds) {
      const first = await send({ path: '/', host: hosts[site] });
      expect(first.status).toBe(200);
      expect(first.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
      const etag = first.headers.etag;
      expect(etag).toMatch(/^(W\/)?"[^"]+"$/);
      for (const known of [etag ?? '', `"other", ${etag}`, `W/${etag?.replace(/^W\//, '')}`, '*']) {
        const again = await send({ path: '/', host: hosts[site], headers: { 'if-none-match': known } });
        expect(again.status, known).toBe(304);
        expect(again.body).toBe('');
        expect(again.headers.etag).toBe(etag);
      }
      expect((await send({ path: '/', host: hosts[site], headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    }
  });

  test('are compressed where the client can read it, and vary by it', async () => {
    for (const encoding of ['br', 'gzip']) {
      const { headers } = await send({ path: '/', headers: { 'accept-encoding': encoding } });
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers.vary).toMatch(/accept-encoding/i);
    }
    const plain = await send({ path: '/' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(Number(plain.headers['content-length'])).toBe(Buffer.byteLength(plain.body));
  });

  test('answer HEAD like GET, without a body', async () => {
    const { status, headers, body } = await send({ path: '/', method: 'HEAD' });
    expect(status).toBe(200);
    expect(Number(headers['content-length'])).toBeGreaterThan(0);
    expect(body).toBe('');
  });

  test('are never asked for again when their name has a hash', async () => {
    const home = publishedPages().find(({ site, path: url }) => site === 'main' && url === '/');
    const sheets = linksWithRel(home?.html ?? '', 'stylesheet').map(({ href }) => href ?? '');
    const pictures = tagsNamed(home?.html ?? '', 'img').map(({ attributes }) => attributes['src'] ?? '');
    expect(sheets.length).toBeGreaterThan(0);
    expect(pictures.length).toBeGreaterThan(0);
    for (const url of new Set([...sheets, ...pictures])) {
      const { status, headers } = await send({ path: url, method: 'HEAD' });
      expect(status, url).toBe(200);
      expect(headers['cache-control'], url).toBe('public, max-age=31536000, immutable');
    }
  });

  test('have the security headers', async () => {
    const { headers } = await send({ path: '/' });
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    const policy = String(headers['content-security-policy']);
    for (const directive of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(directive);
    }
    expect(/script-src[^;]*/.exec(policy)?.[0] ?? '').not.toContain("'unsafe-inline'");
    expect((await send({ path: mediaFile() })).headers['content-security-policy']).toContain('sandbox');
  });

  test('cannot be changed from outside', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      const answer = await send({ path: '/', method });
      expect(answer.status, method).toBeGreaterThanOrEqual(400);
      expect(answer.status, method).toBeLessThan(500);
      expectNoInsides(answer, method);
    }
  });

  test('have one address each: a slash at the end leads to the one without', async () => {
    const page = publishedPages().find(
      ({ site, path: url, isNotFound }) => site === 'main' && url !== '/' && !isNotFound,
    );
    const { status, headers } = await send({ path: `${page?.path}/?a=1` });
    expect(status).toBe(308);
    expect(headers.location).toBe(`${page?.path}?a=1`);
    const twice = await send({ path: '//evil.example/' });
    expect(twice.headers.location ?? '').not.toMatch(/^\/\//);
  });
});

test('says whether it is well', async () => {
  const { status, headers, body } = await send({ path: '/healthz' });
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  expect(JSON.parse(body)).toMatchObject({
    status: 'ok',
    sites: siteIds,
    queue: { pending: expect.any(Number) },
    publishing: { state: 'ok' },
  });
  expect(JSON.parse(body).version).toMatch(/^\d+\.\d+\.\d+/);
});

test('says under any name that the process serves', async () => {
  for (const host of [hosts.main, '10.0.0.7:4321']) {
    const { status, headers } = await send({ path: '/livez', host });
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
  }
  expect((await send({ path: '/livez', method: 'POST' })).status).toBe(405);
});

test('has its documents for machines', async () => {
  for (const site of siteIds) {
    const host = hosts[site];
    const robots = await send({ path: '/robots.txt', host });
    expect(robots.status).toBe(200);
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(robots.body).toContain(`Sitemap: ${origins[site]}/sitemap.xml`);
    const index = await send({ path: '/sitemap.xml', host });
    expect(index.headers['content-type']).toBe('application/xml; charset=utf-8');
    const parts = [...index.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
    expect(parts.length).toBeGreaterThan(0);
    const listed = new Set<string>();
    for (const part of parts) {
      const { status, body } = await send({ path: part, host });
      expect(status, part).toBe(200);
      for (const [, url = ''] of body.matchAll(/<loc>([^<]+)<\/loc>/g)) listed.add(url);
    }
    const forbidden = [...robots.body.matchAll(/^Disallow: (\S+)/gm)].map(([, prefix = '']) => prefix);
    const isForbidden = (place: string) => forbidden.some((prefix) => place.startsWith(prefix));
    const pages = readPages(site)
      .filter((page) => !page.isNotFound && !isForbidden(page.path))
      .filter((page) => !/name="robots" content="noindex"/.test(page.html))
      .map((page) => `${origins[site]}${page.path}`);
    expect([...listed].toSorted()).toEqual(pages.toSorted());
    const feed = await send({ path: '/rss.xml', host });
    expect(feed.status).toBe(200);
    expect(feed.body).toContain('<rss version="2.0"');
  }
});

test.describe('paths that try to get out', () => {
  const attempts = [
    '/../package.json',
    '/../../../../../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/%2e%2e%2fpackage.json',
    '/..%2f..%2f..%2fetc%2fpasswd',
    '/%252e%252e/%252e%252e/etc/passwd',
    '/media/../../../keys.json',
    '/media/%2e%2e/%2e%2e/keys.json',
    '/media/..%5c..%5ckeys.json',
    '/_astro/../release.json',
    '/_astro/%2e%2e/_redirects',
    '/..\\..\\package.json',
    '/%5c..%5c..%5cpackage.json',
    '/./.env',
    '/.env',
    '/.git/config',
    '/_redirects',
    '/_headers',
    '/release.json',
    '/_release.json',
    '/.release.json',
    '/current/index.html',
    '/index.html%00.txt',
    '/%00',
    '/%',
    '/%E0%A4%A',
    '/%ff%fe',
    '/a//b',
    '//etc/passwd',
    '/;/..;/x',
    '/products/catalog/..%2f..%2fx',
  ];

  for (const attempt of attempts) {
    test(`${attempt} gets nothing`, async () => {
      const answer = await send({ path: attempt });
      // Browsers and our server may resolve dot segments first: then it is the 404 of another path, or a redirect to it.
      expect([301, 308, 400, 404]).toContain(answer.status);
      expect(answer.headers.location ?? '/').not.toMatch(/^\/\/|^https?:/);
      expect(answer.body).not.toMatch(/root:x:|"dependencies"|"publishable"|secret/);
      expectNoInsides(answer, attempt);
    });
  }

  test('a target that is no path gets no page', async () => {
    for (const target of ['http://evil.example/', '*', 'evil', '?']) {
      const answer = await send({ path: target }).catch(() => null);
      if (answer) expect(answer.status === 0 || (answer.status >= 400 && answer.status < 500), target).toBe(true);
    }
  });
});

test.describe('requests that are out of measure', () => {
  const tenMegabytes = 'a'.repeat(10 * 1024 * 1024);

  const cases: Record<string, RawRequest> = {
    'a query of 10 MB': { path: `/?q=${tenMegabytes}` },
    'a path of 10 MB': { path: `/${tenMegabytes}` },
    'a header of 10 MB': { path: '/', headers: { 'x-large': tenMegabytes } },
    'a path of 4,000 segments': { path: '/a'.repeat(4000) },
    'a segment of 5,000 letters': { path: `/${'a'.repeat(5000)}` },
  };
  for (const [name, request] of Object.entries(cases)) {
    test(`${name} is refused`, async () => {
      const answer = await send(request);
      // A server may close the connection while such a request is still being sent.
      expect(answer.status === 0 || (answer.status >= 400 && answer.status < 500), `status ${answer.status}`).toBe(
        true,
      );
      expectNoInsides(answer, name);
      expect((await send({ path: '/livez' })).status).toBe(200);
    });
  }

  test('parameters repeated, empty or odd change nothing on a published page', async () => {
    const plain = await send({ path: '/' });
    for (const query of [
      '?draft=',
      '?draft=false',
      '?draft',
      '?show_modal=true&module_id=-1',
      '?module_position=NaN',
      '?a=%ff',
      '?[]=&&&==',
    ]) {
      const answer = await send({ path: `/${query}` });
      expect(answer.status, query).toBe(200);
      expect(answer.body, query).toBe(plain.body);
    }
  });

  test('a character that no database takes is refused', async () => {
    for (const query of ['?%00', '?query=%00', '?draft=true&query=%00']) {
      expect((await send({ path: `/${query}` })).status, query).toBe(400);
    }
  });

  test('a draft is for signed-in staff only', async () => {
    for (const query of ['?draft=true', '?draft=true&draft=false', '?show_sidebar=true&draft=true']) {
      const { status, headers } = await send({
        path: `/${query}`,
        headers: { cookie: 'signed_in=1; sb-127-auth-token=garbage' },
      });
      expect(status, query).toBe(302);
      expect(headers.location, query).toMatch(/^\/login\?next=/);
      expect(headers['cache-control'], query).toBe('no-store');
    }
  });
});

test.describe('actions', () => {
  const own = { origin: origins.main, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

  const isOpen = (name: string) => name === 'submitForm';

  /** The cookies of an editor who has just signed in. */
  async function editorCookie(): Promise<string> {
    const { headers } = await send({
      path: '/login',
      method: 'POST',
      headers: { origin: origins.main, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...demoEditor, next: '/' }).toString(),
    });
    return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');
  }

  // One that asks for rights, one that does not, and one that does not exist.
  for (const name of ['updateModule', 'submitForm', 'fetchImages', 'publishPage', 'nothingOfTheKind']) {
    test(`${name} refuses unreadable requests`, async () => {
      for (const body of ['{', '', 'null', '[]', '"text"', '{"__proto__":{"a":1}}', '{"id":1e999}', '\u0000']) {
        const answer = await send({ path: `/_actions/${name}`, method: 'POST', headers: own, body });
        expect(answer.status, body).toBeGreaterThanOrEqual(400);
        expect(answer.status, body).toBeLessThan(500);
        expectNoInsides(answer, body);
      }
    });

    test(`${name} answers malformed JSON with 400, and without rights before it is read`, async () => {
      const malformed = { path: `/_actions/${name}`, method: 'POST', body: '{"pageId": 1,' };
      const { status } = await send({ ...malformed, headers: { ...own, cookie: await editorCookie() } });
      expect(name === 'nothingOfTheKind' ? [400, 404] : [400]).toContain(status);
      const anonymous = await send({ ...malformed, headers: own });
      expect(name === 'nothingOfTheKind' ? [400, 401, 404] : [isOpen(name) ? 400 : 401]).toContain(anonymous.status);
    });

    test(`${name} refuses other websites`, async () => {
      const foreign = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: origins.developer },
        { origin: 'https://localhost.evil.example' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'not an origin' },
      ];
      for (const headers of foreign) {
        for (const type of [
          'application/json',
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=x',
        ]) {
          const answer = await send({
            path: `/_actions/${name}`,
            method: 'POST',
            headers: { cookie: 'sb-127-auth-token=garbage', ...headers, 'content-type': type },
            body: '{}',
          });
          expect(answer.status, JSON.stringify(headers)).toBe(403);
          expectNoInsides(answer, name);
        }
      }
    });

    test(`${name} refuses bodies that are too large`, async () => {
      const cookie = await editorCookie();
      const answer = await send({
        path: `/_actions/${name}`,
        method: 'POST',
        headers: { ...own, cookie },
        body: Buffer.alloc(6 * 1024 * 1024, 'a'),
      });
      expect(answer.status === 0 || answer.status === 413, `status ${answer.status}`).toBe(true);
      const chunked = await send({
        path: `/_actions/${name}`,
        method: 'POST',
        headers: { ...own, cookie, 'transfer-encoding': 'chunked' },
        body: Buffer.alloc(6 * 1024 * 1024, 'a'),
      });
      expect(chunked.status === 0 || (chunked.status >= 400 && chunked.status < 500), `status ${chunked.status}`).toBe(
        true,
      );
    });
  }
});
