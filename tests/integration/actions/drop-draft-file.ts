import type { ActionEntry } from './entry.ts';
import { namedMedium } from './named-medium.ts';

const call = { kind: 'image', id: 987_654, hash: 'abc' };

export const entry: ActionEntry = {
  ...namedMedium('dropDraftFile'),
  valid: () => call,
  optional: ['hash'],
  malformed: () => [
    { what: 'a kind without a file', input: { ...call, kind: 'product' }, fields: ['kind'] },
    { what: 'a hash that is a path', input: { ...call, hash: '../keys' }, fields: ['hash'] },
    { what: 'a medium that is not there', input: call },
  ],
};
