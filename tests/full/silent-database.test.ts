import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createKeyClient } from '#content/clients/client.ts';
import { siteIds } from '#domain/sites.ts';
import { clusterFolder, readPostmaster } from '#embedded/postgres/data-directory.ts';
import { type Embedded, startEmbedded } from '#embedded/start-embedded.ts';
import { addUser } from '../../scripts/add-user.ts';
import { codeBundleEntry, ensureCodeBundle } from '../../scripts/code-bundle.ts';
import { freePort } from '../../scripts/free-port.ts';
import { expectOk } from '../../scripts/run.ts';
import { ageSession } from '../fixtures/aged-session.ts';
import { Visitor } from '../fixtures/fork-served.ts';
import { descendants } from '../fixtures/fork-postgres.ts';
import { type GeneratedSite, generateSite } from '../fixtures/generated-site.ts';
import { prepareDirectory } from '../fixtures/prepared-directory.ts';
import { getRepeats } from '../fixtures/seeds.ts';
import { type Started, runScript, stopScript } from '../fixtures/run-script.ts';

const editor = {
  email: 'editor@ostrevo.example',
  password: 'measure-everything-2026',
  name: 'Eva',
  role: 'editor',
} as const;

let directory: string;
let dataDir: string;
let outDirectory: string;
let embedded: Embedded;
let site: GeneratedSite;
let server: Started;
let origin: string;
let visitor: Visitor;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'silent-database-'));
  dataDir = path.join(directory, 'database');
  outDirectory = path.join(directory, 'sites');
  await ensureCodeBundle(() => {});
  await prepareDirectory(dataDir);
  embedded = await startEmbedded({ dataDir });
  const client = createKeyClient(embedded.url, embedded.secretKey);
  site = await generateSite(client, { pages: 3, locales: ['en'], products: 20, articles: 1, seed: 5 });
  expectOk(await addUser(embedded, editor));
  const port = await freePort();
  origin = `http://localhost:${port}`;
  server = runScript('start.ts', {
    DATA_DIR: path.join(directory, 'data'),
    OUT_DIR: outDirectory,
    PORT: String(port),
    SUPABASE_URL: embedded.url,
    SUPABASE_PUBLISHABLE_KEY: embedded.publishableKey,
    SUPABASE_SECRET_KEY: embedded.secretKey,
    DATABASE_URL: embedded.databaseUrl,
  });
  const exists = async () => {
    if (server.child.exitCode !== null) return;
    expect((await fetch(origin)).status).toBe(200);
  };
  await vi.waitFor(exists, { timeout: 120_000, interval: 50 });
  // The generated content has a home page on one site only.
  for (const other of siteIds.filter((id) => id !== 'main')) {
    await writeFile(path.join(outDirectory, other, 'current', 'index.html'), 'Home');
  }
  const searchPage = path.join(outDirectory, 'main', 'current', 'search');
  await mkdir(searchPage, { recursive: true });
  await writeFile(path.join(searchPage, 'index.html'), 'Search');
  visitor = new Visitor(origin);
  const signedIn = await visitor.signIn(editor);
  if (signedIn.status !== 303) throw new Error(`The editor cannot sign in: ${signedIn.status}`);
});

afterAll(async () => {
  if (server) await stopScript(server);
  await embedded?.stop();
  await rm(directory, { recursive: true, force: true });
});

/** PostgreSQL's own processes: the first is that of the server, the others those of its sessions and what it does by itself. */
async function processes(): Promise<[number, ...number[]]> {
  const postmaster = await readPostmaster(clusterFolder(dataDir));
  // Signals to the process 0 go to this one and all of its group.
  if (!postmaster) throw new Error('PostgreSQL does not run');
  return [postmaster.pid, ...descendants(postmaster.pid)];
}

/** A session may end between being listed and being told. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

type Answered = { what: string; status: number; body: string; milliseconds: number };

async function ask(what: string, answer: () => Promise<Response>): Promise<Answered> {
  const began = performance.now();
  const response = await answer();
  return { what, status: response.status, body: await response.text(), milliseconds: performance.now() - began };
}

const health = async () => ask('/healthz', () => visitor.send('/healthz'));
const status = async () => (await health()).status;

describe('a database whose processes stand still', () => {
  it('is told within seconds by everything that needs it, and is there again when it goes on', async () => {
    const bundle: typeof import('../../src/server.ts') = await import(codeBundleEntry.href);
    const aged = new Visitor(origin);
    await aged.signIn(editor);
    ageSession(aged.cookies);
    const stopped = await processes();
    for (const pid of stopped) signal(pid, 'SIGSTOP');
    const answers: Answered[] = [];
    let probed: Answered[] = [];
    let page: Answered | null = null;
    let searchPage: Answered | null = null;
    try {
      const actions = [...(await bundle.actionInputs()).keys()];
      page = await ask('a page', () => fetch(`${origin}/section-1/page-1`));
      const probes = Promise.all([health(), ask('/metrics', () => fetch(`${origin}/metrics`))]);
      const form = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"values":{}}' };
      const asked = Promise.all([
        ask('sign-in', () => new Visitor(origin).signIn(editor)),
        ask('a session to renew', () => aged.send('/section-1/page-1?draft=true')),
        ask('a draft', () => visitor.send('/section-1/page-1?draft=true')),
        ask('the admin', () => visitor.send('/admin')),
        ask('the session', () => visitor.send('/login/session')),
        ask('/_search', () => fetch(`${origin}/_search?query=sensor`)),
        ask('a form', () => visitor.send('/forms/1/challenge?version=1')),
        ask('a sent form', () => visitor.send('/forms/1?version=1', form)),
        ...actions.map((name) => ask(name, () => visitor.call(name, {}))),
      ]);
      probed = await probes;
      answers.push(...(await asked));
      // The results need the database; the page without them is a file.
      searchPage = await ask('the search page', () => fetch(`${origin}/search?query=sensor`));
    } finally {
      for (const pid of stopped) signal(pid, 'SIGCONT');
    }
    expect(page).toMatchObject({ status: 200 });
    expect(page?.milliseconds).toBeLessThan(1000);
    expect(searchPage).toMatchObject({ status: 200, body: 'Search' });
    expect(searchPage?.milliseconds).toBeLessThan(9000);
    expect(probed.filter(({ milliseconds }) => milliseconds > 4000)).toEqual([]);
    expect(probed[0]).toMatchObject({ status: 503, body: expect.stringContaining('no answer within 2 s') });
    expect(probed[1]).toMatchObject({ status: 200, body: expect.stringContaining('website_database_up 0') });
    expect(answers.filter(({ milliseconds }) => milliseconds > 9000)).toEqual([]);
    // What nobody has to sign in for may refuse an empty input before.
    const others = answers.filter((one) => one.status !== 503).map((one) => `${one.what} ${one.status}`);
    expect(others.toSorted()).toEqual([]);
    expect(answers.filter(({ body }) => /\n\s+at .+[:(]\d+/.test(body)).map(({ what }) => what)).toEqual([]);

    await expect.poll(status, { timeout: 10_000 }).toBe(200);
    expect((await visitor.send('/section-1/page-1?draft=true')).status).toBe(200);
    expect((await new Visitor(origin).signIn(editor)).status).toBe(303);
    const [row] = await embedded.query<{ sessions: string }>(
      "select count(*) as sessions from pg_stat_activity where application_name = 'publisher'",
    );
    // Four, and the one that listens.
    expect(Number(row?.sessions)).toBeLessThanOrEqual(5);
  }, 60_000);
});

describe('a PostgreSQL that was killed under edits that go on', () => {
  it('is well within seconds, though the queue never runs empty', async () => {
    const client = createKeyClient(embedded.url, embedded.secretKey);
    const over = new AbortController();
    let written = 0;
    const edit = async (lane: number) => {
      for (let count = 0; !over.signal.aborted; count += 1) {
        const id = site.productIds[(lane + count) % site.productIds.length] ?? 0;
        const { error } = await client
          .from('products')
          .update({ display_name: `Edit ${lane}.${count}` })
          .eq('id', id);
        if (!error) written += 1;
      }
    };
    const editing = [edit(0), edit(7), edit(13)];
    try {
      await expect.poll(() => written, { timeout: 20_000 }).toBeGreaterThan(20);
      for (let kill = 0; kill < getRepeats({ test: 1, full: 5 }); kill += 1) {
        await expect.poll(status, { timeout: 5000 }).toBe(200);
        const [postmaster] = await processes();
        process.kill(postmaster, 'SIGKILL');
        await expect.poll(status, { timeout: 20_000, interval: 20 }).toBe(503);
        const before = written;
        await expect.poll(() => written, { timeout: 20_000 }).toBeGreaterThan(before + 5);
        await expect.poll(status, { timeout: 5000 }).toBe(200);
      }
    } finally {
      over.abort();
      await Promise.all(editing);
    }
  }, 60_000);
});
