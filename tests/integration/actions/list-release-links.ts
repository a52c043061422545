import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'listReleaseLinks',
  access: 'staff',
  send: 'json',
  valid: () => ({ id: 987_654 }),
  malformed: () => [{ what: 'the id 0', input: { id: 0 }, fields: ['id'] }],
};
