import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { MediaStorage } from '#content/media/store.ts';
import { expectOk } from '../../scripts/run.ts';
import type { EditorialDesk } from '../fixtures/editorial-desk.ts';
import { openPublishingDesk } from '../fixtures/publishing-desk.ts';
import { freePort } from '../../scripts/free-port.ts';
import type { PublishingSetup } from '../fixtures/publishing-setup.ts';
import { runScript, stopScript } from '../fixtures/run-script.ts';
import { isSweep } from '../fixtures/seeds.ts';

/** A cache in front of the main site that keeps every answer until it is told, and takes calls as Cloudflare does. */
class Edge {
  readonly #kept = new Map<string, string>();
  readonly calls: string[][] = [];
  isRefusing = false;
  /** How many purges only look as if they had worked: an answer that was under way is stored after them. */
  storesOldAfter = 0;
  /** What is elsewhere in front answers an older version. */
  isFarCacheOld = false;
  readonly server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://edge').pathname;
    if (request.method === 'POST') {
      void text(request).then((body) => {
        if (this.isRefusing) return response.writeHead(503).end('overloaded');
        const { tags } = z.object({ tags: z.array(z.string()) }).parse(JSON.parse(body));
        this.calls.push(tags.toSorted());
        if (this.storesOldAfter > 0) this.storesOldAfter -= 1;
        else for (const tag of tags) this.#forget(tag);
        return response.end('{"success":true}');
      });
      return;
    }
    if (request.headers['user-agent']?.startsWith('website-probe') && this.isFarCacheOld)
      return void response.end('an older version');
    void this.read(path).then(({ status, body }) => response.writeHead(status).end(body));
  });

  #forget(tag: string): void {
    for (const path of this.#kept.keys()) if (tag === 'main' || tag === `main${path}`) this.#kept.delete(path);
  }

  /** What a visitor gets. */
  async read(path: string): Promise<{ status: number; body: string }> {
    const kept = this.#kept.get(path);
    if (kept !== undefined) return { status: 200, body: kept };
    const response = await setup.runtime.files.serve('main', new Request(`http://localhost:4999${path}`));
    const body = await response.text();
    if (response.status === 200) this.#kept.set(path, body);
    return { status: response.status, body };
  }
}

const probeSecret = 'probe-secret-of-a-test';
const edge = new Edge();
let setup: PublishingSetup;
let desk: EditorialDesk;
/** The Node server behind that cache. */
let host: string;
let stopServer: () => Promise<void>;
beforeAll(async () => {
  await new Promise<void>((resolve) => void edge.server.listen(0, '127.0.0.1', resolve));
  // A TCP server has an address of this type.
  const { port } = edge.server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  ({ setup, desk } = await openPublishingDesk({
    PURGE: 'cloudflare',
    PURGE_URL: address,
    PURGE_ZONE: 'zone1',
    PURGE_TOKEN: 'token',
    PROBE_SECRET: `of-another-day-${probeSecret},${probeSecret}`,
    PUBLIC_ADDRESSES: `main=${address},developer=${address},automotive=${address}`,
  }));
  const { runtime, bundle } = setup;
  await runtime.publisher.drain();
  runtime.purger?.start();
  const nodePort = await freePort();
  // The addresses of the sites are those of the cache in front.
  const origins = { ...runtime.config.origins, main: address };
  const served = { ...runtime, config: { ...runtime.config, port: nodePort, origins } };
  const running = await bundle.serve({ runtime: served, version: 'test', handleRequest: bundle.handleRequest });
  stopServer = expectOk(running).stop;
  host = `http://127.0.0.1:${nodePort}`;
});
afterAll(async () => {
  await stopServer?.();
  await setup?.close();
  edge.server.closeAllConnections();
  edge.server.close();
});
beforeEach(async () => {
  await untilSeen();
  edge.calls.length = 0;
});

const productPage = '/products/catalog/product-1';
const polling = { timeout: 120_000, interval: 20 };

/** Changes the name of a product, which its page shows. */
async function rename(name: string): Promise<void> {
  await setup.embedded.query(`update products set display_name = '${name}' where id = (select min(id) from products)`);
}

async function productPath(): Promise<string> {
  const { data } = await desk.client
    .from('site_outputs')
    .select('path')
    .eq('site_id', 'main')
    .eq('kind', 'product')
    .eq('locale', 'en')
    .order('ref')
    .limit(1)
    .single();
  return data?.path ?? productPage;
}

async function untilSeen(): Promise<void> {
  await vi.waitFor(async () => {
    const { data } = await desk.client.from('cache_purges').select('id').is('seen_at', null);
    expect(data).toEqual([]);
  }, polling);
}

it('tells the cache of what has changed, and the receipt when visitors got it', async () => {
  const page = await productPath();
  expect((await edge.read(page)).body).not.toContain('First Name');
  const { receipts } = await desk.publishing(() => rename('First Name'));
  await untilSeen();
  expect((await edge.read(page)).body).toContain('First Name');
  expect(edge.calls.flat()).toContain(`main${page}`);
  // The list of redirects and what else nobody gets is not told.
  expect(edge.calls.flat().filter((tag) => /\/[._]/.test(tag))).toEqual([]);
  const receipt = receipts.find(({ items }) => items.some((item) => item.path === page));
  const { data } = await desk.client.rpc('read_receipt', { p_receipt: receipt?.id ?? 0 });
  const told = z
    .object({
      purge: z.object({ put_at: z.string(), purged_at: z.string(), seen_at: z.string(), failure: z.null() }),
      items: z.array(z.object({ path: z.string(), change: z.string(), seen_live_at: z.string().nullable() })),
    })
    .parse(data);
  expect(Date.parse(told.purge.put_at)).toBeLessThanOrEqual(Date.parse(told.purge.purged_at));
  expect(Date.parse(told.purge.purged_at)).toBeLessThanOrEqual(Date.parse(told.purge.seen_at));
  expect(told.items.find((item) => item.path === page)?.seen_live_at).not.toBeNull();
});

it('answers an editor when visitors have got it', async () => {
  const page = await productPath();
  await edge.read(page);
  const items: { path: string; seen_live_at: string | null }[] = [];
  const off = setup.runtime.publisher.onReceipt((receipt) => items.push(...receipt.items));
  const editor = '00000000-0000-0000-0000-0000000000e9';
  await setup.embedded.query(`insert into auth.users (id, email) values ('${editor}', 'edith@test.example')`);
  await setup.embedded.query(`insert into staff (user_id, email) values ('${editor}', 'edith@test.example')`);
  await setup.embedded.query(
    `select republish_outputs('${editor}', array(select id from site_outputs where path = '${page}'))`,
  );
  await setup.runtime.publisher.publishForPeople();
  off();
  expect(items.filter((item) => item.path === page && item.seen_live_at !== null)).toHaveLength(1);
});

it('tries again what the service refuses, all of it in one call', async () => {
  const page = await productPath();
  await edge.read(page);
  edge.isRefusing = true;
  for (const name of ['Second Name', 'Third Name', 'Fourth Name']) await desk.publishing(() => rename(name));
  await vi.waitFor(async () => {
    const { data } = await desk.client.rpc('purge_state');
    expect(data).toMatchObject({ waiting: 3, failure: 'The service answered 503: overloaded' });
  }, polling);
  expect((await edge.read(page)).body).not.toContain('Fourth Name');
  edge.isRefusing = false;
  await untilSeen();
  expect((await edge.read(page)).body).toContain('Fourth Name');
  // Later calls are of what a slow look had purged again.
  const [first = [], ...later] = edge.calls;
  expect(first).toContain(`main${page}`);
  expect(new Set(first).size).toBe(first.length);
  expect(later.flat().filter((tag) => !first.includes(tag))).toEqual([]);
});

it.runIf(isSweep)('tells a cache again that still answers what was under way', async () => {
  const page = await productPath();
  await edge.read(page);
  edge.storesOldAfter = 1;
  await desk.publishing(() => rename('Fifth Name'));
  await untilSeen();
  expect((await edge.read(page)).body).toContain('Fifth Name');
  expect(edge.calls.filter((tags) => tags.includes(`main${page}`)).length).toBeGreaterThanOrEqual(2);
});

it('tells what another process had queued before it ended', async () => {
  const page = await productPath();
  await edge.read(page);
  await setup.embedded.query(
    `select purge_enqueue('main', jsonb_build_array(jsonb_build_object('path', path, 'hash', content_hash)))
     from site_outputs where site_id = 'main' and path = '${page}'`,
  );
  setup.runtime.purger?.wake();
  await vi.waitFor(() => expect(edge.calls.flat()).toContain(`main${page}`), polling);
});

it('has a file forgotten that is not public any more', async () => {
  const { publisher, targets, serviceClient, config } = setup.runtime;
  const bytes = await sharp({ create: { width: 640, height: 320, channels: 3, background: '#335577' } })
    .webp()
    .toBuffer();
  const storage = new MediaStorage(serviceClient, join(config.dataDirectory, 'media-cache'));
  const { hash } = expectOk(await storage.storeImage(bytes));
  const due = [`${hash}-640.webp`];
  const address = `/media/${hash}-640.webp`;
  expect(await publisher.bringMedia('main', due)).toEqual([]);
  expect((await edge.read(address)).status).toBe(200);
  const build = (await targets.main.currentBuild()) ?? '';
  const tidied = await publisher.tidyMedia('main', build, { due, missing: [], foundAt: Date.now() + 60_000 });
  expect(tidied.removed).toEqual(due);
  await untilSeen();
  expect(edge.calls.flat()).toContain(`main${address}`);
  expect((await edge.read(address)).status).toBe(404);
});

it('has a site forgotten as a whole when another build of it is live', async () => {
  await setup.build(['main']);
  await untilSeen();
  expect(edge.calls).toEqual([['main']]);
});

describe('a probe elsewhere', () => {
  const startProbe = (name: string, secret = probeSecret) =>
    runScript('../deploy/probe.mjs', { PROBE_HOST: host, PROBE_NAME: name, PROBE_SECRET: secret });

  function send(body: string, { secret = probeSecret, at = Date.now() } = {}): Promise<Response> {
    const signature = `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
    return fetch(`${host}/_publish/probe`, { method: 'POST', body, headers: { 'x-probe-signature': signature } });
  }
  const hello = (probe: string) => JSON.stringify({ probe, reads: [], failure: null });

  async function probesOf(receipt: number): Promise<unknown[]> {
    const { data } = await desk.client.rpc('read_receipt', { p_receipt: receipt });
    return z.object({ purge: z.object({ probes: z.array(z.unknown()) }) }).parse(data).purge.probes;
  }

  it('reads what was published and tells the receipt when it saw it, and not before it is so', async () => {
    const page = await productPath();
    const probe = startProbe('Tokyo');
    try {
      edge.isFarCacheOld = true;
      const { receipts } = await desk.publishing(() => rename('Sixth Name'));
      const receipt = receipts.find(({ items }) => items.some((item) => item.path === page))?.id ?? 0;
      await untilSeen();
      await vi.waitFor(
        async () => expect(await probesOf(receipt)).toMatchObject([{ name: 'Tokyo', seen: 0, seen_at: null }]),
        polling,
      );
      edge.isFarCacheOld = false;
      await vi.waitFor(async () => {
        const [told] = z
          .array(z.object({ asked: z.number().min(1), seen: z.number(), seen_at: z.string() }))
          .parse(await probesOf(receipt));
        expect(told?.seen).toBe(told?.asked);
      }, polling);
    } finally {
      await stopScript(probe);
    }
    const { data } = await desk.client.rpc('purge_state');
    expect(data).toMatchObject({ probes: [{ name: 'Tokyo', failure: null }] });
  });

  it('is told why nothing is taken from it', async () => {
    const probe = startProbe('Paris', 'another-secret-of-a-test');
    await vi.waitFor(() => expect(probe.output()).toMatch(/answered 401: .*both sides need the same secret/), polling);
    await stopScript(probe);
    const { data } = await desk.client.from('probes').select('name');
    expect(data).not.toContainEqual({ name: 'Paris' });
  });

  it('is not heard twice, nor unsigned, nor long after it has spoken', async () => {
    const at = Date.now();
    expect((await send(hello('Lima'), { at })).status).toBe(200);
    const again = await send(hello('Lima'), { at });
    expect([again.status, await again.text()]).toEqual([409, expect.stringContaining('not taken twice')]);
    expect((await send(hello('Lima'), { at: at - 1 })).status).toBe(409);
    expect((await send(hello('Lima'), { at: at + 1 })).status).toBe(200);
    expect((await send(hello('Lima'), { at: at - 600_000 })).status).toBe(401);
    expect((await send(hello('Lima'), { secret: 'guessed-secret-of-16' })).status).toBe(401);
    expect((await fetch(`${host}/_publish/probe`, { method: 'POST', body: hello('Lima') })).status).toBe(401);
    expect((await send('{"probe":"Lima"}')).status).toBe(400);
    expect((await send('x'.repeat(300_000))).status).toBe(413);
    expect((await fetch(`${host}/_publish/probe`)).status).toBe(405);
  });
});
