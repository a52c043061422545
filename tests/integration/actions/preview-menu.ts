import type { ActionEntry } from './entry.ts';

const call = { site: 'main', locale: 'de', links: [1, 2] };

export const entry: ActionEntry = {
  name: 'previewMenu',
  access: 'staff',
  send: 'json',
  valid: () => call,
  malformed: () => [
    { what: 'a locale that the site does not have', input: { ...call, locale: 'kr' }, fields: ['locale'] },
    { what: 'an unknown site', input: { ...call, site: 'elsewhere' }, fields: ['site'] },
    { what: 'a link as a word', input: { ...call, links: ['1'] }, fields: ['links'] },
    {
      what: 'more links than any menu has',
      input: { ...call, links: Array.from({ length: 501 }, (_, id) => id + 1) },
      fields: ['links'],
    },
  ],
};
