import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { hashBytes } from '../hash-bytes.ts';
import { compressedEndings } from './compressed.ts';
import { fileError, replace, tolerant } from './commit-files.ts';
import type {
  BringRequest,
  Committed,
  LateRequest,
  PreparedBuild,
  PrepareRequest,
  SwitchRequest,
} from './file-thread.ts';
import { isMissing } from './is-missing.ts';
import { hasLink, moveIfThere, removeRunLinks } from './switch-links.ts';

/** Files that publishers have staged in a build belong to it alone. */
const notLinked: ReadonlySet<string> = new Set(['.staging']);

/** A build that is made of another one, by where it is prepared. */
type Followed = {
  live: string;
  /** Where it is now. */
  place: string;
  own: Set<string>;
  /** The inodes of the other one's files that it has been given, but for its own. */
  linked: Map<string, number>;
  /** Where a link waits that is renamed into place. */
  link: string;
};
const followed = new Map<string, Followed>();

/**
 * Makes a build of staged files and of links to everything else that is live. Nobody sees it yet. A file that cannot be moved
 * there stays as it is live, and its error is in the answer; throws when links are not possible, and then nothing was moved.
 */
export function prepareBuild({ live, next, files }: PrepareRequest): PreparedBuild {
  const own = ownFiles(files.map(({ file }) => file));
  const linked = readFiles(live, own);
  try {
    for (const file of linked.keys()) linkFile(live, next, file);
  } catch (error) {
    rmSync(next, { recursive: true, force: true });
    throw error;
  }
  const errors: Committed['errors'] = [];
  for (const [index, { file, temporary }] of files.entries()) {
    try {
      replace(temporary, path.join(next, file));
    } catch (error) {
      errors.push({ index, error: fileError(error) });
      tolerant(() => rmSync(temporary, { force: true }));
      tolerant(() => linkFile(live, next, file));
    }
  }
  const failed = new Set(errors.map(({ index }) => index));
  const isSeen = ({ file, hash }: PrepareRequest['files'][number]) => {
    try {
      return hashBytes(readFileSync(path.join(next, file))) === hash;
    } catch {
      return false;
    }
  };
  const unseen = [...files.entries()].flatMap(([index, file]) => (failed.has(index) || isSeen(file) ? [] : [index]));
  // The directory of one that was given up is gone; one that became live has moved.
  for (const [name, { place }] of followed) if (!existsSync(place)) followed.delete(name);
  const build: Followed = { live, place: next, own, linked, link: path.join(next, '.link') };
  followed.set(next, build);
  // That took a while. What fails here is found once the build is live: the staged files have been moved by now.
  tolerant(() => bring(build, listChanges(build)));
  return { errors, unseen };
}

/**
 * Makes a prepared build the one that visitors are served from, with its own files but for those that were dropped, without the
 * removed ones, and with those that have changed since as they are live now: nobody puts a file live meanwhile, so it takes
 * milliseconds, however large the build is. Answers false, and nothing is switched, when another build is live by now, when somebody
 * has taken over or its lease was lost, and when this thread has not prepared it: one that has ended may have done so in part.
 */
export function switchBuild({
  live,
  next,
  dropped,
  removals,
  changed,
  build,
  link,
  pointer,
  lateLink,
}: SwitchRequest): boolean {
  const place = path.join(path.dirname(live), build);
  const known = followed.get(next);
  try {
    if (!known) {
      rmSync(next, { recursive: true, force: true });
      return false;
    }
    const notOwn = ownFiles(dropped);
    for (const file of notOwn) known.own.delete(file);
    for (const file of ownFiles(removals)) known.own.add(file);
    for (const file of removals) removeFrom(next, file);
    bring(
      known,
      [...notOwn, ...ownFiles(changed)].filter((file) => !known.own.has(file)),
    );
    // Another run that has stood still is not to switch after this one: what it has switched until now is seen.
    removeRunLinks(path.dirname(pointer), link);
    if (path.basename(readlinkSync(pointer)) !== path.basename(live)) {
      rmSync(next, { recursive: true, force: true });
      return false;
    }
    renameSync(next, place);
  } catch (error) {
    rmSync(next, { recursive: true, force: true });
    // Whoever takes a lease over takes away what was prepared as well.
    if (!hasLink(link)) return false;
    throw error;
  }
  if (!moveIfThere(link, pointer)) {
    rmSync(place, { recursive: true, force: true });
    return false;
  }
  known.place = place;
  known.link = lateLink;
  return true;
}

/** The files of the build before that others have put live or removed until the switch, and the one after it has not. */
export function findLate({ next }: LateRequest): string[] {
  const known = followed.get(next);
  const late = known ? listChanges(known) : [];
  if (late.length === 0) followed.delete(next);
  return late;
}

/** Brings them along, but for those that were published in the build itself since. */
export function bringLate({ next, files }: BringRequest): void {
  const known = followed.get(next);
  if (!known) return;
  for (const file of files) if (readInode(known.place, file) === known.linked.get(file)) bring(known, [file]);
  followed.delete(next);
}

/** The files of the other build that are not those that it has been given, and those that are gone. */
function listChanges({ live, own, linked }: Followed): string[] {
  const now = readFiles(live, own);
  const changed = [...now].flatMap(([file, inode]) => (linked.get(file) === inode ? [] : [file]));
  const gone = [...linked.keys()].filter((file) => !now.has(file) && !own.has(file));
  return [...changed, ...gone];
}

/** Brings files in line with the other build. */
function bring({ live, place, linked, link }: Followed, files: readonly string[]): void {
  for (const file of files) {
    const inode = readInode(live, file);
    if (inode === undefined) {
      if (readInode(place, file) !== undefined) removeFrom(place, file);
      linked.delete(file);
      continue;
    }
    if (readInode(place, file) !== inode) {
      rmSync(link, { force: true });
      try {
        linkSync(path.join(live, file), link);
      } catch (error) {
        // It is gone again, and whoever looks next sees that; or the lease is lost.
        if (isMissing(error)) continue;
        throw error;
      }
      replace(link, path.join(place, file));
    }
    linked.set(file, inode);
  }
}

function readInode(root: string, file: string): number | undefined {
  return statSync(path.join(root, file), { throwIfNoEntry: false })?.ino;
}

function removeFrom(root: string, file: string): void {
  for (const ending of ['', ...compressedEndings]) rmSync(path.join(root, `${file}${ending}`), { force: true });
  for (let directory = path.dirname(file); directory !== '.'; directory = path.dirname(directory)) {
    if (!tolerant(() => rmdirSync(path.join(root, directory)))) return;
  }
}

/** Files that are not as they are in the live build, with their compressed copies. */
function ownFiles(files: readonly string[]): Set<string> {
  const own = new Set<string>();
  for (const file of files) {
    own.add(path.normalize(file));
    for (const ending of compressedEndings) own.add(path.normalize(`${file}${ending}`));
  }
  return own;
}

/** The files below a directory, but those, by their names in it, each with its inode. */
function readFiles(root: string, without: ReadonlySet<string>): Map<string, number> {
  const found = new Map<string, number>();
  const directories = [''];
  for (let directory = directories.pop(); directory !== undefined; directory = directories.pop()) {
    for (const entry of readEntries(path.join(root, directory))) {
      const name = path.join(directory, entry.name);
      if (entry.isDirectory()) {
        if (!notLinked.has(name)) directories.push(name);
        continue;
      }
      if (without.has(name)) continue;
      const stats = statSync(path.join(root, name), { throwIfNoEntry: false });
      if (stats) found.set(name, stats.ino);
    }
  }
  return found;
}

/** The last file of a directory may have gone meanwhile, and the directory with it. */
function readEntries(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function linkFile(from: string, to: string, file: string): void {
  const destination = path.join(to, file);
  for (let attempt = 1; ; attempt += 1) {
    try {
      linkSync(path.join(from, file), destination);
      return;
    } catch (error) {
      if (!isMissing(error)) throw error;
      // Either its directory is not there yet, or the live file is gone.
      if (attempt === 2) return;
      mkdirSync(path.dirname(destination), { recursive: true });
    }
  }
}
