import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'listDiscardedPages',
  access: 'staff',
  send: 'json',
  valid: ({ pageId }) => ({ pageId }),
};
