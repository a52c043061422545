import { z } from 'zod';
import { type Locale, defaultLocale } from '#domain/locales.ts';
import { redirectPattern } from '#domain/addresses/safe-url.ts';
import { type Rule, compareRules } from '#domain/redirects/redirect-rules.ts';
import { problemOfSplat, readRedirectSource, sourceText } from '#domain/redirects/redirect-source.ts';
import { canonicalPath } from '#domain/addresses/routes.ts';
import { type SiteId, withLocale } from '#domain/sites.ts';
import { calendarPath, pagedPath, rowPath, rowPaths } from '#kinds/places.ts';
import { rowKinds } from '#kinds/registry.ts';
import type { Origins } from '#kinds/reading/context.ts';
import { localeSchema, siteSchema } from '#kinds/reading/localized-row.ts';
import { placedRow } from '#kinds/reading/placed-row.ts';

export const redirectRows = z.array(
  z.object({
    from_path: z.string().nullable(),
    to_path: z.string().nullable(),
    status: z.number(),
    page_id: z.number().nullable(),
    locale: localeSchema.nullable(),
    address: z.string().nullable(),
    /** Where the page is; null for what leads to none. */
    page_site: siteSchema.nullable(),
    row_kind: z.enum(rowKinds).nullable(),
    from_slug: z.string().nullable(),
    row_id: z.number().nullable(),
    row: placedRow.nullable(),
    /** The record is a product whose stock has a page. */
    has_stock: z.boolean(),
  }),
);
export type RedirectRows = z.infer<typeof redirectRows>;

/** A redirect and the one spelling of what it is from. */
type Redirect = { from: string; to: string | null; status: number };

/**
 * Every redirect of a site as public paths, one for each. Earlier addresses of a withdrawn page are gone as well.
 * @param locales those in which the site is published
 * @param origins of all sites: a page of another one is led to by its address there
 */
export function resolveRedirects(
  site: SiteId,
  locales: readonly Locale[],
  rows: RedirectRows,
  origins: Origins,
): Redirect[] {
  const resolved = new Map<string, Redirect>();
  for (const redirect of rows.flatMap((row) => resolveRow(site, locales, row, origins))) {
    const known = resolved.get(redirect.from);
    if (known && known.to !== null) continue;
    // In the place of the row that it is of: what is only left with a publish has no row afterwards.
    resolved.delete(redirect.from);
    resolved.set(redirect.from, redirect);
  }
  return [...resolved.values()];
}

/** Those of people with their rules, which tell where an address leads. */
export function toRule({ from, to, status }: Redirect): Rule {
  const source = readRedirectSource(from);
  if (!source.ok) throw new Error(`A redirect is from an address: ${source.failure.message}`);
  return { source: source.value, to, status };
}

function resolveRow(site: SiteId, locales: readonly Locale[], row: RedirectRows[number], origins: Origins): Redirect[] {
  if (row.row_kind !== null) return locales.flatMap((locale) => resolveSlug(site, locale, row));
  const source = row.from_path === null ? null : readRedirectSource(row.from_path);
  if (!source?.ok) return [];
  const from = sourceText(source.value);
  const isGone = row.status === 410 || (row.page_id !== null && row.address === null);
  if (isGone) return [{ from, to: null, status: 410 }];
  const to =
    row.locale !== null && row.address !== null
      ? hrefOnSite(site, origins, row.page_site, canonicalPath(withLocale(row.locale, row.address)))
      : row.to_path && plainUrl(row.to_path);
  const isAddress = to && to !== from && redirectPattern.test(to) && problemOfSplat(to, source.value) === null;
  return isAddress ? [{ from, to, status: row.status }] : [];
}

/** A path of a site as another site, or itself, leads to it. */
export function hrefOnSite(site: SiteId, origins: Origins, of: SiteId | null, path: string | null): string | null {
  return path === null || of === null || of === site ? path : `${origins[of]}${path}`;
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
 * The `_redirects` file that many static hosts read: one redirect a line, `from to status`, of which the first counts that matches. An
 * asterisk that is of a path is percent-encoded: as a name those hosts take it for everything that begins so.
 */
export function renderRedirects(redirects: readonly Redirect[]): string {
  const lines = redirects.map((redirect) => ({ ...toRule(redirect), from: redirect.from }));
  // Those of one path each stay in the order of their rows.
  const isPlain = ({ source }: Rule) => !source.isWildcard && source.pairs.length === 0;
  return lines
    .toSorted((one, other) => (isPlain(one) && isPlain(other) ? 0 : compareRules(one, other)))
    .map(({ from, to, status }) => `${from} ${to ?? withLocale(defaultLocale, '/404.html')} ${status}\n`)
    .join('');
}
