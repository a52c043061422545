import { readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
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
  const names = namesIn(directory).filter((name) => /^commit-[0-9a-f]{12}$/.test(name));
  return names.flatMap((name) => readJournal(path.join(directory, name)));
}

function readJournal(place: string): Journal[] {
  try {
    return [journalSchema.parse(JSON.parse(readFileSync(place, 'utf8')))];
  } catch {
    return [];
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
