import { expect, it } from 'vitest';
import { hasWords, splitSearch } from './search-words.ts';

it('a search is the words between its blanks, in lower case', () => {
  expect(splitSearch(' About\t us ')).toEqual(['about', 'us']);
  expect(splitSearch('  ')).toEqual([]);
  expect(splitSearch('x '.repeat(30))).toHaveLength(20);
});

it.each([
  ['Wolken\u00adbruch\u00adwarnanlage', 'wolkenbruch'],
  ['Łódź, Plzeň', 'PLZEN lodz'],
  ['Lodz', 'Łódź'],
  ['ＨＸ４１', 'hx41'],
  ['ガス', 'ｶﾞｽ'],
])('%j has the words of %j', (text, search) => {
  expect(hasWords(text, splitSearch(search))).toBe(true);
});

it('has no word that is written with other characters', () => {
  expect(hasWords('ガス', splitSearch('カス'))).toBe(false);
});
