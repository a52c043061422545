import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'takeBack',
  access: 'staff',
  send: 'json',
  valid: () => ({ id: 987_654, choices: {}, seen: 'nothing' }),
  malformed: () => [
    { what: 'a publish that is not there', input: { id: 987_654, choices: {}, seen: 'nothing' } },
    {
      what: 'a choice that there is not',
      input: { id: 1, choices: { 'page:1:': 'both' }, seen: '' },
      fields: ['choices'],
    },
  ],
};
