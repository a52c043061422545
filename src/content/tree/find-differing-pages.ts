import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Client } from '#content/clients/client.ts';

/** Of published pages those whose drafts have changes. */
export function findDifferingPages(client: Client, ids: readonly number[]): Promise<number[]> {
  return callFunction(client, 'differing_pages', z.array(z.number()), { p_page_ids: [...ids] });
}
