import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'devalue';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Json } from '#database/database.types.ts';
import { type Client, createKeyClient } from '#content/client.ts';
import { exportContent } from '#content/transfer/export-content.ts';
import { importContent } from '#content/transfer/import-content.ts';
import { openSource } from '#content/transfer/source.ts';
import { must } from '../fixtures/editorial-desk.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';
import { mediaCache } from '../fixtures/media-cache.ts';

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
const madeRow = async (made: Parameters<typeof must>[0]) => idRow.parse(await must(made)).id;
const inserted = z.object({ moduleIds: z.array(z.number()), leftOut: z.array(z.string()), name: z.string() });
const rows = z.array(
  z.object({
    id: z.number(),
    type: z.string(),
    parent_id: z.number().nullable(),
    slot: z.string().nullable(),
    module_locales: z.array(z.object({ locale: z.string(), data_version: z.number() })),
  }),
);

const makePage = (site: string) => madeRow(client.from('pages').insert({ site_id: site }).select('id').single());

async function modulesOf(pageId: number) {
  const all = client.from('modules').select('id, type, parent_id, slot, module_locales(locale, data_version)');
  return rows.parse(await must(all.eq('page_id', pageId).order('position').order('id')));
}

async function answerOf(name: string, input: object): Promise<unknown> {
  const answer = await editor.call(name, input);
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return parse(text);
}

type Type = 'ACCORDION' | 'KEY_FIGURES' | 'IMAGE_GROUP';

/** Adds a module with data in languages to the end of a page, or to a slot of a module. */
async function add(
  pageId: number,
  row: { type: Type; position: number; parent_id?: number; slot?: string },
  locales: Partial<Record<'en' | 'de', Json>>,
): Promise<number> {
  const id = await madeRow(
    client
      .from('modules')
      .insert({ page_id: pageId, ...row })
      .select('id')
      .single(),
  );
  for (const locale of ['en', 'de'] as const) {
    const data = locales[locale];
    if (data) await must(client.from('module_locales').insert({ module_id: id, locale, data }));
  }
  return id;
}

const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'An answer.' }] }] };
const accordion = (title: string) => ({ heading: { title }, items: [{ id: 'first', title: 'A question', body }] });
const figures = (subtitle: string) => ({ figures: [{ title: '7', subtitle, body: 'A figure.' }] });

/** A page with an accordion, around one module, and key figures below it, all in two languages. */
async function makeContent(): Promise<{ pageId: number; moduleIds: [number, number] }> {
  const pageId = await makePage('main');
  const first = await add(pageId, { type: 'ACCORDION', position: 1 }, { en: accordion('One'), de: accordion('Eins') });
  const inside = { type: 'KEY_FIGURES', position: 1, parent_id: first, slot: 'first' } as const;
  await add(pageId, inside, { en: figures('inside'), de: figures('innen') });
  const second = await add(
    pageId,
    { type: 'KEY_FIGURES', position: 2 },
    { en: figures('below'), de: figures('unten') },
  );
  return { pageId, moduleIds: [first, second] };
}

async function save(input: object): Promise<number> {
  return idRow.parse(await answerOf('saveSection', input)).id;
}

it('modules are saved with all that is inside of them, and inserted as copies with the languages of the site', async () => {
  const content = await makeContent();
  const sectionId = await save({ ...content, name: 'Two modules', note: 'For releases' });
  const [listed] = z
    .array(z.record(z.string(), z.unknown()))
    .parse(await answerOf('listSections', {}))
    .filter(({ id }) => id === sectionId);
  expect(listed).toMatchObject({
    name: 'Two modules',
    note: 'For releases',
    types: [{ type: 'ACCORDION' }, { type: 'KEY_FIGURES' }],
    count: 3,
    locales: ['en', 'de'],
  });
  // What becomes of the modules meanwhile is no matter.
  await must(client.from('modules').delete().eq('page_id', content.pageId));
  const to = await makePage('automotive');
  const done = inserted.parse(await answerOf('insertSection', { pageId: to, content: [], sectionId }));
  expect(done).toMatchObject({ leftOut: ['de'], name: 'Two modules' });
  const modules = await modulesOf(to);
  expect(modules.map(({ type }) => type).toSorted()).toEqual(['ACCORDION', 'KEY_FIGURES', 'KEY_FIGURES']);
  expect(modules.filter(({ parent_id: parent }) => parent === null).map(({ id }) => id)).toEqual(done.moduleIds);
  expect(modules.find(({ parent_id: parent }) => parent !== null)).toMatchObject({
    parent_id: done.moduleIds[0],
    slot: 'first',
  });
  expect(modules.flatMap((module) => module.module_locales.map(({ locale }) => locale))).toEqual(['en', 'en', 'en']);
});

it('inserting is one step to undo', async () => {
  const content = await makeContent();
  const sectionId = await save({ ...content, name: 'To be undone' });
  const pageId = await makePage('main');
  await answerOf('insertSection', { pageId, content: [], sectionId });
  const { user_id: userId } = z
    .object({ user_id: z.string() })
    .parse(await must(client.from('staff').select('user_id').eq('email', served.users.editor.email).single()));
  const { undo } = z
    .object({ undo: z.object({ id: z.number(), what: z.literal('paste'), count: z.literal(2) }) })
    .parse(await must(client.rpc('read_draft_steps', { p_actor: userId, p_page_id: pageId })));
  await answerOf('undoDraft', { pageId, locale: 'en', stepId: undo.id });
  expect(await modulesOf(pageId)).toEqual([]);
});

it('modules in one another are not chosen together, and a name is given once', async () => {
  const { pageId, moduleIds } = await makeContent();
  const inside = (await modulesOf(pageId)).find(({ parent_id: parent }) => parent !== null);
  const nested = await editor.call('saveSection', { pageId, moduleIds: [moduleIds[0], inside?.id], name: 'Nested' });
  expect(nested.status).toBe(400);
  expect(await nested.json()).toMatchObject({ fields: { moduleIds: [expect.stringContaining('one after another')] } });
  await save({ pageId, moduleIds, name: 'Only once' });
  const twice = await editor.call('saveSection', { pageId, moduleIds, name: 'Only once' });
  expect(twice.status).toBe(400);
  expect(await twice.json()).toMatchObject({ fields: { name: [expect.stringContaining('already')] } });
});

it('what is refused on a page is refused from a section, with words, and nothing is inserted', async () => {
  const product = await madeRow(
    client
      .from('products')
      .select('id')
      .contains('sites', ['main'])
      .not('sites', 'cs', '{developer}')
      .limit(1)
      .single(),
  );
  const data = { product, title: 'One product', body: 'And why.' };
  const module = (type: string, v: number, of: Json) => ({
    type,
    slot: null,
    locales: { en: { v, data: of } },
    children: [],
  });
  const section = async (name: string, ...modules: Json[]) => {
    const content = { format: 'page-modules', version: 1, site: 'main', modules };
    return madeRow(client.from('saved_sections').insert({ name, content }).select('id').single());
  };
  const to = await makePage('developer');
  const refusal = async (sectionId: number) => {
    const answer = await editor.call('insertSection', { pageId: to, content: [], sectionId });
    expect(answer.status).toBe(400);
    return z.object({ message: z.string() }).parse(await answer.json()).message;
  };
  const elsewhere = await section('Of another site', module('CONVERSION_DRIVEN', 1, data));
  expect(await refusal(elsewhere)).toMatch(
    /^Nothing was inserted\. The product “.+” belongs to another site\. .+ then save the section again\.$/,
  );
  const unknown = await section('Of another code', module('NO_SUCH', 1, {}));
  expect(await refusal(unknown)).toMatch(/^Nothing was inserted\. There is no module type NO_SUCH here\./);
  const later = await section('Of a later version', module('KEY_FIGURES', 99, {}));
  expect(await refusal(later)).toMatch(/^Nothing was inserted\. /);
  expect(await refusal(await section('Of none', 'text'))).toMatch(/^This section was saved by another version/);
  expect(await modulesOf(to)).toEqual([]);
});

it('a medium that a section shows is used, by the name of the section, and is not deleted', async () => {
  const image = await madeRow(
    client
      .from('images')
      .insert({
        filename: 'only-in-a-section.webp',
        hash: 'onlyinasection',
        content_type: 'image/webp',
        width: 10,
        height: 10,
        bytes: 10,
        storage_path: 'images/onlyinasection.webp',
      })
      .select('id')
      .single(),
  );
  const pageId = await makePage('main');
  const data = { images: [{ image, caption: '' }] };
  const module = await add(pageId, { type: 'IMAGE_GROUP', position: 1 }, { en: data });
  const sectionId = await save({ pageId, moduleIds: [module], name: 'A picture' });
  await must(client.from('modules').delete().eq('id', module));
  const uses = await answerOf('recordUses', { kind: 'image', id: image });
  expect(uses).toMatchObject({
    total: 1,
    uses: [{ kind: 'saved_section', title: 'A picture', what: 'Saved section' }],
  });
  const refused = await editor.call('deleteRecords', { records: [{ kind: 'image', id: image }] });
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining('used in one place') });
  const { version } = z
    .object({ version: z.number() })
    .parse(await must(client.from('saved_sections').select('version').eq('id', sectionId).single()));
  await answerOf('deleteSection', { id: sectionId, version });
  await answerOf('deleteRecords', { records: [{ kind: 'image', id: image }] });
});

it('sections travel in a content bundle, and the audit log tells who saved them', async () => {
  const content = await makeContent();
  const sectionId = await save({ ...content, name: 'To travel', note: 'With a note' });
  const read = () =>
    must(client.from('saved_sections').select('name, note, content, saved_by').eq('id', sectionId).single());
  const before = await read();
  const directory = await mkdtemp(path.join(tmpdir(), 'sections-'));
  try {
    const file = path.join(directory, 'content.json');
    await exportContent(client, file);
    const { records: all, ...frame } = z
      .looseObject({ records: z.array(z.looseObject({ kind: z.string(), id: z.unknown() })) })
      .parse(JSON.parse(await readFile(file, 'utf8')));
    const records = all.filter(({ kind, id }) => kind === 'saved_section' && id === sectionId);
    await answerOf('deleteSection', { id: sectionId, version: 1 });
    await writeFile(file, JSON.stringify({ ...frame, records }));
    const imported = await importContent(client, await openSource(file), { replace: false, mediaCache });
    expect(imported).toEqual({ ok: true, value: expect.objectContaining({ records: 1 }) });
    expect(await read()).toEqual(before);
  } finally {
    await rm(directory, { recursive: true });
  }
  const { edits } = z
    .object({
      edits: z.array(
        z.object({ who: z.unknown(), records: z.array(z.object({ subject: z.string(), operation: z.string() })) }),
      ),
    })
    .parse(await answerOf('listEdits', { filter: { kind: 'saved_section' } }));
  const told = edits.flatMap(({ records }) => records.map(({ subject, operation }) => `${subject} ${operation}`));
  expect(told).toContain('Saved section “To travel” added');
  expect(told).toContain('Saved section “To travel” removed');
});

it('a page saved as a template starts new ones, and one that a site cannot have leaves no page behind', async () => {
  const { pageId } = await makeContent();
  const template = idRow.parse(await answerOf('saveSection', { pageId, name: 'A whole page' })).id;
  const names = (title: string) => ({ en: { title, path: `/${title.toLowerCase().replaceAll(' ', '-')}` } });
  const make = (title: string, sectionId: number, site = 'main') =>
    editor.call('createPage', { site, parentId: null, locales: names(title), sectionId });
  const made = await make('From a template', template);
  const { id } = idRow.parse(parse(await made.text()));
  const types = async (of: number) => (await modulesOf(of)).map(({ type }) => type).toSorted();
  expect(await types(id)).toEqual(await types(pageId));

  const content = {
    format: 'page-modules',
    version: 1,
    site: 'main',
    modules: [{ type: 'NO_SUCH', slot: null, locales: { en: { v: 1, data: {} } }, children: [] }],
  };
  const unknown = await madeRow(
    client.from('saved_sections').insert({ name: 'Unknown', content }).select('id').single(),
  );
  expect((await make('Left behind', unknown)).status).toBe(400);
  expect(await must(client.from('page_locales').select('page_id').eq('path', '/left-behind'))).toEqual([]);

  const empty = await makePage('main');
  const refused = await editor.call('saveSection', { pageId: empty, name: 'Of nothing' });
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining('no modules yet') });
});
