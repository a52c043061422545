import type { ActionEntry } from './entry.ts';

const invited = { email: 'somebody@ostrevo.example', name: 'Somebody', role: 'editor' };

/** Called by an editor, who may invite nobody. */
export const entry: ActionEntry = {
  name: 'inviteColleague',
  access: 'staff',
  send: 'json',
  valid: () => invited,
  malformed: () => [
    { what: 'no address', input: { ...invited, email: 'somebody' }, fields: ['email'] },
    { what: 'a role that there is not', input: { ...invited, role: 'owner' }, fields: ['role'] },
    { what: 'an editor who invites', input: invited },
    { what: 'an editor who invites an administrator', input: { ...invited, role: 'admin' } },
  ],
};
