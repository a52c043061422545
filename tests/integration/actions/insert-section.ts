import type { ActionEntry, Desk } from './entry.ts';
import { rearrangeAsSecond } from './overtake.ts';
import { overtakenSection } from './saved-section.ts';
import { malformedStructure } from './structure-change.ts';

const call = ({ pageId, hero }: Desk) => ({
  pageId,
  locale: 'en',
  structureVersion: 1,
  parentId: hero.id,
  slot: 'a',
  modulePosition: 0,
  content: [hero.id],
  sectionId: 987_654,
});

export const entry: ActionEntry = {
  name: 'insertSection',
  access: 'staff',
  send: 'json',
  valid: call,
  optional: ['locale', 'structureVersion', 'parentId', 'slot', 'modulePosition'],
  malformed: (desk) => [
    ...malformedStructure(call(desk)),
    { what: 'a section that is not there', input: { pageId: desk.pageId, content: [], sectionId: 987_654 } },
    { what: 'the section 0', input: { ...call(desk), sectionId: 0 }, fields: ['sectionId'] },
  ],
  stale: async (desk) => {
    const { id: sectionId } = await overtakenSection(desk, 'Inserted too late');
    const { structureVersion, content } = await rearrangeAsSecond(desk);
    return { pageId: desk.pageId, locale: 'en', structureVersion, content, sectionId };
  },
};
