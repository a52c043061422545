import { expect, it } from 'vitest';
import { describeTakingBack, describeDraftCount } from './release.ts';
import { describeLateness } from './describe-lateness.ts';

const at = '2026-01-01T08:00:00.000Z';

it.each([
  [at, '2026-01-01T08:00:00.080Z', ''],
  [at, '2026-01-01T08:00:07Z', ', 7 s late'],
  [at, '2026-01-01T08:05:00Z', ', 5 min late'],
  [at, '2026-01-01T12:00:00Z', ', 4 h late'],
  [null, at, ''],
  [at, null, ''],
])('says how late a release of %s was that was live at %s', (moment, live, words) =>
  expect(describeLateness(moment, live)).toBe(words),
);

it.each([
  [{ pages: 60, records: 0 }, '60 pages', '60 pages are again as before, on all sites at once.'],
  [{ pages: 1, records: 0 }, '1 page', '1 page is again as before, on all sites at once.'],
  [{ pages: 0, records: 1 }, '1 record', '1 record is again as before, on all sites at once.'],
  [{ pages: 2, records: 3 }, '2 pages, 3 records', '2 pages and 3 records are again as before, on all sites at once.'],
  [{ pages: 0, records: 0 }, 'Nothing yet', 'Nothing is put back.'],
])('says what is in a release, and what is put back, of %j', (counts, drafts, back) => {
  expect(describeDraftCount(counts)).toBe(drafts);
  expect(describeTakingBack(counts)).toBe(back);
});
