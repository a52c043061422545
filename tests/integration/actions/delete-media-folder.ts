import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'deleteMediaFolder',
  access: 'staff',
  send: 'json',
  valid: () => ({ id: 987_654 }),
  malformed: () => [{ what: 'a folder that is not there', input: { id: 987_654 } }],
};
