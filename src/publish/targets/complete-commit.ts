import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { hashBytes } from '../hash-bytes.ts';
import { removeCopies, replace, tolerant } from './commit-files.ts';
import type { Journal } from './journal.ts';

/**
 * Puts files of a commit in place, from the directory where what was staged is now.
 *
 * @returns the files that have the bytes that they were to have, and those that were removed
 */
export function completeCommit(
  journal: Journal,
  directory: string,
  wanted: ReadonlySet<string>,
  removed: ReadonlySet<string>,
): Set<string> {
  const complete = new Set<string>();
  for (const { file, temporary, destination, hasCopies, hash } of journal.files) {
    if (!wanted.has(file)) continue;
    const staged = path.join(directory, path.basename(temporary));
    if (existsSync(staged)) {
      if (hasCopies) removeCopies(destination);
      tolerant(() => replace(staged, destination));
    }
    tolerant(() => {
      if (hashBytes(readFileSync(destination)) === hash) complete.add(file);
    });
  }
  // A path that was left may be another output's by now: what is still there is removed by whoever publishes the output next.
  for (const { file, destination } of journal.removals) {
    if (removed.has(file) && !existsSync(destination)) complete.add(file);
  }
  return complete;
}
