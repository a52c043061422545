import { expect, it } from 'vitest';
import { moveControl } from './move-control.ts';

it.each([
  [-1, 1, 3, 'up'],
  [-1, 0, 3, 'down'],
  [1, 1, 3, 'down'],
  [1, 2, 3, 'up'],
] as const)('by %i to %i of %i: %s is next', (by, to, count, way) => {
  expect(moveControl(by, to, count)).toBe(`[data-move="${way}"]`);
});
