import { existsSync, linkSync, mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { describeError } from '#domain/describe-error.ts';
import { hashBytes } from '../hash-bytes.ts';
import { compressedEndings, isCopyOf } from './compressed.ts';
import type { CommitRequest, Committed, FileError, PlacedFile } from './file-thread.ts';
import { isMissing } from './is-missing.ts';
import { writeJournal } from './journal.ts';
import { supersededCode } from './target.ts';

const attempts = 5;
/** More files than are replaced within milliseconds anyway. */
const few = 20;

/** What is staged is renamed, and so is what is removed: whoever takes a lease over takes away what it needs for that. */
function superseded(place: string): Error {
  return Object.assign(new Error(`${place} is not there any more`), { code: supersededCode });
}

/** Another publisher may remove a directory that became empty, just after it was made here. */
export function replace(temporary: string, destination: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      renameSync(temporary, destination);
      return;
    } catch (error) {
      if (!isMissing(error)) throw error;
      if (!existsSync(temporary)) throw superseded(temporary);
      if (attempt === attempts) throw error;
      mkdirSync(path.dirname(destination), { recursive: true });
    }
  }
}

/** A file server sends a compressed copy without looking at the file: the old ones are gone before the file is another. */
export function removeCopies(destination: string): void {
  for (const ending of compressedEndings) rmSync(`${destination}${ending}`, { force: true });
}

export function fileError(error: unknown): FileError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return { message: describeError(error), code };
}

/**
 * Puts staged files live together. Everything that takes long is done before the first rename or after the last one: freeing the
 * blocks of a replaced file takes a hundred times as long as a rename, so it keeps a link, which the caller removes.
 */
export function commitFiles({ files, removals, journal, note, pointer, archive }: CommitRequest): Committed {
  const isLarge = files.length + removals.length > few;
  const all = [...files, ...removals];
  if (archive !== null) keepReplaced(archive, path.basename(journal), all);
  const replaced = isLarge ? linkReplaced(journal, archive === null ? all : all.filter(({ isKept }) => !isKept)) : [];
  // A full disk is no reason not to rename what is there.
  if (note !== null || files.length + removals.length > 1)
    tolerant(() => writeJournal(journal, { files, removals, note }));
  for (const { destination, hasCopies } of all) if (hasCopies) tolerant(() => removeCopies(destination));
  const errors: Committed['errors'] = [];
  const removalErrors: Committed['removalErrors'] = [];
  const began = performance.now();
  for (const [index, { temporary, destination }] of files.entries()) {
    try {
      replace(temporary, destination);
    } catch (error) {
      errors.push({ index, error: fileError(error) });
    }
  }
  for (const [index, removal] of removals.entries()) {
    try {
      const gone = `${journal}-gone-${index}`;
      if (removeFile(removal, gone)) replaced.push(gone);
    } catch (error) {
      removalErrors.push({ index, error: fileError(error) });
    }
  }
  const milliseconds = performance.now() - began;
  if (note === null) rmSync(journal, { force: true });
  const failed = new Set(errors.map(({ index }) => index));
  for (const index of failed) {
    const file = files[index];
    if (file) tolerant(() => rmSync(file.temporary, { force: true }));
  }
  const unseen = [...files.entries()].flatMap(([index, file]) => (failed.has(index) || isSeen(file) ? [] : [index]));
  // Who switches builds brings along what is there until then: this is looked at after the last rename.
  const isSuperseded = path.basename(readlinkSync(pointer.link)) !== pointer.build;
  return { milliseconds, errors, removalErrors, unseen, replaced, isSuperseded };
}

/** Where links are not possible, replacing takes longer, and that is all. */
function linkReplaced(journal: string, files: readonly { destination: string }[]): string[] {
  return files.flatMap(({ destination }, index) => {
    const link = `${journal}-${index}`;
    return tolerant(() => linkSync(destination, link)) ? [link] : [];
  });
}

/** What visitors saw before is kept; where that is not possible, it is gone as if nobody kept it. */
function keepReplaced(archive: string, commit: string, files: readonly PlacedFile[]): void {
  for (const [index, { destination, isKept }] of files.entries()) {
    if (!isKept) continue;
    const link = path.join(archive, `${commit}-${index}`);
    if (tolerant(() => linkSync(destination, link)) || existsSync(archive)) continue;
    tolerant(() => {
      mkdirSync(archive, { recursive: true });
      linkSync(destination, link);
    });
  }
}

/** Answers whether it was there: the index may name a file that a hand has taken away. */
function removeFile({ destination, hasCopies }: { destination: string; hasCopies: boolean }, gone: string): boolean {
  if (hasCopies) removeCopies(destination);
  try {
    renameSync(destination, gone);
    return true;
  } catch (error) {
    if (!isMissing(error)) throw error;
    if (!existsSync(path.dirname(gone))) throw superseded(gone);
    return false;
  }
}

/** Reads a file back. A publisher beside this one may have put copies of the file before beside it meanwhile. */
function isSeen({ destination, hasCopies, hash }: CommitRequest['files'][number]): boolean {
  try {
    if (hasCopies) {
      const own = statSync(destination);
      for (const ending of compressedEndings) {
        const copy = statSync(`${destination}${ending}`, { throwIfNoEntry: false });
        if (copy && !isCopyOf(copy, own)) rmSync(`${destination}${ending}`, { force: true });
      }
    }
    return hashBytes(readFileSync(destination)) === hash;
  } catch {
    return false;
  }
}

/** Whether a step succeeded that may as well fail. */
export function tolerant(task: () => void): boolean {
  try {
    task();
    return true;
  } catch {
    return false;
  }
}
