import { describeCount } from '#staff/messages/count.ts';
import { describeMoment } from '#staff/messages/moment.ts';
import type { ReleaseSummary } from '#view-model/releases.ts';
import { describeLateness } from './describe-lateness.ts';

/** What has become of a release, or will. */
export function describeReleaseState({
  state,
  publishAt,
  timeZone,
  liveAt,
  takenBackAt,
  failure,
}: ReleaseSummary): string {
  const moment = publishAt === null || timeZone === null ? null : describeMoment(publishAt, timeZone);
  switch (state) {
    case 'open':
      if (failure !== null) return 'Could not be published';
      return takenBackAt === null ? 'In preparation' : 'Taken back';
    case 'scheduled':
      return `Goes live on ${moment}`;
    case 'publishing':
      return moment === null ? 'Being published' : `Being published for ${moment}`;
    case 'live':
      return `Live${describeLateness(publishAt, liveAt)}`;
  }
}

type Counts = Pick<ReleaseSummary, 'pages' | 'records'>;

/** What is in a release. */
export function describeDraftCount(counts: Counts): string {
  return listCounts(counts).join(', ') || 'Nothing yet';
}

/**
 * What taking a release back does.
 *
 * @example describeTakingBack({ pages: 60, records: 0 }) // '60 pages are again as before, on all sites at once.'
 */
export function describeTakingBack(counts: Counts): string {
  const parts = listCounts(counts);
  if (parts.length === 0) return 'Nothing is put back.';
  const isOne = counts.pages + counts.records === 1;
  return `${parts.join(' and ')} ${isOne ? 'is' : 'are'} again as before, on all sites at once.`;
}

function listCounts({ pages, records }: Counts): string[] {
  const counted = [pages > 0 ? describeCount(pages, 'page') : '', records > 0 ? describeCount(records, 'record') : ''];
  return counted.filter((words) => words !== '');
}
