import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'rebuildPage',
  access: 'staff',
  send: 'json',
  valid: () => ({ site: 'main', path: '/no/such/page' }),
  malformed: () => [
    { what: 'a page that is not there', input: { site: 'main', path: '/no/such/page' } },
    { what: 'no address', input: { site: 'main', path: ' ' }, fields: ['path'] },
    { what: 'a path that climbs', input: { site: 'main', path: '/../main' } },
    { what: 'an address of another website', input: { site: 'main', path: 'https://other.example/' } },
  ],
};
