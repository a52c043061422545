import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { createKeyClient } from '#content/clients/client.ts';
import { outputFile } from '#edge/output-file.ts';
import { type Embedded, startEmbedded } from '#embedded/start-embedded.ts';
import { readConfig } from '#server/config.ts';
import { expectOk, loadCodeBundle } from '../../scripts/run.ts';
import { type ForkedPublisher, forkPublisher } from '../fixtures/fork-publisher.ts';
import { fullTree } from '../fixtures/full-tree.ts';
import { type GeneratedSite, generateSite } from '../fixtures/generated-site.ts';
import {
  formatBuckets,
  filesOfNobody,
  leftBehind,
  readMirrored,
  readPointed,
  toldUntilNow,
  untrueReceipts,
} from '../fixtures/published-places.ts';
import { compareTrees, readTree } from '../fixtures/published-tree.ts';
import { makeRandom } from '../fixtures/random.ts';
import { getRepeats, seed } from '../fixtures/seeds.ts';
import { type S3Server, openS3Server } from '../fixtures/s3-server.ts';

/** Two publishers of one directory, one bucket with a pointer and one mirror: each in turn stands still for longer than its leases. */
const stops = getRepeats({ test: 2, full: 4 });
const stopMilliseconds = 80_000;
const kills = stops * 5;
const editsPerSecond = 10;

let directory: string;
let server: S3Server;
let embedded: Embedded;
let site: GeneratedSite;
const publishers: ForkedPublisher[] = [];
const random = makeRandom(seed);

const environment = (index: number) => ({
  DATA_DIR: path.join(directory, `data-${index}`),
  OUT_DIR: path.join(directory, 'sites'),
  // The addresses of pages have it.
  PORT: '4441',
  PUBLISH_BUCKETS: formatBuckets(server),
});

async function start(index: number): Promise<void> {
  const publisher = forkPublisher({ embedded, environment: environment(index) });
  publishers[index] = publisher;
  await publisher.printed('publishing');
}

/** Values come back, so that a late file may be one that was right before. */
async function edit(): Promise<void> {
  const id = site.productIds[random.integer(site.productIds.length)];
  const value = random.integer(4);
  switch (random.integer(4)) {
    case 0:
      await embedded.query(`update products set is_published = not is_published where id = ${id}`);
      break;
    case 1:
      await embedded.query(`update products set slug = 'product-${id}-${value}' where id = ${id}`);
      break;
    default:
      await embedded.query(`update products set display_name = 'Product ${id} of ${value}' where id = ${id}`);
  }
}

async function untilPublished(): Promise<void> {
  const client = createKeyClient(embedded.url, embedded.secretKey);
  const until = Date.now() + 180_000;
  const waiting = z.object({ pending: z.number() });
  while ((await callFunction(client, 'publish_pending', waiting)).pending > 0) {
    if (Date.now() > until) throw new Error('The queue did not become empty');
    await wait(100);
  }
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'two-publishers-'));
  server = await openS3Server();
  embedded = await startEmbedded({ dataDir: null });
  const client = createKeyClient(embedded.url, embedded.secretKey);
  site = await generateSite(client, { pages: 40, locales: ['en', 'de'], products: 40, articles: 6, seed });
  await start(0);
  await start(1);
  await untilPublished();
}, 180_000);

afterAll(async () => {
  for (const publisher of publishers) {
    publisher.child.kill('SIGCONT');
    await publisher.kill();
  }
  await embedded?.stop();
  await server?.close();
  await rm(directory, { recursive: true, force: true });
});

it(
  `${stops} stops of ${stopMilliseconds / 1000} s and ${kills} kills leave no file that a full build has not, and no receipt untrue (seed ${seed})`,
  { timeout: stops * stopMilliseconds + 400_000 },
  async () => {
    const told = await toldUntilNow(embedded);
    const done = new AbortController();
    let edits = 0;
    const editing = (async () => {
      while (!done.signal.aborted) {
        await edit();
        edits += 1;
        await wait(1000 / editsPerSecond);
      }
    })();
    let killed = 0;
    for (let stop = 0; stop < stops; stop += 1) {
      const [still, other] = [stop % 2, 1 - (stop % 2)];
      await wait(random.integer(1000));
      const until = Date.now() + stopMilliseconds;
      publishers[still]?.child.kill('SIGSTOP');
      const maxKilled = ((stop + 1) * kills) / stops;
      while (Date.now() < until) {
        await wait(Math.min(random.integer((2 * stopMilliseconds * stops) / kills), Math.max(0, until - Date.now())));
        if (killed === maxKilled || Date.now() >= until) continue;
        await publishers[other]?.kill();
        killed += 1;
        await start(other);
      }
      publishers[still]?.child.kill('SIGCONT');
      // What is left of them is of one that has just gone on.
      for (; killed < maxKilled; killed += 1) {
        await wait(random.integer(400));
        const index = random.integer(2);
        await publishers[index]?.kill();
        await start(index);
      }
    }
    done.abort();
    await editing;
    await untilPublished();
    for (const publisher of publishers) {
      const drained = publisher.printed('drained');
      publisher.child.send('drain');
      await drained;
    }
    console.log(`${edits} edits, ${killed} kills`);
    const config = expectOk(readConfig(environment(0)));
    const { bundle } = await loadCodeBundle(config);
    const full = await fullTree({
      client: createKeyClient(embedded.url, embedded.secretKey),
      origins: config.origins,
      renderPage: bundle.renderPage,
      site: 'main',
      at: new Date().toISOString(),
      directory,
    });
    const places = {
      directory: await readTree(path.join(directory, 'sites', 'main', 'current')),
      bucket: await readPointed(server),
      mirror: await readMirrored(server),
    };
    // Pages that show a product that is withdrawn keep their last good file.
    const failed = await embedded.query<{ path: string }>(
      `select path from site_outputs where site_id = 'main' and failure is not null and path is not null`,
    );
    const kept = new Set(failed.map(({ path: address }) => outputFile(address)));
    const differing = Object.entries(places).map(([place, tree]) => [place, compareTrees(tree, full, kept)]);
    expect(Object.fromEntries(differing)).toEqual({ directory: [], bucket: [], mirror: [] });
    const ofNobody = await Promise.all(
      Object.entries(places).map(async ([place, tree]) => [place, await filesOfNobody(embedded, tree)] as const),
    );
    expect(Object.fromEntries(ofNobody)).toEqual({ directory: [], bucket: [], mirror: [] });
    // What was replaced is removed when nobody waits for it.
    await expect.poll(() => leftBehind(path.join(directory, 'sites', 'main'))).toEqual([]);
    expect(await untrueReceipts(embedded, told)).toEqual([]);
    expect(killed).toBe(kills);
  },
);
