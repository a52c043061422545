import type { ActionEntry } from './entry.ts';

const call = { locale: 'de', sourceHash: '0123456789abcdef0123456789abcdef' };

export const entry: ActionEntry = {
  name: 'suggestTranslations',
  access: 'staff',
  send: 'json',
  valid: () => call,
  malformed: () => [
    { what: 'a text that is no hash', input: { ...call, sourceHash: 'text' }, fields: ['sourceHash'] },
    { what: 'English, which is translated from', input: { ...call, locale: 'en' }, fields: ['locale'] },
  ],
};
