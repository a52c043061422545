import { englishNames } from '#domain/locales.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import type { ActionOutput } from '../calls/api.ts';

export type Receipt = ActionOutput<'publishPage'>;
export type Entry = Receipt['entries'][number];

/** Whether an output is a page that people read, and no file for machines, such as a sitemap or a feed. */
export function isPage({ path }: Pick<Entry, 'path'>): boolean {
  return !/^\/_|\.[a-z0-9]+$/i.test(path);
}

/** The outputs of a plan or receipt: pages, and files for search engines, feeds and lists. */
export function splitEntries(entries: readonly Entry[]): { pages: Entry[]; files: Entry[] } {
  return { pages: entries.filter(isPage), files: entries.filter((entry) => !isPage(entry)) };
}

/** Whether an output has another file now. */
export function isWritten(change: Entry['change']): boolean {
  return change === 'new' || change === 'changed' || change === 'moved';
}

/** Whether all of it is seen live: then there is nothing to wait for or to repair. */
export function isLive({ pending, entries }: Pick<Receipt, 'pending' | 'entries'>): boolean {
  return !pending && entries.every(({ change }) => change !== 'failed');
}

type OwnPage = Pick<EditorState, 'site' | 'locale' | 'paths'>;

/** A page in the languages in which it was published, where it stays as it was in the language that is looked at. */
export function changedElsewhere(
  entries: readonly Entry[],
  { site, locale, paths }: OwnPage,
): { name: string; href: string }[] {
  const own = entries.filter((entry) => entry.site === site && entry.path === paths[entry.locale]);
  if (own.some((entry) => entry.locale === locale)) return [];
  return own
    .filter(({ change }) => isWritten(change))
    .map((entry) => ({ name: englishNames[entry.locale], href: entry.url }));
}
