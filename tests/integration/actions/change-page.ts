import type { ActionEntry, Desk } from './entry.ts';
import { newestSave, rearrangeAsSecond } from './overtake.ts';
import { newNames, wrongNames } from './page-names.ts';

const call = async (desk: Desk) => ({
  pageId: desk.pageId,
  parentId: null,
  locales: newNames,
  lastSave: await newestSave(desk),
});

export const entry: ActionEntry = {
  name: 'changePage',
  access: 'staff',
  send: 'json',
  optional: ['parentId'],
  valid: call,
  malformed: async (desk) => {
    const valid = await call(desk);
    return [
      ...wrongNames.map(({ what, locales, fields }) => ({ what, input: { ...valid, locales }, fields })),
      { what: 'a page below itself', input: { ...valid, parentId: desk.pageId }, fields: ['parentId'] },
      { what: 'a page that is gone', input: { ...valid, pageId: 987_654 } },
    ];
  },
  stale: async (desk) => {
    const seen = await call(desk);
    await rearrangeAsSecond(desk);
    return seen;
  },
};
