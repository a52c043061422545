import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'lockPage',
  access: 'staff',
  send: 'json',
  valid: ({ pageId }) => ({ pageId, isLocked: false }),
  malformed: () => [{ what: 'a page that is gone', input: { pageId: 987_654, isLocked: true } }],
};
