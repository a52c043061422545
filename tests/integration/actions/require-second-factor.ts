import type { ActionEntry } from './entry.ts';

/** Called by an editor, who decides nothing. */
export const entry: ActionEntry = {
  name: 'requireSecondFactor',
  access: 'staff',
  send: 'json',
  valid: () => ({ of: 'everybody' }),
  malformed: () => [
    { what: 'people that there are not', input: { of: 'somebody' }, fields: ['of'] },
    { what: 'an editor who asks', input: { of: 'everybody' } },
  ],
};
