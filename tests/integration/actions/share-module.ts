import type { ActionEntry, Desk } from './entry.ts';
import { rearrangeAsSecond } from './overtake.ts';

const call = ({ pageId }: Desk) => ({
  pageId,
  locale: 'en',
  structureVersion: 1,
  moduleId: 999_999_999,
  name: 'Shared by all',
});

export const entry: ActionEntry = {
  name: 'shareModule',
  access: 'staff',
  send: 'json',
  valid: call,
  optional: ['locale', 'structureVersion'],
  malformed: (desk) => [
    { what: 'a module of no page', input: call(desk) },
    { what: 'another locale', input: { ...call(desk), moduleId: desk.hero.id, locale: 'de' } },
    { what: 'the module 0', input: { ...call(desk), moduleId: 0 }, fields: ['moduleId'] },
    { what: 'no name', input: { ...call(desk), name: ' ' }, fields: ['name'] },
    { what: 'a name that is too long', input: { ...call(desk), name: 'x'.repeat(121) }, fields: ['name'] },
    { what: 'a page that does not exist', input: { ...call(desk), pageId: 999_999 } },
  ],
  stale: async (desk) => {
    const { structureVersion } = await rearrangeAsSecond(desk);
    return { ...call(desk), structureVersion, moduleId: desk.hero.id, name: 'Shared too late' };
  },
};
