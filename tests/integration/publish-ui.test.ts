import { parse } from 'devalue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createKeyClient } from '#content/clients/client.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';
import { must } from '../fixtures/editorial-desk.ts';

/** Publishing for an editor: the changes of a draft, warnings, discarding, and repairing a broken page. */
let served: Forked;
let editor: Visitor;
let client: Client;
let pageId: number;
let modules: { id: number; type: string; data: Record<string, unknown> }[];
const place = '/section-1/page-1';

beforeAll(async () => {
  served = await forkServed();
  editor = new Visitor(served.origin);
  expect((await editor.signIn(served.users.editor)).status).toBe(303);
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

const moduleOf = (type: string) => {
  const module = modules.find((candidate) => candidate.type === type);
  if (!module) throw new Error(`The page has no ${type}`);
  return module;
};

/** The state that a draft hands to the editor's chrome. */
async function draftState(path = place): Promise<{ status: number; html: string; state: Record<string, unknown> }> {
  const response = await editor.send(`${path}?draft=true`);
  const html = await response.text();
  const props =
    /props="([^"]*?)"[^>]*ssr[^>]*client="only"/.exec(html)?.[1] ??
    /client="only"[^>]*props="([^"]*)"/.exec(html)?.[1] ??
    '';
  const json = props.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&#39;', "'");
  return {
    status: response.status,
    html,
    state: json === '' ? {} : (revive(JSON.parse(json)) as { state: never }).state,
  };
}

/** Astro writes the properties of an island as pairs of a kind and a value. */
function revive(value: unknown): unknown {
  if (Array.isArray(value) && value.length === 2 && typeof value[0] === 'number') {
    const [kind, inner]: unknown[] = value;
    return kind === 1 && Array.isArray(inner) ? inner.map(revive) : reviveObject(inner);
  }
  return reviveObject(value);
}
function reviveObject(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, revive(inner)]));
}

async function plan(id = pageId) {
  const response = await editor.call('planPublish', { pageId: id });
  expect(response.status).toBe(200);
  return parse(await response.text());
}

async function save(module: { id: number; data: Record<string, unknown> }, change: object, locale: 'en' | 'de' = 'en') {
  const { data } = await client
    .from('module_locales')
    .select('version')
    .eq('module_id', module.id)
    .eq('locale', locale)
    .maybeSingle();
  const payload = { ...module.data, ...change };
  const response = await editor.call('updateModule', {
    moduleId: module.id,
    locale,
    payload,
    version: data?.version ?? 0,
  });
  expect(response.status).toBe(200);
}

describe('the changes of a draft', () => {
  it('are none on a published page', async () => {
    const { state } = await draftState();
    expect(state).toMatchObject({ isPublished: true, changes: [], pageId });
    expect(state['paths']).toEqual({ en: place, de: `/de${place}` });
  });

  it('say which module was changed, in which language, by whom', async () => {
    const hero = moduleOf('HERO');
    await save(hero, { title: 'Changed' });
    await save(hero, { title: 'Geändert' }, 'de');
    const { state } = await draftState();
    const saved = { by: served.users.editor.name, at: expect.any(String) };
    expect(state['changes']).toEqual([
      { what: 'changed', moduleId: hero.id, type: 'HERO', title: 'Changed', locale: 'en', saved },
      { what: 'changed', moduleId: hero.id, type: 'HERO', title: 'Geändert', locale: 'de', saved },
    ]);
    expect(state['modules']).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: hero.id, change: 'changed', title: 'Changed' })]),
    );
  });
});

describe('discarding a draft', () => {
  const input = async () => {
    const { state } = await draftState();
    return { pageId, locale: 'en', structureVersion: state['structureVersion'], lastSave: state['lastSave'] };
  };
  const saves = async () => (await must(client.from('draft_saves').select('id').eq('page_id', pageId)))?.length;

  it('is refused in other languages', async () => {
    const asked = await input();
    const before = await saves();
    const german = await editor.call('discardDraft', { ...asked, locale: 'de' });
    expect(german.status).toBe(403);
    expect((await german.json()).message).toContain('English');
    expect(await saves()).toBe(before);
  });

  it('is a conflict that names the editor who has saved since', async () => {
    const asked = await input();
    const second = new Visitor(served.origin);
    await second.signIn(served.users.second);
    const figures = moduleOf('KEY_FIGURES');
    const answer = await second.call('updateModule', {
      moduleId: figures.id,
      locale: 'en',
      payload: { ...figures.data, heading: { title: 'By the second' } },
      version: 1,
    });
    expect(answer.status).toBe(200);
    const response = await editor.call('discardDraft', asked);
    expect(response.status).toBe(409);
    expect((await response.json()).message).toContain(served.users.second.name);
    expect((await draftState()).state['changes']).toHaveLength(3);
  });

  it('resets the draft, and leaves the discarded changes in the history', async () => {
    const response = await editor.call('discardDraft', await input());
    expect(response.status).toBe(200);
    const { state, html } = await draftState();
    expect(state['changes']).toEqual([]);
    expect(html).not.toContain('By the second');
    const [row] =
      (await must(
        client.from('draft_saves').select('content').eq('page_id', pageId).eq('action', 'discard').order('id'),
      )) ?? [];
    expect(JSON.stringify(row?.content)).toContain('By the second');
    expect(JSON.stringify(row?.content)).toContain('Geändert');
  });

  it('of a page that is not published is refused', async () => {
    const page = await must(client.from('pages').insert({ site_id: 'main' }).select('id').single());
    await must(
      client
        .from('page_locales')
        .insert({ page_id: page?.id ?? 0, locale: 'en', site_id: 'main', path: '/never', title: 'Never' }),
    );
    const { state } = await draftState('/never');
    expect(state).toMatchObject({ isPublished: false, changes: [] });
    const { structureVersion, lastSave } = state;
    const response = await editor.call('discardDraft', { pageId: page?.id, locale: 'en', structureVersion, lastSave });
    expect(response.status).toBe(400);
    expect((await response.json()).message).toContain('not published');
  });
});

describe('warnings before publishing', () => {
  it('name page, language, module and field, and lead to the dialog; they do not block', async () => {
    const other = served.site.pageIds[2] ?? 0;
    const link = await must(
      client
        .from('links')
        .insert({ text: 'Nowhere', link_type: 'internal', page_id: other, anchor_id: '#gone' })
        .select('id')
        .single(),
    );
    const text = moduleOf('TEXT_BLOCK');
    await save(text, { heading: { title: 'Text', link: link?.id, linkTitle: 'There' } });
    const { warnings } = await plan();
    expect(warnings).toContainEqual({
      kind: 'link',
      isBlocking: false,
      moduleId: text.id,
      moduleName: 'Text editor',
      moduleTitle: 'Text',
      field: 'Heading, Link',
      message: 'The link “Nowhere” leads to #gone, which the page does not have.',
      places: [
        {
          locale: 'en',
          field: 'heading.link',
          href: `${place}?draft=true&show_modal=true&module_id=${text.id}&module_field=heading.link`,
        },
        {
          locale: 'de',
          field: 'heading.link',
          href: `/de${place}?draft=true&show_modal=true&module_id=${text.id}&module_field=heading.link`,
        },
      ],
      picture: null,
    });
    expect(warnings).toContainEqual(
      expect.objectContaining({
        kind: 'alternative-text',
        field: expect.stringContaining('Image'),
        picture: { kind: 'image', id: expect.any(Number), draft: null },
      }),
    );
    expect(warnings).toContainEqual(
      expect.objectContaining({
        kind: 'translation',
        moduleId: text.id,
        places: [expect.objectContaining({ locale: 'de' })],
      }),
    );

    // Every finding leads to its field, where it is about one: what is untranslated, or waits for something, is a module as a whole.
    for (const { kind, places } of warnings as { kind: string; places: { href: string; field: string | null }[] }[]) {
      for (const { href, field } of places) {
        expect(field === null, kind).toBe(['translation', 'empty'].includes(kind));
        if (field !== null) expect(new URL(href, served.origin).searchParams.get('module_field')).toBe(field);
      }
    }

    await must(client.rpc('unpublish_page', { p_page_id: other }));
    const unpublished = (await plan()).warnings.find(({ kind }: { kind: string }) => kind === 'link');
    expect(unpublished.message).toBe('The link “Nowhere” leads to a page that is not published.');
    await must(client.rpc('publish_pages', { p_page_ids: [other] }));
    const receipt = parse(await (await editor.call('publishPage', { pageId })).text());
    expect(receipt).toMatchObject({ published: true, pending: false });
  });
});

describe('a module that has nothing to show', () => {
  it('has a place in the draft with what it waits for, is warned of, and is nothing to visitors', async () => {
    const news = moduleOf('NEWS');
    await save(news, {
      heading: { title: 'News of trade' },
      newsroomCategory: 'career',
      careerType: 'apprentice_news',
    });
    const { html } = await draftState();
    expect(html).toMatch(new RegExp(`class="ed-empty"[^>]*data-module-id="${news.id}"`));
    expect(html).toContain('News all shows nothing yet');
    expect(html).toContain('There are no articles of this category.');
    expect((await plan()).warnings).toContainEqual(
      expect.objectContaining({
        kind: 'empty',
        isBlocking: false,
        moduleId: news.id,
        message: 'Visitors see nothing of it. There are no articles of this category.',
      }),
    );
    const live = async () => (await new Visitor(served.origin).send(place)).text();
    await editor.call('publishPage', { pageId });
    const without = await live();
    expect(without).not.toContain(`data-module-id="${news.id}"`);
    expect(without).not.toContain('News of trade');
    expect(without).not.toContain('ed-empty');

    await save(news, {});
    await editor.call('publishPage', { pageId });
    expect(await live()).toContain(`data-module-id="${news.id}"`);
  });
});

describe('a draft that cannot be published', () => {
  it('is shown with a notice in the place of the broken module, and says so before publishing', async () => {
    const hero = moduleOf('HERO');
    const figures = moduleOf('KEY_FIGURES');
    await must(
      client
        .from('module_locales')
        .update({ data: { ...figures.data, figures: [] } as never })
        .eq('module_id', figures.id)
        .eq('locale', 'en'),
    );
    const { status, html } = await draftState();
    expect(status).toBe(200);
    expect(html).toMatch(new RegExp(`class="ed-broken"[^>]*data-module-id="${figures.id}"`));
    expect(html).toContain(`?draft=true&amp;show_modal=true&amp;module_id=${figures.id}&amp;module_field=figures"`);
    expect(html).toContain(`data-module-id="${hero.id}"`);

    const { entries, warnings } = await plan();
    const invalid = warnings.filter(({ isBlocking }: { isBlocking: boolean }) => isBlocking);
    expect(invalid).toEqual([
      expect.objectContaining({
        kind: 'invalid',
        moduleId: figures.id,
        moduleName: 'Key figures',
        places: [expect.objectContaining({ locale: 'en' }), expect.objectContaining({ locale: 'de' })],
      }),
    ]);
    const failed = entries.find(({ path }: { path: string }) => path === place);
    expect(failed).toMatchObject({ change: 'failed' });
    expect(failed.repairs[0].href).toBe(
      `${place}?draft=true&show_modal=true&module_id=${figures.id}&module_field=figures`,
    );

    const receipt = parse(await (await editor.call('publishPage', { pageId })).text());
    const after = receipt.entries.find(({ path }: { path: string }) => path === place);
    expect(after).toMatchObject({ change: 'failed', seenLiveAt: null });
    expect(after.repairs[0]).toMatchObject({ module: 'Key figures' });
    const live = await (await new Visitor(served.origin).send(place)).text();
    expect(live).toContain(`data-module-id="${figures.id}"`);
    expect(live).not.toContain('ed-broken');

    // Repaired in place, and published.
    await save(figures, {});
    const mended = parse(await (await editor.call('publishPage', { pageId })).text());
    expect(mended.entries.filter(({ change }: { change: string }) => change === 'failed')).toEqual([]);
  });
});

describe('a publish in part', () => {
  const state = async () => (await draftState()).state as { waiting: string[]; lastSave: number };
  const publish = async (cells: string[]) =>
    editor.call('publishPage', { pageId, chosen: { cells, lastSave: (await state()).lastSave } });
  const planOf = async (cells: string[]) => parse(await (await editor.call('planPublish', { pageId, cells })).text());
  const live = async (path: string) => (await new Visitor(served.origin).send(path)).text();

  it('makes the chosen parts live alone, warns of these, and is taken back alone', async () => {
    const hero = moduleOf('HERO');
    const text = moduleOf('TEXT_BLOCK');
    await editor.call('publishPage', { pageId });
    await save(hero, { title: 'A hero in part' });
    await save(hero, { title: 'Ein Held in Teilen' }, 'de');
    await save(text, { heading: { title: 'A text in part' } });
    const cells = [`${hero.id}:de`, `${hero.id}:en`, `${text.id}:en`];
    expect((await state()).waiting.toSorted()).toEqual(cells.toSorted());

    const german = await planOf([`${hero.id}:de`]);
    expect(german.entries.map(({ path }: { path: string }) => path)).toEqual([`/de${place}`]);
    expect(german.part).toEqual({ needs: [], english: [] });
    expect(german.warnings.filter(({ moduleId }: { moduleId: number }) => moduleId !== hero.id)).toEqual([]);
    const english = await planOf([`${text.id}:en`]);
    expect(english.part.english).toEqual([
      {
        moduleId: text.id,
        locale: 'de',
        moduleName: 'Text editor',
        moduleTitle: 'A text in part',
        why: 'new-english',
      },
    ]);
    const frame = await editor.send(`/de${place}?draft=true&plan=${pageId}&side=after&cells=${hero.id}:de`);
    const drawn = await frame.text();
    expect(drawn).toContain('Ein Held in Teilen');
    expect(drawn).not.toContain('A text in part');

    const receipt = parse(await (await publish([`${hero.id}:de`])).text());
    expect(receipt).toMatchObject({ published: true, pending: false });
    expect(receipt.entries.map(({ path }: { path: string }) => path)).toEqual([`/de${place}`]);
    expect(await live(`/de${place}`)).toContain('Ein Held in Teilen');
    expect(await live(`/de${place}`)).not.toContain('A text in part');
    expect(await live(place)).not.toContain('in part');
    expect((await state()).waiting.toSorted()).toEqual([`${hero.id}:en`, `${text.id}:en`].toSorted());

    const [line] = parse(await (await editor.call('listPublishes', {})).text()).lines;
    const seen = parse(await (await editor.call('planTakeBack', { id: line.id, choices: {} })).text());
    const back = await editor.call('takeBack', { id: line.id, choices: {}, seen: seen.seen });
    expect(back.status).toBe(200);
    expect(await live(`/de${place}`)).not.toContain('Ein Held in Teilen');
    expect((await state()).waiting.toSorted()).toEqual(cells.toSorted());
  });

  it('needs the modules with which its texts come, and says so', async () => {
    const { structureVersion } = (await draftState()).state;
    const top = client.from('modules').select('id').eq('page_id', pageId).is('parent_id', null).order('position');
    const { data } = moduleOf('TEXT_BLOCK');
    const added = await editor.call('addModule', {
      pageId,
      locale: 'en',
      structureVersion,
      moduleType: 'TEXT_BLOCK',
      moduleData: { ...data, heading: { title: 'Added in part' } },
      content: ((await must(top)) ?? []).map((row) => row.id),
    });
    expect(added.status, await added.clone().text()).toBe(200);
    const { moduleId: id } = parse(await added.text());
    await save({ id, data }, { heading: { title: 'Zugefügt' } }, 'de');
    const cell = `${id}:de`;
    expect((await planOf([cell])).part.needs).toEqual([{ cell, needs: 'structure' }]);
    const refused = await publish([cell]);
    expect(refused.status).toBe(400);
    expect((await refused.json()).message).toContain('cannot be live without');
    const { english } = (await planOf(['structure'])).part;
    expect(english).toContainEqual(expect.objectContaining({ moduleId: id, locale: 'de', why: 'left' }));
    expect((await publish(['structure', cell])).status).toBe(200);
    expect(await live(place)).toContain('Added in part');
    expect(await live(`/de${place}`)).toContain('Zugefügt');
    expect(await live(place)).not.toContain('A hero in part');
  });
});

describe('a publish that was behind', () => {
  it('is asked for until its receipt is there', async () => {
    const receipt = parse(
      await (
        await editor.call('awaitPublish', { pageId, publishedAt: new Date(Date.now() - 1000).toISOString() })
      ).text(),
    );
    expect(receipt).toMatchObject({ published: true });
  });
});
