import type { ActionEntry } from './entry.ts';

const id = '00000000-0000-0000-0000-000000000001';

/** Called by an editor, who may change nobody. */
export const entry: ActionEntry = {
  name: 'resetSecondFactor',
  access: 'staff',
  send: 'json',
  valid: () => ({ id }),
  malformed: () => [
    { what: 'an id that is none', input: { id: '1' }, fields: ['id'] },
    { what: 'an editor who asks', input: { id } },
  ],
};
