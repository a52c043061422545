import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'addRemovalToLaunch',
  access: 'staff',
  send: 'json',
  valid: ({ pageId }) => ({ launch: 987_654, page: pageId }),
  malformed: ({ pageId }) => [{ what: 'a release that is not there', input: { launch: 987_654, page: pageId } }],
};
