import type { Locale } from '#domain/locales.ts';
import { type RouteKey, pathFor } from '#domain/addresses/routes.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Place } from './meta.ts';
import { type RowKind, registry, rowKinds } from './registry.ts';

/** Records with a page of their own, or the stock of a product, under the product's slug. */
export type PagedKind = RowKind | 'inventory';
const sectionsByKind = new Map(
  rowKinds.map((kind) => [kind, new Map<string, Place>(Object.entries(registry[kind].page))]),
);

/** Where a record of a kind is; the section is that of its list, for kinds that have several. */
export function rowPlace(kind: RowKind, section?: string | null): Place {
  const sections = sectionsByKind.get(kind);
  const place = sections?.get(section ?? '') ?? sections?.values().next().value;
  if (!place) throw new Error(`The kind ${kind} is in no list`);
  return place;
}

/** The kind whose records a route shows one of; null for a route that does not. */
export function rowKindAt(key: RouteKey): RowKind | null {
  return rowKinds.find((kind) => Object.values<Place>(registry[kind].page).some(({ page }) => page === key)) ?? null;
}

/** Public path of a record's own page; null when the site does not have the locale, or the slug cannot be in a path. */
export function rowPath(
  kind: RowKind,
  site: SiteId,
  locale: Locale,
  row: { slug: string; news_category?: string | null | undefined },
): string | null {
  const { slug } = row;
  const { page } = rowPlace(kind, row.news_category);
  return pathFor<Place['page']>(site, locale, page, { slug, post: slug, tag: slug, author: slug });
}

/** Every public path that a record of a kind may have had under a slug: one in each section that the kind has. */
export function rowPaths(kind: RowKind, site: SiteId, locale: Locale, slug: string): string[] {
  const sections = [...(sectionsByKind.get(kind)?.keys() ?? [])];
  return sections.flatMap((section) => rowPath(kind, site, locale, { slug, news_category: section }) ?? []);
}

/** Public path of a record's own page, or of a product's stock. */
export function pagedPath(
  kind: PagedKind,
  site: SiteId,
  locale: Locale,
  row: { slug: string; news_category?: string | null | undefined },
): string | null {
  if (kind !== 'inventory') return rowPath(kind, site, locale, row);
  return pathFor(site, locale, 'products.inventory.detail', { slug: row.slug });
}

/** Where calendars find an event: beside its page. */
export function calendarPath(eventPath: string): string {
  return `${eventPath}.ics`;
}
