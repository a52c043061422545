import { describe, expect, it } from 'vitest';
import { nextInGrid } from './next-in-grid.ts';

// Two rows of two, a heading, and one by itself.
const places = [
  { left: 0, top: 0 },
  { left: 100, top: 0 },
  { left: 0, top: 80 },
  { left: 100, top: 80 },
  { left: 0, top: 200 },
];

describe('the keys among pictures in rows', () => {
  it('lead to the nearest one above and below', () => {
    expect(nextInGrid('ArrowDown', 1, places)).toBe(3);
    expect(nextInGrid('ArrowDown', 3, places)).toBe(4);
    expect(nextInGrid('ArrowUp', 4, places)).toBe(2);
    expect(nextInGrid('ArrowUp', 3, places)).toBe(1);
  });

  it('lead from one to the next across rows, and to both ends', () => {
    expect(nextInGrid('ArrowRight', 1, places)).toBe(2);
    expect(nextInGrid('ArrowLeft', 2, places)).toBe(1);
    expect(nextInGrid('Home', 3, places)).toBe(0);
    expect(nextInGrid('End', 0, places)).toBe(4);
  });

  it('take for one row what is in line but for a few pixels', () => {
    const [first = { left: 0, top: 0 }, ...others] = places;
    const lifted = [first, { left: 100, top: -2 }, ...others.slice(1)];
    expect(nextInGrid('ArrowUp', 0, lifted)).toBe(-1);
    expect(nextInGrid('ArrowDown', 1, lifted)).toBe(3);
  });

  it('lead out of the first row, and nowhere behind the last', () => {
    expect(nextInGrid('ArrowUp', 1, places)).toBe(-1);
    expect(nextInGrid('ArrowLeft', 0, places)).toBe(-1);
    expect(nextInGrid('ArrowDown', 4, places)).toBeNull();
    expect(nextInGrid('ArrowRight', 4, places)).toBeNull();
    expect(nextInGrid('a', 0, places)).toBeNull();
    expect(nextInGrid('ArrowDown', 9, places)).toBeNull();
  });
});
