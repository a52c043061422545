import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'createRelease',
  access: 'staff',
  send: 'json',
  valid: () => ({ name: 'Spring' }),
  malformed: () => [
    { what: 'no name', input: { name: '  ' }, fields: ['name'] },
    { what: 'a name that nobody sees', input: { name: '\u2060\u00ad' }, fields: ['name'] },
    { what: 'a name without end', input: { name: 'x'.repeat(121) }, fields: ['name'] },
  ],
};
