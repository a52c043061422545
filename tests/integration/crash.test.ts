import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Client, createKeyClient, expectData } from '#content/clients/client.ts';
import { type Embedded, startEmbedded } from '#embedded/start-embedded.ts';
import { readConfig } from '#server/config.ts';
import { StaticFiles } from '#server/http/static-files.ts';
import { expectOk, loadCodeBundle } from '../../scripts/run.ts';
import { type ForkedPublisher, forkPublisher } from '../fixtures/fork-publisher.ts';
import { fullTree } from '../fixtures/full-tree.ts';
import { type GeneratedSite, generateSite } from '../fixtures/generated-site.ts';
import { prepareDirectory } from '../fixtures/prepared-directory.ts';
import { compareTrees, readTree } from '../fixtures/published-tree.ts';
import { makeRandom } from '../fixtures/random.ts';
import { getRepeats } from '../fixtures/seeds.ts';

/**
 * Invariant 3: a publisher may die at any moment: readers see whole pages, and a restart converges to the published
 * state.
 */
const kills = Number(process.env['CRASH_KILLS'] ?? getRepeats({ test: 1, full: 20 }));
const seed = Number(process.env['CRASH_SEED'] ?? 4711);
const random = makeRandom(seed);

let directory: string;
let embedded: Embedded;
let client: Client;
let site: GeneratedSite;
let files: StaticFiles;
let environment: Record<string, string>;
const port = 4998;
/** The publishers' log is shown on request only: the test makes them fail. */
const isVerbose = Boolean(process.env['CRASH_VERBOSE']);

/** Those that run: a test that fails or is given up leaves them to the teardown. */
const publishers = new Set<ForkedPublisher>();

function startPublisher(options: { rebuild?: boolean } = {}): ForkedPublisher {
  const publisher = forkPublisher({ ...options, embedded, environment, isVerbose });
  publishers.add(publisher);
  publisher.child.once('exit', () => publishers.delete(publisher));
  return publisher;
}

/** Resolves when the publisher logs that it cannot publish; it continues to try. */
function waiting({ child }: ForkedPublisher): Promise<void> {
  return new Promise((resolve) => {
    child.stdout?.on('data', (data: Buffer) => {
      if (data.toString().includes('Publishing waits')) resolve();
    });
  });
}

const generation = (number: number) => `generation-${number}-of-this-page`;
let lastGeneration = 0;

/** Gives a page the same new word in its title and in its first module, in one publish: a reader that sees two words saw a mixture. */
async function publishGeneration(pageId: number): Promise<void> {
  lastGeneration += 1;
  const word = generation(lastGeneration);
  const modules = await expectData(
    'modules',
    client.from('modules').select('id, module_locales(data)').eq('page_id', pageId).eq('type', 'HERO'),
    z.array(z.object({ id: z.number(), module_locales: z.array(z.object({ data: z.record(z.string(), z.json()) })) })),
  );
  const hero = modules[0];
  const data = { ...hero?.module_locales[0]?.data, title: word };
  const results = await Promise.all([
    client
      .from('module_locales')
      .update({ data })
      .eq('module_id', hero?.id ?? 0)
      .eq('locale', 'en'),
    client.from('page_locales').update({ title: word }).eq('page_id', pageId).eq('locale', 'en'),
  ]);
  for (const { error } of results) if (error) throw new Error(error.message);
  const { error } = await client.rpc('publish_pages', { p_page_ids: [pageId] });
  if (error) throw new Error(error.message);
}

/** The problem of one response, or null. */
async function inspect(pathname: string): Promise<string | null> {
  const response = await files.serve('main', new Request(`http://localhost:${port}${pathname}`));
  if (response.status !== 200) return `${pathname} answered ${response.status}`;
  const html = await response.text();
  if (!html.startsWith('<!DOCTYPE html>') && !html.startsWith('<!doctype html>'))
    return `${pathname} does not begin like a page`;
  if (!html.trimEnd().endsWith('</html>')) return `${pathname} is cut off after ${html.length} characters`;
  const words = new Set(html.match(/generation-\d+-of-this-page/g) ?? []);
  if (words.size > 1) return `${pathname} mixes ${[...words].join(' and ')}`;
  return null;
}

async function fullMainTree(): Promise<Map<string, string>> {
  const config = expectOk(readConfig(environment));
  const { bundle } = await loadCodeBundle(config);
  const { origins } = config;
  return fullTree({
    client,
    origins,
    renderPage: bundle.renderPage,
    site: 'main',
    at: new Date().toISOString(),
    directory,
  });
}

async function untilIdle(milliseconds = 30_000): Promise<void> {
  const until = Date.now() + milliseconds;
  const pending = z.object({ pending: z.number() });
  while (Date.now() < until) {
    const queue = await callFunction(client, 'publish_pending', pending);
    if (queue.pending === 0) return;
    await wait(50);
  }
  const { data } = await client
    .from('site_outputs')
    .select('site_id, kind, ref, stale_seq, stale_reasons, lease_owner, failure')
    .not('stale_seq', 'is', null)
    .limit(5);
  throw new Error(`the queue did not become empty: ${JSON.stringify(data)}`);
}

const liveTree = () => readTree(path.join(environment['OUT_DIR'] ?? '', 'main', 'current'));

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'crash-'));
  environment = { DATA_DIR: path.join(directory, 'data'), OUT_DIR: path.join(directory, 'sites'), PORT: String(port) };
  await prepareDirectory(environment['DATA_DIR'] ?? '');
  embedded = await startEmbedded({ dataDir: environment['DATA_DIR'] ?? null });
  client = createKeyClient(embedded.url, embedded.secretKey);
  site = await generateSite(client, { pages: 30, locales: ['en'], products: 10, articles: 4, seed });
  files = new StaticFiles(environment['OUT_DIR'] ?? '');
  await loadCodeBundle(expectOk(readConfig(environment)));
  const first = startPublisher();
  await first.printed('publishing');
  await first.kill();
});

afterEach(async () => {
  await Promise.all([...publishers].map((publisher) => publisher.kill()));
});

afterAll(async () => {
  await embedded?.stop();
  await rm(directory, { recursive: true, force: true });
});

describe(`a publisher that is killed (seed ${seed})`, () => {
  it(`at ${kills} random moments never shows a broken page, and converges`, async () => {
    const paths = site.pageIds.map((_, index) => (index === 0 ? '/' : `/section-${index % 50}/page-${index}`));
    // The home page's title is in the breadcrumbs of all others, so it is not changed.
    const changing = site.pageIds.slice(1);
    const problems: string[] = [];
    let reads = 0;
    let reading = true;
    const isReading = () => reading;
    const reader = (async () => {
      while (isReading()) {
        const problem = await inspect(random.pick(paths));
        if (problem) problems.push(problem);
        reads += 1;
        await wait(1);
      }
    })();
    for (let round = 0; round < kills; round += 1) {
      // Every third one dies in a full build, the others while they publish changes.
      const rebuild = round % 3 === 2;
      const publisher = startPublisher({ rebuild });
      await publisher.printed(rebuild ? 'started' : 'publishing');
      const publishing = (async () => {
        for (let change = 0; change < 3; change += 1) await publishGeneration(random.pick(changing));
      })();
      // At a random moment, without waiting for a state.
      await wait(random.integer(rebuild ? 700 : 250));
      await publisher.kill();
      await publishing;
    }
    reading = false;
    await reader;
    expect(problems).toEqual([]);
    expect(reads).toBeGreaterThan(kills * 10);

    const last = startPublisher();
    await last.printed('publishing');
    await untilIdle();
    expect(compareTrees(await liveTree(), await fullMainTree())).toEqual([]);
    await last.kill();
  });
});

describe('when something else fails', () => {
  it('serves the old site while the output cannot be written, and publishes when it can be again', async () => {
    const publisher = startPublisher();
    await publisher.printed('publishing');
    await untilIdle();
    const [pageId] = site.pageIds;
    // A first publish opens the build, as in a publisher that has been running for a while.
    await publishGeneration(pageId ?? 0);
    await untilIdle();
    const build = path.join(environment['OUT_DIR'] ?? '', 'main', 'current');
    await rename(path.join(build, '.staging'), path.join(build, '.staging-away'));
    await writeFile(path.join(build, '.staging'), '');
    const failed = waiting(publisher);
    await publishGeneration(pageId ?? 0);
    await failed;
    expect(await inspect('/')).toBeNull();
    expect((await liveTree()).get('index.html')).not.toContain(generation(lastGeneration));
    await rm(path.join(build, '.staging'));
    await rename(path.join(build, '.staging-away'), path.join(build, '.staging'));
    await untilIdle();
    expect((await liveTree()).get('index.html')).toContain(generation(lastGeneration));
    await publisher.kill();
  });

  it('serves the old site while the database is stopped, and publishes when it is back', async () => {
    const publisher = startPublisher();
    await publisher.printed('publishing');
    await untilIdle();
    const apiPort = Number(new URL(embedded.url).port);
    const databasePort = Number(new URL(embedded.databaseUrl).port);
    const failed = waiting(publisher);
    await embedded.stop();
    await failed;
    expect(await inspect('/')).toBeNull();
    expect(publisher.child.exitCode).toBeNull();
    embedded = await startEmbedded({ dataDir: environment['DATA_DIR'] ?? null, port: apiPort, databasePort });
    await publishGeneration(site.pageIds[0] ?? 0);
    await untilIdle();
    expect((await liveTree()).get('index.html')).toContain(generation(lastGeneration));
    await publisher.kill();
  });
});
