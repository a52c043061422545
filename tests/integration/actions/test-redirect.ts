import type { ActionEntry } from './entry.ts';

const draft = { id: null, from_path: '/old', to_path: '/', page: null, locale: null, status: 301 };
const call = { site: 'main', address: '/old', draft };

export const entry: ActionEntry = {
  name: 'testRedirect',
  access: 'staff',
  send: 'json',
  valid: () => call,
  optional: ['draft'],
  malformed: () => [
    { what: 'an unknown site', input: { ...call, site: 'elsewhere' }, fields: ['site'] },
    { what: 'an empty address', input: { ...call, address: ' ' }, fields: ['address'] },
    { what: 'another website', input: { ...call, address: 'https://other.example/a' }, fields: ['address'] },
    { what: 'an address without a slash', input: { ...call, address: 'old' }, fields: ['address'] },
    { what: 'an unknown status', input: { ...call, draft: { ...draft, status: 200 } }, fields: ['draft'] },
  ],
};
