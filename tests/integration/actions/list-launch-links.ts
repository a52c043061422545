import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'listLaunchLinks',
  access: 'staff',
  send: 'json',
  valid: () => ({ id: 987_654 }),
  malformed: () => [{ what: 'the id 0', input: { id: 0 }, fields: ['id'] }],
};
