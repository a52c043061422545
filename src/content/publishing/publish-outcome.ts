import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { siteSchema } from '#kinds/reading/localized-row.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import { receiptItem } from './receipt-item.ts';

const receipt = z
  .object({ id: z.number(), site_id: siteSchema, publish_receipt_items: z.array(receiptItem) })
  .transform(({ id, site_id: site, publish_receipt_items: items }) => ({ id, site, items }));
export type OutcomeReceipt = z.output<typeof receipt>;

const outcome = z.object({
  queued: z.number(),
  waiting: z.number(),
  unseen: z.number(),
  receipts: z.array(z.number()),
});
/** What was published of edits, by whichever process. */
type PublishOutcome = {
  receipts: OutcomeReceipt[];
  /** How much waits all the same, for a publisher or for its turn. */
  waiting: number;
};

/** The edits that a request has made; without one, those that wait to be published. */
export function findEdits(client: Client, request?: string): Promise<number[]> {
  return callFunction(client, 'publish_edits', z.array(z.number()), { p_request: request });
}

const askEvery = 200;
/** As long nothing has to happen for it to be taken for what waits: no process publishes, a site is paused, a cache does not answer. */
const standstill = 10_000;

/** Waits until what edits changed is live and was seen, or until nothing goes on. */
export async function awaitOutcome(client: Client, edits: readonly number[]): Promise<PublishOutcome> {
  if (edits.length === 0) return { receipts: [], waiting: 0 };
  let last = '';
  let since = performance.now();
  for (;;) {
    const found = await callFunction(client, 'publish_outcome', outcome, { p_edits: [...edits] });
    const { queued, waiting, unseen, receipts } = found;
    if (queued + waiting + unseen === 0) return { receipts: await readReceipts(client, receipts), waiting: 0 };
    const now = JSON.stringify([queued, waiting, unseen, receipts.length]);
    if (now !== last) since = performance.now();
    else if (performance.now() - since > standstill)
      return { receipts: await readReceipts(client, receipts), waiting: queued + waiting };
    last = now;
    await setTimeout(askEvery);
  }
}

/** As many receipts as are read by one call. */
const readBatchSize = 20;

async function readReceipts(client: Client, ids: readonly number[]): Promise<OutcomeReceipt[]> {
  const receipts: OutcomeReceipt[] = [];
  for (let start = 0; start < ids.length; start += readBatchSize) {
    const query = client
      .from('publish_receipts')
      .select('id, site_id, publish_receipt_items(path, locale, change, reasons, seen_live_at, failure)')
      .in('id', ids.slice(start, start + readBatchSize))
      .order('id');
    receipts.push(...(await expectData('publish_receipts', query, z.array(receipt))));
  }
  return receipts;
}
