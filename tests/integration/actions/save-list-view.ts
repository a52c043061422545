import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'saveListView',
  access: 'staff',
  send: 'json',
  optional: ['isShared'],
  valid: () => ({ kind: 'product', name: 'Drafts', query: 'state=draft', isShared: true }),
  malformed: () => [
    { what: 'a name of spaces', input: { kind: 'product', name: '  ', query: '' }, fields: ['name'] },
    { what: 'a name that is too long', input: { kind: 'product', name: 'x'.repeat(81), query: '' }, fields: ['name'] },
    { what: 'a kind that is none', input: { kind: 'staff', name: 'Drafts', query: '' }, fields: ['kind'] },
  ],
};
