import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createKeyClient } from '#content/clients/client.ts';
import { findRunning, isAlive, readPostmaster } from '#embedded/postgres/data-directory.ts';
import { startEmbedded } from '#embedded/start-embedded.ts';
import { root } from '../../scripts/code-bundle.ts';
import { descendants } from '../fixtures/fork-postgres.ts';
import { freePort } from '../../scripts/free-port.ts';
import { generateSite } from '../fixtures/generated-site.ts';
import { prepareDirectory } from '../fixtures/prepared-directory.ts';
import { runScript } from '../fixtures/run-script.ts';
import { isSweep } from '../fixtures/seeds.ts';

/** `npm start` as a whole: killed child processes are restarted, and no process outlives it. */
let directory: string;
let port: number;
let origin: string;
let keys: { url: string; publishableKey: string; secretKey: string };
let pageId: number;
let running: { child: ChildProcess; output: () => string } | null = null;

const dataDir = () => path.join(directory, 'data');
const environment = () => ({
  DATA_DIR: dataDir(),
  OUT_DIR: path.join(directory, 'sites'),
  PORT: String(port),
});

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'stopping-'));
  await prepareDirectory(dataDir());
  const embedded = await startEmbedded({ dataDir: dataDir() });
  const site = await generateSite(createKeyClient(embedded.url, embedded.secretKey), {
    pages: 2,
    locales: ['en'],
    products: 1,
    articles: 1,
    seed: 5,
  });
  pageId = site.pageIds[0] ?? 0;
  keys = { url: embedded.url, publishableKey: embedded.publishableKey, secretKey: embedded.secretKey };
  await embedded.stop();
  port = await freePort();
  origin = `http://localhost:${port}`;
});
afterEach(() => {
  // Ends the process group of a failed test, and with it the supervisor of the database.
  if (running?.child.exitCode === null && running.child.signalCode === null)
    process.kill(-(running.child.pid ?? 0), 'SIGKILL');
  running = null;
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** What `npm start` runs. */
const script = [process.execPath, path.join(root, 'scripts', 'bootstrap.mjs'), 'start'] as const;

/** Starts it in its own process group, like a terminal. */
async function start([file, ...options]: readonly [string, ...string[]] = script): Promise<{
  child: ChildProcess;
  pids: number[];
  output: () => string;
}> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(file, options, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, ...environment() },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (text += data.toString()));
  const output = () => text;
  running = { child, output };
  await expect
    .poll(() => (child.exitCode === null ? /^ {2}mail/m.test(text) : output()), { timeout: 90_000 })
    .toBe(true);
  return { child, output, pids: [child.pid ?? 0, ...descendants(child.pid ?? 0)] };
}

/** Waits for the time limit that services and containers have to end. */
async function expectAllEnded(pids: readonly number[]): Promise<void> {
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
}

async function serverPid(): Promise<number> {
  return (await readPostmaster(path.join(dataDir(), 'postgres')))?.pid ?? 0;
}

/** The process of the API, which says so itself. */
async function apiPid(): Promise<number> {
  const response = await fetch(`${await findRunning(dataDir())}/embedded`);
  return z.object({ pid: z.number() }).parse(await response.json()).pid;
}

const page = async () => (await fetch(`${origin}/`)).status;

describe('npm start', () => {
  it('ends everything when it gets a SIGTERM, and is refused a second time on the same data', async () => {
    const { child, pids } = await start();
    expect(pids.length).toBeGreaterThan(5);
    const second = runScript('start.ts', { ...environment(), PORT: String(await freePort()) });
    expect(await second.ended).toBe(1);
    expect(second.output().trim()).toBe(
      `The data directory ${dataDir()} is in use at ${await findRunning(dataDir())}. Stop the other copy, or start with another DATA_DIR and PORT.`,
    );
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await expectAllEnded(pids);
  });

  it.runIf(isSweep)(
    'survives a killed PostgreSQL and a killed API: the site is served, and nothing is lost',
    async () => {
      const { pids, output, child } = await start();
      const url = (await findRunning(dataDir())) ?? '';
      const client = createKeyClient(url, keys.secretKey);
      const setTitle = (title: string) =>
        client.from('page_locales').update({ title }).eq('page_id', pageId).eq('locale', 'en').throwOnError();
      await setTitle('Written before PostgreSQL was killed');
      const killed = await serverPid();
      process.kill(killed, 'SIGKILL');
      expect(await page()).toBe(200);
      await expect.poll(output).toContain('PostgreSQL runs again.');
      expect(await serverPid()).not.toBe(killed);
      const titles = async () => (await client.from('page_locales').select('title').eq('page_id', pageId)).data;
      await expect.poll(titles).toEqual([{ title: 'Written before PostgreSQL was killed' }]);

      process.kill(await apiPid(), 'SIGKILL');
      expect(await page()).toBe(200);
      await expect.poll(() => findRunning(dataDir())).toBe(url);
      await expect.poll(titles).toEqual([{ title: 'Written before PostgreSQL was killed' }]);
      await setTitle('Written after the API was killed');
      expect(await titles()).toEqual([{ title: 'Written after the API was killed' }]);
      const now = descendants(child.pid ?? 0);
      child.kill('SIGTERM');
      await expectAllEnded([...pids, ...now]);
    },
    180_000,
  );

  it.runIf(isSweep).each([
    ['Ctrl-C in its terminal', (pid: number) => process.kill(-pid, 'SIGINT')],
    ['a closed terminal', (pid: number) => process.kill(-pid, 'SIGHUP')],
    ['kill -9 of itself alone', (pid: number) => process.kill(pid, 'SIGKILL')],
  ])(
    'ends everything after %s',
    async (_, end) => {
      const { child, pids, output } = await start();
      end(child.pid ?? 0);
      await expectAllEnded(pids);
      expect(output()).not.toMatch(/\n\s+at .+[:(]\d+/);
      expect(await findRunning(dataDir())).toBeNull();
    },
    120_000,
  );

  it.runIf(isSweep)('ends everything after a SIGTERM to npm, whose shell passes nothing on', async () => {
    const { child, pids } = await start(['npm', 'start']);
    child.kill('SIGTERM');
    await expectAllEnded(pids);
    expect(await findRunning(dataDir())).toBeNull();
  });
});
