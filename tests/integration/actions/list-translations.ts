import type { ActionEntry } from './entry.ts';

const call = { site: 'main', locale: 'de', kind: 'product', state: 'stale', offset: 0 };

export const entry: ActionEntry = {
  name: 'listTranslations',
  access: 'staff',
  send: 'json',
  optional: ['locale', 'kind', 'state'],
  valid: () => call,
  malformed: () => [
    { what: 'a site that there is not', input: { ...call, site: 'moon' }, fields: ['site'] },
    { what: 'a kind that there is not', input: { ...call, kind: 'unicorn' }, fields: ['kind'] },
    { what: 'a place before the first', input: { ...call, offset: -1 }, fields: ['offset'] },
  ],
};
