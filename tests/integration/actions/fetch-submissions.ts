import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'fetchSubmissions',
  access: 'staff',
  send: 'json',
  valid: () => ({
    formId: 1,
    search: 'x',
    from: '2026-01-01T00:00:00Z',
    until: '2026-12-31T23:00:00.000Z',
    site: 'main',
    locale: 'en',
    page: 1,
    pageSize: 24,
  }),
  optional: ['search', 'from', 'until', 'site', 'locale', 'page', 'pageSize'],
  malformed: () => [
    { what: 'a state that is a word', input: { formId: 1, isRead: 'yes' }, fields: ['isRead'] },
    { what: 'a moment that is none', input: { formId: 1, from: '2026-02-30T00:00:00Z' }, fields: ['from'] },
    { what: 'a site that is none', input: { formId: 1, site: 'elsewhere' }, fields: ['site'] },
    { what: 'a search with NUL', input: { formId: 1, search: '\u0000' }, fields: ['search'] },
    { what: 'a search without end', input: { formId: 1, search: 'x'.repeat(201) }, fields: ['search'] },
    { what: 'page 0', input: { formId: 1, page: 0 }, fields: ['page'] },
  ],
};
