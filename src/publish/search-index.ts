import { z } from 'zod';
import { type Client, expectData } from '#content/client.ts';

/** Records written anew by one call: few enough that nobody else waits long for the database. */
const recordsAtOnce = 40;

/** Brings some of the search index in line with content and with what is live; answers whether more of it is due. */
export function refreshSearch(client: Client): Promise<boolean> {
  return expectData('search_refresh', client.rpc('search_refresh', { p_limit: recordsAtOnce }), z.boolean());
}
