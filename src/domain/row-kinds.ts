import type { Locale } from './locales.ts';
import { type RouteKey, pathFor } from './routes.ts';
import type { SiteId } from './sites.ts';

const blog = 'newsroom.blog';

/**
 * The kinds of record that have a page: the list that links to it, and the route of the page. A kind that is shown in
 * several sections of the site has a list in each; the first is the default.
 */
const places = {
  product: { '': { list: 'products.catalog', page: 'products.catalog.detail' } },
  article: {
    newsroom: { list: 'company.press', page: 'company.press.article' },
    career: { list: 'career.news', page: 'career.news.article' },
  },
  event: {
    newsroom: { list: 'company.events', page: 'company.events.detail' },
    career: { list: 'career.events', page: 'career.events.detail' },
  },
  post: { '': { list: blog, page: 'newsroom.blog.post' } },
  employee_story: { '': { list: 'career.stories', page: 'career.stories.article' } },
  tag: { '': { list: blog, page: 'newsroom.blog.tag' } },
  author: { '': { list: blog, page: 'newsroom.blog.author' } },
} as const satisfies Record<string, Record<string, RowPlace>>;

type PageKey = Extract<
  RouteKey,
  `${string}.detail` | `${string}.article` | `newsroom.blog.${'post' | 'tag' | 'author'}`
>;
type RowPlace = { list: RouteKey; page: PageKey };

export const rowKinds = ['product', 'article', 'event', 'post', 'employee_story', 'tag', 'author'] as const;
export type RowKind = (typeof rowKinds)[number];

/** Pages that are made from records: of a record, or of the stock of a product, under the product's slug. */
export type PagedKind = RowKind | 'inventory';
const sectionsOf = new Map(rowKinds.map((kind) => [kind, new Map<string, RowPlace>(Object.entries(places[kind]))]));

/** The path of a record of a kind; `section` chooses the list for kinds that have several. */
export function rowPlace(kind: RowKind, section?: string | null): RowPlace {
  const sections = sectionsOf.get(kind);
  const place = sections?.get(section ?? '') ?? sections?.values().next().value;
  if (!place) throw new Error(`The kind ${kind} stands in no list`);
  return place;
}

/** The kind whose records a route shows one of; null for a route that does not. */
export function rowKindAt(key: RouteKey): RowKind | null {
  return rowKinds.find((kind) => Object.values(places[kind]).some(({ page }) => page === key)) ?? null;
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
  return pathFor<PageKey>(site, locale, page, { slug, post: slug, tag: slug, author: slug });
}

/** Every public path that a record of a kind may have had under a slug: one in each section that has the kind. */
export function rowPaths(kind: RowKind, site: SiteId, locale: Locale, slug: string): string[] {
  const sections = [...(sectionsOf.get(kind)?.keys() ?? [])];
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

/** The calendar file of an event, next to its page. */
export function calendarPath(eventPath: string): string {
  return `${eventPath}.ics`;
}
