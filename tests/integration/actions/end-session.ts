import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'endSession',
  access: 'staff',
  send: 'json',
  valid: () => ({ id: '00000000-0000-0000-0000-000000000001' }),
  malformed: () => [
    { what: 'an id that is none', input: { id: '1' }, fields: ['id'] },
    { what: 'a session of nobody', input: { id: '00000000-0000-0000-0000-000000000001' } },
  ],
};
