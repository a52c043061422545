import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { siteSchema } from '#kinds/reading/localized-row.ts';
import type { Client } from '#content/clients/client.ts';
import { storedNames } from './page-names.ts';

const pageDraft = z.object({ id: z.number(), site: siteSchema, saved_at: z.string(), locales: storedNames });

/** The pages whose drafts a person has changed since they were published, the latest first. */
export function findOwnPageDrafts(
  client: Client,
  userId: string,
  limit: number,
): Promise<z.output<typeof pageDraft>[]> {
  return callFunction(client, 'own_page_drafts', z.array(pageDraft), { p_user: userId, p_limit: limit });
}
