import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, open, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Account } from './choose-account.ts';
import { clusterFolder, giveLikeFolder, readPostmaster, refuseRunning, writeOwner } from './data-directory.ts';
import { cleanEnvironment } from './environment.ts';
import { PostgresFailure, diskFull, isDiskFull, lastComplaint } from './failure.ts';
import { serverSettings } from './settings.ts';
import type { SuperviseMessage, SuperviseOptions } from './supervise.ts';

const logFile = (cluster: string) => join(cluster, 'server.log');

/** A server that accepts connections, and the process that watches it for this one. */
export type Launched = {
  port: number;
  socketDirectory: string;
  /** The server's own process. */
  pid: number;
  supervisor: ChildProcess;
  /** Why the server ended, once it has. */
  ended: Promise<string>;
};

type LaunchOptions = { port?: number; durable?: boolean };

/** Starts the server; again where another process was quicker with the port, or a killed server's processes are still ending. */
export async function launch(folder: string, account: Account, options: LaunchOptions): Promise<Launched> {
  const cluster = clusterFolder(folder);
  const deadline = Date.now() + 15_000;
  await (await open(logFile(cluster), 'a', 0o600)).close();
  await giveLikeFolder(cluster, logFile(cluster));
  for (;;) {
    const port = options.port || (await freePort());
    const socketDirectory = await chooseSocketDirectory(cluster, port, account);
    const { size: logged } = await stat(logFile(cluster));
    const attempt = await startSupervisor(
      cluster,
      account,
      serverSettings({ port, socketDirectory, durable: options.durable !== false }),
    );
    if (attempt.ok) return { port, socketDirectory, ...attempt.server };
    const log = await readFrom(logFile(cluster), logged);
    const isPassing = /pre-existing shared memory block/.test(log) || (!options.port && /could not bind/.test(log));
    if (!isPassing || Date.now() > deadline) throw await describeFailure(folder, port, log, attempt.reason);
    await sleep(100);
  }
}

async function describeFailure(folder: string, port: number, log: string, reason: string): Promise<Error> {
  if (/could not bind/.test(log)) {
    return new PostgresFailure(
      'port-taken',
      `Port ${port} on 127.0.0.1, which PostgreSQL was to listen on, is in use: stop what uses it, or let it take a free one.`,
    );
  }
  if (isDiskFull(log)) return diskFull(folder, log);
  if (/lock file "postmaster.pid" already exists/.test(log)) {
    await refuseRunning(folder);
  }
  return new PostgresFailure(
    'failed',
    `PostgreSQL did not start on ${folder}: ${log.trim() === '' ? reason : lastComplaint(log)} (more in ${logFile(clusterFolder(folder))}).`,
  );
}

async function readFrom(file: string, start: number): Promise<string> {
  const handle = await open(file, 'r').catch(() => null);
  if (!handle) return '';
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read({ position: size < start ? 0 : start });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

function freePort(): Promise<number> {
  return new Promise((done, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** A unix socket's path has at most 107 bytes: a directory too deep for that gets a private one for its socket. */
async function chooseSocketDirectory(cluster: string, port: number, { owner }: Account): Promise<string> {
  if (process.platform === 'win32') return '';
  if (Buffer.byteLength(join(cluster, `.s.PGSQL.${port}.lock`)) <= 107) return cluster;
  const folder = join(tmpdir(), `postgres-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const me = process.getuid?.() ?? 0;
  const found = await lstat(folder);
  if (!found.isDirectory() || ![me, owner?.uid].includes(found.uid)) {
    throw new PostgresFailure(
      'failed',
      `${folder}, where PostgreSQL's socket is to be, belongs to another user: delete it, then start again.`,
    );
  }
  await chmod(folder, 0o700);
  if (owner) await chown(folder, owner.uid, owner.gid);
  return folder;
}

const messageSchema: z.ZodType<SuperviseMessage> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('started'), pid: z.number() }),
  z.object({ kind: z.literal('ended'), reason: z.string() }),
]);

type Attempt = { ok: true; server: Pick<Launched, 'pid' | 'supervisor' | 'ended'> } | { ok: false; reason: string };

async function startSupervisor(cluster: string, account: Account, settings: Record<string, string>): Promise<Attempt> {
  const supervisor = forkSupervisor(cluster, account, settings);
  const state: { pid: number | null; ended: string | null } = { pid: null, ended: null };
  supervisor.on('message', (message: unknown) => {
    const told = messageSchema.parse(message);
    if (told.kind === 'started') state.pid = told.pid;
    else state.ended = told.reason;
  });
  const ended = new Promise<string>((done) => {
    const finish = (reason: string) => done((state.ended ??= reason));
    supervisor.once('error', (error) => finish(error.message));
    // The last message comes before the channel's end, and perhaps after that of the process.
    supervisor.once('exit', () =>
      supervisor.connected ? supervisor.once('disconnect', () => finish(supervisorGone)) : finish(supervisorGone),
    );
  });
  try {
    const pid = await waitUntilReady(cluster, state);
    if (pid === null) return { ok: false, reason: await ended };
    // A process that has nothing else to do may end; the server ends with it.
    supervisor.unref();
    supervisor.channel?.unref();
    return { ok: true, server: { pid, supervisor, ended } };
  } catch (error) {
    if (supervisor.connected) supervisor.disconnect();
    await ended;
    throw error;
  }
}

/** Returns the server's process when it accepts connections, or with null when it has ended. */
async function waitUntilReady(
  cluster: string,
  state: { pid: number | null; ended: string | null },
): Promise<number | null> {
  let isOwned = false;
  while (state.ended === null) {
    const postmaster = state.pid === null ? null : await readPostmaster(cluster);
    if (state.pid !== null && postmaster?.pid === state.pid) {
      // Before a recovery, which may take its time: a second start finds out whose the lock is.
      if (!isOwned) await writeOwner(cluster, { postmaster: state.pid, owner: process.pid, url: null });
      isOwned = true;
      if (postmaster.isReady) return state.pid;
    }
    await sleep(5);
  }
  return null;
}

/** The reason where the supervisor was killed, and the server may still run without it. */
export const supervisorGone = 'the process that watches over it was ended';

function forkSupervisor(cluster: string, account: Account, settings: Record<string, string>): ChildProcess {
  const { prefix, binaries, user } = account;
  const settingWords = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [file = '', ...words] = [...prefix, binaries.postgres, '-D', cluster, ...settingWords];
  const isWindows = process.platform === 'win32';
  const options: SuperviseOptions = {
    file,
    options: isWindows ? settingWords : words,
    user,
    cwd: isWindows ? cluster : '/',
    log: logFile(cluster),
    windows: isWindows ? { pgCtl: binaries.pgCtl, folder: cluster } : null,
  };
  return fork(fileURLToPath(new URL('supervise.ts', import.meta.url)), [JSON.stringify(options)], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=1'],
    env: cleanEnvironment(),
    cwd: options.cwd,
  });
}
