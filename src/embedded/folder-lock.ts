import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const lockSchema = z.object({ pid: z.number(), url: z.string().nullable() });
type Lock = z.infer<typeof lockSchema>;

function lockFile(folder: string): string {
  return join(folder, 'embedded.lock');
}

async function readLock(folder: string): Promise<Lock | null> {
  try {
    return lockSchema.parse(JSON.parse(await readFile(lockFile(folder), 'utf8')));
  } catch {
    return null;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Asks whether the process that holds a lock still answers: its id alone may belong to another process by now. */
async function answers({ pid, url }: Lock): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (url === null) return true;
  try {
    const response = await fetch(`${url}/embedded`, { signal: AbortSignal.timeout(3000) });
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null && 'pid' in body && body.pid === pid;
  } catch {
    return false;
  }
}

/** The address of the embedded Supabase that has this data directory open, or null. */
export async function findRunning(folder: string): Promise<string | null> {
  const lock = await readLock(folder);
  return lock && lock.url !== null && (await answers(lock)) ? lock.url : null;
}

export type FolderLock = { announce(url: string): Promise<void>; release(): Promise<void> };

/** Reserves a data directory for this process. Two processes on one database directory would destroy it. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  await mkdir(folder, { recursive: true });
  const file = lockFile(folder);
  const own = (url: string | null) => JSON.stringify({ pid: process.pid, url });
  for (let attempt = 0; ; attempt += 1) {
    try {
      await writeFile(file, own(null), { flag: 'wx' });
      break;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      const lock = await readLock(folder);
      if (attempt >= 3 || (lock && (await answers(lock)))) {
        throw new Error(
          `The data directory ${folder} is in use by process ${lock?.pid ?? 'unknown'}${lock?.url ? ` at ${lock.url}` : ''}. Stop that process, or set another DATA_DIR and PORT. If it does not run any more, delete ${file}`,
          { cause: error },
        );
      }
      await rm(file, { force: true });
    }
  }
  return {
    announce: async (url) => {
      await writeFile(`${file}.new`, own(url));
      await rename(`${file}.new`, file);
    },
    release: () => rm(file, { force: true }),
  };
}
