import { expect, it } from 'vitest';
import { TreeCache } from './tree-cache.ts';

const tree = (version: string) => ({ version, modules: [] });

it('lets the page go that was used least where there is no room', () => {
  const cache = new TreeCache();
  for (let id = 0; id < 2000; id += 1) cache.set(id, 'en', tree('1'));
  expect(cache.get(0, 'en')).toBeUndefined();
  expect(cache.get(1999, 'en')).toEqual(tree('1'));
});

it('keeps its pages while a change of many reads more than fit, in their newest version', () => {
  const cache = new TreeCache();
  for (let id = 0; id < 2000; id += 1) cache.forBulk.set(id, 'en', tree('1'));
  expect(cache.get(1999, 'en')).toBeUndefined();
  cache.forBulk.set(0, 'en', tree('2'));
  expect(cache.forBulk.get(0, 'en')).toEqual(tree('2'));
});
