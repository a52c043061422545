import type { ActionEntry, Desk } from './entry.ts';
import { rearrangeAsSecond } from './overtake.ts';
import { malformedStructure } from './structure-change.ts';

const call = ({ pageId, hero }: Desk) => ({
  pageId,
  locale: 'en',
  structureVersion: 0,
  parentId: hero.id,
  slot: 'a',
  moduleType: 'HERO',
  moduleData: hero.data,
  modulePosition: 0,
  content: [],
});

export const entry: ActionEntry = {
  name: 'addModule',
  access: 'staff',
  send: 'json',
  valid: call,
  optional: ['locale', 'structureVersion', 'parentId', 'slot', 'modulePosition'],
  opaque: ['moduleData'],
  malformed: (desk) => {
    const valid = call(desk);
    const data = (change: object) => ({ ...valid, moduleData: { ...desk.hero.data, ...change } });
    return [
      ...malformedStructure(valid),
      { what: 'a position that is not there', input: { ...valid, modulePosition: 1 }, fields: ['modulePosition'] },
      { what: 'a module twice', input: { ...valid, content: [1, 1] }, fields: ['content'] },
      ...['', 'hero', 'QUOTE ', 'toString', '__proto__', 'x'.repeat(101)].map((moduleType) => ({
        what: `the type ${moduleType}`,
        input: { ...valid, moduleType },
        fields: ['moduleType'],
      })),
      { what: 'no title', input: data({ title: '' }), fields: ['title'] },
      { what: 'a title that is too long', input: data({ title: 'x'.repeat(101) }), fields: ['title'] },
      { what: 'NUL', input: data({ title: 'a\u0000b' }), fields: ['title'] },
      { what: 'an image that is gone', input: data({ image: 99_999 }), fields: ['image'] },
    ];
  },
  stale: async (desk) => {
    const seen = await rearrangeAsSecond(desk);
    const { hero, pageId } = desk;
    return { pageId, locale: 'en', ...seen, moduleType: 'HERO', moduleData: hero.data };
  },
};
