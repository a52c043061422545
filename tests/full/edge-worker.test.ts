import { fileURLToPath } from 'node:url';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from 'vite';
import { type PublishedEverywhere, comparable, openPublishedEverywhere } from '../fixtures/published-everywhere.ts';
import { storeInR2 } from '../fixtures/s3-server.ts';
import { type Answered, type Ask, askAt } from '../fixtures/visitors-requests.ts';

let everywhere: PublishedEverywhere;
let miniflare: Miniflare;
let worker: Ask;
let script: string;

/** The worker as one module, as wrangler makes it. */
async function bundleWorker(): Promise<string> {
  const entry = fileURLToPath(new URL('../../src/edge/worker.ts', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, minify: true, lib: { entry, formats: ['es'] } },
  });
  const [made] = Array.isArray(built) ? built : [built];
  const chunk = made && 'output' in made ? made.output[0] : null;
  if (!chunk) throw new Error('The worker was not built');
  return chunk.code;
}

beforeAll(async () => {
  everywhere = await openPublishedEverywhere();
  const { server, nodePort } = everywhere;
  script = await bundleWorker();
  miniflare = new Miniflare({
    modules: true,
    script,
    compatibilityDate: '2026-07-01',
    r2Buckets: { BUCKET: 'sites' },
    // Where the DNS record of the hosts leads.
    outboundService: { external: { address: `127.0.0.1:${nodePort}`, http: {} } },
  });
  const r2 = await storeInR2(miniflare);
  for (let cursor: string | null = ''; cursor !== null;) {
    const listed = await server.store.list('', cursor);
    for (const { key } of listed.objects) {
      const found = await server.store.get(key);
      if (found) await r2.put(key, found.bytes, {});
    }
    cursor = listed.cursor;
  }
  worker = askAt(Number((await miniflare.ready).port));
});
afterAll(async () => {
  await miniflare?.dispose();
  await everywhere?.close();
});

/** The network of Cloudflare, as miniflare plays it, compresses as each visitor asks: how is not the worker's. */
function asSent(answered: Answered) {
  const { headers, ...rest } = comparable(answered);
  const { etag, 'content-encoding': _, 'content-length': __, vary: ___, ...others } = headers;
  return { ...rest, headers: { ...others, etag: etag?.replace(/^W\//, '') } };
}

describe('the worker in the runtime of Cloudflare', () => {
  it('is within what Cloudflare takes, and uses nothing of Node', () => {
    expect(Buffer.byteLength(script)).toBeLessThan(1_000_000);
    expect(script).not.toMatch(/from\s*["']node:/);
  });

  it('answers visitors in the runtime of Cloudflare as Node does', async () => {
    for (const { name, asked, status } of everywhere.requests) {
      const [expected, answered] = [asSent(await everywhere.node(asked)), asSent(await worker(asked))];
      expect({ name, status: expected.status }).toEqual({ name, status });
      expect({ name, ...answered }).toEqual({ name, ...expected });
    }
  });

  it('asks Node for drafts and what else only it knows, and says so while it is away', async () => {
    const ask = (path: string, method = 'GET') =>
      ({ site: 'main', host: 'localhost', path, method, headers: { accept: 'text/html' } }) as const;
    for (const asked of [
      ask('/?draft=true'),
      ask('/de/login'),
      ask('/admin/forms'),
      ask('/_search?query=a&locale=en'),
    ]) {
      const [expected, answered] = [await everywhere.node(asked), await worker(asked)];
      const told = ({ status, headers }: Answered) => ({ path: asked.path, status, location: headers['location'] });
      expect(told(answered)).toEqual(told(expected));
    }
    await everywhere.stopNode();
    expect((await worker(ask('/section-1/page-1'))).status).toBe(200);
    const login = await worker(ask('/de/login'));
    expect([login.status, login.body.toString().includes('gerade nicht erreichbar')]).toEqual([503, true]);
  });
});
