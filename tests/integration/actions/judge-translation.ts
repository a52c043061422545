import type { ActionEntry } from './entry.ts';

const call = {
  locale: 'de',
  sourceHash: '0123456789abcdef0123456789abcdef',
  targetHash: 'fedcba9876543210fedcba9876543210',
  state: 'checked',
};

export const entry: ActionEntry = {
  name: 'judgeTranslation',
  access: 'staff',
  send: 'json',
  valid: () => call,
  malformed: () => [
    { what: 'a text that is no hash', input: { ...call, targetHash: 'text' }, fields: ['targetHash'] },
    { what: 'a text that is another one and meant to be the same', input: { ...call, state: 'kept' } },
    { what: 'a state that nobody says', input: { ...call, state: 'stale' }, fields: ['state'] },
    { what: 'English, which is translated from', input: { ...call, locale: 'en' }, fields: ['locale'] },
  ],
  stale: () => call,
};
