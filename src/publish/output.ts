import { z } from 'zod';
import { catalogPartPath } from '#domain/catalog-part.ts';
import { canonicalPath, pathFor } from '#domain/routes.ts';
import { type SiteId, withLocale } from '#domain/sites.ts';
import type { Locale } from '#domain/locales.ts';
import { localeSchema, siteSchema } from '#content/records/raw.ts';
import { rowPath } from '#content/records/placement.ts';

/** The kinds of file that a site is published as. */
export const outputKinds = [
  'page',
  'product',
  'article',
  'inventory',
  'catalog_part',
  'not_found',
  'feed',
  'sitemap',
  'sitemap_index',
  'robots',
  'redirects',
] as const;
export type OutputKind = (typeof outputKinds)[number];
export const outputKindSchema = z.enum(outputKinds);

/** One file of a site, by what it shows. */
export type OutputId = { site: SiteId; kind: OutputKind; ref: number; locale: Locale };

export const claimedOutput = z.object({
  site: siteSchema,
  kind: outputKindSchema,
  ref: z.number(),
  locale: localeSchema,
  /** Where it stands now; null before it was first rendered. */
  path: z.string().nullable(),
  hash: z.string().nullable(),
  seq: z.number(),
  reasons: z.array(z.string()),
  /** A page's path or a record's slug; null for an output that a site has once. */
  address: z.string().nullable(),
  /** Whether content still asks for it at this moment. */
  shown: z.boolean(),
  /** When a record that is hidden now will be shown. */
  shown_from: z.string().nullable(),
});
export type ClaimedOutput = z.infer<typeof claimedOutput>;

/**
 * The public path of an output, percent-encoded. Null when its address cannot be a path on this site, which is a mistake in
 * the content that the receipt names.
 */
export function outputPath({ site, kind, ref, locale }: OutputId, address: string | null): string | null {
  switch (kind) {
    case 'page':
      return address === null ? null : canonicalPath(withLocale(locale, address));
    case 'product':
      return address === null ? null : pathFor(site, locale, 'products.catalog.detail', { slug: address });
    case 'article':
      return address === null ? null : articlePath(site, locale, address);
    case 'inventory':
      return address === null ? null : rowPath(kind, site, locale, { slug: address });
    case 'catalog_part':
      return catalogPartPath(locale, ref);
    case 'not_found':
      return withLocale(locale, '/404.html');
    case 'feed':
      return withLocale(locale, '/rss.xml');
    case 'sitemap':
      return `/sitemap-${ref}.xml`;
    case 'sitemap_index':
      return '/sitemap.xml';
    case 'robots':
      return '/robots.txt';
    case 'redirects':
      return '/_redirects';
  }
}

/** An article's address is `<category>/<slug>`, because its category decides which list it stands under. */
function articlePath(site: SiteId, locale: Locale, address: string): string | null {
  const [category, ...slug] = address.split('/');
  return rowPath('article', site, locale, { slug: slug.join('/'), news_category: category });
}

/** The file, relative to the site's root, that serves a public path: pages are directory indexes, so any file server finds them. */
export function outputFile(path: string): string {
  const decoded = path.slice(1).split('/').map(decodeURIComponent).join('/');
  if (/\.(html|xml|txt|json)$/.test(decoded) || decoded === '_redirects') return decoded;
  return decoded === '' ? 'index.html' : `${decoded}/index.html`;
}
