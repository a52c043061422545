import type { ActionEntry } from './entry.ts';

/** Called by an editor, who may not. */
export const entry: ActionEntry = {
  name: 'rollBackSite',
  access: 'staff',
  send: 'json',
  valid: () => ({ site: 'main', build: '20261123-215530123-9f86d0' }),
  malformed: () => [
    { what: 'a site that there is not', input: { site: 'shop', build: 'x' }, fields: ['site'] },
    { what: 'an editor who asks', input: { site: 'main', build: '20261123-215530123-9f86d0' } },
  ],
};
