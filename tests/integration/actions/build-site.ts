import type { ActionEntry } from './entry.ts';

/** Called by an editor, who may not. */
export const entry: ActionEntry = {
  name: 'buildSite',
  access: 'staff',
  send: 'json',
  valid: () => ({ site: 'main' }),
  malformed: () => [
    { what: 'a site that there is not', input: { site: 'shop' }, fields: ['site'] },
    { what: 'an editor who asks', input: { site: 'main' } },
  ],
};
