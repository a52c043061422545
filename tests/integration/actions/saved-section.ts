import type { Desk } from './entry.ts';

/** Saves a section of the desk's hero under a name, changes it once, and answers with it as it was before. */
export async function overtakenSection({ editor, second, client, pageId, hero }: Desk, name: string) {
  const saved = await editor.call('saveSection', { pageId, moduleIds: [hero.id], name, note: '' });
  if (saved.status !== 200) throw new Error(`Saving a section answered ${saved.status}`);
  const { data } = await client.from('saved_sections').select('id, version').eq('name', name).single();
  if (!data) throw new Error('The section was not saved');
  const renamed = await second.call('renameSection', { ...data, name, note: 'Theirs' });
  if (renamed.status !== 200) throw new Error(`Renaming a section answered ${renamed.status}`);
  return data;
}
