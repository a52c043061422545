import type { ActionEntry } from './entry.ts';

const id = '00000000-0000-0000-0000-000000000001';

export const entry: ActionEntry = {
  name: 'sendColleagueLink',
  access: 'staff',
  send: 'json',
  valid: () => ({ id }),
  malformed: () => [
    { what: 'an id that is none', input: { id: 'x' }, fields: ['id'] },
    { what: 'an editor who asks', input: { id } },
  ],
};
