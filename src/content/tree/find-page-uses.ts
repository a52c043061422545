import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { siteSchema } from '#kinds/reading/localized-row.ts';
import type { Client } from '#content/clients/client.ts';

export const uses = z
  .object({
    below: z.array(z.object({ id: z.number(), path: z.string(), title: z.string() })),
    menus: z.array(z.object({ id: z.number(), site: siteSchema, name: z.enum(['main', 'footer', 'legal']) })),
    links: z.array(
      z.object({
        id: z.number(),
        text: z.string(),
        shown_on: z.array(z.object({ site: siteSchema, path: z.string() })),
      }),
    ),
    redirects: z.number(),
  })
  .transform(({ links, ...rest }) => ({
    ...rest,
    links: links.map(({ shown_on: shownOn, ...link }) => ({ ...link, shownOn })),
  }));

export type PageUses = z.output<typeof uses>;

/** What leads to a page: pages below it, menus, links with the live addresses that show them, and redirects. */
export function findPageUses(client: Client, pageId: number): Promise<PageUses> {
  return callFunction(client, 'page_uses', uses, { p_page_id: pageId });
}
