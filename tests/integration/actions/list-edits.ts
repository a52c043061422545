import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'listEdits',
  access: 'staff',
  send: 'json',
  optional: ['before'],
  valid: () => ({ filter: {}, before: 5 }),
  malformed: () => [
    { what: 'a person that is no id', input: { filter: { person: 'ada' } }, fields: ['filter'] },
    { what: 'a kind that there is not', input: { filter: { kind: 'unicorn' } }, fields: ['filter'] },
    { what: 'a day that is none', input: { filter: { from: '2026-13-01' } }, fields: ['filter'] },
  ],
};
