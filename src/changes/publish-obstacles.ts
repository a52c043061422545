import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';
import { withLocale } from '#domain/sites.ts';
import type { Client } from '#content/clients/client.ts';
import { needsAddress } from '#changes/publish-draft.ts';
import type { Json } from '#database/database.types.ts';
import type { PageContents } from '#content/source/revisions.ts';

const answer = z.object({
  circles: z.array(z.string()),
  taken: z.array(z.object({ locale: localeSchema, path: z.string(), title: z.string() })),
});

type Published = {
  /** Pages whose drafts are published together. */
  ids: readonly number[];
  /** What is published of a single one instead of its draft. */
  instead?: { parentId: number | null; contents: PageContents };
};

/** Why publishing drafts would be refused as a whole, as sentences for the person. */
export async function readObstacles(service: Client, { ids, instead }: Published): Promise<string[]> {
  const { circles, taken } = await callFunction(service, 'publish_obstacles', answer, {
    p_page_ids: [...ids],
    // What was read from drafts and revisions is JSON.
    ...(instead && { p_contents: instead.contents as Json }),
    ...(instead && instead.parentId !== null && { p_parent_id: instead.parentId }),
  });
  return [
    ...circles,
    ...taken.map(({ title, locale, path }) =>
      needsAddress(`The page “${title}” has the address ${withLocale(locale, path)}`),
    ),
  ];
}
