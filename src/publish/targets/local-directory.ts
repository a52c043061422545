import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { cp, link, mkdir, readdir, rename, rm, rmdir, stat, symlink, unlink } from 'node:fs/promises';
import path from 'node:path';
import { compressedEndings, isCompressible } from '../upkeep/compressed.ts';
import { FileThread } from './file-thread.ts';
import { isMissing } from './is-missing.ts';
import type { LiveWriter, ReleaseWriter, Target } from './target.ts';

const staging = '.staging';
/** A file that was staged longer ago belongs to a publisher that was killed; other publishers' files are younger. */
const abandonedAfterMilliseconds = 10 * 60 * 1000;

/**
 * Publishes to `<root>/releases/<release>/`, with `<root>/current` a symbolic link to the live one. The link is replaced by
 * a rename, and so is every file of the live release, so a reader sees the old bytes or the new ones and nothing between.
 */
export function localDirectory(root: string): Target {
  const releasesDirectory = path.join(root, 'releases');
  const pointer = path.join(root, 'current');
  const directoryOf = (release: string) => path.join(releasesDirectory, release);

  async function currentRelease(): Promise<string | null> {
    try {
      return path.basename(readlinkSync(pointer));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async function releases(): Promise<string[]> {
    try {
      const names = await readdir(releasesDirectory);
      return names.toSorted().toReversed();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  return {
    currentRelease,
    releases,
    async createRelease(release) {
      const directory = directoryOf(release);
      await mkdir(directory, { recursive: true });
      return releaseWriter(release, directory);
    },
    async openCurrent() {
      const release = await currentRelease();
      if (release === null) return null;
      const directory = directoryOf(release);
      await mkdir(path.join(directory, staging), { recursive: true });
      thread.start();
      await removeAbandoned(path.join(directory, staging));
      return liveWriter(release, directory);
    },
    async switchTo(release) {
      const next = path.join(root, `.current-${randomBytes(6).toString('hex')}`);
      await symlink(path.join('releases', release), next);
      await rename(next, pointer);
    },
    async prune(keep) {
      const current = await currentRelease();
      const old = (await releases()).filter((release) => release !== current).slice(Math.max(0, keep - 1));
      for (const release of old) await rm(directoryOf(release), { recursive: true, force: true });
    },
  };
}

/** One for all sites: they share the disk. */
const thread = new FileThread();

function liveWriter(release: string, directory: string): LiveWriter {
  const writer = randomBytes(9).toString('hex');
  let staged = 0;

  function stage(): string {
    staged += 1;
    return path.join(directory, staging, `${writer}-${staged}`);
  }

  function put(file: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const destination = placeIn(directory, file);
    return thread.put({ temporary: stage(), destination, hasCopies: isCompressible(file), bytes });
  }

  return {
    ...releaseWriter(release, directory),
    directory,
    put,
    stage,
    async addCopies(file, { temporary, identity }) {
      const isThere = (await thread.put({ temporary, destination: placeIn(directory, file), identity })) !== '';
      if (!isThere) for (const ending of compressedEndings) await rm(`${temporary}${ending}`, { force: true });
      return isThere;
    },
    async write(file, bytes) {
      await put(file, new Uint8Array(bytes));
    },
  };
}

/**
 * Files are small and many, and a local disk's cache takes each in some ten microseconds. Each step of an asynchronous write
 * is a detour over the thread pool that costs more than the step, so the pages of a build are read and written without one.
 */
function releaseWriter(release: string, directory: string): ReleaseWriter {
  const made = new Set<string>();
  const place = (file: string) => placeIn(directory, file);

  return {
    release,
    async write(file, bytes) {
      const destination = place(file);
      const parent = path.dirname(destination);
      if (!made.has(parent)) {
        mkdirSync(parent, { recursive: true });
        made.add(parent);
      }
      writeFileSync(destination, bytes);
    },
    async read(file) {
      try {
        return readFileSync(place(file));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async has(file) {
      try {
        return (await stat(place(file))).isFile();
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    async remove(file) {
      const removeCopies = async () => {
        if (!isCompressible(file)) return;
        for (const ending of compressedEndings) await rm(`${place(file)}${ending}`, { force: true });
      };
      await removeCopies();
      try {
        await unlink(place(file));
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
      // Copies of a file that was still there may just have been added.
      await removeCopies();
      await removeEmptyParents(path.dirname(place(file)), directory);
    },
    async addImmutable(source, prefix) {
      await linkTree(source, place(prefix));
    },
  };
}

/** The path of a file in a release. A path outside of it is a bug of the caller, which has to check names. */
function placeIn(directory: string, file: string): string {
  const place = path.join(directory, file);
  if (place !== directory && !place.startsWith(directory + path.sep)) {
    throw new Error(`The file ${JSON.stringify(file)} is outside of the release`);
  }
  return place;
}

async function removeAbandoned(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    try {
      if (Date.now() - (await stat(file)).mtimeMs > abandonedAfterMilliseconds) await unlink(file);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}

/** A page that is gone leaves no empty directory behind, as a full build would not have made it. */
async function removeEmptyParents(start: string, stop: string): Promise<void> {
  for (let directory = start; directory !== stop && directory.startsWith(stop); directory = path.dirname(directory)) {
    try {
      await rmdir(directory);
    } catch {
      return;
    }
  }
}

/** Hard links where the file system has them, copies where it does not. Files that are there already are left alone. */
async function linkTree(source: string, destination: string): Promise<void> {
  let entries;
  try {
    entries = await readdir(source, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  await mkdir(destination, { recursive: true });
  for (const entry of entries) {
    const from = path.join(source, entry.name);
    const to = path.join(destination, entry.name);
    if (entry.isDirectory()) {
      await linkTree(from, to);
      continue;
    }
    try {
      await link(from, to);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code === 'EEXIST') continue;
      await cp(from, to);
    }
  }
}
