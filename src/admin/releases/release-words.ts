import { countWords } from '#staff/publishing/change-words.ts';
import { zonedWords } from '#staff/publishing/zoned-words.ts';
import type { ReleaseSummary } from '#view-model/releases.ts';

/** What has become of a release, or will. */
export function releaseStateWords({
  state,
  publishAt,
  timeZone,
  liveAt,
  takenBackAt,
  failure,
}: ReleaseSummary): string {
  const moment = publishAt === null || timeZone === null ? null : zonedWords(publishAt, timeZone);
  switch (state) {
    case 'open':
      if (failure !== null) return 'Could not be published';
      return takenBackAt === null ? 'In preparation' : 'Taken back';
    case 'scheduled':
      return `Goes live on ${moment}`;
    case 'publishing':
      return moment === null ? 'Being published' : `Being published for ${moment}`;
    case 'live':
      return `Live${latenessWords(publishAt, liveAt)}`;
  }
}

/** A release that was live within this time was on time. */
const punctualMilliseconds = 1000;

/**
 * How late a release was; nothing where it was on time.
 *
 * @example latenessWords('2026-01-01T08:00:00Z', '2026-01-01T08:05:00Z') // ', 5 min late'
 */
export function latenessWords(publishAt: string | null, liveAt: string | null): string {
  if (publishAt === null || liveAt === null) return '';
  const late = Date.parse(liveAt) - Date.parse(publishAt);
  if (late <= punctualMilliseconds) return '';
  const seconds = Math.round(late / 1000);
  if (seconds < 120) return `, ${seconds} s late`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `, ${minutes} min late` : `, ${Math.round(minutes / 60)} h late`;
}

type Counts = Pick<ReleaseSummary, 'pages' | 'records'>;

/** What is in a release. */
export function draftCountWords(counts: Counts): string {
  return countsOf(counts).join(', ') || 'Nothing yet';
}

/**
 * What taking a release back does.
 *
 * @example backWords({ pages: 60, records: 0 }) // '60 pages are again as before, on all sites at once.'
 */
export function backWords(counts: Counts): string {
  const parts = countsOf(counts);
  if (parts.length === 0) return 'Nothing is put back.';
  const isOne = counts.pages + counts.records === 1;
  return `${parts.join(' and ')} ${isOne ? 'is' : 'are'} again as before, on all sites at once.`;
}

function countsOf({ pages, records }: Counts): string[] {
  const counted = [pages > 0 ? countWords(pages, 'page') : '', records > 0 ? countWords(records, 'record') : ''];
  return counted.filter((words) => words !== '');
}
