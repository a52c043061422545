import { describe, expect, it } from 'vitest';
import { type Entry, changedElsewhere, splitEntries } from '#staff/publishing/receipt.ts';
import { describeReceipt, describePlannedChanges, describeOutcome } from './receipt.ts';

function entry(path: string, change: Entry['change'] = 'changed'): Entry {
  return {
    site: 'main',
    locale: 'en',
    path,
    url: `https://www.example.com${path}`,
    change,
    reasons: [],
    seenLiveAt: '2026-11-27T12:00:00Z',
    failure: null,
    repairs: [],
  };
}

const files = [
  '/sitemap.xml',
  '/sitemap-page-0.xml',
  '/rss.xml',
  '/de/rss.xml',
  '/catalog-0.json',
  '/_redirects',
  '/404.html',
];

describe('what publishing changes', () => {
  it.each(files)('names no file for machines among the pages: %s', (path) => {
    expect(splitEntries([entry('/de'), entry(path)])).toEqual({ pages: [entry('/de')], files: [entry(path)] });
  });

  it('counts pages', () => {
    expect(describePlannedChanges([], false, 'drawn')).toMatch(/^Nothing would change/);
    expect(describePlannedChanges([], true, 'drawn')).toMatch(/shows on no page/);
    const entries = [entry('/'), ...files.map((path) => entry(path))];
    expect(describePlannedChanges(entries, true, 'drawn')).toBe('1 page would change.');
    expect(describePlannedChanges(entries, true, 'named')).toBe('At most 1 page would change.');
    expect(describePlannedChanges([entry('/sitemap.xml')], true, 'drawn')).toMatch(/^No page would look different/);
  });

  it('says what is live, removed and failed', () => {
    const done = { published: true, pending: false };
    const entries = [entry('/', 'new'), entry('/de'), entry('/a', 'removed'), entry('/b', 'failed'), entry('/rss.xml')];
    expect(describeOutcome({ ...done, entries })).toBe(
      '2 pages are live with the changes. 1 page was removed. 1 page could not be made and kept the last good version.',
    );
    const unseen = { ...entry('/'), seenLiveAt: null };
    expect(describeOutcome({ ...done, entries: [unseen, entry('/de')] })).toMatch(
      /^1 page is live with the changes\. 1 page is published and not seen by visitors yet/,
    );
    expect(describeOutcome({ ...done, entries: [entry('/rss.xml')] })).toBe('Published. No page looks different.');
    expect(describeOutcome({ published: false, pending: false, entries: [] })).toBe('The draft was published already.');
    expect(describeOutcome({ ...done, pending: true, entries })).toMatch(/go live by themselves/);
  });

  it.each([
    ['Published', { pending: false, entries: [entry('/')] }],
    ['Published in part', { pending: false, entries: [entry('/'), entry('/b', 'failed')] }],
    ['Waiting to be published', { pending: true, entries: [entry('/b', 'failed')] }],
  ])('is titled “%s”', (title, receipt) => {
    expect(describeReceipt({ published: true, publishedAt: '2026-11-27T12:00:00Z', ...receipt }).title).toBe(title);
  });
});

describe('the languages of a page that were published without the one that is looked at', () => {
  const page = {
    site: 'main',
    locale: 'en',
    paths: { en: '/sensors', de: '/de/sensoren', jp: '/jp/sensors' },
  } as const;
  const german: Entry = { ...entry('/de/sensoren'), locale: 'de' };

  it('are named, each with its address', () => {
    const other: Entry = { ...entry('/de'), locale: 'de' };
    expect(changedElsewhere([other, german], page)).toEqual([
      { name: 'German', href: 'https://www.example.com/de/sensoren' },
    ]);
  });

  it('are none where the page that is looked at was published as well, or a language is gone', () => {
    expect(changedElsewhere([entry('/sensors'), german], page)).toEqual([]);
    expect(changedElsewhere([{ ...german, change: 'removed' }], page)).toEqual([]);
    expect(changedElsewhere([{ ...german, site: 'developer' }], page)).toEqual([]);
  });
});
