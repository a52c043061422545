import { expect, it } from 'vitest';
import { MarkupCache } from './markup-cache.ts';

const million = 1024 * 1024;

/** Draws markup of a size, and counts how often. */
function drawer(size: number) {
  let drawn = 0;
  const draw = () => {
    drawn += 1;
    return { content: 'a'.repeat(size), islands: [] };
  };
  return { draw, drawn: () => drawn };
}

it('renders again what is given something else, and nothing else', () => {
  const cache = new MarkupCache();
  const { draw, drawn } = drawer(10);
  cache.get('module', 'first', draw);
  cache.get('module', 'first', draw);
  expect(drawn()).toBe(1);
  cache.get('module', 'second', draw);
  expect(drawn()).toBe(2);
});

it('is filled by a change of many while there is room', () => {
  const cache = new MarkupCache();
  const { draw, drawn } = drawer(10);
  cache.forBulk.get('module', 'first', draw);
  cache.get('module', 'first', draw);
  expect(drawn()).toBe(1);
});

it('keeps what it has while a change of many renders more than fits', () => {
  const cache = new MarkupCache();
  const { draw } = drawer(million);
  for (let page = 0; page < 100; page += 1) cache.forBulk.get(`page ${page}`, 'same', draw);
  const again = drawer(million);
  cache.get('page 0', 'same', again.draw);
  cache.forBulk.get('page 0', 'same', again.draw);
  expect(again.drawn()).toBe(0);
  // It was rendered for the change, and is rendered once more for the next.
  cache.forBulk.get('page 99', 'same', again.draw);
  expect(again.drawn()).toBe(1);
});

it('has what a change of many renders anew in the place of what it had', () => {
  const cache = new MarkupCache();
  const { draw } = drawer(million);
  for (let page = 0; page < 100; page += 1) cache.forBulk.get(`page ${page}`, 'same', draw);
  const again = drawer(million);
  cache.forBulk.get('page 0', 'changed', again.draw);
  cache.get('page 0', 'changed', again.draw);
  expect(again.drawn()).toBe(1);
});
