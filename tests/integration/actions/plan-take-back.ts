import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'planTakeBack',
  access: 'staff',
  send: 'json',
  valid: () => ({ id: 1, choices: {} }),
  malformed: () => [
    { what: 'a publish that is not there', input: { id: 987_654, choices: {} } },
    { what: 'a choice that there is not', input: { id: 1, choices: { 'page:1:': 'both' } }, fields: ['choices'] },
  ],
};
