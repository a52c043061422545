import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'addPartToRelease',
  access: 'staff',
  send: 'json',
  valid: ({ pageId }) => ({
    release: 987_654,
    page: pageId,
    cells: ['structure', '1:de'],
    lastSave: 0,
    replaces: '2026-11-21T08:00:00Z',
  }),
  optional: ['replaces'],
  malformed: ({ pageId }) => [
    {
      what: 'a release that is not there',
      input: { release: 987_654, page: pageId, cells: ['structure'], lastSave: 0 },
    },
    { what: 'nothing chosen', input: { release: 1, page: pageId, cells: [], lastSave: 0 }, fields: ['cells'] },
    { what: 'what is no part', input: { release: 1, page: pageId, cells: ['1:xx'], lastSave: 0 } },
  ],
};
