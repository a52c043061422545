import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Ask, type FileServer, fileServers, startFileServer } from '../fixtures/file-servers.ts';
import { freePort } from '../../scripts/free-port.ts';
import { openPublishingDesk } from '../fixtures/publishing-desk.ts';
import type { PublishingSetup } from '../fixtures/publishing-setup.ts';

const hasVarnish = fileServers().includes('varnish');

/** A real Varnish in front of the server, which the publisher purges. */
describe.skipIf(!hasVarnish)('through Varnish', () => {
  const publishes = 100;
  const page = { path: '/products', host: '' };
  let folder: string;
  let setup: PublishingSetup;
  let varnish: FileServer;
  let ask: Ask;
  let stopServer: () => Promise<void>;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'varnish-'));
    const [nodePort, wanted] = [await freePort(), await freePort()];
    const address = `http://127.0.0.1:${wanted}`;
    ({ setup } = await openPublishingDesk({
      PURGE: 'varnish',
      PURGE_URL: address,
      PUBLIC_ADDRESSES: `main=${address},developer=${address},automotive=${address}`,
    }));
    const { runtime, bundle } = setup;
    // Another port in the configuration would be another site to publish.
    const served = { ...runtime, config: { ...runtime.config, port: nodePort } };
    const server = await bundle.serve({ runtime: served, version: 'test', handleRequest: bundle.handleRequest });
    if (!server.ok) throw new Error(server.failure.message);
    stopServer = server.value.stop;
    varnish = await startFileServer('varnish', {
      folder: path.join(folder, 'v'),
      sites: '',
      nodePort,
      csp: '',
      port: wanted,
    });
    page.host = new URL(runtime.config.origins.main).host;
    ask = (where, asked) => varnish.ask(where, { host: page.host, ...asked });
    const { data } = await runtime.serviceClient
      .from('site_outputs')
      .select('path')
      .eq('site_id', 'main')
      .eq('kind', 'product')
      .eq('locale', 'en')
      .order('ref')
      .limit(1)
      .single();
    page.path = data?.path ?? page.path;
    await runtime.publisher.drain();
    await runtime.publisher.warmUp();
    await runtime.publisher.start();
    runtime.purger?.start();
  });
  afterAll(async () => {
    await varnish?.stop();
    await stopServer?.();
    await setup?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const rename = (version: number) =>
    setup.embedded.query(
      `update products set display_name = 'Version ${version}.' where id = (select min(id) from products)`,
    );
  const versionOf = (body: Buffer) => Number(/Version (\d+)\./.exec(body.toString())?.[1] ?? 0);

  it('is asked once for what it has, until it is told', async () => {
    await rename(1);
    await vi.waitFor(async () => expect(versionOf((await ask(page.path)).body)).toBe(1), {
      timeout: 60_000,
      interval: 10,
    });
    const first = await ask(page.path);
    expect(first.status).toBe(200);
    expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    const known = await ask(page.path, { headers: { 'if-none-match': first.headers.etag ?? '' } });
    expect(known.status).toBe(304);
    // It is its own answer: Node names each of its requests.
    expect((await ask(page.path)).headers['x-request-id']).toBe(first.headers['x-request-id']);
    expect((await ask(`${page.path}?query=1`)).headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  });

  it('forgets nothing that a stranger asks it to', async () => {
    expect((await ask('/', { method: 'PURGE' })).status).toBe(400);
    // A proxy on the same machine is no publisher.
    const headers = { 'x-purge-keys': page.host, 'x-forwarded-for': '203.0.113.7' };
    expect((await ask('/', { method: 'PURGE', headers })).status).toBe(403);
  });

  it(`shows ${publishes} publishes within milliseconds, none older than one that was seen, while readers ask`, async () => {
    const reading = { isDone: false };
    const seenBy: number[] = [];
    const wrong: string[] = [];
    const reader = async () => {
      let newest = 0;
      while (!reading.isDone) {
        const { status, body } = await ask(page.path);
        const version = versionOf(body);
        if (status !== 200 || !body.toString().trimEnd().endsWith('</html>'))
          wrong.push(`${status}, ${body.length} bytes`);
        if (version < newest) wrong.push(`version ${version} after ${newest}`);
        newest = Math.max(newest, version);
        await pause(10);
      }
      seenBy.push(newest);
    };
    const readers = [reader()];
    for (let version = 2; version <= publishes; version += 1) {
      await rename(version);
      await vi.waitFor(
        async () => {
          const { data } = await setup.runtime.serviceClient.rpc('purge_state');
          expect(data).toMatchObject({ waiting: 0, unseen: 0 });
          expect(versionOf((await ask(page.path)).body)).toBe(version);
        },
        { timeout: 60_000, interval: 20 },
      );
    }
    reading.isDone = true;
    await Promise.all(readers);
    expect(wrong).toEqual([]);
    expect(seenBy).toEqual([publishes]);
    const rows = await setup.embedded.query(
      `select extract(epoch from c.seen_at - p.queued_at) * 1000 as ms from cache_purges p join cache_purge_paths c on c.purge_id = p.id
       where c.path = '${page.path}' and not p.is_again order by 1`,
    );
    const times = rows.map(({ ms }) => Number(ms));
    const at = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN;
    console.log(
      `From files that are live to visitors, over ${times.length} publishes: median ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms`,
    );
    expect(at(0.5)).toBeLessThanOrEqual(30);
    expect(at(0.95)).toBeLessThanOrEqual(80);
  });
});
