import { expect, it } from 'vitest';
import { checkSearch } from './check-search.ts';

const found = (title: string, description = '') => checkSearch({ title, description }, 'en').map(({ path }) => path[0]);

it('names what search engines will cut off, by the width of its letters', () => {
  expect(found('A title', 'A description')).toEqual([]);
  expect(found('x'.repeat(71), 'x'.repeat(201))).toEqual(['title', 'description']);
  expect(found('測'.repeat(35))).toEqual([]);
  expect(found('測'.repeat(36))).toEqual(['title']);
});
