import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'endSessions',
  access: 'staff',
  send: 'json',
  valid: () => ({ isEverywhere: true }),
  malformed: () => [{ what: 'a word', input: { isEverywhere: 'yes' }, fields: ['isEverywhere'] }],
};
