import { type Locale, locales } from '#domain/locales.ts';
import { isRecord } from '#domain/objects.ts';
import { type SiteId, isSiteId, getLocales } from '#domain/sites.ts';
import { rowPath } from '#kinds/places.ts';
import { type KindName, isRowKind } from '#kinds/registry.ts';
import type { JsonObject } from '#schema/record-fields.ts';

/**
 * Where a record has or would have a page of its own, on each of its sites and in each locale that it has texts in; nothing for
 * kinds without pages, and while it has no slug.
 *
 * @example previewPaths('post', { slug: 'air', sites: ['main'], localized: { en: {} } }) // [{ site: 'main', locale: 'en', path: '/blog/air' }]
 */
export function previewPaths(kind: KindName, data: JsonObject): { site: SiteId; locale: Locale; path: string }[] {
  const { slug, sites, localized } = data;
  if (!isRowKind(kind) || typeof slug !== 'string' || slug === '' || !Array.isArray(sites)) return [];
  const section = data['newsroom_category'] ?? data['category'];
  const row = { slug, news_category: typeof section === 'string' ? section : null };
  const written = locales.filter((locale) => isRecord(localized) && Object.hasOwn(localized, locale));
  return sites.filter(isSiteId).flatMap((site) =>
    getLocales(site).flatMap((locale) => {
      const path = written.includes(locale) ? rowPath(kind, site, locale, row) : null;
      return path === null ? [] : [{ site, locale, path }];
    }),
  );
}
