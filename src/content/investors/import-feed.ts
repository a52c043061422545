import { z } from 'zod';
import { type Client, expectData } from '#content/clients/client.ts';
import type { Feed } from './read-feed.ts';

const batchSize = 1000;

/** Imports a feed. Existing entries of the same day or key are updated if they differ. Returns how many are new or changed. */
export async function importFeed(client: Client, feed: Feed): Promise<{ quotes: number; publications: number }> {
  let quotes = 0;
  for (const rows of chunks(feed.quotes)) {
    quotes += await expectData('import_stock_quotes', client.rpc('import_stock_quotes', { p_rows: rows }), z.int());
  }
  let publications = 0;
  for (const rows of chunks(feed.publications)) {
    const call = client.rpc('import_investor_publications', { p_rows: rows });
    publications += await expectData('import_investor_publications', call, z.int());
  }
  return { quotes, publications };
}

function* chunks<T>(rows: readonly T[]): Generator<T[], void, undefined> {
  for (let at = 0; at < rows.length; at += batchSize) yield rows.slice(at, at + batchSize);
}
