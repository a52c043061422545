import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'takeOutOfLaunch',
  access: 'staff',
  send: 'json',
  valid: ({ pageId }) => ({ launch: 987_654, item: { page: pageId }, to: 'draft', savedAt: '2026-11-21T08:00:00Z' }),
  optional: ['savedAt'],
  malformed: ({ pageId }) => [
    { what: 'a release that is not there', input: { launch: 987_654, item: { page: pageId }, to: 'draft' } },
    { what: 'a way that there is not', input: { launch: 1, item: { page: pageId }, to: 'away' }, fields: ['to'] },
  ],
};
