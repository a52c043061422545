import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyClient } from '#content/clients/client.ts';
import { clusterFolder, readPostmaster } from '#embedded/postgres/data-directory.ts';
import { freePort } from '../../scripts/free-port.ts';
import { expectOk } from '../../scripts/run.ts';
import { type EmbeddedProcess, startEmbeddedProcess } from '../../scripts/supervise-embedded.ts';
import { type Answer, type FileServer, askAt, fileServers, startFileServer } from '../fixtures/file-servers.ts';
import { descendants } from '../fixtures/fork-postgres.ts';
import { generateSite } from '../fixtures/generated-site.ts';
import { prepareDirectory } from '../fixtures/prepared-directory.ts';
import { type Started, runScript, stopScript } from '../fixtures/run-script.ts';

const publishes = 1000;
const killsOfEach = 20;
const parts = ['PostgreSQL', 'Supabase', 'server', 'Varnish'] as const;

/** What readers say that they take: Varnish keeps a page for those that take gzip and one for the others. */
const accepted = ['identity', 'gzip', 'gzip, deflate, br, zstd'] as const;

const textOf = ({ headers, body }: Answer): string =>
  (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();

/** What a reader has seen of one page, asking for it again and again. */
type Reader = { newest: number; reads: number; statuses: Map<string, number>; wrong: string[]; done: Promise<void> };

const hasVarnish = fileServers().includes('varnish');

/** All parts of a website on one machine, each of which is killed while others work, and started again as a supervisor does. */
describe.skipIf(!hasVarnish)('a website behind Varnish', () => {
  let folder: string;
  let supabase: EmbeddedProcess;
  let server: Started;
  let varnish: FileServer;
  let nodePort: number;
  let publicPort: number;
  let productId: number;
  const where = '/products/catalog/p0';

  const startServer = () => {
    const address = `http://127.0.0.1:${publicPort}`;
    server = runScript('start.ts', {
      DATA_DIR: path.join(folder, 'served'),
      OUT_DIR: path.join(folder, 'sites'),
      PORT: String(nodePort),
      SUPABASE_URL: supabase.url,
      SUPABASE_PUBLISHABLE_KEY: supabase.publishableKey,
      SUPABASE_SECRET_KEY: supabase.secretKey,
      DATABASE_URL: supabase.databaseUrl,
      PURGE: 'varnish',
      PURGE_URL: address,
      PUBLIC_ADDRESSES: `main=${address},developer=${address},automotive=${address}`,
    });
  };
  const startVarnish = async () => {
    const options = { folder: path.join(folder, 'varnish'), sites: '', nodePort, csp: '', port: publicPort };
    varnish = await startFileServer('varnish', options);
  };
  const client = () => createKeyClient(supabase.url, supabase.secretKey);

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kills-behind-varnish-'));
    [nodePort, publicPort] = [await freePort(), await freePort()];
    const dataDirectory = path.join(folder, 'database');
    await prepareDirectory(dataDirectory);
    supabase = expectOk(await startEmbeddedProcess({ dataDirectory, databaseUrl: null }));
    const site = await generateSite(client(), { pages: 6, locales: ['en', 'de'], products: 4, articles: 2, seed: 5 });
    productId = site.productIds[0] ?? 0;
    startServer();
    await startVarnish();
  });

  afterAll(async () => {
    await varnish?.stop();
    if (server) await stopScript(server);
    await supabase?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const kill = async (part: (typeof parts)[number]) => {
    switch (part) {
      case 'PostgreSQL': {
        const postmaster = await readPostmaster(clusterFolder(path.join(folder, 'database')));
        if (postmaster) process.kill(postmaster.pid, 'SIGKILL');
        return;
      }
      case 'Supabase': {
        const command = (pid: number) => {
          try {
            return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
          } catch {
            // It has ended since it was listed.
            return '';
          }
        };
        const pid = descendants(process.pid).find((each) => command(each).includes('/scripts/embedded.ts'));
        if (pid !== undefined) process.kill(pid, 'SIGKILL');
        return;
      }
      case 'server':
        server.child.kill('SIGKILL');
        await server.ended;
        return startServer();
      case 'Varnish':
        await varnish.kill();
        return startVarnish();
    }
  };

  const read = (encoding: string, until: { isDone: boolean }): Reader => {
    const reader: Reader = { newest: 0, reads: 0, statuses: new Map(), wrong: [], done: Promise.resolve() };
    const ask = askAt(publicPort);
    const look = async () => {
      const answer = await ask(where, { host: 'localhost', headers: { 'accept-encoding': encoding } }).catch(
        () => null,
      );
      const status = String(answer?.status ?? 'no answer');
      reader.statuses.set(status, (reader.statuses.get(status) ?? 0) + 1);
      if (answer?.status !== 200) return;
      reader.reads += 1;
      const page = textOf(answer);
      const versions = new Set([...page.matchAll(/Version (\d+)\./g)].map(([, version]) => Number(version)));
      if (!page.trimEnd().endsWith('</html>')) reader.wrong.push(`a torn page of ${page.length} bytes`);
      if (versions.size > 1) reader.wrong.push(`a page of versions ${[...versions].join(' and ')}`);
      const version = Math.max(0, ...versions);
      if (version < reader.newest) reader.wrong.push(`version ${version} after ${reader.newest}`);
      reader.newest = Math.max(reader.newest, version);
    };
    const goOn = async () => {
      while (!until.isDone) {
        await look().catch((error: unknown) => reader.wrong.push(String(error)));
        // Three readers: a hundred times a second together.
        await pause(28);
      }
    };
    reader.done = goOn();
    return reader;
  };

  it(`shows no torn, mixed or older page in ${publishes} publishes and ${killsOfEach} kills of each part`, async () => {
    const isPublished = async () => (await askAt(publicPort)(where, { host: 'localhost' })).status;
    await expect.poll(isPublished).toBe(200);
    const until = { isDone: false };
    const readers = accepted.map((encoding) => read(encoding, until));
    const every = publishes / (parts.length * killsOfEach);
    let kills = 0;
    let slowest = { part: '', milliseconds: 0 };
    for (let version = 1; version <= publishes; version += 1) {
      const began = performance.now();
      const update = () =>
        client()
          .from('products')
          .update({ display_name: `Version ${version}.` })
          .eq('id', productId)
          .then(({ error }) => error?.message ?? 'saved');
      const part = version % every < 1 ? parts[kills % parts.length] : undefined;
      // Killed while this version is on its way.
      const killing = part ? pause(version % 40).then(() => kill(part)) : Promise.resolve();
      if (part) kills += 1;
      await expect.poll(update, { interval: 20 }).toBe('saved');
      await killing;
      await expect
        .poll(() => readers.map(({ newest }) => newest), { interval: 5 })
        .toEqual([version, version, version]);
      const milliseconds = Math.round(performance.now() - began);
      if (milliseconds > slowest.milliseconds) slowest = { part: part ?? 'nothing', milliseconds };
    }
    until.isDone = true;
    await Promise.all(readers.map(({ done }) => done));
    for (const { reads, statuses } of readers) console.log(`${reads} reads: ${JSON.stringify([...statuses])}`);
    console.log(`${kills} kills, the slowest publish ${slowest.milliseconds} ms, after a kill of ${slowest.part}`);
    expect(readers.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(kills).toBe(parts.length * killsOfEach);
  });
});
