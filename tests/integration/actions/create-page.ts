import type { ActionEntry } from './entry.ts';
import { newNames, wrongNames } from './page-names.ts';

export const entry: ActionEntry = {
  name: 'createPage',
  access: 'staff',
  send: 'json',
  optional: ['parentId'],
  valid: () => ({ site: 'main', parentId: null, locales: newNames }),
  malformed: () => [
    ...wrongNames.map(({ what, locales, fields }) => ({
      what,
      input: { site: 'main', parentId: null, locales },
      fields,
    })),
    {
      what: 'a page above that is gone',
      input: { site: 'main', parentId: 987_654, locales: newNames },
      fields: ['parentId'],
    },
    {
      what: 'a template that is gone',
      input: { site: 'main', parentId: null, locales: newNames, sectionId: 987_654 },
    },
  ],
};
