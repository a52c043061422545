import type { ActionEntry } from './entry.ts';

const id = '00000000-0000-0000-0000-000000000001';

/** Called by an editor, who may change nobody. */
export const entry: ActionEntry = {
  name: 'changeColleague',
  access: 'staff',
  send: 'json',
  valid: () => ({ id, role: 'admin', isDisabled: false }),
  malformed: () => [
    { what: 'an id that is none', input: { id: '1', role: 'admin', isDisabled: false }, fields: ['id'] },
    { what: 'a role that there is not', input: { id, role: 'owner', isDisabled: false }, fields: ['role'] },
    { what: 'an editor who asks', input: { id, role: 'admin', isDisabled: false } },
  ],
};
