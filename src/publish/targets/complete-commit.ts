import { readFileSync, rmSync, statSync } from 'node:fs';
import { z } from 'zod';
import { removeCopies, removeFile, replace, tolerant } from './commit-files.ts';
import { isMissing } from './is-missing.ts';

/** Outputs that were leased so long ago may be published by others: an interrupted commit of them is not completed. */
const completedWithinMilliseconds = 50_000;

const journalSchema = z.object({
  files: z.array(z.object({ temporary: z.string(), destination: z.string(), hasCopies: z.boolean() })),
  removals: z.array(z.object({ destination: z.string(), hasCopies: z.boolean() })),
});

/**
 * Completes a commit that was interrupted: visitors would see a part of it until all is published again. One that was
 * interrupted long ago is dropped, since others may have published later versions.
 */
export function completeCommit(journal: string): void {
  try {
    if (Date.now() - statSync(journal).mtimeMs <= completedWithinMilliseconds) {
      const { files, removals } = journalSchema.parse(JSON.parse(readFileSync(journal, 'utf8')));
      for (const { temporary, destination, hasCopies } of files) {
        if (!statSync(temporary, { throwIfNoEntry: false })) continue;
        if (hasCopies) removeCopies(destination);
        tolerant(() => replace(temporary, destination));
      }
      for (const removal of removals) tolerant(() => removeFile(removal));
    }
    rmSync(journal, { force: true });
  } catch (error) {
    // Another publisher has completed it.
    if (!isMissing(error)) throw error;
  }
}
