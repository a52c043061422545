import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'planPageDeletion',
  access: 'staff',
  send: 'json',
  optional: ['first'],
  valid: ({ pageId }) => ({ pageId, first: 20 }),
  malformed: ({ pageId }) => [
    { what: 'a page that is gone', input: { pageId: 987_654 } },
    { what: 'more URLs than are shown first', input: { pageId, first: 101 }, fields: ['first'] },
  ],
};
