import { z } from 'zod';
import { type Client, expectData } from '#content/client.ts';

/** Records written anew by one call: a page of an editor who publishes meanwhile waits for no more than that. */
const recordsAtOnce = 5;

/** Brings some of the search index in line with content and with what is live; answers whether more of it is due. */
export function refreshSearch(client: Client, records = recordsAtOnce): Promise<boolean> {
  return expectData('search_refresh', client.rpc('search_refresh', { p_limit: records }), z.boolean());
}
