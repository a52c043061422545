import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'deletePage',
  access: 'staff',
  send: 'json',
  valid: ({ pageId }) => ({ pageId, isConfirmed: true }),
  malformed: () => [{ what: 'a page that is gone', input: { pageId: 987_654, isConfirmed: true } }],
};
