import type { ActionEntry } from './entry.ts';
import { newestSave, rearrangeAsSecond } from './overtake.ts';

export const entry: ActionEntry = {
  name: 'publishPage',
  access: 'staff',
  send: 'json',
  valid: ({ pageId }) => ({ pageId, lastSave: 0 }),
  optional: ['lastSave', 'chosen', 'below', 'records'],
  malformed: async (desk) => {
    const { pageId } = desk;
    const lastSave = await newestSave(desk);
    return [
      { what: 'the page that is none', input: { pageId: -1 }, fields: ['pageId'] },
      { what: 'a page that is not there', input: { pageId: 999_999 } },
      { what: 'no part of it', input: { pageId, chosen: { cells: [], lastSave } }, fields: ['chosen'] },
      { what: 'what is no part of it', input: { pageId, chosen: { cells: ['12:fr'], lastSave } }, fields: ['chosen'] },
      { what: 'a page below that is none', input: { pageId, below: [{ id: 0, lastSave }] }, fields: ['below'] },
      { what: 'a page below that is not there', input: { pageId, below: [{ id: 999_999, lastSave: 0 }] } },
      {
        what: 'a draft that nobody has saved',
        input: { pageId, records: [{ kind: 'image', id: 1 }] },
        fields: ['records'],
      },
      { what: 'a part that does not wait', input: { pageId, chosen: { cells: ['987654:en'], lastSave } } },
    ];
  },
  stale: async (desk) => {
    const lastSave = await newestSave(desk);
    await rearrangeAsSecond(desk);
    return { pageId: desk.pageId, chosen: { cells: ['structure'], lastSave } };
  },
};
