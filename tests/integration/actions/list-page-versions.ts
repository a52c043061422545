import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'listPageVersions',
  access: 'staff',
  send: 'json',
  valid: ({ pageId }) => ({ pageId }),
};
