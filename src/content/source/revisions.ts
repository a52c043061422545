import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { pageRow } from '#kinds/page/shapes.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';
import type { Client } from '../clients/client.ts';

export const contents = z.partialRecord(
  localeSchema,
  pageRow.pick({ path: true, title: true, nav_title: true, description: true, seo: true, modules: true }),
);
/** A page's content by locale, as a revision has it. */
export type PageContents = z.infer<typeof contents>;

const revision = z.object({
  page: z.number(),
  number: z.number(),
  created_at: z.string(),
  by: z.string().nullable(),
  locales: contents,
});
export type Revision = z.infer<typeof revision>;

export async function readRevisions(client: Client, ids: readonly number[]): Promise<ReadonlyMap<number, Revision>> {
  if (ids.length === 0) return new Map();
  const found = await callFunction(client, 'read_revisions', z.record(z.string(), revision), { p_ids: [...ids] });
  return new Map(Object.entries(found).map(([id, row]) => [Number(id), row]));
}
