import type { ActionEntry } from './entry.ts';
import { newNames, wrongNames } from './page-names.ts';

export const entry: ActionEntry = {
  name: 'copyPage',
  access: 'staff',
  send: 'json',
  optional: ['parentId'],
  valid: ({ pageId }) => ({ pageId, site: 'main', parentId: null, locales: newNames }),
  malformed: ({ pageId }) => [
    ...wrongNames.map(({ what, locales, fields }) => ({
      what,
      input: { pageId, site: 'main', parentId: null, locales },
      fields,
    })),
    {
      what: 'a page that is not there',
      input: { pageId: 987_654, site: 'main', parentId: null, locales: newNames },
    },
    {
      what: 'a page above that is gone',
      input: { pageId, site: 'main', parentId: 987_654, locales: newNames },
      fields: ['parentId'],
    },
  ],
};
