import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'takeOutOfRelease',
  access: 'staff',
  send: 'json',
  valid: ({ pageId }) => ({ release: 987_654, item: { page: pageId }, to: 'draft', savedAt: '2026-11-21T08:00:00Z' }),
  optional: ['savedAt'],
  malformed: ({ pageId }) => [
    { what: 'a release that is not there', input: { release: 987_654, item: { page: pageId }, to: 'draft' } },
    { what: 'a way that there is not', input: { release: 1, item: { page: pageId }, to: 'away' }, fields: ['to'] },
  ],
};
