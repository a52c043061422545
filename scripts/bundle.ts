import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const bundleDirectory = path.join(root, 'dist', 'bundle');
const lockFile = path.join(root, 'dist', 'bundle.lock');
const stampFile = path.join(bundleDirectory, 'source-hash');

export const bundleEntry = new URL('../dist/bundle/server/entry.mjs', import.meta.url);
export const assetsDirectory = path.join(bundleDirectory, 'client');

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(path.join(root, directory), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .toSorted();
}

/** Names the code: a hash of everything that the bundle is made from. */
async function sourceHash(): Promise<string> {
  const files = [...(await filesBelow('src')), ...(await filesBelow('public')), 'astro.config.ts', 'package-lock.json'];
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update('\0').update(await readFile(path.join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

/** A build that has held the lock for longer was killed. */
const lockLimitMilliseconds = 120_000;

/** Runs one build at a time: two in one directory would destroy each other's files. */
async function withLock<T>(run: () => Promise<T>): Promise<T> {
  await mkdir(path.dirname(lockFile), { recursive: true });
  for (;;) {
    try {
      await writeFile(lockFile, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error;
      const held = await stat(lockFile).catch(() => null);
      if (held && Date.now() - held.mtimeMs > lockLimitMilliseconds) await rm(lockFile, { force: true });
      else await wait(200);
    }
  }
  try {
    return await run();
  } finally {
    await rm(lockFile, { force: true });
  }
}

/** Builds the Astro bundle unless the one that is there was built from the same sources; answers with the sources' hash. */
export async function ensureBundle(say: (line: string) => void): Promise<string> {
  const hash = await sourceHash();
  const isBuilt = async () => (await readFile(stampFile, 'utf8').catch(() => null)) === hash;
  if (await isBuilt()) return hash;
  return withLock(async () => {
    // Whoever held the lock may have built just this.
    if (await isBuilt()) return hash;
    say('Building the code bundle …');
    const output: string[] = [];
    const code = await new Promise<number | null>((resolve) => {
      const child = spawn(process.execPath, [path.join(root, 'node_modules', 'astro', 'bin', 'astro.mjs'), 'build'], {
        cwd: root,
        env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
      });
      child.stdout.on('data', (data: Buffer) => output.push(data.toString()));
      child.stderr.on('data', (data: Buffer) => output.push(data.toString()));
      child.on('exit', resolve);
    });
    if (code !== 0) throw new Error(`The code bundle could not be built:\n${output.join('')}`);
    await writeFile(stampFile, hash);
    return hash;
  });
}
