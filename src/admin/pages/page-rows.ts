import type { ListedPage } from '#content/tree/list-site-pages.ts';
import type { PageState } from '#content/tree/find-page-states.ts';
import { idsInCircles } from '#domain/circles.ts';
import { type Locale, isTargetLocale } from '#domain/locales.ts';
import { getKeys } from '#domain/objects.ts';
import { getPageName } from '#domain/pages/page-name.ts';
import { hasWords, splitSearch } from '#domain/search/search-words.ts';
import { withLocale } from '#domain/sites.ts';
import { describeCount } from '#staff/messages/count.ts';
import type { CountsByLocale, TranslationCounts } from '#view-model/translations.ts';

export type PageRow = {
  page: ListedPage;
  title: string;
  /** Public, with the prefix of its locale. */
  path: string;
  /** How far it is below others of the list; 0 at the top. */
  depth: number;
  /** The pages above it lead back to it: it is listed at the top, from where it is moved to another place. */
  isBelowItself: boolean;
};

/**
 * The pages whose title or address has all words of a search, and those whose texts have them, in the order of the tree: each
 * behind the one above it. A page that is above a match is not listed for that.
 *
 * @example buildPageRows(pages, 'about us', [7]);
 */
export function buildPageRows(
  pages: readonly ListedPage[],
  search: string,
  withText: readonly number[] = [],
): PageRow[] {
  const ofTexts = new Set(withText);
  const found = pages.filter((page) => ofTexts.has(page.id) || matchesPage(page, search));
  const ids = new Set(found.map(({ id }) => id));
  const inCircles = idsInCircles(pages);
  const below = Map.groupBy(found, ({ id, parentId }) =>
    parentId !== null && ids.has(parentId) && !inCircles.has(id) ? parentId : null,
  );
  const rows: PageRow[] = [];
  const visit = (parentId: number | null, depth: number) => {
    for (const page of below.get(parentId) ?? []) {
      rows.push({ page, depth, isBelowItself: inCircles.has(page.id), ...getPageName(page.locales) });
      visit(page.id, depth + 1);
    }
  };
  visit(null, 0);
  return rows;
}

/** Whether every word of a search is in the titles and addresses of a page, in whatever language, or is its id. */
export function matchesPage(page: ListedPage, search: string): boolean {
  return hasWords(joinTexts(page), splitSearch(search));
}

function joinTexts({ id, locales }: ListedPage): string {
  const texts = getKeys(locales).map(
    (locale) => `${locales[locale]?.title ?? ''} ${withLocale(locale, locales[locale]?.path ?? '')}`,
  );
  return [...texts, String(id)].join(' ');
}

/**
 * How far a page is in a language: `absent` where it has no address there, `english` where all of its modules show English, `stale` where
 * texts were made from an English text that says something else by now.
 */
export type Translation = 'absent' | 'english' | 'partly' | 'stale' | 'translated';

type TextState = Pick<PageState, 'modules' | 'fallingBack'> & { texts: CountsByLocale };

/**
 * How far the draft of a page is in a language. A page without modules has its title and address, and nothing else to translate.
 *
 * @example getTranslationState(page, 'de', { modules: 4, fallingBack: { de: 1 }, texts: {} }) // 'partly'
 */
export function getTranslationState(
  { locales }: Pick<ListedPage, 'locales'>,
  locale: Locale,
  state: TextState | null,
): Translation {
  if (!locales[locale]) return 'absent';
  if (!state) return 'translated';
  const behind = state.fallingBack[locale] ?? 0;
  if (behind > 0 && behind === state.modules) return 'english';
  const { absent = 0, stale = 0 } = getCounts(state.texts, locale) ?? {};
  if (behind > 0 || absent > 0) return 'partly';
  return stale > 0 ? 'stale' : 'translated';
}

/** What is to do in a language, in words; nothing of English. */
export function describeTexts(texts: CountsByLocale, locale: Locale): string[] {
  const { absent = 0, stale = 0, partly = 0 } = getCounts(texts, locale) ?? {};
  return [
    absent > 0 ? `${describeCount(absent, 'text')} not translated` : '',
    stale > 0 ? `${describeCount(stale, 'text')} outdated` : '',
    partly > 0 ? `${describeCount(partly, 'text')} the same as in English` : '',
  ].filter(Boolean);
}

function getCounts(texts: CountsByLocale, locale: Locale): TranslationCounts | undefined {
  return isTargetLocale(locale) ? texts[locale] : undefined;
}

/**
 * Whether a page may be put below another: not below itself or below what is below it, which would cut all of it off.
 *
 * @example mayBeBelow(pages, 7, 3)
 */
export function mayBeBelow(pages: readonly Pick<ListedPage, 'id' | 'parentId'>[], id: number, parent: number): boolean {
  const parentOf = new Map(pages.map((page) => [page.id, page.parentId]));
  const seen = new Set<number>();
  for (let above: number | null = parent; above !== null && !seen.has(above); above = parentOf.get(above) ?? null) {
    if (above === id) return false;
    seen.add(above);
  }
  return parentOf.get(id) !== parent;
}
