import { namedRecord } from './named-record.ts';
import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  ...namedRecord('restoreVersion'),
  valid: () => ({ kind: 'product', id: 1, number: 1 }),
  malformed: () => [
    { what: 'the number 0', input: { kind: 'product', id: 1, number: 0 }, fields: ['number'] },
    { what: 'a record that is not there', input: { kind: 'product', id: 987_654, number: 1 } },
  ],
};
