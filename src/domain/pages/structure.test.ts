import { describe, expect, it } from 'vitest';
import { depthIn, fitsIn, measureHeight, modulesIn, getSlot, swapWithNeighbour } from './structure.ts';

const page = [
  { id: 1, parentId: null, slot: null },
  { id: 2, parentId: 1, slot: 'a' },
  { id: 3, parentId: null, slot: null },
  { id: 4, parentId: 1, slot: 'b' },
  { id: 5, parentId: 2, slot: 'a' },
  { id: 6, parentId: 1, slot: 'a' },
];

describe('the structure of a page', () => {
  it('tells the modules of the page from those of each slot, in their order', () => {
    const ids = (where: Parameters<typeof modulesIn>[1]) => modulesIn(page, where).map(({ id }) => id);
    expect(ids(null)).toEqual([1, 3]);
    expect(ids({ parentId: 1, slot: 'a' })).toEqual([2, 6]);
    expect(ids({ parentId: 1, slot: 'b' })).toEqual([4]);
    expect(ids({ parentId: 3, slot: 'a' })).toEqual([]);
  });

  it('counts how deep a module would be nested', () => {
    expect(depthIn(page, null)).toBe(1);
    expect(depthIn(page, { parentId: 1, slot: 'a' })).toBe(2);
    expect(depthIn(page, { parentId: 2, slot: 'a' })).toBe(3);
    expect(depthIn(page, { parentId: 5, slot: 'a' })).toBe(4);
  });

  it('ends the count of a structure that goes in a circle', () => {
    const circle = [
      { id: 1, parentId: 2, slot: 'a' },
      { id: 2, parentId: 1, slot: 'a' },
    ];
    expect(depthIn(circle, { parentId: 1, slot: 'a' })).toBe(3);
  });

  it('knows how deep modules are inside of a module', () => {
    expect([1, 2, 3, 5].map((id) => measureHeight(page, id))).toEqual([3, 2, 1, 1]);
  });

  it('puts no module into itself, nor deeper than three', () => {
    expect(fitsIn(page, 2, null)).toBe(true);
    expect(fitsIn(page, 2, { parentId: 3, slot: 'a' })).toBe(true);
    expect(fitsIn(page, 1, { parentId: 3, slot: 'a' })).toBe(false);
    expect(fitsIn(page, 1, { parentId: 1, slot: 'a' })).toBe(false);
    expect(fitsIn(page, 2, { parentId: 5, slot: 'a' })).toBe(false);
    expect(fitsIn(page, 3, { parentId: 5, slot: 'a' })).toBe(false);
  });

  it('finds the position of a module', () => {
    expect(page.map(getSlot)).toEqual([
      null,
      { parentId: 1, slot: 'a' },
      null,
      { parentId: 1, slot: 'b' },
      { parentId: 2, slot: 'a' },
      { parentId: 1, slot: 'a' },
    ]);
  });
});

describe('swapping a module with its neighbour', () => {
  it('moves it up or down by one', () => {
    expect(swapWithNeighbour([1, 2, 3], 2, -1)).toEqual([2, 1, 3]);
    expect(swapWithNeighbour([1, 2, 3], 2, 1)).toEqual([1, 3, 2]);
  });

  it('has nowhere to go from the first or the last place, or from none', () => {
    expect(swapWithNeighbour([1, 2, 3], 1, -1)).toBeNull();
    expect(swapWithNeighbour([1, 2, 3], 3, 1)).toBeNull();
    expect(swapWithNeighbour([1, 2, 3], 9, 1)).toBeNull();
    expect(swapWithNeighbour([], 1, 1)).toBeNull();
  });
});
