import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'addToRelease',
  access: 'staff',
  send: 'json',
  valid: ({ pageId }) => ({
    release: 987_654,
    items: [{ page: pageId }],
    lastSave: 0,
    replaces: '2026-11-21T08:00:00Z',
  }),
  optional: ['lastSave', 'replaces'],
  malformed: ({ pageId }) => [
    { what: 'a release that is not there', input: { release: 987_654, items: [{ page: pageId }] } },
    { what: 'nothing', input: { release: 1, items: [] }, fields: ['items'] },
    { what: 'a kind that is none', input: { release: 1, items: [{ kind: 'staff', id: 1 }] } },
  ],
};
