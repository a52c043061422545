import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'findRecordIds',
  access: 'staff',
  send: 'json',
  optional: ['search', 'filters', 'state'],
  valid: () => ({ kind: 'product', search: 'air', filters: [{ by: 'status', is: 'active' }], state: 'live' }),
  malformed: () => [
    { what: 'a kind that is none', input: { kind: 'staff' }, fields: ['kind'] },
    { what: 'a filter by all texts', input: { kind: 'product', filters: [{ by: 'localized', is: 'x' }] } },
    {
      what: 'a filter of another type',
      input: { kind: 'product', filters: [{ by: 'series', is: 'x' }] },
      fields: ['filters'],
    },
    { what: 'a gap that no product has', input: { kind: 'product', gap: 'unused' }, fields: ['gap'] },
  ],
};
