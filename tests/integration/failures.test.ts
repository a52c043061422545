import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, type ClientRequest, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createKeyClient } from '#content/clients/client.ts';
import { databaseOverHttp } from '#content/clients/database.ts';
import { makeTable } from '#domain/objects.ts';
import { siteIds } from '#domain/sites.ts';
import { migrationsFolder } from '#embedded/open-database.ts';
import { clusterFolder, readPostmaster } from '#embedded/postgres/data-directory.ts';
import { type Embedded, startEmbedded } from '#embedded/start-embedded.ts';
import { Publisher } from '#publish/queue/publisher.ts';
import { localDirectory } from '#publish/targets/local-directory.ts';
import type { Target } from '#publish/targets/target.ts';
import { readConfig } from '#server/config.ts';
import { addUser } from '../../scripts/add-user.ts';
import { expectOk, loadCodeBundle } from '../../scripts/run.ts';
import { Visitor } from '../fixtures/fork-served.ts';
import { freePort } from '../../scripts/free-port.ts';
import { generateSite } from '../fixtures/generated-site.ts';
import { prepareDirectory } from '../fixtures/prepared-directory.ts';
import { isSweep } from '../fixtures/seeds.ts';
import { type Started, runScript, stopScript } from '../fixtures/run-script.ts';

/** After any failure: the right status, a message that says what to do, no stack, and the server still runs. */
const editor = {
  email: 'editor@ostrevo.example',
  password: 'measure-everything-2026',
  name: 'Eva',
  role: 'editor',
} as const;

let directory: string;
let embedded: Embedded;
let pageId: number;
let productId: number;
let port: number;
let origin: string;
let server: Started;

const places = (name: string) => ({
  DATA_DIR: path.join(directory, name, 'data'),
  OUT_DIR: path.join(directory, name, 'sites'),
});

const remote = () => ({
  SUPABASE_URL: embedded.url,
  SUPABASE_PUBLISHABLE_KEY: embedded.publishableKey,
  SUPABASE_SECRET_KEY: embedded.secretKey,
});

async function startServer(): Promise<Started> {
  const started = runScript('start.ts', { ...places('served'), ...remote(), PORT: String(port) });
  const isWell = async () => {
    if (started.child.exitCode !== null) return;
    expect((await fetch(origin)).status).toBe(200);
  };
  await vi.waitFor(isWell, { timeout: 60_000, interval: 50 });
  if (started.child.exitCode !== null) throw new Error(`The server did not start: ${started.output()}`);
  return started;
}

function expectNoTrace(text: string): void {
  expect(text).not.toMatch(/\n\s+at .+[:(]\d+/);
  expect(text).not.toContain('node_modules');
}

type Answer = { status: number; headers: IncomingHttpHeaders; body: string };
type RawOptions = { method?: string; headers?: Record<string, string>; body?: string };

/** A request that is sent as it is: nothing resolves dots or escapes on the way. No answer has the status 0. */
function send(target: string, { method = 'GET', headers = {}, body }: RawOptions = {}): Promise<Answer> {
  return new Promise((resolve) => {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      path: target,
      method,
      agent: false,
      headers: { host: `localhost:${port}`, ...headers },
    });
    answerOf(outgoing).then(resolve, () => resolve({ status: 0, headers: {}, body: '' }));
    outgoing.end(body);
  });
}

function answerOf(outgoing: ClientRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      let body = '';
      response.on('data', (data: Buffer) => (body += data.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
  });
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'failures-'));
  port = await freePort();
  origin = `http://localhost:${port}`;
  await prepareDirectory(path.join(directory, 'database'));
  embedded = await startEmbedded({ dataDir: path.join(directory, 'database') });
  const client = createKeyClient(embedded.url, embedded.secretKey);
  const site = await generateSite(client, { pages: 3, locales: ['en', 'de'], products: 2, articles: 1, seed: 5 });
  pageId = site.pageIds[1] ?? 0;
  productId = site.productIds[0] ?? 0;
  expectOk(await addUser(embedded, editor));
  server = await startServer();
});

afterAll(async () => {
  if (server) await stopScript(server);
  await embedded?.stop();
  await rm(directory, { recursive: true, force: true });
});

describe('starting', () => {
  const environments: [Record<string, string>, RegExp][] = [
    [{ PORT: 'eighty' }, /^The environment is not valid\. PORT: .*See \.env\.example\.$/],
    [{ PORT: '70000' }, /PORT: /],
    [
      { SUPABASE_URL: 'https://x.example' },
      /^SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY go together/,
    ],
    [{ SUPABASE_URL: 'not a url', SUPABASE_PUBLISHABLE_KEY: 'a', SUPABASE_SECRET_KEY: 'b' }, /SUPABASE_URL: /],
    [{ SITE_HOSTS: 'shop=www.example.com' }, /^SITE_HOSTS has "shop=www\.example\.com"/],
    [{ PUBLISH_HOOK_SECRET: 'short' }, /PUBLISH_HOOK_SECRET: has to be 16 characters/],
    [
      { SUPABASE_URL: 'http://127.0.0.1:9', SUPABASE_PUBLISHABLE_KEY: 'a', SUPABASE_SECRET_KEY: 'b' },
      /^The Supabase at http:\/\/127\.0\.0\.1:9 does not answer\. Check SUPABASE_URL/,
    ],
    [
      { DATABASE_URL: 'postgres://someone:wrong@127.0.0.1:9/website' },
      /^The database website of PostgreSQL at 127\.0\.0\.1:9 cannot be opened \(.*ECONNREFUSED.*\): check DATABASE_URL/,
    ],
  ];
  // The others are refused by the same reading of the environment, whose own tests are beside it.
  it.each(environments.filter((_, at) => isSweep || at === 0 || at >= environments.length - 2))(
    'with %j ends with one line',
    async (environment, expected) => {
      const { ended, output } = runScript('start.ts', {
        ...places('none'),
        PORT: String(await freePort()),
        ...environment,
      });
      expect(await ended).toBe(1);
      expect(output().trim()).toMatch(expected);
      expect(output().trim().split('\n')).toHaveLength(1);
    },
  );

  it('on a port that is in use says so before anything else is done', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const taken = typeof address === 'object' && address ? address.port : 0;
    const { ended, output } = runScript('start.ts', { ...places('taken'), PORT: String(taken) });
    expect(await ended).toBe(1);
    expect(output().trim()).toBe(
      `Port ${taken} on 127.0.0.1 is in use. Stop the other program, or start with another PORT.`,
    );
    other.close();
    expect(await readdir(directory)).not.toContain('taken');
  });

  it('on a data directory that another process has open names it, and leaves it alone', async () => {
    const { ended, output } = runScript('start.ts', {
      ...places('second'),
      DATA_DIR: path.join(directory, 'database'),
      PORT: String(await freePort()),
    });
    expect(await ended).toBe(1);
    expect(output().trim()).toBe(
      `The data directory ${path.join(directory, 'database')} is in use at ${embedded.url}. Stop the other copy, or start with another DATA_DIR and PORT.`,
    );
    await expect(startEmbedded({ dataDir: path.join(directory, 'database') })).rejects.toThrow(
      /is in use at http.* \(process \d+\)/,
    );
    expect((await fetch(origin)).status).toBe(200);
  });

  it('with a migration that fails leaves the database as it was, and names the file and the reason', async () => {
    const dataDir = path.join(directory, 'migrated');
    const migrations = path.join(directory, 'migrations');
    await cp(migrationsFolder, migrations, { recursive: true });
    await prepareDirectory(dataDir);
    const before = await startEmbedded({ dataDir, migrations });
    await before.execute("create table kept (word text); insert into kept values ('here')");
    await before.stop();
    const bad = path.join(migrations, '20991231000000_bad.sql');
    await writeFile(bad, 'drop table kept;\nalter table nowhere add column x int;\n');
    const failure = await startEmbedded({ dataDir, migrations }).catch((error: unknown) => error);
    expect(failure instanceof Error && failure.message).toMatch(
      /^20991231000000_bad\.sql:2: relation "nowhere" does not exist[^\n]*$/,
    );
    await rm(bad);
    const after = await startEmbedded({ dataDir, migrations });
    expect(await after.query('select word from kept')).toEqual([{ word: 'here' }]);
    await after.stop();
  });
});

describe('a malformed request', () => {
  const longPath = `/${'a'.repeat(12_000)}`;
  it.each<[string, string, RawOptions, number[]]>([
    ['an unknown host', '/', { headers: { host: 'evil.example' } }, [404]],
    ['a host that is none', '/', { headers: { host: 'a b<c>' } }, [400, 404]],
    ['another host in the request line', 'http://evil.example/', {}, [404]],
    ['an unknown locale', '/xx/section-1/page-1', {}, [404]],
    ['a locale that the site does not have', '/kr', {}, [404]],
    ['dots in the path', '/../../../../etc/passwd', {}, [400, 404]],
    ['encoded dots', '/%2e%2e/%2e%2e/%2e%2e/etc/passwd', {}, [400, 404]],
    ['encoded slashes', '/..%2f..%2f..%2fetc%2fpasswd', {}, [400, 404]],
    ['backslashes', '/..\\..\\etc\\passwd', {}, [400, 404]],
    ['dots below media', '/media/..%2f..%2f_redirects', {}, [400, 404]],
    ['a zero byte', '/%00', {}, [400, 404]],
    ['an invalid escape', '/%E0%A4%A', {}, [400, 404]],
    ['half an escape', '/%', {}, [400, 404]],
    ['escapes that are no UTF-8', '/%ff%fe', {}, [400, 404]],
    ['the release record', '/_release.json', {}, [404]],
    ['a path of 12,000 characters', longPath, {}, [404, 414]],
    ['a path of 12,000 characters as a draft', `${longPath}?draft=true`, {}, [302, 404, 414]],
    ['a line break in the path', '/%0d%0aset-cookie:%20a=b', {}, [400, 404]],
    ['a line break before a slash', '/section-1/page-1%0d%0ax:y/', {}, [308, 400, 404]],
    ['a line break in a next address', '/login?next=%2F%0d%0aset-cookie:a=b', {}, [200]],
    ['POST to a page', '/', { method: 'POST', body: 'x' }, [405]],
    ['PUT to a page', '/section-1/page-1', { method: 'PUT', body: 'x' }, [405]],
    ['DELETE', '/', { method: 'DELETE' }, [405]],
    ['OPTIONS', '/', { method: 'OPTIONS' }, [405]],
    ['GET of an action', '/_actions/updateModule', {}, [405]],
    ['an action that is none', '/_actions/constructor', { method: 'POST' }, [401, 404]],
    ['an action with an invalid escape', '/_actions/%E0%A4%A', { method: 'POST' }, [400, 404]],
    ['a wake without a secret set', '/_publish/wake', {}, [404]],
    ['POST of a wake without a secret set', '/_publish/wake', { method: 'POST' }, [404, 405]],
  ])('%s is answered', async (_, target, options, statuses) => {
    const answer = await send(target, options);
    expect(statuses).toContain(answer.status);
    expectNoTrace(answer.body);
    expect(answer.body).not.toContain('root:');
    expect(answer.headers['set-cookie']).toBeUndefined();
    if (answer.status === 405) expect(answer.headers['allow']).toBeTruthy();
  });

  it('HEAD answers like GET without a body', async () => {
    const answer = await send('/', { method: 'HEAD' });
    expect(answer).toMatchObject({ status: 200, body: '' });
  });

  it('a query of 10 MB is refused without harm', async () => {
    const { status } = await send(`/?q=${'a'.repeat(10 * 1024 * 1024)}`);
    // The connection may be closed while the client still writes.
    expect([0, 400, 414, 431]).toContain(status);
    expect((await send('/')).status).toBe(200);
  });

  it.each([
    ['no JSON', '{"moduleId": 1,'],
    ['no UTF-8', '\ud800'],
    ['nothing but brackets', '['.repeat(100_000)],
    ['a value of another kind', '"x"'],
    ['nothing', ''],
  ])('an action that is sent %s is a mistake of the client', async (_, body) => {
    const visitor = new Visitor(origin);
    expect((await visitor.signIn(editor)).status).toBe(303);
    const response = await visitor.call('updateModule', body);
    expect(response.status).toBe(400);
    expectNoTrace(await response.text());
  });

  it.each([
    ['another website', { origin: 'https://evil.example' }],
    ['a document without an origin', { origin: 'null' }],
    ['another of our sites', { origin: 'http://developer.localhost', 'sec-fetch-site': 'same-site' }],
  ])('a post from %s is refused', async (_, headers) => {
    const visitor = new Visitor(origin);
    await visitor.signIn(editor);
    const response = await visitor.call('publishPage', { pageId }, headers);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('another website');
  });

  it.each([
    ['expired', 'base64-eyJhY2Nlc3NfdG9rZW4iOiJhLmIuYyIsInJlZnJlc2hfdG9rZW4iOiJnb25lIiwiZXhwaXJlc19hdCI6MX0'],
    ['broken', 'base64-%%%'],
    ['empty', ''],
  ])('a session that is %s asks to sign in again', async (_, value) => {
    const visitor = new Visitor(origin);
    await visitor.signIn(editor);
    const name = [...visitor.cookies.keys()].find((key) => key.startsWith('sb-')) ?? '';
    const cookie = `${name}=${value}`;
    const draft = await visitor.send('/section-1/page-1?draft=true', { headers: { cookie } });
    expect(draft.status).toBe(302);
    expect(draft.headers.get('location')).toBe('/login?next=%2Fsection-1%2Fpage-1%3Fdraft%3Dtrue');
    const action = await visitor.call('publishPage', { pageId }, { cookie });
    expect(action.status).toBe(401);
    expect(action.headers.get('content-type')).toContain('application/json');
  });
});

describe('while the database is away', () => {
  it('serves published pages, answers 503 with a message for the rest, and recovers', async () => {
    const visitor = new Visitor(origin);
    expect((await visitor.signIn(editor)).status).toBe(303);
    const databasePort = Number(new URL(embedded.url).port);
    await embedded.stop();
    try {
      expect((await visitor.send('/section-1/page-1')).status).toBe(200);
      const health = await visitor.send('/healthz');
      expect(health.status).toBe(503);
      expect(await health.json()).toMatchObject({ status: 'database', reason: expect.any(String) });
      for (const response of [
        await visitor.send('/section-1/page-1?draft=true'),
        await visitor.call('publishPage', { pageId }),
        await visitor.signIn(editor),
      ]) {
        expect(response.status).toBe(503);
        const body = await response.text();
        expectNoTrace(body);
        expect(body).toMatch(/cannot be reached|did not answer|try again/i);
      }
    } finally {
      embedded = await startEmbedded({ dataDir: path.join(directory, 'database'), port: databasePort });
    }
    // The generated content has no pages on two of the sites, which it says once the database answers again.
    const status = () => visitor.send('/healthz').then(async (response): Promise<unknown> => response.json());
    await expect.poll(status).toMatchObject({ status: 'unpublished' });
    expect((await visitor.send('/section-1/page-1?draft=true')).status).toBe(200);
    expectNoTrace(server.output());
  });
});

describe('PostgreSQL, killed under requests', () => {
  it('answers all of them, and serves the next ones again, three times', async () => {
    const { url, secretKey } = embedded;
    const ask = () =>
      fetch(`${url}/rest/v1/sites?select=id`, {
        headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` },
        signal: AbortSignal.timeout(60_000),
      }).then(
        ({ status }) => status,
        () => 'no answer',
      );
    const seen = new Set<number | string>();
    const askTogether = async () => {
      const statuses = await Promise.all(Array.from({ length: 12 }, ask));
      for (const status of statuses) seen.add(status);
      return new Set(statuses);
    };
    for (let kill = 0; kill < 3; kill += 1) {
      const postmaster = await readPostmaster(clusterFolder(path.join(directory, 'database')));
      process.kill(postmaster?.pid ?? 0, 'SIGKILL');
      await expect.poll(askTogether).toEqual(new Set([200]));
    }
    expect(seen).toEqual(new Set([200, 503]));
  });
});

describe('a full disk', () => {
  it.runIf(isSweep)(
    'serves the old page, logs one line, leaves no partial file, and recovers',
    async () => {
      const config = expectOk(readConfig({ ...places('served'), ...remote(), PORT: String(port) }));
      await stopScript(server);
      const { bundle } = await loadCodeBundle(config);
      const client = createKeyClient(embedded.url, embedded.secretKey);
      let isFull = true;
      let refused = 0;
      const lines: string[] = [];
      const publisher = new Publisher({
        database: databaseOverHttp(client),
        client,
        worker: 'full-disk',
        sites: ['main'],
        targets: {
          ...makeTable(siteIds, (site) => localDirectory(path.join(config.outDirectory, site))),
          main: fullWhile(localDirectory(path.join(config.outDirectory, 'main')), () => {
            if (isFull) refused += 1;
            return isFull;
          }),
        },
        origins: config.origins,
        renderPage: bundle.renderPage,
        mediaDirectory: path.join(config.dataDirectory, 'media-cache'),
        log: {
          info: (_fields, message) => lines.push(message),
          warn: (_fields, message) => lines.push(message),
          error: (fields, message) => lines.push(`${message} ${JSON.stringify(fields)}`),
        },
      });
      await publisher.start();
      try {
        await client.from('products').update({ display_name: 'After the disk' }).eq('id', productId);
        // It is tried again and again, and said once.
        await expect.poll(() => refused > 2 && lines.length > 0).toBe(true);
        expect(lines).toEqual([
          expect.stringMatching(/^Publishing waits: the published site is still served.*ENOSPC: no space left/),
        ]);
        const current = localDirectory(path.join(config.outDirectory, 'main'));
        const page = async () =>
          Buffer.from((await (await current.openCurrent())?.read('products/catalog/p0/index.html')) ?? []).toString();
        expect(await page()).toMatch(/<\/html>\s*$/);
        expect(await page()).not.toContain('After the disk');
        isFull = false;
        await expect.poll(page).toContain('After the disk');
        await expect.poll(() => lines.at(-1)).toBe('Publishing again');
      } finally {
        await publisher.stop();
        server = await startServer();
      }
    },
    60_000,
  );
});

function fullWhile(target: Target, isFull: () => boolean): Target {
  return {
    ...target,
    openCurrent: async () => {
      const writer = await target.openCurrent();
      return (
        writer && {
          ...writer,
          stage: async (file, bytes, hash, priority) => {
            if (isFull()) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
            return writer.stage(file, bytes, hash, priority);
          },
        }
      );
    },
  };
}

describe('stopping', () => {
  it('finishes running requests, refuses new ones, ends with 0, and starts again in seconds', async () => {
    const slow = request({
      host: '127.0.0.1',
      port,
      path: '/_actions/publishPage',
      method: 'POST',
      agent: false,
      headers: {
        host: `localhost:${port}`,
        'content-type': 'application/json',
        'content-length': '12',
        expect: '100-continue',
        origin,
      },
    });
    const answered = answerOf(slow);
    const received = once(slow, 'continue');
    slow.flushHeaders();
    await received;
    slow.write('{"pageId"');
    const ended = stopScript(server);
    await expect.poll(async () => (await send('/')).status).toBe(0);
    slow.end(':1}');
    expect((await answered).status).toBe(401);
    expect(await ended).toBe(0);
    server = await startServer();
    expect(server.output()).not.toContain('Publishing');
  });
});
