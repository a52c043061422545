import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'planPublish',
  access: 'staff',
  send: 'json',
  valid: ({ pageId }) => ({ pageId }),
  optional: ['first', 'cells', 'below', 'records'],
  malformed: ({ pageId }) => [
    { what: 'the page that is none', input: { pageId: -1 }, fields: ['pageId'] },
    { what: 'a page that is not there', input: { pageId: 999_999 } },
    { what: 'what is no part of it', input: { pageId, cells: ['menu'] }, fields: ['cells'] },
    { what: 'a page below that is none', input: { pageId, below: [-1] }, fields: ['below'] },
    { what: 'a record of no kind', input: { pageId, records: [{ kind: 'page', id: 1 }] }, fields: ['records'] },
    { what: 'a record that is not there', input: { pageId, records: [{ kind: 'image', id: 987_654 }] } },
    { what: 'a part that does not wait', input: { pageId, cells: ['987654:en'] } },
  ],
};
