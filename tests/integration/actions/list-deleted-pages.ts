import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'listDeletedPages',
  access: 'staff',
  send: 'json',
  valid: () => ({ site: 'main' }),
  malformed: () => [{ what: 'a site that is none', input: { site: 'other' }, fields: ['site'] }],
};
