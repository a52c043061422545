import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'findMovedBelow',
  access: 'staff',
  send: 'json',
  valid: ({ pageId }) => ({ pageId }),
  malformed: () => [{ what: 'the page that is none', input: { pageId: -1 }, fields: ['pageId'] }],
};
