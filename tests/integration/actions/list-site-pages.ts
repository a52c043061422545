import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'listSitePages',
  access: 'staff',
  send: 'json',
  valid: () => ({ site: 'main' }),
  malformed: () => [{ what: 'a site that there is not', input: { site: 'elsewhere' }, fields: ['site'] }],
};
