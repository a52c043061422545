import { describe, expect, it } from 'vitest';
import { arrangeEntries } from './arrange-entries.ts';
import type { RawEntry } from './raw-entry.ts';

const entry = (
  change: RawEntry['change'],
  path: string,
  reasons: string[],
  more: Partial<RawEntry> = {},
): RawEntry => ({
  site: 'main',
  locale: 'en',
  path,
  change,
  reasons,
  seenLiveAt: null,
  failure: null,
  issues: [],
  ...more,
});
const arranged = (entries: readonly RawEntry[]) =>
  arrangeEntries(entries).map(({ change, from, path }) =>
    [change, ...(from === undefined ? [] : [from]), path].join(' '),
  );

describe('the entries of a plan', () => {
  it('have a page that leaves an address for another once', () => {
    const moved = ['page:7'];
    expect(
      arranged([
        entry('changed', '/company', moved),
        entry('new', '/company/new', moved),
        entry('removed', '/company/old', moved),
        entry('new', '/company/new/rss.xml', moved),
        entry('removed', '/company/old/rss.xml', moved),
        entry('new', '/de/neu', moved, { locale: 'de' }),
      ]),
    ).toEqual([
      'changed /company',
      'moved /company/old /company/new',
      'moved /company/old/rss.xml /company/new/rss.xml',
      'new /de/neu',
    ]);
  });

  it('leave what comes and what goes apart where it is not the same', () => {
    expect(
      arranged([
        entry('new', '/a', ['page:1']),
        entry('removed', '/b', ['page:2']),
        entry('new', '/c', ['clock']),
        entry('removed', '/d', ['clock']),
      ]),
    ).toEqual(['new /a', 'removed /b', 'new /c', 'removed /d']);
  });

  it('begin with what is published itself, and leave out what stays', () => {
    expect(
      arranged([
        entry('changed', '/', ['page:3']),
        entry('unchanged', '/imprint', ['page:3']),
        entry('changed', '/products', ['page:3'], { isOwn: true }),
      ]),
    ).toEqual(['changed /products', 'changed /']);
  });
});
