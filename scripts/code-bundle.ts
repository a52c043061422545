import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { codePartsFile } from '#astro/name-code-parts.ts';
import { type CodeParts, codeParts } from '#publish/draw/code-parts.ts';
import { buildEnvironment } from './build-environment.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));
const bundlesDirectory = path.join(root, 'dist', 'bundles');
const lockFile = path.join(root, 'dist', 'bundle.lock');
/** Older code bundles to leave on disk, since a server that was started from one may still be running. */
const retainedBundles = 5;

function filesBelow(directory: string): string[] {
  const entries = readdirSync(path.join(root, directory), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.(test\.tsx?|md)$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .toSorted();
}

/**
 * Names the code: a hash of all inputs of the code bundle. Every command waits for it, and a detour over the thread
 * pool takes longer than a small file.
 */
function sourceHash(): string {
  const files = [...filesBelow('src'), ...filesBelow('public'), 'astro.config.mjs', 'package-lock.json'];
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Names the code that this process started from. Each has a directory of its own: a build never touches a running server's files. */
const source = sourceHash();
const bundleDirectory = path.join(bundlesDirectory, source);
/** Written last, so an interrupted build does not count as a code bundle. */
const stampFile = path.join(bundleDirectory, 'complete');

export const codeBundleEntry = pathToFileURL(path.join(bundleDirectory, 'server', 'entry.mjs'));
export const assetsDirectory = path.join(bundleDirectory, 'client');

/** The names of the parts of the code bundle, which has to be built. */
export async function readCodeParts(): Promise<CodeParts> {
  return codeParts.parse(JSON.parse(await readFile(path.join(bundleDirectory, 'server', codePartsFile), 'utf8')));
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
  const release = () => rmSync(lockFile, { force: true });
  // A command that is stopped meanwhile, for want of a database perhaps, leaves no lock that the next one waits for.
  process.once('exit', release);
  try {
    return await run();
  } finally {
    process.off('exit', release);
    release();
  }
}

async function prune(): Promise<void> {
  const bundles = await Promise.all(
    (await readdir(bundlesDirectory)).map(async (name) => {
      const directory = path.join(bundlesDirectory, name);
      return { directory, time: (await stat(directory)).mtimeMs };
    }),
  );
  const old = bundles.toSorted((a, b) => b.time - a.time).slice(retainedBundles);
  for (const { directory } of old) await rm(directory, { recursive: true, force: true });
}

/** Builds the Astro bundle unless there is one of the same sources; returns the sources' hash. */
export async function ensureCodeBundle(say: (line: string) => void): Promise<string> {
  const isBuilt = () =>
    stat(stampFile).then(
      () => true,
      () => false,
    );
  if (await isBuilt()) return source;
  return withLock(async () => {
    // The previous owner of the lock may have built the same sources.
    if (await isBuilt()) return source;
    say('Building the code bundle …');
    const output: string[] = [];
    const astro = path.join(root, 'node_modules', 'astro', 'bin', 'astro.mjs');
    const code = await new Promise<number | null>((resolve) => {
      const child = spawn(process.execPath, [astro, 'build', '--outDir', bundleDirectory], {
        cwd: root,
        env: buildEnvironment(process.env),
      });
      child.stdout.on('data', (data: Buffer) => output.push(data.toString()));
      child.stderr.on('data', (data: Buffer) => output.push(data.toString()));
      const end = () => child.kill();
      process.once('exit', end);
      child.on('exit', (status) => {
        process.off('exit', end);
        resolve(status);
      });
    });
    if (code !== 0) throw new Error(`The code bundle could not be built:\n${output.join('')}`);
    // What src/astro says of a version of Astro that it does not know.
    for (const line of output.join('').split('\n')) if (line.includes("in Astro's own way")) say(line.trim());
    await writeFile(stampFile, '');
    await prune();
    return source;
  });
}
