import type { ActionEntry } from './entry.ts';

const lines = [{ row: 2, cells: { id: '1', slug: 'one' } }];

export const entry: ActionEntry = {
  name: 'importSheet',
  access: 'staff',
  send: 'json',
  valid: () => ({ kind: 'tag', lines, isText: true, publish: false, fingerprint: 'of no check' }),
  malformed: () => [
    {
      what: 'no rows',
      input: { kind: 'tag', lines: [], isText: true, publish: false, fingerprint: 'of no check' },
      fields: ['lines'],
    },
    {
      what: 'a kind that is none',
      input: { kind: 'staff', lines, isText: true, publish: false, fingerprint: 'of no check' },
      fields: ['kind'],
    },
    {
      what: 'a column that is none',
      input: {
        kind: 'tag',
        lines: [{ row: 2, cells: { password: 'x' } }],
        isText: true,
        publish: false,
        fingerprint: 'of no check',
      },
    },
  ],
};
