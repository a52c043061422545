import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { SiteId } from '#domain/sites.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';
import type { Client } from '#content/clients/client.ts';
import { storedNames } from './page-names.ts';
import { saveMark } from './save-mark.ts';

const listedPage = z
  .object({
    id: z.number(),
    parent_id: z.number().nullable(),
    route: z.string().nullable(),
    is_editable: z.boolean(),
    is_published: z.boolean(),
    locales: storedNames,
    live: z.array(localeSchema),
    saved: saveMark,
  })
  .transform(({ parent_id, is_editable, is_published, ...page }) => ({
    ...page,
    parentId: parent_id,
    isEditable: is_editable,
    isPublished: is_published,
  }));

export type ListedPage = z.output<typeof listedPage>;

/** More pages than an editor works through in a list. */
const maxPages = 5000;

/** The pages of a site by their English address. */
export async function listSitePages(
  client: Client,
  site: SiteId,
): Promise<{ pages: ListedPage[]; isComplete: boolean }> {
  const pages = await callFunction(client, 'list_site_pages', z.array(listedPage), {
    p_site: site,
    p_limit: maxPages + 1,
  });
  return { pages: pages.slice(0, maxPages), isComplete: pages.length <= maxPages };
}
