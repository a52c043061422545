import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'listLaunches',
  access: 'staff',
  send: 'json',
  valid: () => ({ isToCome: true }),
  optional: ['isToCome'],
};
