import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'copyModules',
  access: 'staff',
  send: 'json',
  valid: ({ pageId, hero }) => ({ pageId, moduleIds: [hero.id] }),
  malformed: ({ pageId, hero }) => [
    { what: 'no module', input: { pageId, moduleIds: [] }, fields: ['moduleIds'] },
    { what: 'a module twice', input: { pageId, moduleIds: [hero.id, hero.id] }, fields: ['moduleIds'] },
    { what: 'a module of no page', input: { pageId, moduleIds: [999_999_999] } },
    { what: 'a page that does not exist', input: { pageId: 999_999, moduleIds: [hero.id] } },
  ],
};
