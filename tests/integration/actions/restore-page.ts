import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'restorePage',
  access: 'staff',
  send: 'json',
  valid: () => ({ pageId: 1 }),
  malformed: () => [{ what: 'a page that was not deleted', input: { pageId: 987_654 } }],
};
