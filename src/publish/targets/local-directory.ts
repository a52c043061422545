import { randomBytes } from 'node:crypto';
import {
  type Stats,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { cp, link, mkdir, readdir, rm, rmdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { incomingIn, isKept } from './archive-paths.ts';
import { hashBytes } from '../hash-bytes.ts';
import { compressedEndings, isCompressible, isCopyOf } from './compressed.ts';
import { type FileError, FileThread, type PreparedBuild } from './file-thread.ts';
import { BuildLock } from './build-lock.ts';
import { isMissing } from './is-missing.ts';
import { journalName } from './journal.ts';
import { nameBuild } from './build-name.ts';
import { pruneBuilds, stopDeleting } from './old-builds.ts';
import { buildsName } from './builds-name.ts';
import { removeAbandoned, removeUnfinished, revocations } from './revocations.ts';
import { nameStaging, preparing, staging } from './staging-names.ts';
import { hasLink, listSwitchLinks, makeSwitchLink, moveIfThere, removeLink } from './switch-links.ts';
import type { LiveWriter, NextBuild, Priority, BuildWriter, StagedFile, Target } from './target.ts';
import { forgetOtherMarks, noteMark, readMarks } from './written-marks.ts';

/** More files than are renamed within 300 ms become live by switching to a build that has them. */
const maxRenamed = 4000;

/**
 * Publishes to `<root>/releases/<build>/`, with `<root>/current` a symbolic link to the live one. The link is replaced by
 * a rename, and so is every file of the live build, so a reader sees the old bytes or the new ones and nothing between.
 *
 * @param keepsArchive whether what is replaced is kept beside it, to be shown as it was (`src/publish/archive`)
 */
export function localDirectory(root: string, { linkedAbove = maxRenamed, keepsArchive = false } = {}): Target {
  const buildsDirectory = path.join(root, buildsName);
  const pointer = path.join(root, 'current');
  const getDirectory = (build: string) => path.join(buildsDirectory, build);

  function current(): string | null {
    try {
      return path.basename(readlinkSync(pointer));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async function builds(): Promise<string[]> {
    try {
      const names = await readdir(buildsDirectory);
      return names.toSorted().toReversed();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  return {
    currentBuild: async () => current(),
    current,
    builds,
    async createBuild(build) {
      const directory = getDirectory(build);
      await mkdir(directory, { recursive: true });
      return buildWriter(build, directory);
    },
    async openCurrent(worker) {
      const build = current();
      if (build === null) return null;
      const directory = getDirectory(build);
      const name = nameStaging(worker);
      await mkdir(path.join(directory, staging, name), { recursive: true });
      threads.now.start();
      await removeAbandoned(path.join(directory, staging));
      await removeUnfinished(root);
      return liveWriter({ root, build, directory, name, linkedAbove, keepsArchive });
    },
    ...revocations(root, async () => (await builds()).map((build) => path.join(getDirectory(build), staging))),
    ...switches(root, getDirectory),
    async differing(files) {
      const build = current();
      if (build === null) return [];
      const places = files.map(({ file, hash }) => ({ place: placeIn(getDirectory(build), file), hash }));
      return (await threads.later.compare(places)).flatMap((index) => files[index]?.file ?? []);
    },
    forget: () => {},
    note: async (mark) => noteMark(root, mark),
    forgetOthers: async (mark) => forgetOtherMarks(root, mark),
    marks: () => readMarks(root),
    allMarks: async () => readMarks(root),
    prune: (keep) => pruneBuilds(root, { keep, keepsArchive, directoryOf: getDirectory, builds, current }),
    // Whoever opens a build removes what others have left.
    tidy: async () => {},
  };
}

/** How builds become live: see `PreparedSwitch`. */
function switches(
  root: string,
  directoryOf: (build: string) => string,
): Pick<Target, 'prepareSwitch' | 'takeOver' | 'largestNumber'> {
  return {
    async prepareSwitch(build, { number, kind }) {
      const own = makeSwitchLink(root, { number, kind, build });
      let isCommitted = false;
      return {
        isOurs: () => hasLink(own),
        async commit() {
          if (kind === 'rollback') await stopDeleting(root);
          // It is kept from being deleted from here on, by its link.
          isCommitted = existsSync(directoryOf(build)) && moveIfThere(own, path.join(root, 'current'));
          return isCommitted;
        },
        async discard() {
          if (isCommitted) return;
          removeLink(own);
          if (kind === 'build') await rm(directoryOf(build), { recursive: true, force: true });
        },
      };
    },
    async takeOver(number) {
      for (const each of listSwitchLinks(root)) {
        // Nobody sees what only a link that is gone would have led to.
        if (each.number < number && removeLink(each.place) && each.kind === 'build')
          await rm(directoryOf(each.build), { recursive: true, force: true });
      }
    },
    largestNumber: async () => Math.max(0, ...listSwitchLinks(root).map(({ number }) => number)),
  };
}

/** For all sites, since they share the disk: what people wait for is not behind thousands of files that nobody waits for. */
const threads: Readonly<Record<Priority, FileThread>> = { now: new FileThread(), later: new FileThread() };

/** A build may be opened again while files that were staged before are yet to be put live. */
let temporaries = 0;

type LiveBuild = {
  root: string;
  build: string;
  directory: string;
  name: string;
  linkedAbove: number;
  keepsArchive: boolean;
};

function liveWriter({ root, build, directory, name, linkedAbove, keepsArchive }: LiveBuild): LiveWriter {
  const own = path.join(directory, staging, name);
  const lock = getLock(root);
  const pointer = { link: path.join(root, 'current'), build };

  function temporaryName(): string {
    temporaries += 1;
    return path.join(own, String(temporaries));
  }

  function put(file: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const destination = placeIn(directory, file);
    return threads.now.put({
      kind: 'replace',
      temporary: temporaryName(),
      destination,
      hasCopies: isCompressible(file),
      bytes,
    });
  }

  const written = buildWriter(build, directory);
  return {
    ...written,
    readHere: (file) => written.read(file),
    directory,
    put,
    temporaryName,
    async stage(file, bytes, hash, priority) {
      placeIn(directory, file);
      const temporary = temporaryName();
      await threads[priority].put({ kind: 'stage', temporary, bytes });
      return { file, temporary, hash };
    },
    isOpen: () => existsSync(own),
    moments: () => [],
    async commit(files, removals, priority, lease) {
      const journal = path.join(own, `${journalName}${randomBytes(6).toString('hex')}`);
      const place = (file: string) => ({
        file,
        destination: placeIn(directory, file),
        hasCopies: isCompressible(file),
        isKept: isKept(file),
      });
      const { milliseconds, removalErrors, replaced, isSuperseded, ...committed } = await lock.withShared(
        [...files.map(({ file }) => file), ...removals],
        () =>
          threads[priority].commit({
            kind: 'commit',
            files: files.map(({ file, temporary, hash }) => ({ ...place(file), temporary, hash })),
            removals: removals.map(place),
            journal,
            note: lease?.note ?? null,
            pointer,
            archive: keepsArchive ? incomingIn(root) : null,
          }),
      );
      for (const file of removals) await removeEmptyParents(path.dirname(placeIn(directory, file)), directory);
      // Nobody waits for it.
      void removeAll(replaced);
      const failed = listFailures(files, committed);
      for (const { index, error } of removalErrors) {
        const file = removals[index];
        if (file !== undefined) failed.errors.set(file, toFailure(error));
      }
      const settle = async () => rmSync(journal, { force: true });
      return { milliseconds, ...failed, build: null, isSuperseded, settle };
    },
    prepare: async (files) =>
      files.length > linkedAbove ? prepareNext({ root, directory, name, lock, pointer: pointer.link }, files) : null,
    discard: (files) => removeAll(files.map(({ temporary }) => temporary)),
    async addCopies(file, { temporary, identity }) {
      const destination = placeIn(directory, file);
      const exists = (await threads.now.put({ kind: 'copies', temporary, destination, identity })) !== '';
      if (!exists) for (const ending of compressedEndings) await rm(`${temporary}${ending}`, { force: true });
      return exists;
    },
    async write(file, bytes) {
      await put(file, new Uint8Array(bytes));
    },
  };
}

type NextPlace = Pick<LiveBuild, 'root' | 'directory' | 'name'> & { lock: BuildLock; pointer: string };

/** Null when links are not possible: nothing was done then. */
async function prepareNext(
  { root, directory, name, lock, pointer }: NextPlace,
  all: readonly StagedFile[],
): Promise<NextBuild | null> {
  const build = nameBuild();
  const place = { live: directory, next: path.join(root, `${preparing}${name}-${build}`) };
  const own = makeSwitchLink(root, { number: 0, kind: 'round', owner: name, build });
  const passed = lock.note();
  let prepared: PreparedBuild;
  try {
    prepared = await threads.later.prepare({ kind: 'prepare', ...place, files: [...all] });
  } catch {
    passed.stop();
    removeLink(own);
    return null;
  }
  const { errors, unseen } = listFailures(all, prepared);
  return {
    build,
    directory: place.next,
    async commit(files, removals) {
      const staged = new Set(files.map(({ file }) => file));
      const dropped = all.flatMap(({ file }) => (staged.has(file) && !errors.has(file) ? [] : [file]));
      const isLive = await lock.withExclusive(() => {
        passed.stop();
        const changes = { dropped, removals: [...removals], changed: [...passed.names] };
        const lateLink = path.join(directory, staging, name, `late-${build}`);
        return threads.later.switch({ kind: 'switch', ...place, ...changes, build, link: own, pointer, lateLink });
      });
      if (!isLive) removeLink(own);
      const settle = async () => {};
      return { milliseconds: 0, errors, unseen, build: isLive ? build : null, isSuperseded: !isLive, settle };
    },
    async settle() {
      // Whoever puts a file live after the switch sees that the build has changed.
      const late = await threads.later.late(place.next);
      if (late.length > 0) await lock.withExclusive(() => threads.later.bring(place.next, late));
    },
    discard: () => {
      passed.stop();
      removeLink(own);
      return rm(place.next, { recursive: true, force: true });
    },
  };
}

function listFailures(files: readonly StagedFile[], { errors, unseen }: PreparedBuild) {
  const failed = new Map<string, Error>();
  for (const { index, error } of errors) {
    const file = files[index]?.file;
    if (file !== undefined) failed.set(file, toFailure(error));
  }
  return { errors: failed, unseen: new Set(unseen.flatMap((index) => files[index]?.file ?? [])) };
}

function toFailure({ message, code }: FileError): Error {
  return Object.assign(new Error(message), { code });
}

const locks = new Map<string, BuildLock>();

/** Files of a live build are put in place side by side, and never while another build becomes live. */
function getLock(root: string): BuildLock {
  const lock = locks.get(root) ?? new BuildLock();
  locks.set(root, lock);
  return lock;
}

/** One after another: the file system frees blocks at its own pace, and others need the thread pool as well. */
async function removeAll(files: readonly string[]): Promise<void> {
  for (const file of files) await unlink(file).catch(() => {});
}

/**
 * Files are small and many, and a local disk's cache takes each in some ten microseconds. Each step of an asynchronous write
 * is a detour over the thread pool that costs more than the step, so the pages of a build are read and written without one.
 */
function buildWriter(build: string, directory: string): BuildWriter {
  const made = new Set<string>();
  const place = (file: string) => placeIn(directory, file);
  const getPlace = (from: string, file: string) => placeIn(path.join(path.dirname(directory), from), file);
  const makeParent = (destination: string) => {
    const parent = path.dirname(destination);
    if (made.has(parent)) return;
    mkdirSync(parent, { recursive: true });
    made.add(parent);
  };

  return {
    build,
    async write(file, bytes) {
      const destination = place(file);
      makeParent(destination);
      try {
        writeNew(destination, bytes);
      } catch (error) {
        if (!isMissing(error)) throw error;
        // A directory that became empty was removed with its last file.
        made.clear();
        makeParent(destination);
        writeNew(destination, bytes);
      }
    },
    async takeOver(file, from, hash) {
      const destination = place(file);
      makeParent(destination);
      return linkSame(getPlace(from, file), destination, hash);
    },
    async takeOverNamed(file, from) {
      const destination = place(file);
      makeParent(destination);
      const exists = existsSync(getPlace(from, file));
      return exists && isLinked(getPlace(from, file), destination);
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

/** Another build may have a link to the file that is there: it stays as it is. */
function writeNew(destination: string, bytes: Uint8Array): void {
  try {
    writeFileSync(destination, bytes, { flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error;
    for (const ending of ['', ...compressedEndings]) rmSync(`${destination}${ending}`, { force: true });
    writeFileSync(destination, bytes, { flag: 'wx' });
  }
}

/**
 * Links a file and its compressed copies, where the file has the bytes of this hash. What is read is the link: the file may be
 * replaced in its own build meanwhile, and what the link leads to stays.
 */
function linkSame(source: string, destination: string, hash: string): Uint8Array | null {
  if (!isLinked(source, destination)) return null;
  const bytes = readFileSync(destination);
  if (hashBytes(bytes) !== hash) {
    rmSync(destination, { force: true });
    return null;
  }
  const file = statSync(destination);
  for (const ending of compressedEndings) linkCopy(`${source}${ending}`, `${destination}${ending}`, file);
  return bytes;
}

/** False where it is not there, and where the file system has no links. */
function isLinked(source: string, destination: string): boolean {
  try {
    linkSync(source, destination);
    return true;
  } catch {
    return false;
  }
}

function linkCopy(source: string, destination: string, file: Stats): void {
  // An error with its stack takes longer than all the rest.
  if (!existsSync(source) || !isLinked(source, destination)) return;
  if (!isCopyOf(statSync(destination), file)) rmSync(destination, { force: true });
}

/** The path of a file in a build. A path outside of it is a bug of the caller, which has to check names. */
function placeIn(directory: string, file: string): string {
  const place = path.join(directory, file);
  if (place !== directory && !place.startsWith(directory + path.sep)) {
    throw new Error(`The file ${JSON.stringify(file)} is outside of the build`);
  }
  return place;
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
