import { parse } from 'devalue';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Client, createKeyClient } from '#content/clients/client.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';

let served: Forked;
let client: Client;
let editor: Visitor;
let second: Visitor;
let pageId: number;

/** The page as it is before each test, so that no test needs another. */
let version: number;
let ids: number[];

beforeAll(async () => {
  served = await forkServed();
  client = createKeyClient(served.supabaseUrl, served.secretKey);
  editor = new Visitor(served.origin);
  second = new Visitor(served.origin);
  expect((await editor.signIn(served.users.editor)).status).toBe(303);
  expect((await second.signIn(served.users.second)).status).toBe(303);
  pageId = served.site.pageIds[2] ?? 0;
});

afterAll(() => served?.stop());

beforeEach(async () => {
  version = await readVersion();
  ids = await modulesOf();
});

async function readVersion(): Promise<number> {
  const { data } = await client.from('pages').select('structure_version').eq('id', pageId).single();
  return data?.structure_version ?? 0;
}

async function modulesOf(parentId: number | null = null): Promise<number[]> {
  const query = client.from('modules').select('id').eq('page_id', pageId).order('position').order('id');
  const { data } = await (parentId === null ? query.is('parent_id', null) : query.eq('parent_id', parentId));
  return (data ?? []).map(({ id }) => id);
}

/** Everything that a change of the structure could touch. */
async function everything(): Promise<unknown> {
  const [modules, locales, saves] = await Promise.all([
    client.from('modules').select('*').order('id'),
    client.from('module_locales').select('*').order('module_id').order('locale'),
    client.from('draft_saves').select('id').order('id'),
  ]);
  return [modules.data, locales.data, saves.data, await readVersion()];
}

const text = (words: string) => ({
  body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] },
});
const accordion = { items: [{ id: 'first', title: 'A question', ...text('An answer') }] };

type Input = Record<string, unknown>;
const addInput = (extra: Input = {}): Input => ({
  pageId,
  locale: 'en',
  structureVersion: version,
  moduleType: 'TEXT_BLOCK',
  moduleData: text('Added'),
  content: ids,
  ...extra,
});
const patchInput = (extra: Input = {}): Input => ({
  pageId,
  locale: 'en',
  structureVersion: version,
  contents: ids,
  ...extra,
});
const inputs = { addModule: addInput, patchPage: patchInput };
const names = ['addModule', 'patchPage'] as const;

const added = z.object({ moduleId: z.number(), structureVersion: z.number() });

async function add(extra: Input = {}): Promise<z.infer<typeof added>> {
  const response = await editor.call('addModule', addInput(extra));
  const body = await response.text();
  expect(response.status, body).toBe(200);
  return added.parse(parse(body));
}

describe.each(names)('%s', (name) => {
  it.each(['de', 'jp', 'cn', 'kr'])('is refused in %s: the structure is changed in English', async (locale) => {
    const before = await everything();
    const response = await editor.call(name, inputs[name]({ locale }));
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      failure: { code: 'english-only' },
      message: expect.stringContaining('English'),
    });
    expect(await everything()).toEqual(before);
  });

  it('is refused on pages that are made from rows', async () => {
    const response = await editor.call(name, inputs[name]({ pageId: -1 }));
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      failure: { code: 'not-editable' },
      message: 'This page cannot be modified via Page Builder',
    });
  });

  it('is refused on a page that is not editable', async () => {
    await client.from('pages').update({ is_editable: false }).eq('id', pageId);
    try {
      const before = await everything();
      const response = await editor.call(name, inputs[name]());
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ failure: { code: 'not-editable' } });
      expect(await everything()).toEqual(before);
    } finally {
      await client.from('pages').update({ is_editable: true }).eq('id', pageId);
    }
  });

  it('is 404 for a page that does not exist', async () => {
    expect((await editor.call(name, inputs[name]({ pageId: 999_999 }))).status).toBe(404);
  });

  it('names who changed the structure meanwhile, and when; nothing is overwritten', async () => {
    const began = Date.now();
    const theirs = await second.call('patchPage', patchInput({ contents: ids.toReversed() }));
    expect(theirs.status).toBe(200);
    const before = await everything();
    const response = await editor.call(name, inputs[name]());
    expect(response.status).toBe(409);
    const body = await response.json();
    expect(body.message).toContain('Sven Second has added, moved or removed modules since you opened this page.');
    expect(body.failure).toMatchObject({
      code: 'conflict',
      detail: {
        structureVersion: version + 1,
        changedBy: { name: 'Sven Second', email: 'second@ostrevo.example' },
      },
    });
    expect(Date.parse(body.failure.detail.changedAt)).toBeGreaterThanOrEqual(began);
    expect(await everything()).toEqual(before);
  });

  it('lets exactly one of many at once through', async () => {
    const responses = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        editor.call(name, name === 'addModule' ? addInput() : patchInput({ contents: rotate(ids, index + 1) })),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
    expect(await readVersion()).toBe(version + 1);
  });
});

function rotate(list: readonly number[], by: number): number[] {
  return [...list.slice(by), ...list.slice(0, by)];
}

describe('addModule', () => {
  it('adds at the end without a position, with data in English alone', async () => {
    const { moduleId, structureVersion } = await add();
    expect(structureVersion).toBe(version + 1);
    expect(await modulesOf()).toEqual([...ids, moduleId]);
    const { data } = await client.from('module_locales').select('locale, version, data').eq('module_id', moduleId);
    expect(data).toEqual([
      { locale: 'en', version: 1, data: expect.objectContaining({ ...text('Added'), spaceLayoutTop: 'md' }) },
    ]);
    const draft = await editor.send('/section-2/page-2?draft=true');
    expect(await draft.text()).toContain(`data-module-id="${moduleId}"`);
  });

  it.each([0, 1, 3])('adds at the position %i', async (modulePosition) => {
    const { moduleId } = await add({ modulePosition });
    expect(await modulesOf()).toEqual(ids.toSpliced(modulePosition, 0, moduleId));
  });

  it('is 400 for a position that is not there', async () => {
    for (const modulePosition of [ids.length + 1, -1, 1.5, '1', 5000]) {
      const response = await editor.call('addModule', addInput({ modulePosition }));
      expect(response.status).toBe(400);
      expect(Object.keys((await response.json()).fields)).toContain('modulePosition');
    }
  });

  it.each(['QUOTE ', 'hero', 'toString', '__proto__', '', 'x'.repeat(101), 5])(
    'is 400 for the type %j',
    async (moduleType) => {
      const response = await editor.call('addModule', addInput({ moduleType }));
      expect(response.status).toBe(400);
      expect(Object.keys((await response.json()).fields)).toContain('moduleType');
    },
  );

  it.each<[string, Input, string, string]>([
    ['no title', { image: 1 }, 'title', 'This field is required'],
    ['a title that is too long', { title: 'x'.repeat(101), image: 1 }, 'title', 'Max. 100 characters'],
    ['no image', { title: 'T' }, 'image', 'This field is required'],
    [
      'an image that is gone',
      { title: 'T', image: 99_999 },
      'image',
      'The image that was chosen here does not exist any more. Choose another.',
    ],
    ['NUL in a text', { title: 'a\u0000b', image: 1 }, 'title', 'This text contains a character that cannot be stored'],
  ])('answers for %s at the field', async (_, moduleData, field, message) => {
    const before = await everything();
    const response = await editor.call('addModule', addInput({ moduleType: 'HERO', moduleData }));
    expect(response.status).toBe(400);
    expect((await response.json()).fields[field]).toContain(message);
    expect(await everything()).toEqual(before);
  });

  it.each([
    ['no data', undefined],
    ['a list', []],
    ['a word', 'x'],
    ['null', null],
  ])('is 400 for %s in place of the data', async (_, moduleData) => {
    const response = await editor.call('addModule', addInput({ moduleData }));
    expect(response.status).toBe(400);
    expect(Object.keys((await response.json()).fields)).toContain('moduleData');
  });

  it('refuses an addition to an outdated structure, and returns the current one', async () => {
    const response = await editor.call('addModule', addInput({ content: ids.slice(1) }));
    expect(response.status).toBe(409);
    expect((await response.json()).failure.detail.content).toEqual(ids);
    // With the returned structure, the same data is accepted.
    await second.call('patchPage', patchInput({ contents: ids.toReversed() }));
    const late = await editor.call('addModule', addInput());
    expect(late.status).toBe(409);
    const { content, structureVersion } = (await late.json()).failure.detail;
    expect(content).toEqual(ids.toReversed());
    const { moduleId } = await add({ content, structureVersion });
    expect(await modulesOf()).toEqual([...content, moduleId]);
  });

  it('is 400 for a list with duplicate or unknown modules', async () => {
    for (const content of [[...ids, ids[0]], [0], ['1'], 'x', Array.from({ length: 1001 }, (_, index) => index + 1)]) {
      expect((await editor.call('addModule', addInput({ content }))).status).toBe(400);
    }
  });

  it('adds inside a module, three deep and no deeper', async () => {
    const outer = await add({ moduleType: 'ACCORDION', moduleData: accordion });
    const inside = (parentId: number, structureVersion: number, extra: Input = {}) => ({
      moduleType: 'ACCORDION',
      moduleData: accordion,
      parentId,
      slot: 'first',
      content: [],
      structureVersion,
      ...extra,
    });
    const middle = await add(inside(outer.moduleId, outer.structureVersion));
    const inner = await add(inside(middle.moduleId, middle.structureVersion));
    expect(await modulesOf(outer.moduleId)).toEqual([middle.moduleId]);
    expect(await modulesOf(middle.moduleId)).toEqual([inner.moduleId]);
    const before = await everything();
    const deeper = await editor.call('addModule', addInput(inside(inner.moduleId, inner.structureVersion)));
    expect(deeper.status).toBe(400);
    expect((await deeper.json()).message).toContain('3 deep at most');
    const elsewhere = await editor.call(
      'addModule',
      addInput(inside(outer.moduleId, inner.structureVersion, { slot: 'second' })),
    );
    expect(elsewhere.status).toBe(400);
    expect(Object.keys((await elsewhere.json()).fields)).toEqual(['slot']);
    const flat = await editor.call('addModule', addInput(inside(ids[0] ?? 0, inner.structureVersion)));
    expect(flat.status).toBe(400);
    const gone = await editor.call('addModule', addInput(inside(999_999, inner.structureVersion)));
    expect(gone.status).toBe(404);
    expect(await everything()).toEqual(before);

    // In the page, and next to an existing module.
    const beside = await add(
      inside(outer.moduleId, inner.structureVersion, {
        moduleType: 'TEXT_BLOCK',
        moduleData: text('In the entry'),
        content: [middle.moduleId],
        modulePosition: 0,
      }),
    );
    expect(await modulesOf(outer.moduleId)).toEqual([beside.moduleId, middle.moduleId]);
    expect(await (await editor.send('/section-2/page-2?draft=true')).text()).toContain('In the entry');

    // Moved and removed there, and nowhere else.
    const swapped = await editor.call(
      'patchPage',
      patchInput({
        structureVersion: beside.structureVersion,
        parentId: outer.moduleId,
        slot: 'first',
        contents: [middle.moduleId, beside.moduleId],
      }),
    );
    expect(swapped.status).toBe(200);
    expect(await modulesOf(outer.moduleId)).toEqual([middle.moduleId, beside.moduleId]);
    const removed = await editor.call(
      'patchPage',
      patchInput({
        structureVersion: beside.structureVersion + 1,
        parentId: outer.moduleId,
        slot: 'first',
        contents: [beside.moduleId],
      }),
    );
    expect(removed.status).toBe(200);
    expect(await modulesOf(outer.moduleId)).toEqual([beside.moduleId]);
    expect(await modulesOf()).toEqual([...ids, outer.moduleId]);

    // From the entry to the page, and back.
    const move = (moduleId: number, structureVersion: number, place: Input) =>
      editor.call('moveModule', { pageId, locale: 'en', structureVersion, moduleId, ...place });
    const out = await move(beside.moduleId, beside.structureVersion + 2, { modulePosition: 1 });
    expect(out.status).toBe(200);
    expect(await modulesOf()).toEqual([ids[0], beside.moduleId, ...ids.slice(1), outer.moduleId]);
    const entry = { parentId: outer.moduleId, slot: 'first', modulePosition: 0 };
    const itself = await move(outer.moduleId, beside.structureVersion + 3, entry);
    expect(itself.status).toBe(400);
    expect((await move(beside.moduleId, beside.structureVersion + 3, { ...entry, slot: 'second' })).status).toBe(400);
    expect((await move(beside.moduleId, beside.structureVersion + 3, entry)).status).toBe(200);
    expect(await modulesOf(outer.moduleId)).toEqual([beside.moduleId]);
    const { data: history } = await client.from('draft_saves').select('module_id').eq('action', 'remove');
    expect(history?.map(({ module_id: id }) => id)).toEqual(expect.arrayContaining([middle.moduleId, inner.moduleId]));
  });
});

describe('patchPage', () => {
  it('swaps neighbours, and leaves every locale as it is', async () => {
    const [first = 0, other = 0, ...rest] = ids;
    const data = () =>
      client.from('module_locales').select('*').in('module_id', ids).order('module_id').order('locale');
    const before = (await data()).data;
    const response = await editor.call('patchPage', patchInput({ contents: [other, first, ...rest] }));
    expect(response.status).toBe(200);
    expect(parse(await response.text())).toEqual({ structureVersion: version + 1 });
    expect(await modulesOf()).toEqual([other, first, ...rest]);
    expect((await data()).data).toEqual(before);
  });

  it('removes modules that it does not name, and preserves their history in every locale', async () => {
    const { moduleId } = await add();
    await client
      .from('module_locales')
      .insert({ module_id: moduleId, locale: 'de', data: text('Deutsch'), data_version: 1 });
    const response = await editor.call('patchPage', patchInput({ structureVersion: version + 1 }));
    expect(response.status).toBe(200);
    expect(await modulesOf()).toEqual(ids);
    const { data } = await client
      .from('draft_saves')
      .select('locale, content, saved_by')
      .eq('module_id', moduleId)
      .eq('action', 'remove')
      .order('locale');
    expect(data).toMatchObject([
      { locale: 'en', content: { type: 'TEXT_BLOCK', data: text('Added') }, saved_by: expect.any(String) },
      { locale: 'de', content: { type: 'TEXT_BLOCK', data: text('Deutsch') }, saved_by: expect.any(String) },
    ]);
  });

  it('changes nothing that visitors see until the page is published', async () => {
    const visitor = new Visitor(served.origin);
    const before = await (await visitor.send('/section-2/page-2')).text();
    await editor.call('patchPage', patchInput({ contents: ids.toReversed() }));
    expect(await (await visitor.send('/section-2/page-2')).text()).toBe(before);
  });

  it('is 404 for a module of another page, and 400 for one that is named twice', async () => {
    const { data } = await client
      .from('modules')
      .select('id')
      .eq('page_id', served.site.pageIds[3] ?? 0)
      .limit(1);
    const before = await everything();
    expect((await editor.call('patchPage', patchInput({ contents: [...ids, data?.[0]?.id] }))).status).toBe(404);
    expect((await editor.call('patchPage', patchInput({ contents: [...ids, ids[0]] }))).status).toBe(400);
    expect(await everything()).toEqual(before);
  });

  it.each([
    ['no list', undefined],
    ['a word', 'x'],
    ['words', ['1']],
    ['nobody', [0]],
    ['halves', [1.5]],
    ['null', [null]],
    ['lists', [[1]]],
    ['more than any page has', Array.from({ length: 1001 }, (_, index) => index + 1)],
  ])('is 400 for %s', async (_, contents) => {
    const response = await editor.call('patchPage', patchInput({ contents }));
    expect(response.status).toBe(400);
  });
});

describe('the history of a page', () => {
  const read = async (answer: Promise<Response>, schema: z.ZodType) => {
    const response = await answer;
    expect(response.status).toBe(200);
    return schema.parse(parse(await response.text()));
  };
  const line = z.object({
    id: z.number(),
    is_live: z.boolean(),
    by: z.string().nullable(),
    receipt: z.number().nullable(),
  });
  const compared = z.object({
    modules: z.array(z.object({ id: z.number(), what: z.string(), locales: z.array(z.string()) })),
    fields: z.array(z.object({ moduleId: z.number().nullable(), field: z.string(), before: z.string().nullable() })),
    draft: z.object({ structure_version: z.number(), last_save: z.number() }),
  });
  const versions = async () =>
    z.array(line).parse(await read(editor.call('listPageVersions', { pageId }), z.unknown()));
  const compare = async (before: number) =>
    compared.parse(await read(editor.call('comparePageVersions', { pageId, before, after: 'draft' }), z.unknown()));
  const path = '/section-2/page-2';

  it('shows any version by itself to the staff, compares it with the draft, and brings a field of it back', async () => {
    await editor.call('publishPage', { pageId });
    const [published] = await versions();
    if (!published) throw new Error('Nothing was published');
    expect(published).toMatchObject({ is_live: true, by: expect.any(String), receipt: expect.any(Number) });

    const { data: hero } = await client
      .from('modules')
      .select('id, module_locales(data, version)')
      .eq('page_id', pageId)
      .eq('type', 'HERO')
      .limit(1)
      .single();
    const stored = hero?.module_locales[0];
    const payload = z.record(z.string(), z.unknown()).parse(stored?.data);
    const moduleId = hero?.id ?? 0;
    const saved = { ...payload, title: 'Another title', lead: 'Another lead' };
    await editor.call('updateModule', { moduleId, locale: 'en', payload: saved, version: stored?.version });

    const found = await compare(published.id);
    expect(found.modules).toEqual([{ id: moduleId, what: 'changed', locales: ['en'] }]);
    expect(found.fields.map(({ field }) => field)).toEqual(expect.arrayContaining(['title', 'lead']));

    const href = `${path}?draft=true&revision=${published.id}`;
    const shown = await editor.send(href);
    const html = await shown.text();
    expect(shown.headers.get('cache-control')).toContain('no-store');
    expect(html).toContain(String(payload['title']));
    expect(html).not.toContain('Another title');
    expect(html).not.toContain('editor-root');
    expect(await (await editor.send(`${path}?draft=true&revision=draft`)).text()).toContain('Another title');
    expect((await new Visitor(served.origin).send(href)).status).toBe(302);
    expect((await editor.send(`${path}?draft=true&revision=987654`)).status).toBe(404);

    const { structure_version: structureVersion, last_save: lastSave } = found.draft;
    const part = { what: 'field', moduleId, locale: 'en', field: 'title' };
    const call = { pageId, revision: published.id, part, structureVersion, lastSave };
    expect((await editor.call('restorePageVersion', call)).status).toBe(200);
    const { data } = await client
      .from('module_locales')
      .select('data')
      .eq('module_id', moduleId)
      .eq('locale', 'en')
      .single();
    expect(data?.data).toMatchObject({ title: payload['title'], lead: 'Another lead' });
    const { data: person } = await client
      .from('staff')
      .select('user_id')
      .eq('email', served.users.editor.email)
      .single();
    const steps = await client.rpc('read_draft_steps', { p_actor: person?.user_id ?? '', p_page_id: pageId });
    expect(steps.data, 'as one step, called what it is').toMatchObject({ undo: { what: 'restore' } });
    expect((await editor.call('restorePageVersion', call)).status, 'against the draft as it was').toBe(409);
    expect((await versions()).length, 'nothing is live').toBe(
      (await versions()).filter(({ id }) => id <= published.id).length,
    );
  });
});
