import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { canonicalPath } from '#domain/routes.ts';
import { type SiteId, localesOf, withLocale } from '#domain/sites.ts';
import { rowKinds, rowPath } from '#domain/row-kinds.ts';
import { localeSchema } from '#content/rows/localized.ts';
import { placedRow } from '#content/rows/placed.ts';

export const redirectRows = z.array(
  z.object({
    from_path: z.string().nullable(),
    to_path: z.string().nullable(),
    status: z.number(),
    page_id: z.number().nullable(),
    locale: localeSchema.nullable(),
    address: z.string().nullable(),
    row_kind: z.enum(rowKinds).nullable(),
    from_slug: z.string().nullable(),
    row_id: z.number().nullable(),
    row: placedRow.nullable(),
  }),
);
export type RedirectRows = z.infer<typeof redirectRows>;

export type Redirect = { from: string; to: string | null; status: number };

/** Every redirect of a site as public paths. One that leads nowhere any more is left out: the path is a plain 404. */
export function resolveRedirects(site: SiteId, rows: RedirectRows): Redirect[] {
  return rows.flatMap((row): Redirect[] => {
    if (row.row_kind !== null) {
      const { row_kind: kind, from_slug: slug, row: record } = row;
      if (!record?.is_published || !record.sites.includes(site) || slug === null) return [];
      return localesOf(site).flatMap((locale) => {
        const from = rowPath(kind, site, locale, { ...record, slug });
        const to = record.locales.includes(locale) ? rowPath(kind, site, locale, record) : null;
        return from && to && from !== to ? [{ from, to, status: row.status }] : [];
      });
    }
    const from = row.from_path === null ? null : canonicalPath(row.from_path);
    if (!from) return [];
    if (row.status === 410) return [{ from, to: null, status: 410 }];
    const to =
      row.page_id === null
        ? row.to_path && plainUrl(row.to_path)
        : row.locale !== null && row.address !== null
          ? canonicalPath(withLocale(row.locale, row.address))
          : null;
    return to && to !== from ? [{ from, to, status: row.status }] : [];
  });
}

/** A destination as a header and a line of the file can hold it: white space and whatever is not ASCII is percent-encoded. */
function plainUrl(url: string): string {
  return url
    .trim()
    .toWellFormed()
    .replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}

/** The `_redirects` file that many static hosts read: one redirect a line, `from to status`. */
export function renderRedirects(redirects: readonly Redirect[]): string {
  return redirects
    .map(({ from, to, status }) => `${from} ${to ?? withLocale(locales[0], '/404.html')} ${status}\n`)
    .join('');
}

/** Reads a `_redirects` file back, by path. */
export function parseRedirects(text: string): Map<string, { to: string; status: number }> {
  const redirects = new Map<string, { to: string; status: number }>();
  for (const line of text.split('\n')) {
    const [from, to, status] = line.split(' ');
    if (from && to && status) redirects.set(from, { to, status: Number(status) });
  }
  return redirects;
}
