import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'saveMediaFolder',
  access: 'staff',
  send: 'json',
  optional: ['id', 'parent'],
  // In a folder that is not there: the call is of the right shape, and stores nothing even for who may.
  valid: () => ({ id: null, name: 'Products', parent: 987_654 }),
  malformed: () => [
    { what: 'a name of spaces', input: { name: '  ' }, fields: ['name'] },
    { what: 'a name that nobody sees', input: { name: '\u200b' }, fields: ['name'] },
    { what: 'a name that is too long', input: { name: 'x'.repeat(81) }, fields: ['name'] },
    { what: 'a character that cannot be stored', input: { name: 'a\u0000b' }, fields: ['name'] },
    { what: 'a folder that is not there', input: { id: 987_654, name: 'Products' } },
  ],
};
