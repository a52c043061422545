import type { ActionEntry } from './entry.ts';

/** Called by somebody who has none. */
export const entry: ActionEntry = {
  name: 'endSecondFactor',
  access: 'staff',
  send: 'json',
  valid: () => ({ code: 'none' }),
  malformed: () => [
    { what: 'no code', input: { code: '' }, fields: ['code'] },
    { what: 'what is no code', input: { code: '12345' }, fields: ['code'] },
  ],
};
