import { z } from 'zod';
import { addressFor } from '../link/resolve.ts';
import { localeSchema, siteSchema } from '../reading/localized-row.ts';
import { definePicked } from '../reading/picked.ts';

/** A page as it is named and addressed in its draft. */
export const pageRow = z.object({
  id: z.number(),
  site_id: siteSchema,
  created_at: z.string(),
  page_locales: z.array(z.object({ locale: localeSchema, path: z.string(), title: z.string(), nav_title: z.string() })),
});
export const pageColumns = 'id, site_id, created_at, page_locales(locale, path, title, nav_title)';

/** A page as a picker's item, in English, the language of the editor. */
export function pageItem({ id, site_id, created_at, page_locales }: z.output<typeof pageRow>) {
  const addresses = Object.fromEntries(page_locales.map((own) => [own.locale, own]));
  const address = addressFor(addresses, 'en');
  const title = addresses['en']?.title ?? page_locales[0]?.title ?? `Page ${id}`;
  return { id, title, name: address?.title ?? title, url: address?.href ?? null, site: site_id, created: created_at };
}

export const picked = definePicked({ columns: pageColumns, row: pageRow.transform(pageItem) });
