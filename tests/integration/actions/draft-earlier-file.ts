import type { ActionEntry } from './entry.ts';
import { namedMedium } from './named-medium.ts';

const call = { kind: 'image', id: 987_654, hash: 'abc', number: 1 };

export const entry: ActionEntry = {
  ...namedMedium('draftEarlierFile'),
  valid: () => call,
  optional: ['hash'],
  malformed: () => [
    { what: 'a kind without a file', input: { ...call, kind: 'product' }, fields: ['kind'] },
    { what: 'a hash that is a path', input: { ...call, hash: '../keys' }, fields: ['hash'] },
    { what: 'the number 0', input: { ...call, number: 0 }, fields: ['number'] },
    { what: 'a number that no column holds', input: { ...call, number: 2 ** 31 }, fields: ['number'] },
    { what: 'a medium that is not there', input: call },
  ],
};
