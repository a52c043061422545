import { chmod, mkdir, readFile, readdir, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isAlive } from '../src/embedded/postgres/data-directory.ts';

const device = '/dev/shm';
const prefix = 'ostrevo-tests-';
/** A whole run used 1.4 GB of it, beside what its processes need; the rest is in reserve. */
const neededBytes = 8e9;

/**
 * Makes a directory for temporary files that lies in memory: tests make some hundred thousand small files, and each costs a
 * file system on a disk up to 20 times as long. Null where there is none, or too little memory.
 * @returns the directory, and what removes it
 */
export async function openMemoryDirectory(): Promise<{ folder: string; remove: () => Promise<void> } | null> {
  if (!(await hasRoom())) return null;
  await removeStale();
  const folder = path.join(device, `${prefix}${process.pid}`);
  await mkdir(folder, { recursive: true });
  // As `/tmp` is: PostgreSQL runs under an account of its own where tests are run as root.
  await chmod(folder, 0o1777);
  return {
    folder,
    // What is still written to is left for the next run to remove: the outcome of this one counts.
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined),
  };
}

async function hasRoom(): Promise<boolean> {
  const space = await statfs(device).catch(() => null);
  if (space === null || space.bavail * space.bsize < neededBytes || os.freemem() < neededBytes) return false;
  // Programs that tests copy are started from there; containers may forbid it.
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  return !new RegExp(String.raw`^\S+ ${device} \S+ \S*\bnoexec\b`, 'm').test(mounts);
}

/** What runs left behind that were killed. */
async function removeStale(): Promise<void> {
  for (const name of await readdir(device)) {
    const owner = Number(name.startsWith(prefix) ? name.slice(prefix.length) : Number.NaN);
    if (Number.isInteger(owner) && !isAlive(owner)) await rm(path.join(device, name), { recursive: true, force: true });
  }
}
