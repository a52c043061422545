import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'listReleases',
  access: 'staff',
  send: 'json',
  valid: () => ({ isToCome: true }),
  optional: ['isToCome'],
};
