import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Client } from '#content/clients/client.ts';
import type { Feed } from './read-feed.ts';

const batchSize = 1000;

/** Imports a feed. Existing entries of the same day or key are updated if they differ. Returns how many are new or changed. */
export async function importFeed(client: Client, feed: Feed): Promise<{ quotes: number; publications: number }> {
  let quotes = 0;
  for (const rows of chunks(feed.quotes)) {
    quotes += await callFunction(client, 'import_stock_quotes', z.int(), { p_rows: rows });
  }
  let publications = 0;
  for (const rows of chunks(feed.publications)) {
    publications += await callFunction(client, 'import_investor_publications', z.int(), { p_rows: rows });
  }
  return { quotes, publications };
}

function* chunks<T>(rows: readonly T[]): Generator<T[], void, undefined> {
  for (let at = 0; at < rows.length; at += batchSize) yield rows.slice(at, at + batchSize);
}
