import type { ActionEntry, Desk } from './entry.ts';
import { rearrangeAsSecond } from './overtake.ts';
import { malformedStructure } from './structure-change.ts';

const module = (data: object, type = 'HERO') => ({ type, slot: null, locales: { en: { v: 1, data } }, children: [] });
const copiedAs = (change: object, ...modules: object[]) =>
  JSON.stringify({ format: 'page-modules', version: 1, site: 'main', modules, ...change });
const copied = (...modules: object[]) => copiedAs({}, ...modules);
const call = ({ pageId, hero }: Desk) => ({
  pageId,
  locale: 'en',
  structureVersion: 1,
  parentId: hero.id,
  slot: 'a',
  modulePosition: 0,
  content: [hero.id],
  copied: copied(module(hero.data)),
});

export const entry: ActionEntry = {
  name: 'pasteModules',
  access: 'staff',
  send: 'json',
  valid: call,
  optional: ['locale', 'structureVersion', 'parentId', 'slot', 'modulePosition'],
  malformed: async (desk) => {
    const paste = (input: unknown) => ({ ...call(desk), copied: input });
    const rows = desk.client.from('modules').select('id').eq('page_id', desk.pageId).is('parent_id', null);
    const { data } = await rows.order('position').order('id');
    // At a place that is there, so that the modules themselves are looked at.
    const atEnd = (input: unknown) => ({
      pageId: desk.pageId,
      locale: 'en',
      content: (data ?? []).map(({ id }) => id),
      copied: input,
    });
    return [
      ...malformedStructure(call(desk)),
      { what: 'nothing', input: paste(copied()), fields: ['copied'] },
      { what: 'a later version', input: paste(copiedAs({ version: 2 }, module({}))), fields: ['copied'] },
      { what: 'an unknown site', input: paste(copiedAs({ site: 'other' }, module({}))), fields: ['copied'] },
      {
        what: 'too many',
        input: paste(copied(...Array.from({ length: 101 }, () => module({})))),
        fields: ['copied'],
      },
      { what: 'a type that does not exist', input: atEnd(copied(module({}, 'NO_SUCH'))), fields: ['copied'] },
      { what: 'data that its form refuses', input: atEnd(copied(module({ title: 5 }))), fields: ['copied'] },
      {
        what: 'data of a later version',
        input: atEnd(copied({ ...module({}), locales: { en: { v: 99, data: {} } } })),
        fields: ['copied'],
      },
      { what: 'a module without English', input: atEnd(copied({ ...module({}), locales: {} })), fields: ['copied'] },
      {
        what: 'one good module and one that is not',
        input: atEnd(copied(module(desk.hero.data), module({}, 'NO_SUCH'))),
        fields: ['copied'],
      },
    ];
  },
  stale: async (desk) => {
    const { structureVersion, content } = await rearrangeAsSecond(desk);
    return { pageId: desk.pageId, locale: 'en', structureVersion, content, copied: copied(module(desk.hero.data)) };
  },
};
