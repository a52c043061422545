import { z } from 'zod';
import { type Locale, defaultLocale } from '#domain/locales.ts';
import { redirectPattern } from '#domain/safe-url.ts';
import { canonicalPath } from '#domain/routes.ts';
import { type SiteId, withLocale } from '#domain/sites.ts';
import { calendarPath, pagedPath, rowPath, rowPaths } from '#kinds/places.ts';
import { rowKinds } from '#kinds/registry.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';
import { placedRow } from '#kinds/reading/placed-row.ts';

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
    /** The record is a product whose stock has a page. */
    has_stock: z.boolean(),
  }),
);
export type RedirectRows = z.infer<typeof redirectRows>;

export type Redirect = { from: string; to: string | null; status: number };

/**
 * Every redirect of a site as public paths, one for each. Earlier addresses of a withdrawn page are gone as well.
 * @param locales those in which the site is published
 */
export function resolveRedirects(site: SiteId, locales: readonly Locale[], rows: RedirectRows): Redirect[] {
  const resolved = new Map<string, Redirect>();
  for (const redirect of rows.flatMap((row) => resolveRow(site, locales, row))) {
    const known = resolved.get(redirect.from);
    if (known && known.to !== null) continue;
    // In the place of the row that it is of: what is only left with a publish has no row afterwards.
    resolved.delete(redirect.from);
    resolved.set(redirect.from, redirect);
  }
  return [...resolved.values()];
}

function resolveRow(site: SiteId, locales: readonly Locale[], row: RedirectRows[number]): Redirect[] {
  if (row.row_kind !== null) return locales.flatMap((locale) => resolveSlug(site, locale, row));
  const from = row.from_path === null ? null : canonicalPath(row.from_path);
  if (!from) return [];
  const isGone = row.status === 410 || (row.page_id !== null && row.address === null);
  if (isGone) return [{ from, to: null, status: 410 }];
  const to =
    row.locale !== null && row.address !== null
      ? canonicalPath(withLocale(row.locale, row.address))
      : row.to_path && plainUrl(row.to_path);
  return to && to !== from && redirectPattern.test(to) ? [{ from, to, status: row.status }] : [];
}

/** The earlier addresses of a record under an old slug, in a locale: its page, and other outputs with the slug in their path. */
function resolveSlug(site: SiteId, locale: Locale, row: RedirectRows[number]): Redirect[] {
  const { row_kind: kind, from_slug: slug, row: record, status } = row;
  if (kind === null || slug === null) return [];
  const before = rowPaths(kind, site, locale, slug);
  if (!record) return before.map((from) => ({ from, to: null, status: 410 }));
  const now = record.locales.includes(locale) ? rowPath(kind, site, locale, record) : null;
  if (now === null) return [];
  const isShown = record.is_published && record.sites.includes(site);
  const lead = (from: string, to: string | null): Redirect[] => {
    if (to === null || from === to) return [];
    return [isShown ? { from, to, status } : { from, to: null, status: 410 }];
  };
  const stock = row.has_stock ? pagedPath('inventory', site, locale, { ...record, slug }) : null;
  return [
    ...before.flatMap((from) => lead(from, now)),
    ...(kind === 'event' ? before.flatMap((from) => lead(calendarPath(from), calendarPath(now))) : []),
    ...(stock === null ? [] : lead(stock, pagedPath('inventory', site, locale, record))),
  ];
}

/** A destination as a header and a line of the file can hold it: white space and whatever is not ASCII is percent-encoded. */
function plainUrl(url: string): string {
  return url
    .trim()
    .toWellFormed()
    .replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}

/**
 * The `_redirects` file that many static hosts read: one redirect a line, `from to status`. An asterisk is of the path: those hosts take
 * one for all addresses that begin so.
 */
export function renderRedirects(redirects: readonly Redirect[]): string {
  return redirects
    .map(
      ({ from, to, status }) =>
        `${from.replaceAll('*', '%2A')} ${to ?? withLocale(defaultLocale, '/404.html')} ${status}\n`,
    )
    .join('');
}
