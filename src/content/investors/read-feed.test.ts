import { describe, expect, it } from 'vitest';
import { formatIssue } from '#content/records/parse-record.ts';
import { readFeed } from './read-feed.ts';

const valueOf = (text: string, format: 'csv' | 'json') => {
  const result = readFeed(text, format);
  if (!result.ok) throw new Error((result.failure.issues ?? []).map(formatIssue).join('\n') || result.failure.message);
  return result.value;
};
const issuesOf = (text: string, format: 'csv' | 'json') => {
  const result = readFeed(text, format);
  return result.ok ? [] : (result.failure.issues ?? []).map(formatIssue);
};

describe('a feed of quotes as CSV', () => {
  it('is read with its numbers, and what it does not know is null', () => {
    expect(
      valueOf('\uFEFFsymbol,day,close,volume\r\nOSTR,2026-11-20,74.20,42116\r\nOSTR,2026-11-19,74.7,\r\n', 'csv'),
    ).toEqual({
      quotes: [
        { symbol: 'OSTR', day: '2026-11-20', open: null, high: null, low: null, close: 74.2, volume: 42116 },
        { symbol: 'OSTR', day: '2026-11-19', open: null, high: null, low: null, close: 74.7, volume: null },
      ],
      publications: [],
    });
  });

  it('is refused with every error and its line', () => {
    const lines = [
      'symbol,day,open,high,low,close',
      'OSTR,2026-02-30,1,1,1,1',
      '',
      'OSTR,2026-03-02,1,1,1,n/a',
      'OSTR,2026-03-03,5,4,3,4',
      'OSTR,2026-03-04,1,1,1,1.005',
      'OSTR,2026-03-03,4,4,4,4',
    ];
    expect(issuesOf(lines.join('\n'), 'csv')).toEqual([
      'line 2 › day: A date is written like 2026-11-21',
      expect.stringMatching(/^line 4 › close: /),
      'line 5 › high: The highest price is below another',
      'line 6 › close: A price has two decimals at most',
      'line 7: OSTR on 2026-03-03 stands in line 5 already',
    ]);
  });

  it('is refused when a line has too few values, or a column nobody knows', () => {
    expect(issuesOf('symbol,day,close\nOSTR,2026-03-02', 'csv')).toEqual(['line 2: 2 values in 3 columns']);
    expect(issuesOf('symbol,day,price\nOSTR,2026-03-02,1', 'csv')[0]).toContain(
      'line 1: The column "price" is unknown',
    );
    expect(readFeed('', 'csv').ok).toBe(false);
    expect(readFeed('symbol,day,close\n"OSTR,2026-03-02,1', 'csv').ok).toBe(false);
  });
});

describe('a feed of publications as CSV', () => {
  it('has a title in each language, with commas and quotes', () => {
    const feed = valueOf(
      'key,category,published_at,url,title_en,title_de\nr26,interim_report,2026-08-18T06:45:00+02:00,,"Half year, ""good""",Halbjahr\n',
      'csv',
    );
    expect(feed.publications).toEqual([
      {
        key: 'r26',
        category: 'interim_report',
        published_at: '2026-08-18T06:45:00+02:00',
        url: null,
        localized: { en: { title: 'Half year, "good"' }, de: { title: 'Halbjahr' } },
      },
    ]);
  });

  it('needs an English title', () => {
    expect(issuesOf('key,category,published_at,title_de\nr26,ad_hoc,2026-08-18T06:45:00Z,Nur deutsch', 'csv')).toEqual([
      'line 2 › localized: The default locale en is missing',
    ]);
  });
});

describe('a feed as JSON', () => {
  it('holds both lists', () => {
    const text = JSON.stringify({
      quotes: [{ symbol: 'OSTR', day: '2026-11-20', close: 74.2 }],
      publications: [
        { key: 'a', category: 'ad_hoc', published_at: '2026-08-18T06:45:00Z', localized: { en: { title: 'A' } } },
      ],
    });
    expect(valueOf(text, 'json')).toMatchObject({ quotes: [{ close: 74.2 }], publications: [{ key: 'a', url: null }] });
  });

  it('says in which line an entry begins that is wrong', () => {
    const text =
      '{\n  "quotes": [\n    {"symbol": "OSTR", "day": "2026-11-20", "close": 1},\n    {"symbol": "ostr", "day": "2026-11-20", "close": 0}\n  ]\n}';
    expect(issuesOf(text, 'json')).toEqual([
      'line 4 › symbol: A symbol has 1 to 12 capital letters, digits or dots',
      expect.stringMatching(/^line 4 › close: /),
    ]);
  });

  it('is refused when it is something else', () => {
    expect(readFeed('{"quotes": [', 'json').ok).toBe(false);
    expect(readFeed('[]', 'json').ok).toBe(false);
    expect(issuesOf('{"prices": []}', 'json')).toHaveLength(1);
  });
});
