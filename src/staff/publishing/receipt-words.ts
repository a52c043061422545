import { englishNameOf } from '#domain/locales.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import type { ActionOutput } from '../calls/api.ts';
import { countWords } from './change-words.ts';

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

/**
 * What publishing would change, in a sentence. Pages of a plan that are `named`, and not `drawn` to be compared, may look the
 * same afterwards.
 */
export function planWords(entries: readonly Entry[], hasChanges: boolean, pagesAre: 'drawn' | 'named'): string {
  if (entries.length === 0) {
    return hasChanges
      ? 'No page would look different: what has changed has nothing to show yet.'
      : 'Nothing would change: the draft equals what is published.';
  }
  const { pages, files } = splitEntries(entries);
  if (pages.length === 0 && files.every(({ path }) => path === '/_redirects')) {
    return 'No page would look different; only where old addresses lead would change.';
  }
  return pages.length === 0
    ? 'No page would look different; only files for search engines and feeds would change.'
    : `${pagesAre === 'drawn' ? '' : 'At most '}${countWords(pages.length, 'page')} would change.`;
}

function isWritten(change: Entry['change']): boolean {
  return change === 'new' || change === 'changed' || change === 'moved';
}

/** The result of publishing, in a sentence. */
export function receiptWords({
  published,
  pending,
  entries,
}: Pick<Receipt, 'published' | 'pending' | 'entries'>): string {
  if (pending) {
    return 'The changes are saved and wait to be published. They go live by themselves; you may close this window.';
  }
  if (!published) return 'The draft was published already.';
  const { pages } = splitEntries(entries);
  const failed = pages.filter(({ change }) => change === 'failed').length;
  const removed = pages.filter(({ change }) => change === 'removed').length;
  const unseen = pages.filter(({ change, seenLiveAt }) => isWritten(change) && seenLiveAt === null).length;
  const live = pages.length - failed - removed - unseen;
  const parts = [
    live === 0 ? '' : `${countWords(live, 'page is', 'pages are')} live with the changes.`,
    unseen === 0
      ? ''
      : `${countWords(unseen, 'page is', 'pages are')} published and not seen by visitors yet: what stands in front of the website still has the earlier version. It is told by itself, and Publishing shows when they see it.`,
    removed === 0 ? '' : `${countWords(removed, 'page was', 'pages were')} removed.`,
    failed === 0 ? '' : `${countWords(failed, 'page')} could not be made and kept the last good version.`,
  ].filter(Boolean);
  return parts.length === 0 ? 'Published. No page looks different.' : parts.join(' ');
}

/** Whether all of it is seen live: then there is nothing to wait for or to repair. */
export function isLive({ pending, entries }: Pick<Receipt, 'pending' | 'entries'>): boolean {
  return !pending && entries.every(({ change }) => change !== 'failed');
}

/** What a dialog says of the result. */
export function describeReceipt(receipt: Pick<Receipt, 'published' | 'pending' | 'entries' | 'publishedAt'>) {
  const { entries, publishedAt } = receipt;
  const incomplete = receipt.pending ? 'Waiting to be published' : 'Published in part';
  return {
    title: isLive(receipt) ? 'Published' : incomplete,
    sentence: receiptWords(receipt),
    entries,
    publishedAt,
  };
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
    .map((entry) => ({ name: englishNameOf[entry.locale], href: entry.url }));
}
