import { expect, it } from 'vitest';
import { idsInCircles } from './circles.ts';

const row = (id: number, parentId: number | null) => ({ id, parentId });

it.each([
  ['none in a tree', [row(1, null), row(2, 1), row(3, 2), row(4, 1)], []],
  ['two above each other', [row(1, 2), row(2, 1), row(3, 1), row(4, 3)], [1, 2]],
  ['a longer one, from whichever row', [row(5, 4), row(4, 3), row(3, 2), row(2, 4), row(1, null)], [2, 3, 4]],
  ['one above itself', [row(1, 1), row(2, 1)], [1]],
  ['two circles', [row(1, 2), row(2, 1), row(3, 4), row(4, 3)], [1, 2, 3, 4]],
  ['a parent that is not among them', [row(1, 9), row(2, 1)], []],
])('finds %s', (_, rows, found) => {
  expect(idsInCircles(rows)).toEqual(new Set(found));
});
