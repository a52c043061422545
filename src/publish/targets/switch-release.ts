import {
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { hashOf } from '../hash-of.ts';
import { compressedEndings } from '../upkeep/compressed.ts';
import { fileError, replace, tolerant } from './commit-files.ts';
import type { Committed, PreparedRelease, PrepareRequest, SwitchRequest } from './file-thread.ts';
import { isMissing } from './is-missing.ts';

/** Files that publishers have staged in a release belong to it alone. */
const notLinked: ReadonlySet<string> = new Set(['.staging']);

/**
 * Makes a release of staged files and of links to everything else that is live. Nobody sees it yet. A file that cannot be moved
 * there stays as it is live, and its error is in the answer; throws when links are not possible, and then nothing was moved.
 */
export function prepareRelease({ live, next, files }: PrepareRequest): PreparedRelease {
  const own = ownFiles(files.map(({ file }) => file));
  try {
    for (const [file] of filesOf(live, own)) linkFile(live, next, file);
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
      return hashOf(readFileSync(path.join(next, file))) === hash;
    } catch {
      return false;
    }
  };
  const unseen = [...files.entries()].flatMap(([index, file]) => (failed.has(index) || isSeen(file) ? [] : [index]));
  return { errors, unseen };
}

/**
 * Makes a prepared release the one that visitors are served from, with its own files, without the removed ones, and all others as
 * they are live now. Answers false, and nothing is switched, when another release is live by now.
 */
export function switchRelease({ live, next, files, removals, release, pointer }: SwitchRequest): boolean {
  const own = ownFiles([...files, ...removals]);
  const place = path.join(path.dirname(live), release);
  try {
    for (const file of removals) removeFrom(next, file);
    copyChanges(live, next, own);
    if (readlinkSync(pointer) !== path.join('releases', path.basename(live))) {
      rmSync(next, { recursive: true, force: true });
      return false;
    }
    renameSync(next, place);
  } catch (error) {
    rmSync(next, { recursive: true, force: true });
    throw error;
  }
  const temporary = `${next}-pointer`;
  symlinkSync(path.join('releases', release), temporary);
  renameSync(temporary, pointer);
  // Another publisher may have put a file live in between: whoever does so after the switch sees that the release has changed.
  copyChanges(live, place, own);
  return true;
}

/** Brings the files that are not the release's own in line with the live ones. */
function copyChanges(live: string, next: string, own: ReadonlySet<string>): void {
  const now = filesOf(live, own);
  const before = filesOf(next, own);
  for (const [file, inode] of now) {
    if (before.get(file) === inode) continue;
    const temporary = path.join(next, `.link-${path.basename(next)}`);
    rmSync(temporary, { force: true });
    try {
      linkSync(path.join(live, file), temporary);
    } catch (error) {
      // It is gone again, and the walk that follows it sees that.
      if (isMissing(error)) continue;
      throw error;
    }
    replace(temporary, path.join(next, file));
  }
  for (const file of before.keys()) {
    if (!now.has(file)) removeFrom(next, file);
  }
}

function removeFrom(root: string, file: string): void {
  for (const ending of ['', ...compressedEndings]) rmSync(path.join(root, `${file}${ending}`), { force: true });
  for (let directory = path.dirname(file); directory !== '.'; directory = path.dirname(directory)) {
    if (!tolerant(() => rmdirSync(path.join(root, directory)))) return;
  }
}

/** Files that are not as they are in the live release, with their compressed copies. */
function ownFiles(files: readonly string[]): ReadonlySet<string> {
  const own = new Set<string>();
  for (const file of files) {
    own.add(path.normalize(file));
    for (const ending of compressedEndings) own.add(path.normalize(`${file}${ending}`));
  }
  return own;
}

/** The files below a directory, but those, by their names in it, each with its inode. */
function filesOf(root: string, without: ReadonlySet<string>): Map<string, number> {
  const found = new Map<string, number>();
  const directories = [''];
  for (let directory = directories.pop(); directory !== undefined; directory = directories.pop()) {
    for (const entry of entriesOf(path.join(root, directory))) {
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
function entriesOf(directory: string) {
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
