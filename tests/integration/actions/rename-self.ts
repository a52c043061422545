import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'renameSelf',
  access: 'staff',
  send: 'json',
  valid: () => ({ name: 'Another name' }),
  malformed: () => [
    { what: 'no name', input: { name: ' ' }, fields: ['name'] },
    { what: 'a name without end', input: { name: 'x'.repeat(201) }, fields: ['name'] },
  ],
};
