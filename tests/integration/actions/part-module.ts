import type { ActionEntry, Desk } from './entry.ts';
import { rearrangeAsSecond } from './overtake.ts';
import { shareHero } from './open-desk.ts';

const call = ({ pageId }: Desk) => ({ pageId, locale: 'en', structureVersion: 1, moduleId: 999_999_999 });

export const entry: ActionEntry = {
  name: 'partModule',
  access: 'staff',
  send: 'json',
  valid: call,
  optional: ['locale', 'structureVersion'],
  malformed: (desk) => [
    { what: 'a module of no page', input: call(desk) },
    { what: 'a module that is not shared', input: { pageId: desk.pageId, moduleId: desk.hero.id } },
    { what: 'another locale', input: { ...call(desk), moduleId: desk.hero.id, locale: 'de' } },
    { what: 'the module 0', input: { ...call(desk), moduleId: 0 }, fields: ['moduleId'] },
    { what: 'a page that does not exist', input: { ...call(desk), pageId: 999_999 } },
  ],
  stale: async (desk) => {
    const { client, editor, pageId } = desk;
    const sharedId = await shareHero(desk.client, desk.hero, 'Parted too late');
    const modules = await client
      .from('modules')
      .select('id')
      .eq('page_id', pageId)
      .is('parent_id', null)
      .order('position');
    const content = (modules.data ?? []).map(({ id }) => id);
    const inserted = await editor.call('insertSharedModule', { pageId, content, sharedId });
    if (inserted.status !== 200) throw new Error(`Inserting it answered ${inserted.status}: ${await inserted.text()}`);
    const stand = await client
      .from('modules')
      .select('id')
      .eq('page_id', pageId)
      .eq('type', 'SHARED_MODULE')
      .limit(1)
      .single();
    const { structureVersion } = await rearrangeAsSecond(desk);
    return { ...call(desk), structureVersion, moduleId: stand.data?.id ?? 0 };
  },
};
