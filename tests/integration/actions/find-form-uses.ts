import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'findFormUses',
  access: 'staff',
  send: 'json',
  valid: () => ({ ids: [1] }),
  malformed: () => [
    { what: 'ids that are no ids', input: { ids: [0, 'x'] }, fields: ['ids'] },
    {
      what: 'more ids than a list holds',
      input: { ids: Array.from({ length: 101 }, (_, id) => id + 1) },
      fields: ['ids'],
    },
  ],
};
