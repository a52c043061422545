import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'findMediaPlaces',
  access: 'staff',
  send: 'json',
  valid: () => ({ kind: 'image', ids: [1] }),
  malformed: () => [
    { what: 'a kind that is not in the library', input: { kind: 'product', ids: [1] }, fields: ['kind'] },
    { what: 'no medium', input: { kind: 'image', ids: [] }, fields: ['ids'] },
    { what: 'the id 0', input: { kind: 'image', ids: [0] }, fields: ['ids'] },
  ],
};
