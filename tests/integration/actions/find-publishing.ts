import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'findPublishing',
  access: 'staff',
  send: 'none',
  valid: () => ({}),
};
