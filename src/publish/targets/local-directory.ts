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
import { cp, link, mkdir, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { incomingIn, isKept, oldReleasesIn } from '../past/past-place.ts';
import { nameProcess, stateOfProcess } from '../process-name.ts';
import { hashOf } from '../hash-of.ts';
import { compressedEndings, isCompressible, isCopyOf } from '../upkeep/compressed.ts';
import { completeCommit } from './complete-commit.ts';
import { type FileError, FileThread, type PreparedRelease } from './file-thread.ts';
import { Gate } from './gate.ts';
import { isMissing } from './is-missing.ts';
import { nameRelease } from './release-name.ts';
import { releasesName } from './releases-name.ts';
import { hasLink, listSwitchLinks, makeSwitchLink, moveIfThere, removeLink } from './switch-links.ts';
import type { LiveWriter, NextRelease, Pace, PreparedSwitch, ReleaseWriter, StagedFile, Target } from './target.ts';
import { forgetOtherMarks, noteMark, readMarks } from './written-marks.ts';

const staging = '.staging';
const journalName = 'commit-';
/** A release that is being prepared; it is moved to the others when it becomes live. */
const preparing = '.next-';
/** Where releases are moved to that are being deleted. Who goes back to a release takes the folder away, and then none is. */
const deleting = '.delete-';
/** More files than are renamed within 300 ms become live by switching to a release that has them. */
const mostRenamed = 4000;
/** A directory in which nothing was staged for so long belongs to a publisher that was killed, wherever it ran. */
const abandonedAfterMilliseconds = 10 * 60 * 1000;

/**
 * Publishes to `<root>/releases/<release>/`, with `<root>/current` a symbolic link to the live one. The link is replaced by
 * a rename, and so is every file of the live release, so a reader sees the old bytes or the new ones and nothing between.
 *
 * @param keepsPast whether what is replaced is kept beside it, to be shown as it was (`src/publish/past`)
 */
export function localDirectory(root: string, { linkedAbove = mostRenamed, keepsPast = false } = {}): Target {
  const releasesDirectory = path.join(root, releasesName);
  const pointer = path.join(root, 'current');
  const directoryOf = (release: string) => path.join(releasesDirectory, release);

  function current(): string | null {
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
    currentRelease: async () => current(),
    current,
    releases,
    async createRelease(release) {
      const directory = directoryOf(release);
      await mkdir(directory, { recursive: true });
      return releaseWriter(release, directory);
    },
    async openCurrent() {
      const release = current();
      if (release === null) return null;
      const directory = directoryOf(release);
      const name = nameProcess();
      await mkdir(path.join(directory, staging, name), { recursive: true });
      threads.now.start();
      await removeAbandoned(path.join(directory, staging));
      await removeUnfinished(root);
      return liveWriter({ root, release, directory, name, linkedAbove, keepsPast });
    },
    async prepareSwitch(release, { number, kind }): Promise<PreparedSwitch> {
      const own = makeSwitchLink(root, { number, kind, release });
      let isCommitted = false;
      return {
        isOurs: () => hasLink(own),
        async commit() {
          if (kind === 'rollback') await stopDeleting(root);
          // It is kept from being deleted from here on, by its link.
          isCommitted = existsSync(directoryOf(release)) && moveIfThere(own, pointer);
          return isCommitted;
        },
        async discard() {
          if (isCommitted) return;
          removeLink(own);
          if (kind === 'build') await rm(directoryOf(release), { recursive: true, force: true });
        },
      };
    },
    async takeOver(number) {
      for (const link of listSwitchLinks(root)) {
        // Nobody sees what only a link that is gone would have led to.
        if (link.number < number && removeLink(link.place) && link.kind === 'build')
          await rm(directoryOf(link.release), { recursive: true, force: true });
      }
    },
    largestNumber: async () => Math.max(0, ...listSwitchLinks(root).map(({ number }) => number)),
    note: async (mark) => noteMark(root, mark),
    forgetOthers: async (mark) => forgetOtherMarks(root, mark),
    marks: () => readMarks(root),
    allMarks: async () => readMarks(root),
    async prune(keep) {
      const aside = path.join(root, `${deleting}${nameProcess()}`);
      try {
        await mkdir(aside);
        // In this order: a link that is gone by now has become the current one.
        const reserved = new Set(listSwitchLinks(root).map(({ release }) => release));
        const live = current();
        const others = (await releases()).filter((release) => release !== live && !reserved.has(release));
        for (const release of others.slice(Math.max(0, keep - 1))) {
          const place = path.join(aside, release);
          if (!moveIfThere(directoryOf(release), place)) continue;
          if (keepsPast) await setReleaseAside(root, place);
        }
      } finally {
        await rm(aside, { recursive: true, force: true });
      }
    },
    // Whoever opens a release removes what others have left.
    tidy: async () => {},
  };
}

/** For all sites, since they share the disk: what people wait for is not behind thousands of files that nobody waits for. */
const threads: Readonly<Record<Pace, FileThread>> = { now: new FileThread(), later: new FileThread() };

type LiveRelease = {
  root: string;
  release: string;
  directory: string;
  name: string;
  linkedAbove: number;
  keepsPast: boolean;
};

function liveWriter({ root, release, directory, name, linkedAbove, keepsPast }: LiveRelease): LiveWriter {
  const own = path.join(directory, staging, name);
  const gate = gateOf(root);
  const pointer = { link: path.join(root, 'current'), target: path.join('releases', release) };
  let staged = 0;

  function temporaryName(): string {
    staged += 1;
    return path.join(own, String(staged));
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

  return {
    ...releaseWriter(release, directory),
    directory,
    put,
    temporaryName,
    async stage(file, bytes, hash, pace) {
      placeIn(directory, file);
      const temporary = temporaryName();
      await threads[pace].put({ kind: 'stage', temporary, bytes });
      return { file, temporary, hash };
    },
    async commit(files, removals, pace) {
      const place = (file: string) => ({
        destination: placeIn(directory, file),
        hasCopies: isCompressible(file),
        isKept: isKept(file),
      });
      const { milliseconds, removalErrors, replaced, isLeft, ...committed } = await gate.pass(
        [...files.map(({ file }) => file), ...removals],
        () =>
          threads[pace].commit({
            kind: 'commit',
            files: files.map(({ file, temporary, hash }) => ({ ...place(file), temporary, hash })),
            removals: removals.map(place),
            journal: path.join(own, `${journalName}${randomBytes(6).toString('hex')}`),
            pointer,
            past: keepsPast ? incomingIn(root) : null,
          }),
      );
      for (const file of removals) await removeEmptyParents(path.dirname(placeIn(directory, file)), directory);
      // Nobody waits for it.
      void removeAll(replaced);
      const failed = failuresOf(files, committed);
      for (const { index, error } of removalErrors) {
        const file = removals[index];
        if (file !== undefined) failed.errors.set(file, failureOf(error));
      }
      return { milliseconds, ...failed, release: null, isLeft };
    },
    prepare: async (files) =>
      files.length > linkedAbove ? prepareNext({ root, directory, name, gate, pointer: pointer.link }, files) : null,
    discard: (files) => removeAll(files.map(({ temporary }) => temporary)),
    async addCopies(file, { temporary, identity }) {
      const destination = placeIn(directory, file);
      const isThere = (await threads.now.put({ kind: 'copies', temporary, destination, identity })) !== '';
      if (!isThere) for (const ending of compressedEndings) await rm(`${temporary}${ending}`, { force: true });
      return isThere;
    },
    async write(file, bytes) {
      await put(file, new Uint8Array(bytes));
    },
  };
}

/** Its files are filed later, since there are many. */
async function setReleaseAside(root: string, directory: string): Promise<void> {
  const place = oldReleasesIn(root);
  try {
    await mkdir(place, { recursive: true });
    await rename(directory, path.join(place, path.basename(directory)));
  } catch {
    // Then it goes.
  }
}

/** Nobody who has begun to delete releases until now deletes another one. */
async function stopDeleting(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (!name.startsWith(deleting)) continue;
    const gone = path.join(root, `.gone-${randomBytes(6).toString('hex')}`);
    if (moveIfThere(path.join(root, name), gone)) await rm(gone, { recursive: true, force: true });
  }
}

type NextPlace = Pick<LiveRelease, 'root' | 'directory' | 'name'> & { gate: Gate; pointer: string };

/** Null when links are not possible: nothing was done then. */
async function prepareNext(
  { root, directory, name, gate, pointer }: NextPlace,
  all: readonly StagedFile[],
): Promise<NextRelease | null> {
  const release = nameRelease();
  const place = { live: directory, next: path.join(root, `${preparing}${name}-${release}`) };
  const own = makeSwitchLink(root, { number: 0, kind: 'round', release });
  const passed = gate.note();
  let prepared: PreparedRelease;
  try {
    prepared = await threads.later.prepare({ kind: 'prepare', ...place, files: [...all] });
  } catch {
    passed.stop();
    removeLink(own);
    return null;
  }
  const { errors, unseen } = failuresOf(all, prepared);
  return {
    release,
    directory: place.next,
    async commit(files, removals) {
      const staged = new Set(files.map(({ file }) => file));
      const dropped = all.flatMap(({ file }) => (staged.has(file) && !errors.has(file) ? [] : [file]));
      const isLive = await gate.close(() => {
        passed.stop();
        const changes = { dropped, removals: [...removals], changed: [...passed.names] };
        return threads.later.switch({ kind: 'switch', ...place, ...changes, release, link: own, pointer });
      });
      if (!isLive) removeLink(own);
      return { milliseconds: 0, errors, unseen, release: isLive ? release : null, isLeft: !isLive };
    },
    async settle() {
      // Whoever puts a file live after the switch sees that the release has changed.
      const late = await threads.later.late(place.next);
      if (late.length > 0) await gate.close(() => threads.later.bring(place.next, late));
    },
    discard: () => {
      passed.stop();
      removeLink(own);
      return rm(place.next, { recursive: true, force: true });
    },
  };
}

function failuresOf(files: readonly StagedFile[], { errors, unseen }: PreparedRelease) {
  const failed = new Map<string, Error>();
  for (const { index, error } of errors) {
    const file = files[index]?.file;
    if (file !== undefined) failed.set(file, failureOf(error));
  }
  return { errors: failed, unseen: new Set(unseen.flatMap((index) => files[index]?.file ?? [])) };
}

function failureOf({ message, code }: FileError): Error {
  return Object.assign(new Error(message), { code });
}

const gates = new Map<string, Gate>();

/** Files of a live release are put in place side by side, and never while another release becomes live. */
function gateOf(root: string): Gate {
  const gate = gates.get(root) ?? new Gate();
  gates.set(root, gate);
  return gate;
}

/** One after another: the file system frees blocks at its own pace, and others need the thread pool as well. */
async function removeAll(files: readonly string[]): Promise<void> {
  for (const file of files) await unlink(file).catch(() => {});
}

/**
 * Files are small and many, and a local disk's cache takes each in some ten microseconds. Each step of an asynchronous write
 * is a detour over the thread pool that costs more than the step, so the pages of a build are read and written without one.
 */
function releaseWriter(release: string, directory: string): ReleaseWriter {
  const made = new Set<string>();
  const place = (file: string) => placeIn(directory, file);
  const placeOf = (from: string, file: string) => placeIn(path.join(path.dirname(directory), from), file);
  const makeParent = (destination: string) => {
    const parent = path.dirname(destination);
    if (made.has(parent)) return;
    mkdirSync(parent, { recursive: true });
    made.add(parent);
  };

  return {
    release,
    async write(file, bytes) {
      const destination = place(file);
      makeParent(destination);
      writeNew(destination, bytes);
    },
    async takeOver(file, from, hash) {
      const destination = place(file);
      makeParent(destination);
      return linkSame(placeOf(from, file), destination, hash);
    },
    async takeOverNamed(file, from) {
      const destination = place(file);
      makeParent(destination);
      const isThere = existsSync(placeOf(from, file));
      return isThere && isLinked(placeOf(from, file), destination);
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

/** Another release may have a link to the file that is there: it stays as it is. */
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
 * replaced in its own release meanwhile, and what the link leads to stays.
 */
function linkSame(source: string, destination: string, hash: string): Uint8Array | null {
  if (!isLinked(source, destination)) return null;
  const bytes = readFileSync(destination);
  if (hashOf(bytes) !== hash) {
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

/** The path of a file in a release. A path outside of it is a bug of the caller, which has to check names. */
function placeIn(directory: string, file: string): string {
  const place = path.join(directory, file);
  if (place !== directory && !place.startsWith(directory + path.sep)) {
    throw new Error(`The file ${JSON.stringify(file)} is outside of the release`);
  }
  return place;
}

/** Removes what publishers that were killed have staged, once what they were putting live is complete. */
async function removeAbandoned(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const place = path.join(directory, entry.name);
    try {
      const { mtimeMs } = await stat(place);
      if (!isAbandoned(entry.name, mtimeMs)) continue;
      const files = entry.isDirectory() ? await readdir(place) : [];
      for (const file of files) if (/^commit-[0-9a-f]{12}$/.test(file)) completeCommit(path.join(place, file));
      await rm(place, { recursive: true, force: true });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}

/** Removes releases that publishers were preparing, and those that they were deleting, when they were killed. */
async function removeUnfinished(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const start = [preparing, deleting].find((each) => name.startsWith(each));
    if (start === undefined) continue;
    const [publisher = ''] = /^[A-Za-z0-9]+-\d+-[0-9a-f]+/.exec(name.slice(start.length)) ?? [];
    const stats = await stat(path.join(root, name)).catch(() => null);
    if (!stats || !isAbandoned(publisher, stats.mtimeMs)) continue;
    await rm(path.join(root, name), { recursive: true, force: true });
    const release = name.slice(start.length + publisher.length + 1);
    const links = listSwitchLinks(root).filter((each) => each.kind === 'round' && each.release === release);
    for (const { place } of links) if (start === preparing) removeLink(place);
  }
}

function isAbandoned(name: string, changedAt: number): boolean {
  const state = stateOfProcess(name);
  switch (state) {
    case 'running':
      return false;
    case 'ended':
      return true;
    case 'own-number':
      // A process of a container often has the number of the one before.
      return changedAt < Date.now() - process.uptime() * 1000;
    case 'elsewhere':
    case null:
      return Date.now() - changedAt > abandonedAfterMilliseconds;
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
