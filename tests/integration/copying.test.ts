import { parse } from 'devalue';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Client, createKeyClient } from '#content/clients/client.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';
import { must } from '../fixtures/editorial-desk.ts';

let served: Forked;
let client: Client;
let editor: Visitor;

beforeAll(async () => {
  served = await forkServed();
  client = createKeyClient(served.supabaseUrl, served.secretKey);
  editor = new Visitor(served.origin);
  await editor.signIn(served.users.editor);
});
afterAll(() => served?.stop());

const idRow = z.object({ id: z.number() });
const pasted = z.object({ moduleIds: z.array(z.number()), leftOut: z.array(z.string()) });
const rows = z.array(
  z.object({
    id: z.number(),
    type: z.string(),
    parent_id: z.number().nullable(),
    slot: z.string().nullable(),
    module_locales: z.array(z.object({ locale: z.string(), data: z.record(z.string(), z.unknown()) })),
  }),
);

async function modulesOf(pageId: number) {
  const all = client
    .from('modules')
    .select('id, type, parent_id, slot, module_locales(locale, data)')
    .eq('page_id', pageId);
  return rows.parse(await must(all.order('position').order('id')));
}

const topOf = async (pageId: number) =>
  (await modulesOf(pageId)).flatMap(({ id, parent_id }) => (parent_id === null ? [id] : []));

async function makePage(site: string): Promise<number> {
  const page = await must(client.from('pages').insert({ site_id: site }).select('id').single());
  return idRow.parse(page).id;
}

const heading = (title: string) => ({ heading: { title } });
const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'An answer.' }] }] };

/** An accordion with a module inside of it, in two languages. */
async function makeAccordion(pageId: number): Promise<number> {
  const add = async (row: { type: 'ACCORDION' | 'KEY_FIGURES'; parent_id?: number; slot?: string }) =>
    idRow.parse(
      await must(
        client
          .from('modules')
          .insert({ page_id: pageId, position: 0, ...row })
          .select('id')
          .single(),
      ),
    ).id;
  const id = await add({ type: 'ACCORDION' });
  const inside = await add({ type: 'KEY_FIGURES', parent_id: id, slot: 'first' });
  const items = [{ id: 'first', title: 'A question', body }];
  const figures = (subtitle: string) => ({ figures: [{ title: '7', subtitle, body: 'A figure.' }] });
  await must(
    client.from('module_locales').insert([
      { module_id: id, locale: 'en', data: { ...heading('One'), items } },
      { module_id: id, locale: 'de', data: { ...heading('Eins'), items } },
      { module_id: inside, locale: 'en', data: figures('inside') },
      { module_id: inside, locale: 'de', data: figures('innen') },
    ]),
  );
  return id;
}

it('a module is copied to a page of another site, with what is inside of it and the languages of that site', async () => {
  const from = await makePage('main');
  const original = await makeAccordion(from);
  const answer = await editor.call('copyModules', { pageId: from, moduleIds: [original] });
  expect(answer.status).toBe(200);
  const { text: copied } = z.object({ text: z.string() }).parse(parse(await answer.text()));
  const to = await makePage('automotive');
  const done = await editor.call('pasteModules', { pageId: to, content: [], copied });
  expect(done.status, await done.clone().text()).toBe(200);
  const { moduleIds, leftOut } = pasted.parse(parse(await done.text()));
  expect(leftOut).toEqual(['de']);
  const modules = await modulesOf(to);
  expect(modules.map(({ type, slot }) => ({ type, slot }))).toEqual(
    expect.arrayContaining([
      { type: 'ACCORDION', slot: null },
      { type: 'KEY_FIGURES', slot: 'first' },
    ]),
  );
  expect(modules).toHaveLength(2);
  expect(modules.find(({ parent_id }) => parent_id !== null)?.parent_id).toBe(moduleIds[0]);
  expect(modules.flatMap(({ module_locales }) => module_locales.map(({ locale }) => locale))).toEqual(['en', 'en']);
});

it('a duplicate is below its original, in all languages, and is one step to undo', async () => {
  const pageId = await makePage('main');
  const original = await makeAccordion(pageId);
  const answer = await editor.call('duplicateModule', { pageId, moduleId: original });
  expect(answer.status, await answer.clone().text()).toBe(200);
  const { moduleIds } = pasted.parse(parse(await answer.text()));
  expect(await topOf(pageId)).toEqual([original, ...moduleIds]);
  const modules = await modulesOf(pageId);
  expect(modules).toHaveLength(4);
  const texts = (id: number | undefined) =>
    modules.find((module) => module.id === id)?.module_locales.toSorted((a, b) => (a.locale < b.locale ? -1 : 1));
  expect(texts(moduleIds[0])?.map(({ locale }) => locale)).toEqual(['de', 'en']);
  const { user_id: userId } = z
    .object({ user_id: z.string() })
    .parse(await must(client.from('staff').select('user_id').eq('email', served.users.editor.email).single()));
  const { undo } = z
    .object({ undo: z.object({ id: z.number(), what: z.literal('duplicate'), count: z.literal(1) }) })
    .parse(await must(client.rpc('read_draft_steps', { p_actor: userId, p_page_id: pageId })));
  expect((await editor.call('undoDraft', { pageId, locale: 'en', stepId: undo.id })).status).toBe(200);
  expect(await topOf(pageId)).toEqual([original]);
});

it('records of another site are refused with words, and nothing is pasted', async () => {
  const product = idRow.parse(
    await must(
      client
        .from('products')
        .select('id')
        .contains('sites', ['main'])
        .not('sites', 'cs', '{developer}')
        .limit(1)
        .single(),
    ),
  );
  const to = await makePage('developer');
  const copied = {
    format: 'page-modules',
    version: 1,
    site: 'main',
    modules: [
      {
        type: 'CONVERSION_DRIVEN',
        slot: null,
        locales: { en: { v: 1, data: { product: product.id, title: 'One product', body: 'And why.' } } },
        children: [],
      },
    ],
  };
  const answer = await editor.call('pasteModules', { pageId: to, content: [], copied: JSON.stringify(copied) });
  expect(answer.status).toBe(400);
  expect(z.object({ message: z.string() }).parse(await answer.json()).message).toMatch(
    /^Nothing was pasted\. The product “.+” belongs to another site\./,
  );
  expect(await modulesOf(to)).toEqual([]);
});
