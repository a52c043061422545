import type { ListedPage } from '#content/page-tree.ts';
import { type Locale, defaultLocale } from '#domain/locales.ts';
import { keysOf } from '#domain/objects.ts';
import { withLocale } from '#domain/sites.ts';

export type PageRow = {
  page: ListedPage;
  title: string;
  /** Public, with the prefix of its locale. */
  path: string;
  /** How far it is below others of the list; 0 at the top. */
  depth: number;
};

/**
 * The pages whose title or address has all words of a search, in the order of the tree: each behind the one above it. A page that
 * is above a match is not listed for that.
 *
 * @example rowsOf(pages, 'about us');
 */
export function rowsOf(pages: readonly ListedPage[], search: string): PageRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = pages.filter((page) => {
    const text = textsOf(page);
    return words.every((word) => text.includes(word));
  });
  const ids = new Set(found.map(({ id }) => id));
  const below = Map.groupBy(found, ({ parentId }) => (parentId !== null && ids.has(parentId) ? parentId : null));
  const rows: PageRow[] = [];
  const visit = (parentId: number | null, depth: number) => {
    for (const page of below.get(parentId) ?? []) {
      rows.push({ page, depth, ...nameOf(page) });
      visit(page.id, depth + 1);
    }
  };
  visit(null, 0);
  return rows;
}

/** The name of a page in the editor's language, or in the first one that it has. */
export function nameOf({ locales }: Pick<ListedPage, 'locales'>): { title: string; path: string; locale: Locale } {
  const locale = locales[defaultLocale] ? defaultLocale : (keysOf(locales)[0] ?? defaultLocale);
  const own = locales[locale];
  return { locale, title: own?.title ?? 'Page without a title', path: withLocale(locale, own?.path ?? '/') };
}

function textsOf({ id, locales }: ListedPage): string {
  const texts = keysOf(locales).map(
    (locale) => `${locales[locale]?.title ?? ''} ${withLocale(locale, locales[locale]?.path ?? '')}`,
  );
  return [...texts, String(id)].join(' ').toLowerCase();
}
