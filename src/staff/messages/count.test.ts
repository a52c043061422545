import { expect, it } from 'vitest';
import { describeCount } from './count.ts';

it('counts one and many', () => {
  expect([0, 1, 40].map((count) => describeCount(count, 'page'))).toEqual(['0 pages', '1 page', '40 pages']);
  expect([1, 2].map((count) => describeCount(count, 'page is', 'pages are'))).toEqual(['1 page is', '2 pages are']);
});
