import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'deletePage',
  access: 'staff',
  send: 'json',
  optional: ['leadsTo', 'lastSave'],
  valid: ({ pageId }) => ({ pageId, isConfirmed: true, leadsTo: null, lastSave: 0 }),
  malformed: ({ pageId }) => [
    { what: 'a page that is gone', input: { pageId: 987_654, isConfirmed: true } },
    { what: 'a destination that is gone', input: { pageId, isConfirmed: true, leadsTo: 987_654 }, fields: ['leadsTo'] },
  ],
};
