import { expect, it } from 'vitest';
import { describeValue } from './column-value.ts';

it.each([
  ['27500', '27,500'],
  ['5400', '5,400'],
  ['0.125', '0.125'],
  ['', ''],
  ['many', 'many'],
])('says the number %j as %j', (value, words) => {
  expect(describeValue({ widget: 'number' }, value)).toBe(words);
});

it('says a moment as people do, and leaves what is none', () => {
  expect(describeValue({ widget: 'date-time' }, '2026-11-27T08:00:00Z')).toMatch(/^27 Nov 2026, \d\d:\d\d$/);
  expect(describeValue({ widget: 'date-time' }, 'soon')).toBe('soon');
  expect(describeValue({ widget: 'text' }, '27500')).toBe('27500');
});
