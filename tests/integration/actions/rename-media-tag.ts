import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'renameMediaTag',
  access: 'staff',
  send: 'json',
  optional: ['unite'],
  valid: () => ({ id: 987_654, name: 'blue', unite: false }),
  malformed: () => [
    { what: 'a tag that is not there', input: { id: 987_654, name: 'blue' } },
    { what: 'a name of spaces', input: { id: 1, name: ' ' }, fields: ['name'] },
    { what: 'a name that is too long', input: { id: 1, name: 'x'.repeat(41) }, fields: ['name'] },
  ],
};
