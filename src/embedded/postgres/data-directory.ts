import { spawnSync } from 'node:child_process';
import { constants, readFileSync } from 'node:fs';
import { access, chmod, chown, lstat, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Account } from './choose-account.ts';
import { PostgresFailure, getErrorCode, describeFileError } from './failure.ts';
import { majorVersion } from './find-binaries.ts';

/** PostgreSQL's own directory in a data directory of the project. */
export function clusterFolder(folder: string): string {
  return join(resolve(folder), 'postgres');
}

/** Whether a data directory has a database, of whatever version. One that may not be looked into is left to whoever opens it. */
export async function hasDatabase(folder: string): Promise<boolean> {
  const found = await Promise.all(
    [join(clusterFolder(folder), 'PG_VERSION'), join(folder, 'database', 'PG_VERSION')].map((file) =>
      access(file).then(
        () => true,
        (error: unknown) => getErrorCode(error) !== 'ENOENT' && getErrorCode(error) !== 'ENOTDIR',
      ),
    ),
  );
  return found.includes(true);
}

/** What `postmaster.pid`, PostgreSQL's own lock, says. */
type Postmaster = { pid: number; port: number; isReady: boolean };

export async function readPostmaster(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  return Number.isInteger(pid) && pid > 0
    ? { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
    : null;
}

/**
 * Whether a process runs. One that has ended and that its parent has not asked after does not: as the first process of a
 * container is seldom one that asks, such entries stay there.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (getErrorCode(error) !== 'EPERM') return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return !/^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    return getErrorCode(error) === 'EACCES';
  }
}

/**
 * Whether a process is the server of a directory, and not another that has got the number of one that is gone; both happen
 * in containers, where the numbers are small. Where the system cannot say, a process that lives is taken for the server.
 */
async function servesDirectory(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => null);
    if (name === null) return isAlive(pid);
    if (name.trim() !== 'postgres') return false;
    // PostgreSQL works in its directory. Compared as a file, because links and mounts give it several paths.
    const [current, own] = await Promise.all([
      stat(`/proc/${pid}/cwd`).catch(() => null),
      stat(cluster).catch(() => null),
    ]);
    return current === null || (current.ino === own?.ino && current.dev === own.dev);
  }
  if (process.platform === 'darwin') {
    return spawnSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' }).stdout.includes('postgres');
  }
  return true;
}

/** Next to the lock: the process that owns the server, and the address of its API once that answers. */
const ownerSchema = z.object({ postmaster: z.number(), owner: z.number(), url: z.string().nullable() });
type Owner = z.infer<typeof ownerSchema>;

const ownerFile = (cluster: string) => join(cluster, 'owner.json');

async function readOwner(cluster: string): Promise<Owner | null> {
  try {
    return ownerSchema.parse(JSON.parse(await readFile(ownerFile(cluster), 'utf8')));
  } catch {
    return null;
  }
}

export async function writeOwner(cluster: string, owner: Owner): Promise<void> {
  const file = ownerFile(cluster);
  await writeFile(`${file}.new`, JSON.stringify(owner), { mode: 0o600 });
  await giveLikeFolder(cluster, `${file}.new`);
  await rename(`${file}.new`, file);
}

/** What root writes into another user's database belongs to that user, so that he can start it by himself as well. */
export async function giveLikeFolder(cluster: string, file: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await lstat(cluster);
  await chown(file, uid, gid);
}

/** The port of the server that has this data directory open, or null. */
export async function findServerPort(folder: string): Promise<number | null> {
  const cluster = clusterFolder(folder);
  const postmaster = await readPostmaster(cluster);
  return postmaster?.isReady && (await servesDirectory(postmaster.pid, cluster)) ? postmaster.port : null;
}

/** The address of the API whose server has this data directory open, or null. */
export async function findRunning(folder: string): Promise<string | null> {
  const cluster = clusterFolder(folder);
  const postmaster = await readPostmaster(cluster);
  if (!postmaster || !(await servesDirectory(postmaster.pid, cluster))) return null;
  const owner = await readOwner(cluster);
  return owner?.postmaster === postmaster.pid && isAlive(owner.owner) ? owner.url : null;
}

/** How long a server whose owner is gone gets to be ended by its supervisor. */
const leaving = 12_000;

/**
 * Makes sure that no server has the directory open. One whose owner was killed is waited for, and asked to end; a lock that
 * names a process of another kind is removed.
 * @throws {PostgresFailure} `in-use`, with the address of the server where it is known
 */
export async function refuseRunning(folder: string): Promise<void> {
  const cluster = clusterFolder(folder);
  const deadline = Date.now() + leaving;
  for (;;) {
    const postmaster = await readPostmaster(cluster);
    if (!postmaster) return;
    if (!(await servesDirectory(postmaster.pid, cluster))) return removeLock(cluster, postmaster);
    const owner = await readOwner(cluster);
    if (owner?.postmaster === postmaster.pid) {
      if (isAlive(owner.owner)) throw inUse(folder, owner.owner, owner.url);
      await endServer(postmaster.pid, cluster);
    }
    if (Date.now() > deadline) throw inUse(folder, postmaster.pid, null);
    await sleep(50);
  }
}

/** Removes a lock that PostgreSQL would take for one that is held. Its shared memory tells it all the same if it is. */
async function removeLock(cluster: string, stale: Postmaster): Promise<void> {
  const now = await readPostmaster(cluster);
  if (now?.pid === stale.pid) await rm(join(cluster, 'postmaster.pid'), { force: true });
}

/** Ends a server without a supervisor: by a fast shutdown, after a timeout by an immediate one. */
export async function endServer(pid: number, cluster: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const deadline = Date.now() + leaving / 2;
    if (!(await servesDirectory(pid, cluster))) return;
    try {
      process.kill(pid, signal);
    } catch {
      // Another user's, or gone by now.
      return;
    }
    while (Date.now() < deadline && isAlive(pid)) await sleep(20);
  }
}

function inUse(folder: string, pid: number, address: string | null): PostgresFailure {
  const where = address === null ? `by process ${pid}` : `at ${address} (process ${pid})`;
  return new PostgresFailure(
    'in-use',
    `The data directory ${folder} is in use ${where}: stop that copy, or start with another DATA_DIR and PORT.`,
    { address },
  );
}

/**
 * Refuses a data directory that this version cannot open.
 * @throws {PostgresFailure} `pglite`, `other-version`, `other-user` or `read-only`
 */
export async function checkDirectory(folder: string): Promise<void> {
  const cluster = clusterFolder(folder);
  const [version, old] = await Promise.all([
    readFile(join(cluster, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
      if (getErrorCode(error) === 'ENOENT') return null;
      if (getErrorCode(error) === 'EACCES') return '';
      throw describeFileError(error, folder);
    }),
    lstat(join(folder, 'database', 'PG_VERSION')).catch(() => null),
  ]);
  if (version === null && old !== null) {
    throw new PostgresFailure(
      'pglite',
      `The data directory ${folder} is of an earlier version, which kept its content in PGlite: with that version run "npm run content -- export FILE", move the directory away, start this version, then run "npm run content -- import FILE".`,
    );
  }
  if (version === null) return;
  const { uid } = await lstat(cluster);
  const me = process.getuid?.();
  if (me !== undefined && me !== 0 && uid !== me) {
    throw new PostgresFailure(
      'other-user',
      `The database in ${cluster} belongs to another user (uid ${uid}, and this is uid ${me}): start as that user, or give it to this one with "chown -R", or set DATA_DIR to another directory.`,
    );
  }
  if (version.trim() !== majorVersion) {
    throw new PostgresFailure(
      'other-version',
      `The database in ${cluster} was made by PostgreSQL ${version.trim() || '(unknown)'}, and this is PostgreSQL ${majorVersion}: with the version that made it run "npm run db -- backup FILE", move the directory away, start this version, then run "npm run db -- restore FILE".`,
    );
  }
  await access(cluster, constants.W_OK).catch((error: unknown) => {
    throw describeFileError(error, folder);
  });
}

/** Makes the directory that holds the database, for everybody to enter: the database's own is private. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    throw describeFileError(error, folder);
  }
}

/** Gives the database to the user that PostgreSQL runs as, if root has run it as another one before, and makes it private. */
export async function giveTo(cluster: string, owner: Account['owner']): Promise<void> {
  const { uid, mode } = await lstat(cluster);
  // PostgreSQL refuses a directory that others may enter.
  if ((mode & 0o077) !== 0) await chmod(cluster, 0o700);
  if (!owner || uid === owner.uid) return;
  for (const entry of await readdir(cluster, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), owner.uid, owner.gid);
  }
  // Last, so that an interrupted run starts again.
  await chown(cluster, owner.uid, owner.gid);
}
