import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'readTranslation',
  access: 'staff',
  send: 'json',
  valid: ({ pageId }) => ({ kind: 'page', id: pageId, locale: 'de' }),
  malformed: ({ pageId }) => [
    { what: 'a page that is gone', input: { kind: 'page', id: 987_654, locale: 'de' } },
    { what: 'a record that is gone', input: { kind: 'product', id: 987_654, locale: 'de' } },
    { what: 'a name where the page has a number', input: { kind: 'page', id: 'home', locale: 'de' } },
    { what: 'a language that its site is not offered in', input: { kind: 'page', id: pageId, locale: 'kr' } },
    {
      what: 'English, which is translated from',
      input: { kind: 'page', id: pageId, locale: 'en' },
      fields: ['locale'],
    },
  ],
};
