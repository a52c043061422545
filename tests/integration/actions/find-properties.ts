import type { ActionEntry } from './entry.ts';

const call = { category: 1, ids: [1] };

export const entry: ActionEntry = {
  name: 'findProperties',
  access: 'staff',
  send: 'json',
  valid: () => call,
  optional: ['category'],
  malformed: () => [
    { what: 'a category as a word', input: { ...call, category: '1' }, fields: ['category'] },
    { what: 'the id 0', input: { ...call, ids: [0] }, fields: ['ids'] },
    {
      what: 'more properties than any product has',
      input: { ...call, ids: Array.from({ length: 201 }, (_, id) => id + 1) },
      fields: ['ids'],
    },
  ],
};
