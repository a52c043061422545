import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'listPublishes',
  access: 'staff',
  send: 'json',
  optional: ['before'],
  valid: () => ({ before: 5 }),
  malformed: () => [{ what: 'a number as a word', input: { before: '5' }, fields: ['before'] }],
};
