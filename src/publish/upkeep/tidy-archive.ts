import path from 'node:path';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Calls } from '#content/clients/database.ts';
import { type SiteId, siteIds } from '#domain/sites.ts';
import { writeArchiveSize } from '#publish/archive/archive-size.ts';
import { upkeepAnswers } from './upkeep-jobs.ts';
import type { UpkeepWorker } from './upkeep-worker.ts';

export type TidyArchiveOptions = {
  calls: Calls;
  worker: Pick<UpkeepWorker, 'run'>;
  outDirectory: string;
  historyDays: number;
  goesOn?: () => boolean;
  now?: () => Date;
};

/** Hashes that one statement looks for, and rows that one deletes. */
const batchSize = 1000;
const day = 24 * 60 * 60 * 1000;

/** Files what the sites showed before, deletes what is past its retention, and counts the rest. */
export async function tidyArchive({
  calls,
  worker,
  outDirectory,
  historyDays,
  goesOn = () => true,
  now = () => new Date(),
}: TidyArchiveOptions): Promise<void> {
  let isMore = true;
  while (isMore && goesOn()) {
    isMore =
      (await callFunction(calls, 'output_history_prune', z.number(), { p_days: historyDays, p_limit: batchSize })) ===
      batchSize;
  }
  for (const site of siteIds) if (goesOn()) await tidySite(site);

  async function tidySite(site: SiteId): Promise<void> {
    const root = path.join(outDirectory, site);
    await worker.run({ kind: 'archive-files', root }, upkeepAnswers['archive-files']);
    const at = now();
    // What was just filed may be of a publish that is not noted yet.
    const before = { hashes: at.getTime() - day, assets: at.getTime() - historyDays * day };
    const listed = await worker.run({ kind: 'list-archive', root, before }, upkeepAnswers['list-archive']);
    const unneeded: string[] = [];
    for (let from = 0; from < listed.hashes.length && goesOn(); from += batchSize) {
      const hashes = listed.hashes.slice(from, from + batchSize);
      const named = new Set(
        await callFunction(calls, 'output_history_named', z.array(z.string()), { p_hashes: hashes }),
      );
      unneeded.push(...hashes.filter((hash) => !named.has(hash)));
    }
    const job = { kind: 'drop-archived', root, hashes: unneeded, assets: listed.assets } as const;
    await worker.run(job, upkeepAnswers['drop-archived']);
    const { files, bytes } = listed;
    if (files > 0) await writeArchiveSize(root, { files, bytes, at: at.toISOString() });
  }
}
