import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'findReleasesOf',
  access: 'staff',
  send: 'json',
  valid: ({ pageId }) => ({ of: { page: pageId } }),
  malformed: () => [{ what: 'a kind that is none', input: { of: { kind: 'staff', id: 1 } } }],
};
