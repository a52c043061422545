import { expect, it } from 'vitest';
import { csvLine } from './spreadsheet.ts';

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
