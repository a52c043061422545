import { existsSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { hashOf } from '../hash-of.ts';
import { removeCopies, replace, tolerant } from './commit-files.ts';
import { isMissing } from './is-missing.ts';

/** The files of a commit begin so in the directory of what is staged. */
export const journalName = 'commit-';

const journalSchema = z.object({
  files: z.array(
    z.object({
      file: z.string(),
      temporary: z.string(),
      destination: z.string(),
      hasCopies: z.boolean(),
      hash: z.string(),
    }),
  ),
  removals: z.array(z.object({ file: z.string(), destination: z.string(), hasCopies: z.boolean() })),
  /** What is to be reported of it. */
  note: z.string().nullable(),
});

/** What a commit puts in place and removes: it is known until it was reported. */
export type Journal = z.infer<typeof journalSchema>;

export function writeJournal(place: string, journal: Journal): void {
  writeFileSync(`${place}.next`, JSON.stringify(journal));
  renameSync(`${place}.next`, place);
}

/** The journals in a directory of what was staged. One that cannot be read was not begun. */
export function readJournals(directory: string): Journal[] {
  const journals: Journal[] = [];
  for (const name of namesIn(directory)) {
    if (!/^commit-[0-9a-f]{12}$/.test(name)) continue;
    tolerant(() => journals.push(journalSchema.parse(JSON.parse(readFileSync(path.join(directory, name), 'utf8')))));
  }
  return journals;
}

/**
 * Puts files of a commit in place, from the directory where what was staged is now.
 *
 * @returns the files that have the bytes that they were to have, and those that were removed
 */
export function completeJournal(
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
      if (hashOf(readFileSync(destination)) === hash) complete.add(file);
    });
  }
  // A path that was left may be another output's by now: what is still there is removed by whoever publishes the output next.
  for (const { file, destination } of journal.removals) {
    if (removed.has(file) && !existsSync(destination)) complete.add(file);
  }
  return complete;
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
