import { z } from 'zod';
import { catalogPartPath } from '#domain/catalog-part.ts';
import { isPageAddress } from '#domain/addresses/page-address.ts';
import { canonicalPath } from '#domain/addresses/routes.ts';
import { type PagedKind, calendarPath, pagedPath } from '#kinds/places.ts';
import { rowKinds } from '#kinds/registry.ts';
import { type SiteId, splitLocale, withLocale, withoutLocale } from '#domain/sites.ts';
import type { Locale } from '#domain/locales.ts';
import { localeSchema, siteSchema } from '#kinds/reading/localized-row.ts';

/** The kinds of file that a site is published as. */
const outputKinds = [
  'page',
  ...rowKinds,
  'inventory',
  'catalog_part',
  'calendar',
  'list_feed',
  'not_found',
  'feed',
  'sitemap',
  'sitemap_index',
  'robots',
  'redirects',
] as const;
export type OutputKind = (typeof outputKinds)[number];
export const outputKindSchema = z.enum(outputKinds);

/** The kinds that sitemaps list, each in files of its own. */
const sitemapKinds = ['page', ...rowKinds, 'inventory'] as const;
export type SitemapKind = (typeof sitemapKinds)[number];
export const sitemapKindSchema = z.enum(sitemapKinds);

const pageKinds: ReadonlySet<OutputKind> = new Set(['page', ...rowKinds, 'inventory', 'not_found']);
/** Whether it is a page that people read; the others are files for machines. */
export function isPage(kind: OutputKind): boolean {
  return pageKinds.has(kind);
}

/** Whether others may have linked to it, so that its address answers 410 after it was withdrawn. The database's `private.output_kinds` says the same. */
export function leavesAddress(kind: OutputKind): boolean {
  return kind === 'calendar' || (isPage(kind) && kind !== 'not_found');
}

/** The identity of an output: one file of a site. A sitemap names the kind that it lists. */
export type OutputId = {
  site: SiteId;
  kind: OutputKind;
  ref: number;
  locale: Locale;
  listed?: SitemapKind | null;
};

export const claimedOutput = z.object({
  site: siteSchema,
  kind: outputKindSchema,
  ref: z.number(),
  locale: localeSchema,
  listed: sitemapKindSchema.nullable(),
  /** Its published path; null before it was first rendered. */
  path: z.string().nullable(),
  /** Where a publisher that was interrupted may have put its file already. */
  taking: z.string().nullable(),
  /** Where others were to put it before that, and may have. */
  taken: z.array(z.string()),
  hash: z.string().nullable(),
  bytes: z.number(),
  /** Names all that its file was drawn from (`Rendered`). */
  given: z.string().nullable(),
  seq: z.number(),
  /** The number of its lease. */
  lease: z.number(),
  /** Whether nothing but settings and menus of its site has changed. */
  of_frame: z.boolean(),
  /** When the clock changes its file, where that is so. */
  next_change_at: z.string().nullable(),
  /** The last change that had been received when it was read before. */
  read: z.number(),
  reasons: z.array(z.string()),
  /** A page's path or a record's slug; null for an output that a site has once. */
  address: z.string().nullable(),
  /** Whether current content still has it. */
  shown: z.boolean(),
  /** When a record that is hidden now will be shown. */
  shown_from: z.string().nullable(),
});
export type ClaimedOutput = z.infer<typeof claimedOutput>;

/**
 * The public path of an output, percent-encoded. Null when its address cannot be a path on this site, or leads to a file that
 * another output owns (`isPageAddress`), which is a mistake in the content that the receipt names.
 */
export function outputPath({ site, kind, ref, locale, listed }: OutputId, address: string | null): string | null {
  switch (kind) {
    case 'page':
      return address !== null && isPageAddress(address) ? canonicalPath(withLocale(locale, address)) : null;
    case 'catalog_part':
      return catalogPartPath(locale, ref);
    case 'calendar': {
      const event = address === null ? null : addressedPath('event', site, locale, address);
      return event && calendarPath(event);
    }
    case 'list_feed': {
      const isBelowHome = address !== null && address !== '/';
      return isBelowHome && isPageAddress(address) ? canonicalPath(withLocale(locale, `${address}/rss.xml`)) : null;
    }
    case 'not_found':
      return withLocale(locale, '/404.html');
    case 'feed':
      return withLocale(locale, '/rss.xml');
    case 'sitemap':
      return listed ? sitemapPath(listed, ref) : null;
    case 'sitemap_index':
      return '/sitemap.xml';
    case 'robots':
      return '/robots.txt';
    case 'redirects':
      return '/_redirects';
    default:
      return address === null ? null : addressedPath(kind, site, locale, address);
  }
}

/**
 * The path of a sitemap, which lists up to 500 records of a kind.
 * @example sitemapPath('employee_story', 2) // '/sitemap-employee-story-2.xml'
 */
export function sitemapPath(kind: SitemapKind, part: number): string {
  return `/sitemap-${kind.replaceAll('_', '-')}-${part}.xml`;
}

/** The sitemap at a path without locale, or null. */
export function sitemapAt(path: string): { listed: SitemapKind; part: number } | null {
  const [, name = '', part = ''] = /^\/sitemap-([a-z-]+)-(\d{1,9})\.xml$/.exec(path) ?? [];
  const listed = sitemapKinds.find((kind) => kind.replaceAll('_', '-') === name);
  return listed ? { listed, part: Number(part) } : null;
}

/** A record's address: its slug after the section of its list, such as `career/open-day`. */
function addressedPath(kind: PagedKind, site: SiteId, locale: Locale, address: string): string | null {
  const slash = address.indexOf('/');
  const section = slash < 0 ? null : address.slice(0, slash);
  const path = pagedPath(kind, site, locale, { slug: address.slice(slash + 1), news_category: section });
  const rest = path === null ? null : splitLocale(site, path)?.rest;
  return rest && isPageAddress(rest) ? path : null;
}

/** Every public path that a file serves: an output that is published later under one of them replaces it. */
export function pathsOfFile(file: string): string[] {
  const path = `/${file.split('/').map(encodeURIComponent).join('/')}`;
  if (!path.endsWith('/index.html')) return [path];
  return [path, path.slice(0, -'/index.html'.length) || '/'];
}

/**
 * Whether a file that an output has left may be removed. A page that was published where none may be (`isPageAddress`) has put
 * itself in the place of a file that is not its own.
 */
export function mayRemove({ kind, locale }: Pick<OutputId, 'kind' | 'locale'>, path: string): boolean {
  if (!isPage(kind) || kind === 'not_found') return true;
  // By the locale of the output: the database may give a site one that it does not have, whose pages go again all the same.
  const rest = withoutLocale(locale, path);
  return rest !== null && isPageAddress(rest);
}
