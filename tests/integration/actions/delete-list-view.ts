import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'deleteListView',
  access: 'staff',
  send: 'json',
  valid: () => ({ id: 1 }),
  malformed: () => [{ what: 'a view that is not there', input: { id: 987_654 } }],
};
