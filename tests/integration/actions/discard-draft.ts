import type { ActionEntry, Desk } from './entry.ts';
import { newestSave, saveAsSecond, readStructureOf } from './overtake.ts';

const call = async (desk: Desk) => ({
  pageId: desk.pageId,
  locale: 'en',
  structureVersion: (await readStructureOf(desk)).structureVersion,
  lastSave: await newestSave(desk),
});

export const entry: ActionEntry = {
  name: 'discardDraft',
  access: 'staff',
  send: 'json',
  valid: call,
  malformed: async (desk) => {
    const valid = await call(desk);
    return [
      { what: 'another locale', input: { ...valid, locale: 'de' } },
      { what: 'an unknown locale', input: { ...valid, locale: 'xx' }, fields: ['locale'] },
      { what: 'a page that is made from rows', input: { ...valid, pageId: -1 }, fields: ['pageId'] },
      { what: 'a page that does not exist', input: { ...valid, pageId: 999_999 } },
      {
        what: 'a version that no column holds',
        input: { ...valid, structureVersion: 2 ** 31 },
        fields: ['structureVersion'],
      },
      { what: 'a save as a word', input: { ...valid, lastSave: '1' }, fields: ['lastSave'] },
    ];
  },
  stale: async (desk) => {
    const seen = await call(desk);
    await saveAsSecond(desk);
    return seen;
  },
};
