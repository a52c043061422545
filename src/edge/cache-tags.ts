import type { SiteId } from '#domain/sites.ts';

/** Caches and proxies refuse answers with longer headers. */
const longest = 2000;

/**
 * What a cache may be asked to purge an answer by: its site, its address, and what its file depends on, unless that is too much
 * for a header. The address is there unless it is too long itself.
 *
 * @example cacheTags('main', '/de/produkte', ['page:2']); // ['main', 'main/de/produkte', 'page:2']
 */
export function cacheTags(site: SiteId, path: string, tags: readonly string[]): string[] {
  const own = path.length > longest ? [site] : [site, `${site}${path}`];
  const plain = tags.filter((tag) => /^[\x21-\x2b\x2d-\x7e]+$/.test(tag));
  const length = plain.reduce((sum, tag) => sum + tag.length + 1, 0);
  return length > longest ? own : [...own, ...plain];
}

/** Adds the tags under the names by which services know them: Cloudflare's and Netlify's, and Fastly's. */
export function addCacheTags(headers: Headers, tags: readonly string[]): void {
  headers.set('cache-tag', tags.join(','));
  headers.set('surrogate-key', tags.join(' '));
}
