import { expect, it } from 'vitest';
import { cellMoment, csvLine, fileHeaders } from './spreadsheet.ts';

it('quotes texts, so that commas, quotes and line breaks are a part of them', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 5, ''])).toBe('"a,b","say ""hi""","two\nlines",5,""\r\n');
});

it.each([
  '=1+1',
  '+41 44 000 00 00',
  '-2',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  ' =cmd|calc',
  '\n=1',
  '|x',
  '%x',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM',
  '﹦1',
  '﹢1',
  '﹣1',
  '﹫x',
  '｜x',
  '％x',
  '\u200b=1',
  '\ufeff＝1',
  '\u3000=1',
  '\u0000=1',
  '\u2066=1',
  '−1',
])('makes %j a text that no spreadsheet computes', (text) => {
  expect(csvLine([text])).toBe(`"'${text}"\r\n`);
});

it('leaves numbers and harmless texts as they are', () => {
  expect(csvLine([-5, 'a=b', '5-3'])).toBe('-5,"a=b","5-3"\r\n');
});

it('is a line as a country reads it: decimals too, and no text besides', () => {
  expect(csvLine(['a;b', 1.5, '1.5'], { separator: ';', decimal: ',' })).toBe('"a;b";1,5;"1.5"\r\n');
});

it('has moments that spreadsheets of all countries take for some, by clocks at the company', () => {
  expect(cellMoment('2026-07-01T22:30:05.123Z')).toBe('2026-07-02 00:30:05');
});

it.each([
  ['Contact form', 'Contact form', 'Contact%20form'],
  ['Größe/Länge: "A"', 'Gr__e L_nge A', 'Gr%C3%B6%C3%9Fe%20L%C3%A4nge%20A'],
  ["お問い合わせ (neu)'s", "______ (neu)'s", '%E3%81%8A%E5%95%8F%E3%81%84%E5%90%88%E3%82%8F%E3%81%9B%20%28neu%29%27s'],
  ['a\r\nset-cookie: b', 'a set-cookie b', 'a%20set-cookie%20b'],
])('is saved as a file called %j', (name, plain, encoded) => {
  expect(fileHeaders(name, 'csv')).toEqual({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${plain}.csv"; filename*=UTF-8''${encoded}.csv`,
  });
});
