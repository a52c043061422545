import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Calls } from '#content/clients/database.ts';

/** How long publishing keeps its records, and how many of them. */
type Retention = { days: number; receipts: number };

/** Receipts and builds that one statement deletes: the items of a receipt go with it. */
const batchSize = 200;

const answer = z.object({ receipts: z.number(), builds: z.number(), more: z.boolean() });

/**
 * Deletes what publishing has written down for longer than its retention, in short statements, while `goesOn`.
 * @returns how many receipts and builds there were
 */
export async function pruneRecords(
  calls: Calls,
  { days, receipts }: Retention,
  goesOn: () => boolean = () => true,
): Promise<{ receipts: number; builds: number }> {
  const deleted = { receipts: 0, builds: 0 };
  for (let isMore = true; isMore && goesOn();) {
    const found = await callFunction(calls, 'publish_prune', answer, {
      p_days: days,
      p_count: receipts,
      p_limit: batchSize,
    });
    deleted.receipts += found.receipts;
    deleted.builds += found.builds;
    isMore = found.more;
  }
  return deleted;
}
