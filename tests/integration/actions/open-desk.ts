import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Client, createKeyClient } from '#content/clients/client.ts';
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
  const sharedId = await shareHero(client, hero, 'Hero');
  return { served, client, editor, second, pageId, hero, formId: form.id, sharedId };
}

/** A shared module with the content of the hero, as it is live. */
export async function shareHero(client: Client, hero: Desk['hero'], name: string): Promise<number> {
  const { data, error } = await client
    .from('shared_modules')
    .insert({ name, type: 'HERO', localized: { en: { data: hero.data } } })
    .select('id')
    .single();
  if (error) throw new Error(error.message);
  return data.id;
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

/** Gives the desk others of what calls deleted, withdrew or emptied by now, for calls that are to be valid. */
export async function ensureContent(desk: Desk): Promise<void> {
  const { client } = desk;
  const { data: shared } = await client.from('shared_modules').select('id').eq('id', desk.sharedId).eq('type', 'HERO');
  if (!shared?.length) desk.sharedId = await shareHero(client, desk.hero, `Hero in place of ${desk.sharedId}`);
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

/** What goes on by itself: the publisher's and the search's work. */
const workings = new Set([
  'search_documents',
  'search_words',
  'jobs',
  'taken_leases',
  'probe_looks',
  'cache_purge_pace',
]);

const schemas = new URL('../../../supabase/schemas/', import.meta.url);
const watched = readdirSync(schemas)
  .flatMap((file) => [...readFileSync(new URL(file, schemas), 'utf8').matchAll(/^create table public\.(\w+)/gmu)])
  .flatMap(([, table]) => (table && !workings.has(table) ? [table] : []));

/** What each table that an action could change has, as a number of rows and a hash of them: equal before and after means that nothing was changed. */
export async function snapshot({ served }: Desk): Promise<Map<string, string>> {
  const tables = watched.map(
    (table) =>
      `select '${table}' as name, count(*) || ' rows, ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as content from public.${table} t`,
  );
  const rows = z
    .array(z.object({ name: z.string(), content: z.string() }))
    .parse(await served.runSql(tables.join(' union all ')));
  return new Map(rows.map(({ name, content }) => [name, content]));
}

/** A snapshot once the publisher rests, so that nothing of what a test has made valid before is told of in it later. */
export async function settledSnapshot(desk: Desk): Promise<Map<string, string>> {
  let before = await snapshot(desk);
  for (;;) {
    await setTimeout(250);
    const [work] = await desk.served.runSql(
      `select (select count(*) from pgmq.q_content_changes) + (select count(*) from public.wide_changes)
         + (select count(*) from public.site_outputs where lease_owner is not null or (stale_seq is not null and failure is null)) as count`,
    );
    const now = await snapshot(desk);
    if (Number(work?.['count']) === 0 && isDeepStrictEqual(now, before)) return now;
    before = now;
  }
}
