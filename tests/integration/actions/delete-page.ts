import type { ActionEntry, Desk } from './entry.ts';
import { newestSave } from './overtake.ts';

const call = async (desk: Desk) => ({
  pageId: desk.pageId,
  isConfirmed: true,
  leadsTo: null,
  lastSave: await newestSave(desk),
});

export const entry: ActionEntry = {
  name: 'deletePage',
  access: 'staff',
  send: 'json',
  optional: ['leadsTo', 'lastSave'],
  valid: ({ pageId }) => ({ pageId, isConfirmed: true, leadsTo: null, lastSave: 0 }),
  malformed: async (desk) => {
    const valid = await call(desk);
    return [
      { what: 'a page that is gone', input: { ...valid, pageId: 987_654 } },
      { what: 'a destination that is gone', input: { ...valid, leadsTo: 987_654 }, fields: ['leadsTo'] },
    ];
  },
};
