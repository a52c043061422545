import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'listDeletedRecords',
  access: 'staff',
  send: 'json',
  valid: () => ({ kind: 'product' }),
  malformed: () => [{ what: 'a kind that is none', input: { kind: 'staff' }, fields: ['kind'] }],
};
