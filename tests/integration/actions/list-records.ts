import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'listRecords',
  access: 'staff',
  send: 'json',
  optional: ['search', 'sort', 'filters', 'state', 'columns', 'after', 'limit', 'ids'],
  valid: () => ({
    kind: 'product',
    search: 'air',
    sort: { by: 'name', down: false },
    filters: [{ by: 'status', is: 'active' }],
    state: 'live',
    columns: ['series'],
    after: '["a",1]',
    limit: 10,
    ids: [1],
  }),
  malformed: () => [
    { what: 'a column that is none', input: { kind: 'product', sort: { by: 'id; drop', down: true } } },
    { what: 'a filter by all texts', input: { kind: 'product', filters: [{ by: 'localized', is: 'x' }] } },
    {
      what: 'a filter of another type',
      input: { kind: 'product', filters: [{ by: 'series', is: 'x' }] },
      fields: ['filters'],
    },
    { what: 'a place that is none', input: { kind: 'product', after: '{}' }, fields: ['after'] },
    { what: 'a place of another type', input: { kind: 'product', after: '[1,"x"]' } },
    { what: 'a gap that no product has', input: { kind: 'product', gap: 'unused' }, fields: ['gap'] },
    { what: 'a gap that nothing has', input: { kind: 'image', gap: 'undescribed.fr' }, fields: ['gap'] },
    { what: 'too many at once', input: { kind: 'product', limit: 1000 }, fields: ['limit'] },
  ],
};
