import type { ActionEntry } from './entry.ts';

const call = { hash: 'ab'.repeat(32), size: 5_000_000, filename: 'a.pdf', kind: 'file', id: 987_654, replaced: 'abc' };

export const entry: ActionEntry = {
  name: 'finishDraftFile',
  access: 'staff',
  send: 'json',
  valid: () => call,
  optional: ['replaced'],
  malformed: () => [
    { what: 'a hash that is a path', input: { ...call, hash: '../../keys' }, fields: ['hash'] },
    { what: 'a kind without a file', input: { ...call, kind: 'product' }, fields: ['kind'] },
    { what: 'the hash of a file that is a path', input: { ...call, replaced: '../keys' }, fields: ['replaced'] },
    { what: 'a file of which no part is there', input: call },
  ],
};
