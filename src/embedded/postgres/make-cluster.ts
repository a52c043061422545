import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './choose-account.ts';
import { clusterFolder, isAlive } from './data-directory.ts';
import { PostgresFailure, getErrorCode, diskFull, isDiskFull, lastComplaint } from './failure.ts';
import { cleanEnvironment } from './environment.ts';

/** The role with all rights; as on hosted Supabase, where `postgres` owns the schema and is no superuser. */
export const superuser = 'supabase_admin';

const passwordFile = (cluster: string) => join(cluster, 'superuser-password');

export async function readPassword(cluster: string): Promise<string> {
  return (await readFile(passwordFile(cluster), 'utf8')).trim();
}

/** Whether there is a database yet; one whose making was broken off is not in its place. */
export async function hasCluster(folder: string): Promise<boolean> {
  return stat(join(clusterFolder(folder), 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

/**
 * Creates a cluster in a temporary directory next to its final one, and renames it when it is complete, so that an
 * interrupted one is never opened.
 */
export async function makeCluster(folder: string, account: Account, durable: boolean): Promise<void> {
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
    // Of two first starts at the same time one is quicker; the lock then tells them apart.
    await rename(part, cluster).catch((error: unknown) => {
      if (!['ENOTEMPTY', 'EEXIST'].includes(getErrorCode(error) ?? '')) throw error;
    });
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
  if (isDiskFull(output)) throw diskFull(folder, output);
  throw new PostgresFailure('failed', `PostgreSQL could not make a database in ${folder}: ${lastComplaint(output)}.`);
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
