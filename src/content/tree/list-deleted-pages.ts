import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Client } from '#content/clients/client.ts';

const deletedPage = z
  .object({
    id: z.number(),
    title: z.string(),
    path: z.string().nullable(),
    deleted_at: z.string(),
    deleted_by: z.string().nullable(),
  })
  .transform(({ deleted_at: deletedAt, deleted_by: deletedBy, ...page }) => ({ ...page, deletedAt, deletedBy }));

type DeletedPage = z.output<typeof deletedPage>;

/** The pages of a site that can be restored, the last deleted first. */
export function listDeletedPages(client: Client, site: SiteId): Promise<DeletedPage[]> {
  return callFunction(client, 'list_deleted_pages', z.array(deletedPage), { p_site: site });
}
