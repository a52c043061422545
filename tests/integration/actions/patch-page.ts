import type { ActionEntry, Desk } from './entry.ts';
import { rearrangeAsSecond } from './overtake.ts';
import { malformedStructure } from './structure-change.ts';

const call = ({ pageId, hero }: Desk) => ({
  pageId,
  locale: 'en',
  structureVersion: 1,
  parentId: hero.id,
  slot: 'a',
  contents: [hero.id],
});

export const entry: ActionEntry = {
  name: 'patchPage',
  access: 'staff',
  send: 'json',
  valid: call,
  optional: ['locale', 'structureVersion', 'parentId', 'slot'],
  malformed: (desk) => {
    const contents = (ids: unknown) => ({ ...call(desk), contents: ids });
    return [
      ...malformedStructure(call(desk)),
      { what: 'a module twice', input: contents([desk.hero.id, desk.hero.id]), fields: ['contents'] },
      { what: 'the module 0', input: contents([0]), fields: ['contents'] },
      { what: 'a module as a word', input: contents(['1']), fields: ['contents'] },
      {
        what: 'more modules than any page has',
        input: contents(Array.from({ length: 1001 }, (_, id) => id + 1)),
        fields: ['contents'],
      },
    ];
  },
  stale: async (desk) => {
    const { structureVersion, content: contents } = await rearrangeAsSecond(desk);
    return { pageId: desk.pageId, locale: 'en', structureVersion, contents };
  },
};
