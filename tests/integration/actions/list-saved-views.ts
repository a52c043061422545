import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'listSavedViews',
  access: 'staff',
  send: 'json',
  valid: () => ({ kind: 'product' }),
  malformed: () => [{ what: 'a kind that is none', input: { kind: 'staff' }, fields: ['kind'] }],
};
