import { expect, it } from 'vitest';
import { searchWords } from './search-words.ts';

it('a search is the words between its blanks, in lower case', () => {
  expect(searchWords(' About\t us ')).toEqual(['about', 'us']);
  expect(searchWords('  ')).toEqual([]);
  expect(searchWords('x '.repeat(30))).toHaveLength(20);
});
