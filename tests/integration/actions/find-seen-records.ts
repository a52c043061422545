import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'findSeenRecords',
  access: 'staff',
  send: 'json',
  valid: () => ({ records: [{ kind: 'product', id: 1 }] }),
  malformed: () => [
    { what: 'no records', input: { records: [] }, fields: ['records'] },
    { what: 'a kind that is none', input: { records: [{ kind: 'staff', id: 1 }] }, fields: ['records'] },
  ],
};
