import type { ActionEntry } from './entry.ts';

const call = { hash: 'ab'.repeat(32), size: 5_000_000, filename: 'a.pdf', kind: 'file' };

export const entry: ActionEntry = {
  name: 'finishUpload',
  access: 'staff',
  send: 'json',
  valid: () => call,
  optional: ['documentType', 'language'],
  malformed: () => [
    { what: 'a hash that is a path', input: { ...call, hash: '../../keys' }, fields: ['hash'] },
    { what: 'a kind that is not uploaded', input: { ...call, kind: 'video' }, fields: ['kind'] },
    { what: 'a type that no document has', input: { ...call, documentType: 'novel' }, fields: ['documentType'] },
    { what: 'a language that there is not', input: { ...call, language: 'xx' }, fields: ['language'] },
    { what: 'no name', input: { ...call, filename: '' }, fields: ['filename'] },
    { what: 'a file of which no part is there', input: call },
  ],
};
