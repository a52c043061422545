import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'findNeeds',
  access: 'staff',
  send: 'json',
  optional: ['pages', 'records'],
  valid: ({ pageId }) => ({ pages: [pageId], records: [{ kind: 'product', id: 1 }] }),
  malformed: () => [
    { what: 'a page that is none', input: { pages: [0] }, fields: ['pages'] },
    { what: 'a kind that is none', input: { records: [{ kind: 'staff', id: 1 }] }, fields: ['records'] },
  ],
};
