import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'addToLaunch',
  access: 'staff',
  send: 'json',
  valid: ({ pageId }) => ({
    launch: 987_654,
    items: [{ page: pageId }],
    lastSave: 0,
    replaces: '2026-11-21T08:00:00Z',
  }),
  optional: ['lastSave', 'replaces'],
  malformed: ({ pageId }) => [
    { what: 'a release that is not there', input: { launch: 987_654, items: [{ page: pageId }] } },
    { what: 'nothing', input: { launch: 1, items: [] }, fields: ['items'] },
    { what: 'a kind that is none', input: { launch: 1, items: [{ kind: 'staff', id: 1 }] } },
  ],
};
