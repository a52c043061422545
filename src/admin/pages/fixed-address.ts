import type { ListedPage } from '#content/tree/list-site-pages.ts';
import { defaultLocale } from '#domain/locales.ts';
import { getKeys } from '#domain/objects.ts';
import { showNumber } from '#domain/values/show-number.ts';

type Page = Pick<ListedPage, 'id' | 'parentId' | 'route' | 'isEditable' | 'locales'>;

/** Why a page keeps its address, in a sentence: the site needs it there, or one below it that would move along. Null where it can move. */
export function whyFixed(pages: readonly Page[], id: number): string | null {
  const own = pages.find((page) => page.id === id);
  if (!own) return null;
  if (own.route !== null) return 'The site needs this page at its place: it is not moved, and keeps its address.';
  const below = new Set([id]);
  // Each turn goes one level down.
  for (let before = 0; before < below.size;) {
    before = below.size;
    for (const page of pages) if (page.parentId !== null && below.has(page.parentId)) below.add(page.id);
  }
  const isAlong = (page: Page) =>
    getKeys(own.locales).some((locale) => {
      const path = own.locales[locale]?.path;
      return path !== undefined && page.locales[locale]?.path.startsWith(`${path}/`);
    });
  const fixed = pages.filter(
    (page) => page.id !== id && below.has(page.id) && (page.route !== null || !page.isEditable) && isAlong(page),
  );
  const [first] = fixed;
  if (!first) return null;
  const title = first.locales[defaultLocale]?.title ?? Object.values(first.locales)[0]?.title ?? '';
  const others = fixed.length > 1 ? ` and ${showNumber(fixed.length - 1)} more` : '';
  return `“${title}”${others} below it cannot move along, since the site needs it where it is or somebody has locked it. So this page keeps its address as well.`;
}
