import { type ChildProcess, fork, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Account, chooseAccount } from './choose-account.ts';
import {
  checkDirectory,
  clusterFolder,
  giveLikeFolder,
  giveTo,
  isAlive,
  makeFolder,
  readPostmaster,
  refuseRunning,
  writeOwner,
} from './data-directory.ts';
import { PostgresFailure, describeFileError, diskFull } from './failure.ts';
import { completeBinaries, findBinaries } from './find-binaries.ts';
import { serverSettings } from './settings.ts';
import type { SuperviseMessage, SuperviseOptions } from './supervise.ts';

export type StartOptions = {
  /** The project's data directory; the database is in `postgres` below it. */
  folder: string;
  /** False gives up what survives a power cut for speed: for tests only. */
  durable?: boolean;
  /** 0, or nothing, takes a free port. */
  port?: number;
};

export type Login = { user: string; password: string; database: string };

export type PostgresServer = {
  folder: string;
  port: number;
  /** Where its unix socket is; empty on Windows, which has none. */
  socketDirectory: string;
  superuserPassword: string;
  /** A connection string for a login. */
  url(login: Login): string;
  /** A connection string with all rights. */
  adminUrl(database?: string): string;
  /** Writes down where the API on this server answers, for a second start on the same directory to say. */
  announce(url: string): Promise<void>;
  /** Called once, with the reason, when the server ends without `stop`. */
  onExit(listener: (reason: string) => void): void;
  /** Ends it by a fast shutdown: statements that run are broken off, and nothing that was committed is lost. */
  stop(): Promise<void>;
};

/** As on hosted Supabase, where `postgres` owns the schema and is no superuser. */
const superuser = 'supabase_admin';

/**
 * Starts PostgreSQL on a data directory, and makes the database there at the first start. It ends with this process, however
 * this process ends.
 * @throws {PostgresFailure} with one sentence for the operator
 */
export async function startPostgres(options: StartOptions): Promise<PostgresServer> {
  const folder = resolve(options.folder);
  const cluster = clusterFolder(folder);
  const binaries = await completeBinaries(findBinaries());
  await checkDirectory(folder);
  await makeFolder(folder);
  const account = await chooseAccount(binaries, cluster);
  if (account.note) console.error(account.note);
  await refuseRunning(folder);
  if (await isMissing(join(cluster, 'PG_VERSION'))) await makeCluster(folder, account, options.durable !== false);
  await giveTo(cluster, account.owner);
  const superuserPassword = (await readFile(passwordFile(cluster), 'utf8')).trim();
  const { port, socketDirectory, supervisor, pid } = await launch(folder, account, options);
  return describeServer({ folder, cluster, port, socketDirectory, superuserPassword, supervisor, pid });
}

const passwordFile = (cluster: string) => join(cluster, 'superuser-password');
const logFile = (cluster: string) => join(cluster, 'server.log');

async function isMissing(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    () => true,
  );
}

/** The environment without the variables that PostgreSQL's programs read, and with messages in English. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'));
  return { ...Object.fromEntries(entries), LC_ALL: 'C' };
}

/** Makes a database beside its place, and moves it there when it is complete, so that one that was broken off is not opened. */
async function makeCluster(folder: string, account: Account, durable: boolean): Promise<void> {
  const cluster = clusterFolder(folder);
  await removeUnfinished(folder);
  const part = join(folder, `postgres-new-${process.pid}`);
  const password = join(folder, `postgres-new-${process.pid}.password`);
  try {
    await mkdir(part, { mode: 0o700 });
    await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (account.owner) for (const path of [part, password]) await chown(path, account.owner.uid, account.owner.gid);
    await initdb(folder, part, password, account, durable);
    await rename(password, passwordFile(part));
    await rename(part, cluster);
  } catch (error) {
    throw describeFileError(error, folder);
  } finally {
    await rm(part, { recursive: true, force: true });
    await rm(password, { force: true });
  }
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const maker = /^postgres-new-(\d+)(\.password)?$/.exec(name)?.[1];
    if (maker && !isAlive(Number(maker))) await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function initdb(
  folder: string,
  part: string,
  password: string,
  account: Account,
  durable: boolean,
): Promise<void> {
  const words = [account.binaries.initdb, '-D', part, '-U', superuser, `--pwfile=${password}`];
  words.push('--auth=scram-sha-256', '--encoding=UTF8', '--data-checksums');
  // One collation on every machine; `--locale` alone would ask the system for its own.
  words.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C');
  if (!durable) words.push('--no-sync');
  const { code, output } = await run([...account.prefix, ...words], account.user);
  if (code === 0) return;
  if (/No space left on device|Disk quota exceeded/.test(output)) throw diskFull(folder, output);
  throw new PostgresFailure('failed', `PostgreSQL could not make a database in ${folder}: ${lastLine(output)}.`);
}

function run(
  [file = '', ...options]: readonly string[],
  user: Account['user'],
): Promise<{ code: number | null; output: string }> {
  return new Promise((done) => {
    const child = spawn(file, options, {
      cwd: process.platform === 'win32' ? undefined : '/',
      env: cleanEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe'],
      windowsHide: true,
      ...user,
    });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', (error) => done({ code: null, output: error.message }));
    child.on('close', (code) => done({ code, output }));
  });
}

function lastLine(output: string): string {
  const lines = output.split('\n').filter((line) => /error|fatal/i.test(line));
  return (lines.at(-1) ?? output.trim().split('\n').at(-1) ?? '')
    .replace(/^.*?(error|FATAL|PANIC): +/i, '')
    .replace(/\.$/, '');
}

type Launched = { port: number; socketDirectory: string; supervisor: ChildProcess; pid: number };

/** Starts the server; again where another process was quicker with the port, or a killed server's processes are still ending. */
async function launch(folder: string, account: Account, options: StartOptions): Promise<Launched> {
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
    if (attempt.ok) return { port, socketDirectory, supervisor: attempt.supervisor, pid: attempt.pid };
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
  if (/No space left on device|Disk quota exceeded/.test(log)) return diskFull(folder, log);
  if (/lock file "postmaster.pid" already exists/.test(log)) {
    await refuseRunning(folder);
  }
  return new PostgresFailure(
    'failed',
    `PostgreSQL did not start on ${folder}: ${log.trim() === '' ? reason : lastLine(log)} (more in ${logFile(clusterFolder(folder))}).`,
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

type Attempt = { ok: true; supervisor: ChildProcess; pid: number } | { ok: false; reason: string };

async function startSupervisor(cluster: string, account: Account, settings: Record<string, string>): Promise<Attempt> {
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
  const supervisor = fork(fileURLToPath(new URL('supervise.ts', import.meta.url)), [JSON.stringify(options)], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=1'],
    env: cleanEnvironment(),
    cwd: isWindows ? undefined : '/',
  });
  let pid: number | null = null;
  let ended: string | null = null;
  supervisor.on('message', (message: unknown) => {
    const told = messageSchema.parse(message);
    if (told.kind === 'started') pid = told.pid;
    else ended = told.reason;
  });
  supervisor.on('error', (error) => (ended = error.message));
  supervisor.on('exit', () => (ended ??= 'its supervisor ended'));
  for (;;) {
    if (ended !== null) return { ok: false, reason: ended };
    const postmaster = pid === null ? null : await readPostmaster(cluster);
    if (pid !== null && postmaster?.pid === pid && postmaster.isReady) break;
    await sleep(5);
  }
  await writeOwner(cluster, { postmaster: pid, owner: process.pid, url: null });
  // A process that has nothing else to do may end; the server ends with it.
  supervisor.unref();
  supervisor.channel?.unref();
  return { ok: true, supervisor, pid };
}

type ServerFacts = Launched & { folder: string; cluster: string; superuserPassword: string };

function describeServer(facts: ServerFacts): PostgresServer {
  const { folder, cluster, port, socketDirectory, superuserPassword, supervisor, pid } = facts;
  const listeners: ((reason: string) => void)[] = [];
  let reason: string | null = null;
  let stopping = false;
  supervisor.on('message', (message: unknown) => {
    const told = messageSchema.parse(message);
    if (told.kind === 'ended') reason = told.reason;
  });
  const ended = new Promise<void>((done) => {
    supervisor.once('exit', () => {
      if (!stopping)
        for (const listener of listeners) listener(`PostgreSQL ended: ${reason ?? 'its supervisor is gone'}`);
      done();
    });
  });
  const url = ({ user, password, database }: Login) =>
    `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
  return {
    folder,
    port,
    socketDirectory,
    superuserPassword,
    url,
    adminUrl: (database = 'postgres') => url({ user: superuser, password: superuserPassword, database }),
    announce: (address) => writeOwner(cluster, { postmaster: pid, owner: process.pid, url: address }),
    onExit: (listener) => void listeners.push(listener),
    stop: async () => {
      if (!stopping) {
        stopping = true;
        supervisor.ref();
        if (supervisor.connected) supervisor.disconnect();
      }
      await ended;
    },
  };
}
