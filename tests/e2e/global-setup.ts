import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FullConfig } from '@playwright/test';
import { sharePostgres } from '#embedded/share-postgres.ts';
import { freePort } from '../../scripts/free-port.ts';
import { collectPictures, lendPictures } from '../fixtures/media-cache.ts';
import { type Server, announceServers, readServers } from './servers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A cold start builds the code bundle, loads the demo content and publishes three sites. */
const startMilliseconds = 360_000;
const stopMilliseconds = 30_000;

/** It listens once the main site is published; its last lines come with the others, and the demo's media after them. */
async function isReady({ port, dataDirectory }: Server, output: string): Promise<boolean> {
  if (!/^ {2}mail /m.test(output) || existsSync(path.join(dataDirectory, 'pending-media.json'))) return false;
  try {
    const response = await fetch(`http://127.0.0.1:${port}/livez`, { signal: AbortSignal.timeout(5000) });
    return response.ok;
  } catch {
    return false;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMilliseconds);
  await ended;
  clearTimeout(timer);
}

function release({ port, outDirectory, dataDirectory }: Server): ChildProcess {
  return spawn(
    path.join(root, 'node_modules', 'node', 'bin', 'node'),
    ['--disable-warning=ExperimentalWarning', path.join(root, 'scripts', 'start.ts')],
    {
      cwd: root,
      // With a channel, a server notices that Playwright was killed, and ends.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDirectory,
        OUT_DIR: outDirectory,
        SITE_HOSTS: '',
        // Specs that fail to sign in send another client address, so that they do not throttle other specs.
        TRUST_PROXY: 'loopback',
        SMTP_URL: '',
        DATABASE_URL: '',
        SUPABASE_URL: '',
        SUPABASE_PUBLISHABLE_KEY: '',
        SUPABASE_SECRET_KEY: '',
        // Pages would be published again while they are looked at.
        UPKEEP: 'off',
        LOG_LEVEL: 'warn',
      },
    },
  );
}

/** Starts a server and waits until everything is published, pictures included. */
async function start(server: Server): Promise<ChildProcess> {
  const child = release(server);
  const output: string[] = [];
  const collect = (data: Buffer) => void output.push(data.toString());
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const deadline = Date.now() + startMilliseconds;
  while (!(await isReady(server, output.join('')))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop(child);
      const reason = child.exitCode === null ? 'was not ready in time' : `ended with code ${child.exitCode}`;
      throw new Error(`The server for the browser tests ${reason}:\n${output.join('').slice(-6000)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return child;
}

/** PostgreSQL may still write its last checkpoint when the process that started it has ended. */
async function untilClosed(dataDirectory: string): Promise<void> {
  const deadline = Date.now() + stopMilliseconds;
  while (existsSync(path.join(dataDirectory, 'postgres', 'postmaster.pid'))) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL still runs in ${dataDirectory}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * A server for each browser worker. The first one loads the demo content into a data directory and publishes it; the others
 * get copies of both, made while it is stopped. With E2E_SERVERS set, the specs use the servers that run there.
 */
export default async function globalSetup({ workers }: FullConfig): Promise<() => Promise<void>> {
  if (readServers()) return async () => {};
  const folder = await mkdtemp(path.join(tmpdir(), 'ostrevo-e2e-'));
  const children: ChildProcess[] = [];
  // For specs that fork servers of their own.
  const shared = sharePostgres();
  const finish = async () => {
    await Promise.all(children.map(stop));
    await shared.then((stopShared) => stopShared());
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const servers: Server[] = [];
    for (let index = 0; index < workers; index += 1) {
      const own = path.join(folder, String(index));
      servers.push({
        port: await freePort(),
        outDirectory: path.join(own, 'sites'),
        dataDirectory: path.join(own, 'data'),
      });
    }
    const [first, ...others] = servers;
    if (!first) throw new Error('Playwright runs without a worker');
    lendPictures(first.dataDirectory);
    children.push(await start(first));
    collectPictures(first.dataDirectory);
    if (others.length > 0) {
      await Promise.all(children.splice(0).map(stop));
      await untilClosed(first.dataDirectory);
      for (const { dataDirectory, outDirectory } of others) {
        cpSync(first.dataDirectory, dataDirectory, { recursive: true });
        // The link to the release in use is relative, and stays so.
        cpSync(first.outDirectory, outDirectory, { recursive: true, verbatimSymlinks: true });
      }
      const started = await Promise.allSettled(servers.map(start));
      for (const result of started) if (result.status === 'fulfilled') children.push(result.value);
      const failed = started.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    }
    await shared;
    announceServers(servers);
    return finish;
  } catch (error) {
    await finish();
    throw error;
  }
}
