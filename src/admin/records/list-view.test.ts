import { expect, it } from 'vitest';
import { nextSort, readView, withFilter, writeView } from './list-view.ts';

it.each([
  '',
  '?search=hx+4',
  '?state=draft&is.status=active&sort=-updated_at&columns=status%2Cseries',
  '?show=trash',
  '?gap=undescribed.de',
  '?state=ending&is.untranslated=any',
])('writes a view into the address as it was read: %s', (query) => expect(writeView(readView(query))).toBe(query));

it('leaves out what it does not know', () => {
  expect(writeView(readView('?state=lost&page=3&sort=-'))).toBe('');
});

it('filters a field by one value', () => {
  const view = withFilter(readView('?is.site=main'), 'site', 'developer');
  expect(view.filters).toEqual([{ by: 'site', is: 'developer' }]);
  expect(withFilter(view, 'site', '').filters).toEqual([]);
});

it('sorts upwards, then downwards, then as usual', () => {
  const up = nextSort(null, 'title');
  const down = nextSort(up, 'title');
  expect([up, down, nextSort(down, 'title')]).toEqual([
    { by: 'title', down: false },
    { by: 'title', down: true },
    null,
  ]);
});
