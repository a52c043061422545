import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'addRemovalToRelease',
  access: 'staff',
  send: 'json',
  valid: ({ pageId }) => ({ release: 987_654, page: pageId, replaces: '2026-11-21T08:00:00Z' }),
  optional: ['replaces'],
  malformed: ({ pageId }) => [{ what: 'a release that is not there', input: { release: 987_654, page: pageId } }],
};
