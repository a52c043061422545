import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'tagMedia',
  access: 'staff',
  send: 'json',
  optional: ['add', 'remove'],
  valid: () => ({ kind: 'image', ids: [987_654], add: ['blue'], remove: ['red'] }),
  malformed: () => [
    { what: 'a kind that is not in the library', input: { kind: 'product', ids: [1], add: ['a'] }, fields: ['kind'] },
    { what: 'no medium', input: { kind: 'image', ids: [], add: ['a'] }, fields: ['ids'] },
    { what: 'no tag', input: { kind: 'image', ids: [1] }, fields: ['add'] },
    { what: 'a tag of spaces', input: { kind: 'image', ids: [1], add: [' '] }, fields: ['add'] },
    { what: 'a tag that is too long', input: { kind: 'image', ids: [1], add: ['x'.repeat(41)] }, fields: ['add'] },
    {
      what: 'too many tags',
      input: { kind: 'image', ids: [1], remove: Array.from({ length: 21 }, (_, index) => `tag ${index}`) },
      fields: ['remove'],
    },
  ],
};
