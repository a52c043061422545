import { type SiteId, siteIds } from '#domain/sites.ts';
import type { ReleasePage } from '#view-model/releases.ts';

/** The sites on which something of a release is; all of them where it has records alone. */
export function listSites(pages: readonly Pick<ReleasePage, 'site'>[]): readonly SiteId[] {
  const named = siteIds.filter((site) => pages.some((one) => one.site === site));
  return named.length > 0 ? named : siteIds;
}
