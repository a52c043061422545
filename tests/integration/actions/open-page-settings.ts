import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'openPageSettings',
  access: 'staff',
  send: 'json',
  valid: ({ pageId }) => ({ pageId }),
  malformed: () => [{ what: 'a page that is gone', input: { pageId: 987_654 } }],
};
