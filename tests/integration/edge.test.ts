import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteIds } from '#domain/sites.ts';
import { readEdgeSettings } from '#server/edge/edge-settings.ts';
import { serveEdge } from '#server/edge/serve-edge.ts';
import { expectOk } from '../../scripts/run.ts';
import { freePort } from '../../scripts/free-port.ts';
import { type PublishedEverywhere, comparable, openPublishedEverywhere } from '../fixtures/published-everywhere.ts';
import { runScript, stopScript } from '../fixtures/run-script.ts';
import type { S3Server } from '../fixtures/s3-server.ts';
import { type Ask, type Asked, askAt } from '../fixtures/visitors-requests.ts';
import { isSweep } from '../fixtures/seeds.ts';

let everywhere: PublishedEverywhere;
let server: S3Server;
let node: Ask;
/** The edge in Node, which reads the bucket, and one that reads the published files. */
let atEdge: Ask;
let atFiles: Ask;
const running: { stop: () => Promise<void> }[] = [];

async function openEdge(source: string): Promise<Ask> {
  const port = await freePort();
  const NODE_ORIGIN = `http://127.0.0.1:${everywhere.nodePort}`;
  const settings = expectOk(readEdgeSettings({ EDGE_SOURCE: source, NODE_ORIGIN, PORT: String(port) }));
  running.push(expectOk(await serveEdge(settings)));
  return askAt(port);
}

beforeAll(async () => {
  everywhere = await openPublishedEverywhere();
  ({ server, node } = everywhere);
  atEdge = await openEdge(server.address());
  atFiles = await openEdge(everywhere.setup.outDirectory);
});
afterAll(async () => {
  await Promise.all(running.map(({ stop }) => stop()));
  await everywhere?.close();
});

describe('visitors are answered at the edge as by Node', () => {
  it('whatever they ask for', async () => {
    const { requests } = everywhere;
    expect(requests.length).toBeGreaterThanOrEqual(200);
    for (const { name, asked, status } of requests) {
      const expected = comparable(await node(asked));
      expect(expected.status, name).toBe(status);
      expect(comparable(await atEdge(asked)), name).toEqual(expected);
      expect(comparable(await atFiles(asked)), name).toEqual(expected);
    }
  });

  it.runIf(isSweep)('by the command, which says what it serves and ends when it is told', async () => {
    const port = await freePort();
    const started = runScript('edge.ts', {
      EDGE_SOURCE: server.address(),
      NODE_ORIGIN: `http://127.0.0.1:${everywhere.nodePort}`,
      PORT: String(port),
    });
    await expect.poll(started.output).toContain('Serves the bucket sites');
    const asked: Asked = { site: 'main', host: 'localhost', path: '/section-1', method: 'GET', headers: {} };
    expect(comparable(await askAt(port)(asked))).toEqual(comparable(await node(asked)));
    expect(await stopScript(started)).toBe(0);
    const refused = runScript('edge.ts', {
      EDGE_SOURCE: server.address({ mode: 'mirror' }),
      NODE_ORIGIN: 'http://127.0.0.1:9',
    });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(/EDGE_SOURCE has mode=mirror/);
  });

  it('on hosts that are none of ours, and with what only Node knows', async () => {
    const ask = (path: string, host = 'localhost', method = 'GET'): Asked => ({
      site: 'main',
      host,
      path,
      method,
      headers: {},
    });
    const places = [
      ask('/', 'other.example'),
      ask('/?draft=true'),
      ask('/de/login'),
      ask('/admin/forms'),
      ask('/_search?query=sensor&locale=en'),
      ask('/_actions/logout', 'localhost', 'POST'),
      ask('/livez', 'other.example'),
    ];
    for (const asked of places) {
      const [expected, answered] = [await node(asked), await atEdge(asked)];
      expect([answered.status, answered.headers['location'], answered.body.toString()], asked.path).toEqual([
        expected.status,
        expected.headers['location'],
        expected.body.toString(),
      ]);
    }
  });

  it('with the tags by which caches purge', async () => {
    const { headers } = await atEdge({
      site: 'main',
      host: 'localhost',
      path: '/section-1',
      method: 'GET',
      headers: {},
    });
    const tags = headers['cache-tag']?.split(',') ?? [];
    expect(tags.slice(0, 2)).toEqual(['main', 'main/section-1']);
    expect(headers['surrogate-key']).toBe(tags.join(' '));
    // Of some pages that is too much for a header.
    const all = await Promise.all(
      everywhere.requests.filter(({ status }) => status === 200).map(({ asked }) => atEdge(asked)),
    );
    expect(all.some((answer) => /(^|,)(page|product|site|globals):/.test(answer.headers['cache-tag'] ?? ''))).toBe(
      true,
    );
    expect(
      (await node({ site: 'main', host: 'localhost', path: '/moved', method: 'GET', headers: {} })).headers[
        'cache-tag'
      ],
    ).toBe('main,main/moved');
  });
});

describe('a change', () => {
  it('is live at the edge when its receipt says so, with six requests of the bucket at most', async () => {
    const { runtime } = everywhere.setup;
    const seen: string[] = [];
    const off = runtime.publisher.onReceipt(({ items }) => {
      for (const { path, change, seen_live_at: at } of items) if (change === 'changed' && at !== null) seen.push(path);
    });
    server.requests.length = 0;
    await runtime.serviceClient
      .from('redirects')
      .insert({ site_id: 'main', from_path: '/new', to_path: '/section-1', status: 301 })
      .throwOnError();
    await runtime.publisher.drain();
    off();
    expect(seen).toEqual(['/_redirects']);
    expect(server.requests.length).toBeLessThanOrEqual(6);
    const moved = await atEdge({ site: 'main', host: 'localhost', path: '/new', method: 'GET', headers: {} });
    expect([moved.status, moved.headers['location']]).toEqual([301, '/section-1']);
  });

  it('waits with its reason while the bucket refuses, and is live by itself afterwards', async () => {
    const { runtime } = everywhere.setup;
    server.refuse = ({ method }) => (method === 'PUT' ? { status: 403, code: 'AccessDenied' } : null);
    await runtime.serviceClient
      .from('redirects')
      .insert({ site_id: 'main', from_path: '/late', to_path: '/section-1', status: 301 })
      .throwOnError();
    await runtime.publisher.drain();
    expect(runtime.publisher.fault?.reason).toMatch(/may not write to .*s3:PutObject/);
    expect((await node({ site: 'main', host: 'localhost', path: '/late', method: 'GET', headers: {} })).status).toBe(
      404,
    );
    server.refuse = () => null;
    await expect
      .poll(
        async () => {
          await runtime.publisher.drain();
          return (await atEdge({ site: 'main', host: 'localhost', path: '/late', method: 'GET', headers: {} })).status;
        },
        { timeout: 120_000 },
      )
      .toBe(301);
    expect(runtime.publisher.fault).toBeNull();
  });
});

describe('while Node is away', () => {
  it('visitors notice that in what only Node can answer, which says so in their language', async () => {
    await everywhere.stopNode();
    for (const site of siteIds) {
      const page = await atEdge({
        site,
        host: site === 'main' ? 'localhost' : `${site}.localhost`,
        path: '/',
        method: 'GET',
        headers: {},
      });
      expect([200, 404], site).toContain(page.status);
    }
    const html = { accept: 'text/html' };
    const login = await atEdge({ site: 'main', host: 'localhost', path: '/de/login', method: 'GET', headers: html });
    expect([login.status, login.headers['retry-after'], login.headers['cache-control']]).toEqual([
      503,
      '30',
      'no-store',
    ]);
    expect(login.body.toString()).toContain('Dieser Teil der Website ist gerade nicht erreichbar');
    const search = await atEdge({
      site: 'main',
      host: 'localhost',
      path: '/_search?query=x&locale=en',
      method: 'GET',
      headers: {},
    });
    expect(JSON.parse(search.body.toString())).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
  });

  it('and the bucket is away as well, they get what was published last', async () => {
    const ask = () => atEdge({ site: 'main', host: 'localhost', path: '/new', method: 'GET', headers: {} });
    expect((await ask()).status).toBe(301);
    server.refuse = () => ({ status: 403, code: 'AccessDenied' });
    expect((await ask()).status).toBe(301);
    server.refuse = () => null;
  });
});
