import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { createKeyClient } from '#content/clients/client.ts';
import { type Embedded, startEmbedded } from '#embedded/start-embedded.ts';
import { readConfig } from '#server/config.ts';
import { expectOk, loadCodeBundle } from '../../scripts/run.ts';
import { type ForkedPublisher, forkPublisher } from '../fixtures/fork-publisher.ts';
import { fullTree } from '../fixtures/full-tree.ts';
import { generateSite } from '../fixtures/generated-site.ts';
import { compareTrees, readTree } from '../fixtures/published-tree.ts';
import { makeRandom } from '../fixtures/random.ts';
import { getRepeats, seed } from '../fixtures/seeds.ts';
import { setMenu } from '../fixtures/set-menu.ts';

/** A publisher that is killed while a change of every page is prepared, put live or noted, and comes back. */
const pages = 400;
const rounds = getRepeats({ test: 6, full: 24 });

let directory: string;
let embedded: Embedded;
let publisher: ForkedPublisher;

const environment = () => ({
  DATA_DIR: path.join(directory, 'data'),
  OUT_DIR: path.join(directory, 'sites'),
  PORT: '4994',
});
const root = () => path.join(directory, 'sites', 'main', 'current');

async function start(): Promise<void> {
  publisher = forkPublisher({ embedded, environment: environment() });
  await publisher.printed('publishing');
}

/** How many files have each of the texts. */
async function filesWith(...texts: readonly string[]): Promise<number[]> {
  const tree = await readTree(root());
  return texts.map((text) => [...tree.values()].filter((content) => content.includes(text)).length);
}

async function untilPublished(): Promise<void> {
  const client = createKeyClient(embedded.url, embedded.secretKey);
  const waiting = z.object({ pending: z.number() });
  const until = Date.now() + 120_000;
  while ((await callFunction(client, 'publish_pending', waiting)).pending > 0) {
    if (Date.now() > until) throw new Error('The queue did not become empty');
    await wait(50);
  }
}

/** Until the page that is renamed first, or one of the first, has a text. */
async function untilNew(text: string): Promise<void> {
  const files = [...(await readTree(root())).keys()].filter((file) => file.endsWith('/index.html')).slice(0, 40);
  for (;;) {
    const contents = await Promise.all(files.map((file) => readFile(path.join(root(), file), 'utf8')));
    if (contents.some((content) => content.includes(text))) return;
  }
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'killed-rounds-'));
  embedded = await startEmbedded({ dataDir: null });
  const client = createKeyClient(embedded.url, embedded.secretKey);
  await generateSite(client, { pages, locales: ['en'], products: 4, articles: 2, seed });
  await setMenu(createKeyClient(embedded.url, embedded.secretKey), 'Menu 0');
  await start();
  await untilPublished();
});

afterAll(async () => {
  await publisher?.kill();
  await embedded?.stop();
  await rm(directory, { recursive: true, force: true });
});

it(`${rounds} kills in changes of ${pages} pages lose nothing, and leave no page of an older state behind (seed ${seed})`, async () => {
  const random = makeRandom(seed);
  /** What each kill left: how many files had the new text. */
  const left: number[] = [];
  const [all = 0] = await filesWith('Menu 0');
  expect(all).toBeGreaterThanOrEqual(pages);
  const began = performance.now();
  await setMenu(createKeyClient(embedded.url, embedded.secretKey), 'Menu 0.5');
  await untilPublished();
  const whole = Math.round(performance.now() - began);
  await setMenu(createKeyClient(embedded.url, embedded.secretKey), 'Menu 0');
  await untilPublished();
  for (let round = 1; round <= rounds; round += 1) {
    await setMenu(createKeyClient(embedded.url, embedded.secretKey), `Menu ${round}`);
    // Every other one dies as soon as a page is seen to be new, which is while the others are renamed or their state is noted.
    if (round % 2 === 0) await untilNew(`>Menu ${round}<`);
    else await wait(random.integer(whole));
    await publisher.kill();
    const [before = 0, after = 0] = await filesWith(`>Menu ${round - 1}<`, `>Menu ${round}<`);
    // A file is of one state or of the other, never torn.
    expect(before + after, `round ${round}`).toBe(all);
    left.push(after);
    await start();
    await untilPublished();
    expect(await filesWith(`>Menu ${round}<`), `round ${round}`).toEqual([all]);
  }
  console.log(`files with the new text after each kill, of ${all}: ${left.join(', ')}`);
  const config = expectOk(readConfig(environment()));
  const { bundle } = await loadCodeBundle(config);
  const full = await fullTree({
    client: createKeyClient(embedded.url, embedded.secretKey),
    origins: config.origins,
    renderPage: bundle.renderPage,
    site: 'main',
    at: new Date().toISOString(),
    directory,
  });
  expect(compareTrees(await readTree(root()), full)).toEqual([]);
  const staged = await readdir(path.join(root(), '.staging'), { recursive: true, withFileTypes: true });
  const files = staged.filter((entry) => entry.isFile());
  expect(await Promise.all(files.map((file) => readFile(path.join(file.parentPath, file.name), 'utf8')))).toEqual([]);
});
