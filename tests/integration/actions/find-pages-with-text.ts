import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'findPagesWithText',
  access: 'staff',
  send: 'json',
  valid: () => ({ site: 'main', search: 'sensor' }),
  malformed: () => [
    { what: 'a site that there is not', input: { site: 'elsewhere', search: 'sensor' }, fields: ['site'] },
    { what: 'NUL', input: { site: 'main', search: 'a\u0000b' }, fields: ['search'] },
    { what: 'a search that is too long', input: { site: 'main', search: 'x'.repeat(201) }, fields: ['search'] },
  ],
};
