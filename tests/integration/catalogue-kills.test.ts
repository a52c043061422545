import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { siteIds } from '#domain/sites.ts';
import { type Client, createKeyClient } from '#content/clients/client.ts';
import { databaseOverHttp } from '#content/clients/database.ts';
import { type Embedded, startEmbedded } from '#embedded/start-embedded.ts';
import { openPool } from '#embedded/pool.ts';
import { outputFile } from '#edge/output-file.ts';
import { KnownFiles } from '#publish/queue/known-files.ts';
import { Reconciler } from '#publish/queue/reconciler.ts';
import { makeTargets } from '#publish/targets/make-targets.ts';
import { readConfig } from '#server/config.ts';
import { log } from '#server/log.ts';
import { expectOk, loadCodeBundle } from '../../scripts/run.ts';
import { CatalogueChanges } from '../fixtures/catalogue/catalogue-changes.ts';
import { readCatalogue } from '../fixtures/catalogue/read-catalogue.ts';
import { type ForkedPublisher, forkPublisher } from '../fixtures/fork-publisher.ts';
import { fullTree } from '../fixtures/full-tree.ts';
import { generateSite } from '../fixtures/generated-site.ts';
import { compareTrees, readTree } from '../fixtures/published-tree.ts';
import { makeRandom } from '../fixtures/random.ts';
import { getRepeats, seed } from '../fixtures/seeds.ts';

/**
 * Changes of every table that the catalogue lists, while two publisher processes are killed at random moments and their connections
 * are cut: in the end the published files equal a full build. In `test:full` only.
 */
const rounds = getRepeats({ test: 0, full: 25 });
const changesPerRound = 8;

let directory: string;
let embedded: Embedded;
let client: Client;
const publishers = new Map<string, ForkedPublisher>();

const environmentOf = (name: string) => ({
  DATA_DIR: path.join(directory, name),
  OUT_DIR: path.join(directory, 'sites'),
  PORT: '4995',
});

/** A publisher that comes back under its name gives back what it held. */
async function start(name: string): Promise<void> {
  const publisher = forkPublisher({ embedded, environment: environmentOf(name) });
  publishers.set(name, publisher);
  await publisher.printed('publishing');
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'kills-'));
  embedded = await startEmbedded({ dataDir: null });
  client = createKeyClient(embedded.url, embedded.secretKey);
  await generateSite(client, { pages: 6, locales: ['en', 'de'], products: 4, articles: 3, seed });
  await loadCodeBundle(expectOk(readConfig(environmentOf('first'))));
  await start('first');
  await start('second');
});

afterAll(async () => {
  await Promise.all([...publishers.values()].map((publisher) => publisher.kill()));
  await embedded?.stop();
  await rm(directory, { recursive: true, force: true });
});

const query = (sql: string, parameters?: unknown[]) => embedded.query(sql, parameters);

async function untilPublished(): Promise<void> {
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    const { pending } = await callFunction(client, 'publish_pending', z.object({ pending: z.number() }));
    if (pending === 0) return;
    await wait(50);
  }
  throw new Error('The queue did not become empty');
}

const keptRows = z.array(z.object({ path: z.string() }));

async function differences(): Promise<string[]> {
  const config = expectOk(readConfig(environmentOf('first')));
  const { bundle } = await loadCodeBundle(config);
  const { origins } = config;
  const all: string[] = [];
  for (const site of siteIds) {
    const kept = keptRows.parse(
      await query(
        'select path from public.site_outputs where site_id = $1 and failure is not null and path is not null',
        [site],
      ),
    );
    const full = await fullTree({
      client,
      origins,
      renderPage: bundle.renderPage,
      site,
      at: new Date().toISOString(),
      directory,
    });
    const live = await readTree(path.join(config.outDirectory, site, 'current'));
    const found = compareTrees(live, full, new Set(kept.map((row) => outputFile(row.path))));
    all.push(...found.map((line) => `${site}: ${line}`));
  }
  return all;
}

it.runIf(rounds > 0)(
  `${rounds * changesPerRound} changes of every table survive kills and cut connections (seed ${seed})`,
  async () => {
    const random = makeRandom(seed);
    const tables = await readCatalogue(query);
    // Whole hours from now: none of them comes while the test runs.
    const changes = new CatalogueChanges({ query, tables, random, clock: { now: new Date() } });
    // The publishers' own login may end their sessions.
    const cutter = openPool(embedded.databaseUrl, { max: 1, name: 'cutter' });
    const calls = databaseOverHttp(client);
    const targets = makeTargets(expectOk(readConfig(environmentOf('first'))), calls);
    const reconciler = new Reconciler({
      calls,
      targets,
      sites: siteIds,
      known: new KnownFiles(calls, targets, log),
      everyMilliseconds: 3_600_000,
      onFound: () => {},
      log,
    });
    for (let round = 0; round < rounds; round += 1) {
      const names: string[] = [];
      const changing = (async () => {
        for (let index = 0; index < changesPerRound; index += 1) names.push(await changes.change());
      })();
      const victim = random.pick([...publishers.keys()]);
      await wait(random.integer(400));
      if (random.chance(0.5)) {
        await cutter`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'publisher' and datname = current_database()`;
        await wait(random.integer(200));
      }
      await publishers.get(victim)?.kill();
      await changing;
      await start(victim);
      if (changes.takeSilent()) {
        await reconciler.run();
        await query("select pg_notify('content_changes', '')");
      }
      await untilPublished();
      expect(await differences(), `seed ${seed}, round ${round}, after ${names.join('; ')}`).toEqual([]);
    }
  },
);
