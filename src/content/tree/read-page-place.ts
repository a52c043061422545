import { z } from 'zod';
import { type Result, fail, ok } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import { localeSchema, siteSchema } from '#kinds/reading/localized-row.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import type { PageNames } from './page-names.ts';
import { gone } from './refuse-page.ts';

const place = z
  .object({
    site_id: siteSchema,
    route: z.string().nullable(),
    parent_id: z.number().nullable(),
    is_editable: z.boolean(),
    page_locales: z.array(z.object({ locale: localeSchema, path: z.string(), title: z.string() })),
  })
  .nullable();

export type PagePlace = {
  site: SiteId;
  route: string | null;
  parentId: number | null;
  isEditable: boolean;
  locales: PageNames;
  /** The newest save of the page, against which a change is made. */
  lastSave: number;
};

/** The newest save of a page, 0 without any: read it before what is read of the draft, so that a later save is a conflict. */
export async function readLastSave(client: Client, pageId: number): Promise<number> {
  const [latest] = await expectData(
    'draft_saves',
    client.from('draft_saves').select('id').eq('page_id', pageId).order('id', { ascending: false }).limit(1),
    z.array(z.object({ id: z.number() })),
  );
  return latest?.id ?? 0;
}

/** The titles, addresses and parent of a page's draft, and the save that they are of. */
export async function readPagePlace(client: Client, pageId: number): Promise<Result<PagePlace>> {
  const lastSave = await readLastSave(client, pageId);
  const row = await expectData(
    'pages',
    client
      .from('pages')
      .select('site_id, route, parent_id, is_editable, page_locales(locale, path, title)')
      .eq('id', pageId)
      .maybeSingle(),
    place,
  );
  if (!row) return fail('not-found', gone);
  const own: PageNames = {};
  for (const { locale, path, title } of row.page_locales) own[locale] = { path, title };
  return ok({
    site: row.site_id,
    route: row.route,
    parentId: row.parent_id,
    isEditable: row.is_editable,
    locales: own,
    lastSave,
  });
}
