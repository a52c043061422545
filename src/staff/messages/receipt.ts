import { type Entry, type Receipt, isLive, isWritten, splitEntries } from '../publishing/receipt.ts';
import { describeCount } from './count.ts';

/**
 * What publishing would change, in a sentence. Pages of a plan that are `named`, and not `drawn` to be compared, may look the
 * same afterwards.
 */
export function describePlannedChanges(
  entries: readonly Entry[],
  hasChanges: boolean,
  pagesAre: 'drawn' | 'named',
): string {
  if (entries.length === 0) {
    return hasChanges
      ? 'No page would look different: what has changed shows on no page.'
      : 'Nothing would change: the draft equals what is published.';
  }
  const { pages, files } = splitEntries(entries);
  if (pages.length === 0 && files.every(({ path }) => path === '/_redirects')) {
    return 'No page would look different; only where old addresses lead would change.';
  }
  return pages.length === 0
    ? 'No page would look different; only files for search engines and feeds would change.'
    : `${pagesAre === 'drawn' ? '' : 'At most '}${describeCount(pages.length, 'page')} would change.`;
}

/** The result of publishing, in a sentence. */
export function describeOutcome({
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
    live === 0 ? '' : `${describeCount(live, 'page is', 'pages are')} live with the changes.`,
    unseen === 0
      ? ''
      : `${describeCount(unseen, 'page is', 'pages are')} published and not seen by visitors yet: what stands in front of the website still has the earlier version. It is told by itself, and Publishing shows when they see it.`,
    removed === 0 ? '' : `${describeCount(removed, 'page was', 'pages were')} removed.`,
    failed === 0 ? '' : `${describeCount(failed, 'page')} could not be made and kept the last good version.`,
  ].filter(Boolean);
  return parts.length === 0 ? 'Published. No page looks different.' : parts.join(' ');
}

/** What a dialog says of the result. */
export function describeReceipt(receipt: Pick<Receipt, 'published' | 'pending' | 'entries' | 'publishedAt'>) {
  const { entries, publishedAt } = receipt;
  const incomplete = receipt.pending ? 'Waiting to be published' : 'Published in part';
  return {
    title: isLive(receipt) ? 'Published' : incomplete,
    sentence: describeOutcome(receipt),
    entries,
    publishedAt,
  };
}
