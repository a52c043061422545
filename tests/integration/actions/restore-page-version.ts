import type { ActionEntry, Desk } from './entry.ts';
import { liveRevision } from './live-revision.ts';
import { newestSave, rearrangeAsSecond, readStructureOf } from './overtake.ts';

async function call(desk: Desk, part: Record<string, unknown> = { what: 'all' }) {
  const [revision, { structureVersion }, lastSave] = await Promise.all([
    liveRevision(desk),
    readStructureOf(desk),
    newestSave(desk),
  ]);
  return { pageId: desk.pageId, revision, part, structureVersion, lastSave };
}

export const entry: ActionEntry = {
  name: 'restorePageVersion',
  access: 'staff',
  send: 'json',
  valid: (desk) => call(desk),
  malformed: async (desk) => [
    { what: 'a version that is gone', input: { ...(await call(desk)), revision: 987_654 } },
    { what: 'a page that is gone', input: { ...(await call(desk)), pageId: 987_654 } },
    { what: 'a language that the version is not in', input: await call(desk, { what: 'language', locale: 'kr' }) },
    { what: 'an unknown part', input: await call(desk, { what: 'half' }), fields: ['part'] },
    {
      what: 'a field that there is not',
      input: await call(desk, { what: 'field', moduleId: desk.hero.id, locale: 'en', field: '__proto__' }),
    },
    {
      what: 'a field of a module that is gone',
      input: await call(desk, { what: 'field', moduleId: 987_654, locale: 'en', field: 'title' }),
    },
  ],
  stale: async (desk) => {
    const seen = await call(desk);
    await rearrangeAsSecond(desk);
    return seen;
  },
};
