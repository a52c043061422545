import { type Client, createKeyClient } from '#content/client.ts';
import { addUser } from '../../../scripts/add-user.ts';
import { Visitor, forkServed } from '../../fixtures/fork-served.ts';
import type { Desk } from './entry.ts';

/** Serves a generated site, with two editors signed in. */
export async function openDesk(): Promise<Desk> {
  const served = await forkServed();
  const client = createKeyClient(served.supabaseUrl, served.secretKey);
  const editor = new Visitor(served.origin);
  const second = new Visitor(served.origin);
  await editor.signIn(served.users.editor);
  await second.signIn(served.users.second);
  const pageId = served.site.pageIds[1] ?? 0;
  const hero = await heroOf(client, pageId);
  if (!hero) throw new Error('The generated page has no hero');
  const content = [{ id: 'a', fieldType: 'TextInput', name: 'email', isRequired: true }];
  const { data: form } = await client.from('forms').insert({ title: 'Contact', content }).select('id').single();
  if (!form) throw new Error('The form could not be made');
  return { served, client, editor, second, pageId, hero, formId: form.id };
}

async function heroOf(client: Client, pageId: number): Promise<Desk['hero'] | undefined> {
  const { data } = await client
    .from('modules')
    .select('id, module_locales(data)')
    .eq('page_id', pageId)
    .eq('type', 'HERO')
    .limit(1)
    .maybeSingle();
  const hero = data?.module_locales[0]?.data;
  return data && typeof hero === 'object' && hero !== null && !Array.isArray(hero)
    ? { id: data.id, data: hero }
    : undefined;
}

/** Gives the desk another page if its own is deleted, withdrawn or emptied by now, for calls that are to be valid. */
export async function ensurePage(desk: Desk): Promise<void> {
  const { client } = desk;
  const { data: published } = await client
    .from('pages')
    .select('id')
    .eq('id', desk.pageId)
    .not('published_revision_id', 'is', null);
  if (published?.length && (await heroOf(client, desk.pageId))?.id === desk.hero.id) return;
  const { data: page } = await client
    .from('pages')
    .insert({ site_id: 'main', template: 'content' })
    .select('id')
    .single();
  if (!page) throw new Error('The page could not be made');
  const texts = { title: `Page ${page.id}`, description: 'What sensors measure' };
  await client.from('page_locales').insert(
    (['en', 'de'] as const).map((locale) => ({
      page_id: page.id,
      locale,
      site_id: 'main',
      path: `/page-${page.id}`,
      ...texts,
    })),
  );
  const { data: module } = await client
    .from('modules')
    .insert({ page_id: page.id, type: 'HERO', position: 0 })
    .select('id')
    .single();
  const { data } = desk.hero;
  await client.from('module_locales').insert({ module_id: module?.id ?? 0, locale: 'en', data, data_version: 1 });
  const { error } = await client.rpc('publish_pages', { p_page_ids: [page.id] });
  if (error || !module) throw new Error(`The page could not be published: ${error?.message}`);
  desk.pageId = page.id;
  desk.hero = { id: module.id, data };
}

/** An account that signed in as a member of the staff and was disabled or removed since. */
export async function formerEditor({ served, client }: Desk, became: 'disabled' | 'a stranger'): Promise<Visitor> {
  const user = {
    email: `${became.replaceAll(' ', '-')}-${Date.now()}@ostrevo.example`,
    password: 'measure-everything-2026',
  };
  const connection = { url: served.supabaseUrl, secretKey: served.secretKey };
  const added = await addUser(connection, { ...user, name: 'Former Editor', role: 'editor' });
  if (!added.ok) throw new Error(added.failure.message);
  const visitor = new Visitor(served.origin);
  const answer = await visitor.signIn(user);
  if (answer.status !== 303) throw new Error(`Signing in answered ${answer.status}`);
  const row = client.from('staff');
  await (became === 'disabled'
    ? row.update({ disabled_at: new Date().toISOString() }).eq('user_id', added.value.userId)
    : row.delete().eq('user_id', added.value.userId));
  return visitor;
}

const watched = [
  'pages',
  'page_locales',
  'modules',
  'module_locales',
  'draft_saves',
  'page_revisions',
  'published_page_locales',
  'redirects',
  'links',
  'images',
  'forms',
  'form_submissions',
  'products',
  'series',
  'categories',
  'articles',
  'staff',
  'launches',
  'launch_pages',
  'saved_sections',
] as const;

/** All rows that an action could change, as one text: equal before and after means that nothing was changed. */
export async function snapshot({ client }: Desk): Promise<string> {
  const tables = await Promise.all(
    watched.map(async (table) => {
      const { data, error } = await client.from(table).select('*');
      if (error) throw new Error(`${table}: ${error.message}`);
      return [table, data.map((row) => JSON.stringify(row)).toSorted()] as const;
    }),
  );
  return JSON.stringify(tables);
}
