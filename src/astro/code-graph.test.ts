import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listMade } from './code-graph.ts';

it('finds what is imported over any number of steps, in circles as well, and what imports it not', () => {
  const graph = new Map([
    ['page', ['view']],
    ['view', ['text', 'page']],
    ['text', []],
    ['admin', ['text']],
  ]);
  expect(listMade(graph, ['page'])).toEqual(new Set(['page', 'view', 'text']));
  expect(listMade(graph, ['page'], (from, to) => from === 'view' && to === 'text')).toEqual(new Set(['page', 'view']));
  expect(listMade(graph, ['gone'])).toEqual(new Set());
});

it('is closed: no import leads out of it but one that is cut', () => {
  const ids = fc.integer({ min: 0, max: 9 }).map(String);
  fc.assert(
    fc.property(fc.array(fc.tuple(ids, fc.array(ids))), ids, ids, (entries, root, hidden) => {
      const graph = new Map(entries);
      const found = listMade(graph, [root], (_, to) => to === hidden && to !== root);
      for (const id of found) {
        for (const to of graph.get(id) ?? []) expect(found.has(to) || !graph.has(to) || to === hidden).toBe(true);
      }
      if (hidden !== root) expect(found.has(hidden)).toBe(false);
    }),
  );
});
