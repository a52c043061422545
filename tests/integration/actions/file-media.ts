import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'fileMedia',
  access: 'staff',
  send: 'json',
  optional: ['folder'],
  valid: () => ({ kind: 'image', ids: [987_654], folder: 987_654 }),
  malformed: () => [
    { what: 'a kind that is not in the library', input: { kind: 'product', ids: [1] }, fields: ['kind'] },
    { what: 'no medium', input: { kind: 'image', ids: [] }, fields: ['ids'] },
    { what: 'a folder that is not there', input: { kind: 'image', ids: [1], folder: 987_654 } },
  ],
};
