import type { ActionEntry, Desk } from './entry.ts';
import { rearrangeAsSecond } from './overtake.ts';
import { shareHero } from './open-desk.ts';
import { malformedStructure } from './structure-change.ts';

const call = ({ pageId, hero, sharedId }: Desk) => ({
  pageId,
  locale: 'en',
  structureVersion: 1,
  parentId: hero.id,
  slot: 'a',
  modulePosition: 0,
  content: [hero.id],
  sharedId,
});

export const entry: ActionEntry = {
  name: 'insertSharedModule',
  access: 'staff',
  send: 'json',
  valid: call,
  optional: ['locale', 'structureVersion', 'parentId', 'slot', 'modulePosition'],
  malformed: (desk) => [
    ...malformedStructure(call(desk)),
    { what: 'a shared module that is not there', input: { pageId: desk.pageId, content: [], sharedId: 987_654 } },
    { what: 'the shared module 0', input: { ...call(desk), sharedId: 0 }, fields: ['sharedId'] },
  ],
  stale: async (desk) => {
    const sharedId = await shareHero(desk.client, desk.hero, 'Inserted too late');
    const { structureVersion, content } = await rearrangeAsSecond(desk);
    return { pageId: desk.pageId, locale: 'en', structureVersion, content, sharedId };
  },
};
