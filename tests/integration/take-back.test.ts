import { parse } from 'devalue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createKeyClient } from '#content/clients/client.ts';
import { must } from '../fixtures/editorial-desk.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';

/** Who changed what, with old and new words, and taking a publish back. */
let served: Forked;
let editor: Visitor;
let second: Visitor;
let client: Client;
let pageId: number;
let modules: { id: number; type: string; data: Record<string, unknown> }[];
const place = '/section-1/page-1';

beforeAll(async () => {
  served = await forkServed();
  [editor, second] = [new Visitor(served.origin), new Visitor(served.origin)];
  await editor.signIn(served.users.editor);
  await second.signIn(served.users.second);
  client = createKeyClient(served.supabaseUrl, served.secretKey);
  pageId = served.site.pageIds[1] ?? 0;
  const rows = await must(
    client
      .from('modules')
      .select('id, type, module_locales!inner(data)')
      .eq('page_id', pageId)
      .eq('module_locales.locale', 'en')
      .order('position'),
  );
  modules = (rows ?? []).map(({ id, type, module_locales: [row] }) => ({
    id,
    type,
    data: row?.data as Record<string, unknown>,
  }));
});
afterAll(() => served?.stop());

const hero = () => {
  const module = modules.find(({ type }) => type === 'HERO');
  if (!module) throw new Error('The page has no hero');
  return module;
};

async function ask(visitor: Visitor, name: string, input: object) {
  const response = await visitor.call(name, input);
  const text = await response.text();
  return response.status === 200 ? parse(text) : { status: response.status, ...JSON.parse(text) };
}

async function save(visitor: Visitor, change: object, locale: 'en' | 'de' = 'en') {
  const { id, data } = hero();
  const row = await must(
    client.from('module_locales').select('version, data').eq('module_id', id).eq('locale', locale).maybeSingle(),
  );
  const payload = { ...data, ...(row?.data as object | undefined), ...change };
  expect(
    await ask(visitor, 'updateModule', { moduleId: id, locale, payload, version: row?.version ?? 0 }),
  ).toBeTruthy();
}

async function publish(visitor: Visitor): Promise<number> {
  expect(await ask(visitor, 'publishPage', { pageId })).toMatchObject({ published: true, pending: false });
  const { lines } = await ask(editor, 'listPublishes', {});
  return lines[0].id;
}

const live = async (path = place) => (await new Visitor(served.origin).send(path)).text();

describe('a publish of a page', () => {
  let receipt: number;
  let english: unknown;

  it('tells who changed what, in which language, with old and new words, and every URL with its reason', async () => {
    english = hero().data['title'];
    await save(editor, { title: 'Measured anew' });
    await save(editor, { title: 'Neu gemessen' }, 'de');
    receipt = await publish(editor);
    const detail = await ask(editor, 'findPublish', { id: receipt });
    expect(detail).toMatchObject({ site: 'main', cause: 'change', who: [served.users.editor.name], takesBack: null });
    const [edit] = detail.edits;
    expect(edit).toMatchObject({ who: served.users.editor.name, further: 0 });
    expect(edit.records).toHaveLength(1);
    const { fields } = edit.records[0];
    // The German words are the first ones of their own: English was shown before.
    expect(fields).toEqual([
      {
        label: expect.stringMatching(/^Header 1 - Home.*: Title$/),
        locale: 'en',
        before: english,
        after: 'Measured anew',
      },
      {
        label: expect.stringMatching(/^Header 1 - Home.*: Title$/),
        locale: 'de',
        before: english,
        after: 'Neu gemessen',
      },
    ]);
    const own = detail.entries.filter(({ path }: { path: string }) => path.endsWith(place));
    expect(own.map(({ path }: { path: string }) => path).toSorted()).toEqual([`/de${place}`, place]);
    for (const { reasons, seenLiveAt } of own) {
      expect(reasons).not.toEqual([]);
      expect(seenLiveAt).not.toBeNull();
    }
  });

  it('is taken back with a plan of the URLs before, which is what happens', async () => {
    const plan = await ask(second, 'planTakeBack', { id: receipt, choices: {} });
    expect(plan).toMatchObject({ isEmpty: false, changedSince: [], impossible: [], drafts: [] });
    expect(plan.records[0].fields[0]).toMatchObject({ before: 'Measured anew', after: english });
    expect(await live()).toContain('Measured anew');
    const done = await ask(second, 'takeBack', { id: receipt, choices: {}, seen: plan.seen });
    expect(done).toMatchObject({ drafts: 0, receipts: [{ site: 'main' }] });
    const back = await ask(editor, 'findPublish', { id: done.receipts[0].id });
    expect(back).toMatchObject({ takesBack: receipt, who: [served.users.second.name] });
    const lines = (entries: { path: string; change: string; reasons: string[] }[]) =>
      entries.map(({ path, change, reasons }) => `${change} ${path} ${reasons.toSorted().join()}`).toSorted();
    expect(lines(plan.entries)).toEqual(lines(back.entries));
    expect(await live()).not.toContain('Measured anew');
    expect(await live(`/de${place}`)).not.toContain('Neu gemessen');
    expect(await ask(editor, 'findPublish', { id: receipt })).toMatchObject({
      takenBackBy: served.users.second.name,
      backIn: done.receipts[0].id,
    });
    // The draft follows.
    expect(await must(client.rpc('page_differs', { p_page_id: pageId }))).toBe(false);
  });

  it('says that there is nothing to put back when it is asked again', async () => {
    const plan = await ask(editor, 'planTakeBack', { id: receipt, choices: {} });
    expect(plan).toMatchObject({ isEmpty: true });
    expect(await ask(editor, 'takeBack', { id: receipt, choices: {}, seen: plan.seen })).toMatchObject({ status: 400 });
  });

  it('leaves what others have changed since, names it with both words, and puts back what is chosen', async () => {
    await save(editor, { title: 'First', lead: 'Of the first' });
    const first = await publish(editor);
    await save(second, { title: 'Second' });
    await publish(second);
    const plan = await ask(editor, 'planTakeBack', { id: first, choices: {} });
    const titles = plan.changedSince.filter(({ label }: { label: string }) => /title/i.test(label));
    expect(titles[0]).toMatchObject({ before: english, now: 'Second', by: served.users.second.name });
    const choices = Object.fromEntries(plan.changedSince.map(({ key }: { key: string }) => [key, 'before']));
    const chosen = await ask(editor, 'planTakeBack', { id: first, choices });
    expect(chosen.seen).toBe(plan.seen);
    await save(second, { title: 'Third' });
    await publish(second);
    expect(await ask(editor, 'takeBack', { id: first, choices, seen: chosen.seen })).toMatchObject({ status: 409 });
    const again = await ask(editor, 'planTakeBack', { id: first, choices });
    expect(await ask(editor, 'takeBack', { id: first, choices, seen: again.seen })).toMatchObject({ drafts: 0 });
    expect(await live()).not.toMatch(/Third|Second/);
  });

  it('that put it below another page puts it back', async () => {
    const findParent = async () => (await served.runSql(`select private.live_parent(${pageId})::int as parent`))[0];
    const before = await findParent();
    const parent = served.site.pageIds[2] ?? 0;
    await must(client.from('pages').update({ parent_id: parent }).eq('id', pageId));
    const made = await publish(editor);
    expect(await findParent()).toEqual({ parent });
    const plan = await ask(editor, 'planTakeBack', { id: made, choices: {} });
    expect(plan).toMatchObject({ isEmpty: false, impossible: [] });
    expect(plan.entries.map(({ path }: { path: string }) => path)).toContain(place);
    expect(await ask(editor, 'takeBack', { id: made, choices: {}, seen: plan.seen })).toMatchObject({ drafts: 0 });
    expect(await findParent()).toEqual(before);
  });

  it('that gave it another address is of the page alone: redirects come and go with it', async () => {
    const { locales, parentId, lastSave } = await ask(editor, 'findPagePlace', { pageId });
    const moved = { ...locales, en: { ...locales.en, path: `${place}-anew` } };
    expect(await ask(editor, 'changePage', { pageId, parentId, lastSave, locales: moved })).toBeNull();
    const made = await publish(editor);
    const plan = await ask(editor, 'planTakeBack', { id: made, choices: {} });
    expect(plan).toMatchObject({ isEmpty: false, impossible: [] });
    expect(await ask(editor, 'takeBack', { id: made, choices: {}, seen: plan.seen })).toMatchObject({ drafts: 0 });
    expect((await new Visitor(served.origin).send(place)).status).toBe(200);
    const { lines } = await ask(editor, 'listPublishes', {});
    const named = [expect.stringMatching(/^Page “/)];
    expect(lines.slice(0, 2)).toMatchObject([
      { takesBack: made, what: named },
      { id: made, what: named },
    ]);
  });

  it('leaves a draft with other changes as it is, and says so', async () => {
    await save(editor, { title: 'Live for a moment' });
    const made = await publish(editor);
    await save(editor, { title: 'Not yet' });
    const plan = await ask(editor, 'planTakeBack', { id: made, choices: {} });
    expect(plan.drafts).toHaveLength(1);
    await ask(editor, 'takeBack', { id: made, choices: {}, seen: plan.seen });
    expect(await live()).not.toContain('Live for a moment');
    const row = await must(
      client.from('module_locales').select('data').eq('module_id', hero().id).eq('locale', 'en').single(),
    );
    expect(row?.data).toMatchObject({ title: 'Not yet' });
  });
});

describe('a change that was no publish of a page', () => {
  it('of SQL is said to be of its role, with the words of the form, and is not taken back from here', async () => {
    await served.runSql(
      `update public.products set name = 'Renamed by SQL', display_name = name || ' anew' where id = ${served.site.productIds[0]}`,
    );
    await expect
      .poll(async () => (await ask(editor, 'listPublishes', {})).lines[0].what.join())
      .toContain('Renamed by SQL');
    const { lines } = await ask(editor, 'listPublishes', {});
    const detail = await ask(editor, 'findPublish', { id: lines[0].id });
    expect(detail.edits[0].who).toMatch(/^SQL, as the database role \w+$/);
    expect(detail.edits[0].records[0].fields).toEqual([
      { label: 'Name', locale: null, before: expect.any(String), after: 'Renamed by SQL' },
      { label: 'Name shown', locale: null, before: expect.any(String), after: expect.stringMatching(/ anew$/) },
    ]);
    const plan = await ask(editor, 'planTakeBack', { id: lines[0].id, choices: {} });
    expect(plan.isEmpty).toBe(true);
    expect(plan.impossible).toHaveLength(1);
  });

  it('of a person is put back where the field still has the new value', async () => {
    const [image] = (await must(client.from('images').select('id, localized').order('id').limit(1))) ?? [];
    const before = image?.localized;
    const alt = { en: 'A picture with other words' };
    const picture = { kind: 'image', id: image?.id };
    const { version } = await ask(editor, 'findPictureTexts', picture);
    expect(await ask(editor, 'describePicture', { ...picture, version, decorative: false, alt })).not.toHaveProperty(
      'status',
    );
    expect(await ask(editor, 'publishRecords', { records: [picture] })).toMatchObject({ published: true });
    await expect
      .poll(async () => (await ask(editor, 'listPublishes', {})).lines[0].who.join())
      .toContain(served.users.editor.name);
    const { lines } = await ask(editor, 'listPublishes', {});
    const plan = await ask(editor, 'planTakeBack', { id: lines[0].id, choices: {} });
    expect(plan).toMatchObject({ isEmpty: false, changedSince: [], impossible: [] });
    expect(plan.entries.length).toBeGreaterThan(0);
    await ask(editor, 'takeBack', { id: lines[0].id, choices: {}, seen: plan.seen });
    const row = await must(
      client
        .from('images')
        .select('localized')
        .eq('id', image?.id ?? 0)
        .single(),
    );
    expect(row?.localized).toEqual(before);
  });

  it('of the site itself, which has a name for an id, is put back', async () => {
    const site = { kind: 'site', id: 'main' };
    const { live: stored } = await ask(editor, 'openRecord', site);
    const findLast = async (): Promise<number> => (await ask(editor, 'listPublishes', {})).lines[0].id;
    const before = await findLast();
    const links = [{ network: 'facebook', url: 'https://www.facebook.com/ostrevo' }];
    const data = { ...stored, settings: { ...stored.settings, social_links: links } };
    expect(await ask(editor, 'saveRecord', { ...site, data, base: null })).not.toHaveProperty('status');
    expect(await ask(editor, 'publishRecords', { records: [site] })).toMatchObject({ published: true });
    await expect.poll(findLast).not.toBe(before);
    const id = await findLast();
    const plan = await ask(editor, 'planTakeBack', { id, choices: {} });
    expect(plan).toMatchObject({ isEmpty: false, changedSince: [], impossible: [] });
    await ask(editor, 'takeBack', { id, choices: {}, seen: plan.seen });
    expect((await ask(editor, 'openRecord', site)).live).toEqual(stored);
  });

  it('of a record whose parts have changed is put back with them, unless somebody has changed them since', async () => {
    const [product, related, other] = served.site.productIds;
    const name = { kind: 'product', id: product };
    const { live: stored } = await ask(editor, 'openRecord', name);
    const findLast = async (): Promise<number> => (await ask(editor, 'listPublishes', {})).lines[0].id;
    const relate = async (ids: unknown[]) => {
      const before = await findLast();
      const { live: now } = await ask(editor, 'openRecord', name);
      const data = { ...now, related: ids };
      expect(await ask(editor, 'saveRecord', { ...name, data, base: null })).not.toHaveProperty('status');
      expect(await ask(editor, 'publishRecords', { records: [name] })).toMatchObject({ published: true });
      await expect.poll(findLast).not.toBe(before);
      return findLast();
    };
    const made = await relate([related]);
    const plan = await ask(editor, 'planTakeBack', { id: made, choices: {} });
    expect(plan).toMatchObject({
      isEmpty: false,
      changedSince: [],
      impossible: [],
      records: [{ fields: [{ label: 'Related products' }] }],
    });
    await ask(editor, 'takeBack', { id: made, choices: {}, seen: plan.seen });
    expect((await ask(editor, 'openRecord', name)).live).toEqual(stored);

    const earlier = await relate([related]);
    await relate([other]);
    const later = await ask(editor, 'planTakeBack', { id: earlier, choices: {} });
    expect(later).toMatchObject({ isEmpty: true, changedSince: [{ label: 'Related products' }], impossible: [] });
    const choices = { [later.changedSince[0].key]: 'before' };
    const chosen = await ask(editor, 'planTakeBack', { id: earlier, choices });
    await ask(editor, 'takeBack', { id: earlier, choices, seen: chosen.seen });
    expect((await ask(editor, 'openRecord', name)).live).toEqual(stored);
  });
});

describe('a site that is paused', () => {
  it('is said to be so on every screen: since when, by whom, and what ends it', async () => {
    await must(client.rpc('build_rollback', { p_site: 'main', p_name: 'x', p_worker: 'test', p_by: 'anna@build-3' }));
    const restarted = new Visitor(served.origin);
    await restarted.signIn(served.users.editor);
    const session = await restarted.send('/login/session');
    expect(await session.json()).toMatchObject({ paused: [{ site: 'main', by: 'anna@build-3' }] });
    for (const screen of ['/admin/publishing', '/admin/forms', `${place}?draft=true`]) {
      expect(await (await restarted.send(screen)).text(), screen).toContain('anna@build-3');
    }
    expect(await ask(editor, 'planPublish', { pageId })).toMatchObject({ paused: [{ by: 'anna@build-3' }] });
    expect(await ask(editor, 'listPublishes', {})).toMatchObject({ paused: [{ by: 'anna@build-3' }] });
  });
});
