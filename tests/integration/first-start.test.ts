import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createKeyClient } from '#content/clients/client.ts';
import { MediaBacklog } from '#content/media/media-backlog.ts';
import { MediaStorage } from '#content/media/store.ts';
import { importContent } from '#content/transfer/import-content.ts';
import { addToBacklog } from '#content/transfer/import-media.ts';
import { openSource } from '#content/transfer/source.ts';
import { type Embedded, startEmbedded } from '#embedded/start-embedded.ts';
import { readConfig } from '#server/config.ts';
import { assetsDirectory, codeBundleEntry } from '../../scripts/code-bundle.ts';
import { expectOk, loadCodeBundle } from '../../scripts/run.ts';
import { writeGeneratedContent } from '../fixtures/generated-content.ts';

type Loaded = Awaited<ReturnType<typeof loadCodeBundle>>;
type Runtime = ReturnType<Loaded['bundle']['makeRuntime']>;

/** The first start with demo content: a site is served before its media are encoded and stored. */
let embedded: Embedded;
let client: Client;
let directory: string;
let loaded: Loaded;
const runtimes: Runtime[] = [];

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'first-start-'));
  embedded = await startEmbedded({ dataDir: null });
  client = createKeyClient(embedded.url, embedded.secretKey);
  await writeGeneratedContent(file('content.json'), 6);
  loaded = await loadCodeBundle(configOf('data', 'sites'));
});
afterAll(async () => {
  await Promise.all(runtimes.map((runtime) => runtime.close()));
  await embedded.stop();
  await rm(directory, { recursive: true, force: true });
});

const file = (name: string) => path.join(directory, name);
const configOf = (data: string, sites: string) =>
  expectOk(readConfig({ DATA_DIR: file(data), OUT_DIR: file(sites), PORT: '4999' }));

function newBacklog() {
  const failures: string[] = [];
  const backlog = new MediaBacklog({ onFailure: (_, reason) => failures.push(reason) });
  return { later: { backlog, media: new MediaStorage(client, file('data/media-cache')) }, failures };
}

function start(config: ReturnType<typeof configOf>, backlog: MediaBacklog | null = null): Runtime {
  const runtime = loaded.bundle.makeRuntime(
    config,
    embedded,
    loaded.code,
    backlog ? { mediaArrival: (name) => backlog.arrival(name) } : {},
  );
  runtimes.push(runtime);
  return runtime;
}

async function build(runtime: Runtime, isFirstStart: boolean): Promise<void> {
  const results = await loaded.bundle.buildSites(runtime, {
    sites: ['main'],
    entry: codeBundleEntry,
    assetsDirectory,
    secretKey: embedded.secretKey,
    isFirstStart,
  });
  for (const result of results.values()) expect(expectOk(result).failures).toEqual([]);
}

async function mediaOf(sites: string): Promise<Map<string, string>> {
  const folder = path.join(file(sites), 'main', 'current', 'media');
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = names.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const contents = files.toSorted().map(async (each) => [path.relative(folder, each), await readFile(each, 'base64')]);
  return new Map((await Promise.all(contents)).map(([name = '', text = '']) => [name, text]));
}

it('serves pages before their media, a file when it is asked for, and in the end what a full build has', async () => {
  const source = await openSource(file('content.json'));
  const first = newBacklog();
  const before = start(configOf('data', 'sites'), first.later.backlog);
  await before.pendingMedia.open();
  const imported = await importContent(client, source, {
    replace: true,
    mediaCache: file('data/media-cache'),
    later: first.later,
  });
  expect(imported.ok).toBe(true);
  const stored = async (name: string) => (await client.storage.from('media').download(name)).data !== null;
  const [image] = await embedded.query<{ hash: string; widths: number[]; storage_path: string }>(
    'select hash, widths, storage_path from public.images order by id limit 1',
  );
  if (!image) throw new Error('The content has no picture');
  const picture = `${image.hash}-${image.widths[0]}.webp`;
  expect([await stored(image.storage_path), await stored(picture)]).toEqual([false, false]);

  await build(before, true);
  expect([...(await mediaOf('sites')).keys()]).toEqual([]);
  const get = (runtime: Runtime, name: string) =>
    runtime.files.serve('main', new Request(`http://localhost/media/${name}`));
  expect((await get(before, picture)).status).toBe(200);
  expect([await stored(image.storage_path), await stored(picture)]).toEqual([true, true]);
  expect((await get(before, image.storage_path)).status).toBe(404);
  expect([...(await mediaOf('sites')).keys()]).toEqual([picture]);

  // It is stopped, and the next start goes on.
  before.pendingMedia.stop();
  await first.later.backlog.stop();
  const second = newBacklog();
  await addToBacklog(source, second.later);
  const after = start(configOf('data', 'sites'), second.later.backlog);
  await second.later.backlog.storeAll();
  await after.pendingMedia.bringAll(after.publisher.bringMedia);
  expect([...first.failures, ...second.failures]).toEqual([]);
  expect(after.pendingMedia.isOpen).toBe(false);

  await build(start(configOf('other-data', 'other-sites')), false);
  const whole = await mediaOf('other-sites');
  expect(whole.size).toBeGreaterThan(1);
  expect(await mediaOf('sites')).toEqual(whole);
});
