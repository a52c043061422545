import type { ActionEntry } from './entry.ts';

const call = { hash: 'ab'.repeat(32), size: 5_000_000, kind: 'file' };

export const entry: ActionEntry = {
  name: 'beginUpload',
  access: 'staff',
  send: 'json',
  valid: () => call,
  malformed: () => [
    { what: 'a hash that is a path', input: { ...call, hash: '../../keys' }, fields: ['hash'] },
    { what: 'a file of nothing', input: { ...call, size: 0 }, fields: ['size'] },
    { what: 'a file of a gigabyte', input: { ...call, size: 1e9 }, fields: ['size'] },
    { what: 'a kind that is not uploaded', input: { ...call, kind: 'video' }, fields: ['kind'] },
  ],
};
