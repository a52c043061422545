import { expect, it } from 'vitest';
import { formatFilter, readFilter } from './translation-filter.ts';

it('comes back from the address as it was put there', () => {
  const filter = { site: 'main', locale: 'de', kind: 'channel_partner', state: 'stale' } as const;
  expect(readFilter(formatFilter(filter), 'automotive')).toEqual(filter);
  expect(readFilter(formatFilter({ ...filter, locale: null, kind: null, state: null }), 'automotive')).toEqual({
    ...filter,
    locale: null,
    kind: null,
    state: null,
  });
});

it('chooses nothing by what nobody knows', () => {
  expect(readFilter('?site=moon&locale=xx&kind=__proto__&state=done', 'main')).toEqual({
    site: 'main',
    locale: null,
    kind: null,
    state: null,
  });
});
