import type { ActionEntry } from './entry.ts';

const call = { site: 'main', locale: 'en', pageId: 1, references: [], lists: [] };
const articles = { list: 'articles', category: 'newsroom', type: null, limit: 3 };

export const entry: ActionEntry = {
  name: 'previewModule',
  access: 'staff',
  send: 'json',
  valid: () => call,
  optional: ['pageId'],
  malformed: () => [
    { what: 'a locale that the site does not have', input: { ...call, locale: 'kr' }, fields: ['locale'] },
    { what: 'an unknown site', input: { ...call, site: 'elsewhere' }, fields: ['site'] },
    {
      what: 'an unknown kind of record',
      input: { ...call, references: [{ kind: 'staff', id: 1 }] },
      fields: ['references'],
    },
    {
      what: 'a record as a word',
      input: { ...call, references: [{ kind: 'image', id: '1' }] },
      fields: ['references'],
    },
    {
      what: 'more records than any module has',
      input: { ...call, references: Array.from({ length: 201 }, (_, id) => ({ kind: 'image', id: id + 1 })) },
      fields: ['references'],
    },
    { what: 'an unknown list', input: { ...call, lists: [{ list: 'staff' }] }, fields: ['lists'] },
    {
      what: 'a list without end',
      input: { ...call, lists: [{ ...articles, limit: 1_000_000 }] },
      fields: ['lists'],
    },
    {
      what: 'too many lists',
      input: { ...call, lists: Array.from({ length: 11 }, () => articles) },
      fields: ['lists'],
    },
  ],
};
