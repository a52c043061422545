import type { Desk } from './entry.ts';

/** Changes the desk's page as another editor, so that calls with the earlier version conflict. */

/** The version of the page's structure, and its modules in their order. */
export async function readStructureOf({
  client,
  pageId,
}: Desk): Promise<{ structureVersion: number; content: number[] }> {
  const [page, modules] = await Promise.all([
    client.from('pages').select('structure_version').eq('id', pageId).single(),
    client.from('modules').select('id').eq('page_id', pageId).is('parent_id', null).order('position').order('id'),
  ]);
  return {
    structureVersion: page.data?.structure_version ?? 0,
    content: (modules.data ?? []).map(({ id }) => id),
  };
}

/** The id of the page's newest save, 0 if it has none. */
export async function newestSave({ client, pageId }: Desk): Promise<number> {
  const saves = client.from('draft_saves').select('id').eq('page_id', pageId);
  const { data } = await saves.order('id', { ascending: false }).limit(1).maybeSingle();
  return data?.id ?? 0;
}

/** The second editor saves the hero. Returns the version that it had before. */
export async function saveAsSecond({ client, second, hero }: Desk): Promise<number> {
  const rows = client.from('module_locales').select('version').eq('module_id', hero.id).eq('locale', 'en');
  const version = (await rows.single()).data?.version ?? 1;
  const payload = { ...hero.data, title: 'Theirs' };
  const response = await second.call('updateModule', { moduleId: hero.id, locale: 'en', version, payload });
  if (response.status !== 200) throw new Error(`Saving answered ${response.status}`);
  return version;
}

/** The second editor turns the order of the modules around. Returns the structure as it was before. */
export async function rearrangeAsSecond(desk: Desk): Promise<{ structureVersion: number; content: number[] }> {
  const { structureVersion, content } = await readStructureOf(desk);
  const contents = content.toReversed();
  const response = await desk.second.call('patchPage', {
    pageId: desk.pageId,
    locale: 'en',
    structureVersion,
    contents,
  });
  if (response.status !== 200) throw new Error(`Moving answered ${response.status}`);
  return { structureVersion, content };
}
