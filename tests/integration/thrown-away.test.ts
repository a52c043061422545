import { parse } from 'devalue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Client, createKeyClient } from '#content/clients/client.ts';
import { must } from '../fixtures/editorial-desk.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';

/** What one editor throws away while another one works on it: only what was seen goes, and it comes back. */
let served: Forked;
let client: Client;
let edith: Visitor;
let otto: Visitor;
let names: { edith: string; otto: string };
const pageOf = (index: number) => served.site.pageIds[index] ?? 0;

beforeAll(async () => {
  served = await forkServed();
  client = createKeyClient(served.supabaseUrl, served.secretKey);
  edith = new Visitor(served.origin);
  otto = new Visitor(served.origin);
  await Promise.all([edith.signIn(served.users.editor), otto.signIn(served.users.second)]);
  names = { edith: served.users.editor.name, otto: served.users.second.name };
});
afterAll(() => served?.stop());

async function ask(visitor: Visitor, name: string, input: object) {
  const response = await visitor.call(name, input);
  const text = await response.text();
  return response.status === 200 ? parse(text) : { status: response.status, ...JSON.parse(text) };
}

/** Refused, in words that say what to do, and without a word to whoever looks at the status alone. */
const refused = (words: string) => ({ status: 409, message: expect.stringContaining(words) });
const unseen = refused('Reload the page, then try again');

/** Saves the title of the first module of a page. */
async function retitle(visitor: Visitor, pageId: number, title: string): Promise<void> {
  const module = await must(
    client
      .from('modules')
      .select('id, module_locales!inner(data, version)')
      .eq('page_id', pageId)
      .eq('type', 'HERO')
      .eq('module_locales.locale', 'en')
      .limit(1)
      .single(),
  );
  const [own] = module?.module_locales ?? [];
  const payload = { ...(own?.data as object), title };
  const call = { moduleId: module?.id, locale: 'en', payload, version: own?.version };
  expect(await ask(visitor, 'updateModule', call)).toMatchObject({ version: expect.any(Number) });
}

const heroTitle = z.object({ modules: z.array(z.object({ type: z.string(), data: z.looseObject({}) })) });
/** The title that the draft of a page has. */
async function draftTitle(pageId: number): Promise<unknown> {
  const contents = await must(client.rpc('read_draft_contents', { p_page_id: pageId }));
  const { en } = z.object({ locales: z.object({ en: heroTitle }) }).parse(contents).locales;
  return en.modules.find(({ type }) => type === 'HERO')?.data['title'];
}

/** What the history of a page has of its drafts that were thrown away, the last one first. */
const discardedOf = (pageId: number) => ask(edith, 'listDiscardedPages', { pageId });
/** What an action is told to have been seen of a page's draft. */
async function seenOf(pageId: number): Promise<{ structureVersion: number; lastSave: number }> {
  const { draft } = await ask(edith, 'comparePageVersions', { pageId, before: 'draft', after: 'draft' });
  return { structureVersion: draft.structure_version, lastSave: draft.last_save };
}

const newTag = async (name: string) =>
  ask(otto, 'saveRecord', {
    kind: 'tag',
    id: null,
    data: { slug: name, sites: ['main'], localized: { en: { name } } },
    base: null,
  });
const rename = (visitor: Visitor, id: number, base: string | null, name: string) =>
  ask(visitor, 'saveRecord', {
    kind: 'tag',
    id,
    data: { slug: 'other', sites: ['main'], localized: { en: { name } } },
    base,
  });
const draftOf = async (id: number) => (await ask(edith, 'openRecord', { kind: 'tag', id })).draft;
const nameIn = ({ data }: { data: { localized: { en: { name: string } } } }) => data.localized.en.name;

describe('the draft of a record', () => {
  it('is discarded as it was seen, stands among its versions, and comes back', async () => {
    const { id, savedAt } = await newTag('seen');
    const tag = { kind: 'tag', id };
    const newer = await rename(otto, id, savedAt, 'Newer');
    expect(await ask(edith, 'discardRecord', tag)).toMatchObject(unseen);
    expect(await ask(edith, 'discardRecord', { ...tag, base: savedAt })).toMatchObject(
      refused(`${names.otto} has saved`),
    );
    expect(nameIn(await draftOf(id))).toBe('Newer');
    expect(await ask(edith, 'listDiscardedRecords', tag)).toEqual([]);

    expect(await ask(edith, 'discardRecord', { ...tag, base: newer.savedAt })).toEqual({ discarded: true });
    const [kept, ...others] = await ask(edith, 'listDiscardedRecords', tag);
    expect(others).toEqual([]);
    expect(kept).toMatchObject({ why: 'discarded', release: null, savedBy: names.otto, discardedBy: names.edith });
    expect(nameIn(kept)).toBe('Newer');

    // It was never published: nothing else is left of it.
    expect(await ask(edith, 'openRecord', tag)).toMatchObject({ status: 404 });
    expect(await ask(edith, 'listDeletedRecords', { kind: 'tag' })).toContainEqual(
      expect.objectContaining({ id, title: 'Newer', deletedBy: names.edith }),
    );
    expect(await ask(edith, 'restoreRecord', tag)).toEqual({ id });
    expect(nameIn(await draftOf(id))).toBe('Newer');
  });

  it('is not overwritten by a version that is brought back, and one that was seen is kept', async () => {
    const { id, savedAt } = await newTag('replaced');
    const data = { slug: 'earlier', sites: ['main'], localized: { en: { name: 'Earlier' } } };
    const restore = (base: string) => ask(edith, 'saveRecord', { kind: 'tag', id, data, base, isRestored: true });
    const newer = await rename(otto, id, savedAt, 'Newer');
    expect(await restore(savedAt)).toMatchObject(refused(names.otto));
    expect(await restore(newer.savedAt)).toMatchObject({ id });
    const [kept] = await ask(edith, 'listDiscardedRecords', { kind: 'tag', id });
    expect({ why: kept.why, name: nameIn(kept) }).toEqual({ why: 'replaced', name: 'Newer' });
  });

  it('is not deleted with its record by who has not seen it', async () => {
    const { id, savedAt } = await newTag('deleted');
    const [seen] = await ask(edith, 'findSeenRecords', { records: [{ kind: 'tag', id }] });
    expect(seen).toEqual({ kind: 'tag', id, savedAt: expect.any(String), savedBy: names.otto, version: null });
    const remove = (record: object, keepUsed = false) => ask(edith, 'deleteRecords', { records: [record], keepUsed });
    await rename(otto, id, savedAt, 'Newer');
    expect(await remove({ kind: 'tag', id })).toMatchObject(refused(names.otto));
    expect(await remove(seen)).toMatchObject(refused('Nothing was thrown away'));
    expect(await remove(seen, true)).toEqual({ deleted: 0, kept: 1 });
    const [again] = await ask(edith, 'findSeenRecords', { records: [{ kind: 'tag', id }] });
    expect(await remove(again)).toEqual({ deleted: 1, kept: 0 });
    expect(await ask(edith, 'restoreRecord', { kind: 'tag', id })).toEqual({ id });
    expect(nameIn(await draftOf(id))).toBe('Newer');
  });
});

describe('a release', () => {
  let release: number;
  beforeAll(async () => {
    release = (await ask(edith, 'createRelease', { name: 'Under two hands' })).id;
  });
  const itemOf = async (item: { page: number } | { kind: string; id: number }) => {
    const { pageItems, recordItems } = await ask(edith, 'openRelease', { id: release });
    return 'page' in item
      ? pageItems.find(({ id }: { id: number }) => id === item.page)
      : recordItems.find(({ id }: { id: number }) => id === item.id);
  };

  it('keeps the draft of a record that a colleague has put into it, until somebody has seen it', async () => {
    const { id, savedAt } = await newTag('released');
    const tag = { kind: 'tag', id };
    const add = (visitor: Visitor, seen: object = {}) =>
      ask(visitor, 'addToRelease', { release, items: [tag], ...seen });
    await rename(otto, id, savedAt, 'Published');
    expect(await ask(otto, 'publishRecords', { records: [tag] })).toMatchObject({ published: true });
    await rename(otto, id, null, 'Of Otto');
    expect(await add(otto)).toMatchObject({ added: 1 });
    await rename(edith, id, null, 'Of Edith');
    const answer = await add(edith);
    expect(answer).toMatchObject({ ...refused(names.otto), failure: { detail: { occupied: { by: names.otto } } } });
    expect(await add(edith, { replaces: answer.failure.detail.occupied.at })).toMatchObject({ added: 1 });
    const [kept] = await ask(edith, 'listDiscardedRecords', tag);
    expect(kept).toMatchObject({ why: 'replaced', release: 'Under two hands', savedBy: names.otto });
  });

  it('keeps what a colleague has put into it of a page, until somebody has seen it', async () => {
    const pageId = pageOf(1);
    const add = (visitor: Visitor, seen: object = {}) =>
      ask(visitor, 'addToRelease', { release, items: [{ page: pageId }], ...seen });
    const takeOut = (seen: object, to = 'nowhere') =>
      ask(edith, 'takeOutOfRelease', { release, item: { page: pageId }, to, ...seen });
    await retitle(otto, pageId, 'Of Otto');
    expect(await add(otto)).toMatchObject({ added: 1 });
    expect(await discardedOf(pageId)).toEqual([]);
    await retitle(edith, pageId, 'Of Edith');
    const answer = await add(edith);
    expect(answer).toMatchObject(refused(`${names.otto} has put another draft`));
    expect(await ask(edith, 'addRemovalToRelease', { release, page: pageId })).toMatchObject(refused(names.otto));
    const first = await itemOf({ page: pageId });
    expect(await ask(edith, 'findReleasesOf', { of: { page: pageId } })).toMatchObject([
      { id: release, saved: { at: first.savedAt, by: names.otto } },
    ]);
    expect(await add(edith, { replaces: first.savedAt })).toMatchObject({ added: 1 });
    expect(await discardedOf(pageId)).toMatchObject([
      { why: 'replaced', release: 'Under two hands', savedBy: names.otto },
    ]);

    // Otto looks at a list that is older than that.
    expect(await takeOut({})).toMatchObject(unseen);
    expect(await takeOut({ savedAt: first.savedAt })).toMatchObject(refused(`${names.edith} has saved`));
    expect(await takeOut({ savedAt: first.savedAt }, 'draft')).toMatchObject(refused(names.edith));
    const { savedAt } = await itemOf({ page: pageId });
    expect(await takeOut({ savedAt })).toEqual({});
    const [taken, replaced] = await discardedOf(pageId);
    expect(taken).toMatchObject({ why: 'taken-out', release: 'Under two hands', savedBy: names.edith });

    // Each of them comes back into the draft.
    const restore = async (revision: string, seen: object = {}) =>
      ask(edith, 'restorePageVersion', { pageId, revision, part: { what: 'all' }, ...(await seenOf(pageId)), ...seen });
    const before = await seenOf(pageId);
    expect(await restore(replaced.id)).toBeNull();
    expect(await draftTitle(pageId)).toBe('Of Otto');
    expect(await restore(taken.id, before)).toMatchObject(refused('Nothing was brought back'));
    expect(await restore(taken.id)).toBeNull();
    expect(await draftTitle(pageId)).toBe('Of Edith');
    expect((await discardedOf(pageId))[0]).toMatchObject({ why: 'replaced', release: null });
    expect(await restore('discarded-987654')).toMatchObject({ status: 404 });
    expect(
      await ask(edith, 'restorePageVersion', {
        pageId: pageOf(2),
        revision: taken.id,
        part: { what: 'all' },
        ...(await seenOf(pageOf(2))),
      }),
    ).toMatchObject({ status: 404 });
  });
});

describe('the draft of a page', () => {
  it('is discarded as it was seen, and stands in the history, where it is compared and comes back', async () => {
    const pageId = pageOf(3);
    await retitle(edith, pageId, 'Mine');
    const seen = await seenOf(pageId);
    await retitle(otto, pageId, 'Newer');
    expect(await ask(edith, 'discardDraft', { pageId, locale: 'en', ...seen })).toMatchObject(refused(names.otto));
    expect(await ask(edith, 'discardDraft', { pageId, locale: 'en', ...(await seenOf(pageId)) })).toMatchObject({});
    const [kept, ...others] = await discardedOf(pageId);
    expect(others).toEqual([]);
    expect(kept).toMatchObject({ why: 'discarded', savedBy: names.otto, discardedBy: names.edith });
    const { fields } = await ask(edith, 'comparePageVersions', { pageId, before: kept.id, after: 'draft' });
    expect(fields).toEqual([expect.objectContaining({ field: 'title', before: 'Newer' })]);
    const frame = await edith.send(`/section-3/page-3?draft=true&revision=${kept.id}`);
    expect(await frame.text()).toContain('Newer');
    expect(await new Visitor(served.origin).send(`/section-3/page-3?draft=true&revision=${kept.id}`)).toMatchObject({
      status: 302,
    });
    const back = { pageId, revision: kept.id, part: { what: 'all' }, ...(await seenOf(pageId)) };
    expect(await ask(edith, 'restorePageVersion', back)).toBeNull();
    expect(await draftTitle(pageId)).toBe('Newer');
  });

  it('is not deleted with its page by who has not seen it', async () => {
    const { id: pageId } = await ask(otto, 'createPage', {
      site: 'main',
      parentId: null,
      locales: { en: { path: '/thrown-away', title: 'Thrown away' } },
    });
    const { lastSave } = await ask(edith, 'planPageDeletion', { pageId, first: 20 });
    const change = { pageId, parentId: null, locales: { en: { path: '/thrown-away', title: 'Newer' } }, lastSave };
    expect(await ask(otto, 'changePage', change)).toBeNull();
    const remove = (seen: object) => ask(edith, 'deletePage', { pageId, isConfirmed: true, ...seen });
    expect(await remove({})).toMatchObject(unseen);
    expect(await remove({ lastSave })).toMatchObject(refused(`${names.otto} has saved`));
    const { lastSave: newest } = await ask(edith, 'findPagePlace', { pageId });
    expect(await remove({ lastSave: newest })).toMatchObject({ isLive: true });
    expect(await ask(edith, 'restorePage', { pageId })).toEqual({ id: pageId });
  });

  it('does not move away from above a locked page, which is named', async () => {
    const locales = (path: string, title: string) => ({ en: { path, title } });
    const make = async (path: string, title: string, parentId: number | null) =>
      (await ask(edith, 'createPage', { site: 'main', parentId, locales: locales(path, title) })).id;
    const above = await make('/above', 'Above', null);
    const below = await make('/above/below', 'The locked one', above);
    const move = async (path: string) => {
      const { lastSave } = await ask(edith, 'findPagePlace', { pageId: above });
      return ask(edith, 'changePage', { pageId: above, parentId: null, locales: locales(path, 'Above'), lastSave });
    };
    expect(await move('/higher')).toBeNull();
    await must(client.from('pages').update({ is_editable: false }).eq('id', below));
    expect(await move('/elsewhere')).toMatchObject(refused('“The locked one” is below this page'));
    const { settings, version } = await ask(edith, 'openPageSettings', { pageId: above });
    const payload = { ...settings, locales: { en: { ...settings.locales.en, path: '/elsewhere' } } };
    const save = { pageId: above, payload, version, fromParent: null };
    expect(await ask(edith, 'savePageSettings', save)).toMatchObject(refused('“The locked one”'));
    const person = await must(client.from('staff').select('user_id').eq('email', served.users.editor.email).single());
    const steps = await must(client.rpc('read_draft_steps', { p_actor: person?.user_id ?? '', p_page_id: above }));
    const { undo } = z.object({ undo: z.object({ id: z.number() }) }).parse(steps);
    expect(await ask(edith, 'undoDraft', { pageId: above, stepId: undo.id, locale: 'en' })).toMatchObject(
      refused('“The locked one”'),
    );
    const place = await ask(edith, 'findPagePlace', { pageId: below });
    expect(place.locales.en.path).toBe('/higher/below');
  });
});

it('a form is deleted as it was seen', async () => {
  const field = {
    id: 'field-1',
    fieldType: 'TextInput',
    name: 'name_a1b2c',
    label: 'Name',
    placeholder: '',
    isPlaceholderVisible: false,
    helpBlockText: '',
    isHelpBlockVisible: false,
    isRequired: true,
    isUnique: false,
    isConditional: false,
    conditionalName: '',
    conditionalValue: '',
    options: [],
    buttonText: '',
    minValue: 1,
    maxValue: 1000,
  };
  const form = { title: 'Asked', content: [field] };
  const { id } = await ask(otto, 'createForm', form);
  const seen = await ask(edith, 'findForm', { id });
  const { version } = seen;
  expect(await ask(otto, 'updateForm', { id, version, data: { ...form, title: 'Asked more' } })).toMatchObject({
    version,
  });
  const late = { id, version, savedAt: seen.savedAt };
  expect(await ask(edith, 'deleteForm', late)).toMatchObject(refused('Nothing was deleted'));
  expect(await ask(edith, 'updateForm', { id, version, data: form })).toMatchObject(refused('Nothing was saved'));
  const { savedAt } = await ask(edith, 'findForm', { id });
  expect(await ask(edith, 'deleteForm', { id, version, savedAt })).toEqual({ id });
  await ask(edith, 'restoreRecord', { kind: 'form', id });
  expect(await ask(edith, 'findForm', { id })).toMatchObject({ title: 'Asked more', isPublished: false });
});
