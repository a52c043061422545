import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Client } from '#content/clients/client.ts';

/** The pages of a site that have all of these words in the texts of one language of their drafts. */
export function findPagesWithWords(client: Client, site: SiteId, words: readonly string[]): Promise<number[]> {
  return callFunction(client, 'pages_with_words', z.array(z.number()), { p_site: site, p_words: [...words] });
}
