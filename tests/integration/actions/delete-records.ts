import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'deleteRecords',
  access: 'staff',
  send: 'json',
  optional: ['keepUsed'],
  valid: () => ({ records: [{ kind: 'product', id: 1 }], keepUsed: true }),
  malformed: () => [
    { what: 'no records', input: { records: [] }, fields: ['records'] },
    { what: 'a kind that is none', input: { records: [{ kind: 'staff', id: 1 }] }, fields: ['records'] },
    { what: 'a record that is not there', input: { records: [{ kind: 'product', id: 987_654 }] } },
  ],
};
