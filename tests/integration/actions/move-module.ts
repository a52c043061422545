import type { ActionEntry, Desk } from './entry.ts';
import { rearrangeAsSecond } from './overtake.ts';
import { malformedStructure } from './structure-change.ts';

const call = ({ pageId, hero }: Desk) => ({
  pageId,
  locale: 'en',
  structureVersion: 1,
  parentId: hero.id,
  slot: 'a',
  moduleId: hero.id,
  modulePosition: 0,
});

export const entry: ActionEntry = {
  name: 'moveModule',
  access: 'staff',
  send: 'json',
  valid: call,
  optional: ['locale', 'structureVersion', 'parentId', 'slot'],
  malformed: (desk) => [
    ...malformedStructure(call(desk)),
    { what: 'the module 0', input: { ...call(desk), moduleId: 0 }, fields: ['moduleId'] },
    { what: 'a module of no page', input: { ...call(desk), moduleId: 999_999_999 } },
    { what: 'the position -1', input: { ...call(desk), modulePosition: -1 }, fields: ['modulePosition'] },
    { what: 'a position without end', input: { ...call(desk), modulePosition: 1001 }, fields: ['modulePosition'] },
  ],
  stale: async (desk) => {
    const { structureVersion } = await rearrangeAsSecond(desk);
    return { pageId: desk.pageId, locale: 'en', structureVersion, moduleId: desk.hero.id, modulePosition: 0 };
  },
};
