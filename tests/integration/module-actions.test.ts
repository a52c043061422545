import { parse } from 'devalue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#content/clients/client.ts';
import { must } from '../fixtures/editorial-desk.ts';
import { type Forked, Visitor } from '../fixtures/fork-served.ts';
import type { Desk } from './actions/entry.ts';
import { openDesk } from './actions/open-desk.ts';

let served: Forked;
let client: Client;
let editor: Visitor;
let second: Visitor;
let hero: Desk['hero'];
let accordionId: number;
let pageId: number;

beforeAll(async () => {
  ({ served, client, editor, second, hero, pageId } = await openDesk());
  const accordion = client.from('modules').select('id').eq('page_id', pageId).eq('type', 'ACCORDION');
  accordionId = (await must(accordion.limit(1).single()))?.id ?? 0;
});

afterAll(() => served?.stop());

async function versionOf(moduleId: number, locale: 'en' | 'de' = 'en'): Promise<number> {
  const { data } = await client
    .from('module_locales')
    .select('version')
    .eq('module_id', moduleId)
    .eq('locale', locale)
    .maybeSingle();
  return data?.version ?? 0;
}

describe('updateModule', () => {
  const save = (payload: unknown, version: number, extra: Record<string, unknown> = {}) =>
    editor.call('updateModule', { moduleId: hero.id, locale: 'en', payload, version, ...extra });

  it('saves, increments the version, and stores only known fields', async () => {
    const version = await versionOf(hero.id);
    const response = await save({ ...hero.data, title: 'Saved', unknown: 'x', __proto__: { polluted: true } }, version);
    expect(response.status).toBe(200);
    expect(parse(await response.text())).toEqual({ version: version + 1 });
    const { data } = await client
      .from('module_locales')
      .select('data, updated_by')
      .eq('module_id', hero.id)
      .eq('locale', 'en')
      .single();
    expect(data?.data).toMatchObject({ title: 'Saved', spaceLayoutTop: 'md' });
    expect(data?.data).not.toHaveProperty('unknown');
    expect(data?.updated_by).not.toBeNull();
  });

  it('gives a locale its own data from version 0 on, and leaves the others alone', async () => {
    const english = await versionOf(hero.id);
    expect((await save({ ...hero.data, title: 'Präzision' }, 0, { locale: 'de' })).status).toBe(200);
    expect(await versionOf(hero.id)).toBe(english);
    expect(await versionOf(hero.id, 'de')).toBe(1);
  });

  it('names who overtook a save, when, and with what; nothing is overwritten', async () => {
    const version = await versionOf(hero.id);
    const began = Date.now();
    const theirs = await second.call('updateModule', {
      moduleId: hero.id,
      locale: 'en',
      payload: { ...hero.data, title: 'Theirs' },
      version,
    });
    expect(theirs.status).toBe(200);
    const response = await save({ ...hero.data, title: 'Mine' }, version);
    expect(response.status).toBe(409);
    const body = await response.json();
    expect(body).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Sven Second'),
      failure: {
        code: 'conflict',
        detail: {
          version: version + 1,
          data: { title: 'Theirs' },
          savedBy: { name: 'Sven Second', email: 'second@ostrevo.example' },
        },
      },
    });
    expect(Date.parse(body.failure.detail.savedAt)).toBeGreaterThanOrEqual(began);
    expect(await versionOf(hero.id)).toBe(version + 1);
    // Knowingly saving over it takes its version.
    expect((await save({ ...hero.data, title: 'Mine' }, version + 1)).status).toBe(200);
  });

  it('lets exactly one of many at once through', async () => {
    const version = await versionOf(hero.id);
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, index) => save({ ...hero.data, title: `Race ${index}` }, version)),
    );
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ['no title', { title: '' }, 'title', 'This field is required'],
    ['a title of spaces', { title: '   ' }, 'title', 'This field is required'],
    ['a title that is too long', { title: 'x'.repeat(101) }, 'title', 'Max. 100 characters'],
    ['a title that is a number', { title: 5 }, 'title', 'This field is required'],
    ['no image', { image: null }, 'image', 'This field is required'],
    [
      'an image that is gone',
      { image: 99_999 },
      'image',
      'The image that was chosen here does not exist any more. Choose another.',
    ],
    ['an unknown background', { backgroundColor: 'Pink' }, 'backgroundColor', ''],
    ['a button without a link', { links: [{ title: 'x' }] }, 'links.0.link', 'This field is required'],
    [
      'a button whose link is gone',
      { links: [{ title: 'x', link: 99_999 }] },
      'links.0.link',
      'The link that was chosen here does not exist any more. Choose another.',
    ],
    [
      'too many buttons',
      { links: [1, 2, 3].map((link) => ({ title: 'x', link })) },
      'links',
      'Reached the maximum of 2 items.',
    ],
    ['a list that is none', { links: 'x' }, 'links', ''],
    ['NUL', { title: 'a\u0000b' }, 'title', 'This text contains a character that cannot be stored'],
    ['half a surrogate pair', { title: 'a\ud800b' }, 'title', 'This text contains a character that cannot be stored'],
    ['an id that is no integer', { image: 1.5 }, 'image', ''],
    ['an id that is negative', { image: -1 }, 'image', ''],
  ])('answers for %s at the field', async (_, change, field, message) => {
    const version = await versionOf(hero.id);
    const response = await save({ ...hero.data, ...change }, version);
    expect(response.status).toBe(400);
    const body = await response.json();
    expect(Object.keys(body.fields)).toContain(field);
    if (message !== '') expect(body.fields[field]).toContain(message);
    expect(await versionOf(hero.id)).toBe(version);
  });

  it('calls a link that was deleted by its words', async () => {
    const deleted = { kind: 'link', record_id: '99998', data: {}, title: 'Old downloads' };
    await must(client.from('record_trash').insert(deleted));
    const response = await save({ ...hero.data, links: [{ title: 'x', link: 99_998 }] }, await versionOf(hero.id));
    expect((await response.json()).fields['links.0.link']).toEqual([
      'The link “Old downloads” does not exist any more. Choose another.',
    ]);
  });

  it('collects every error at once', async () => {
    const response = await save({ title: '', image: null, cards: [{ title: '', body: '' }] }, await versionOf(hero.id));
    const { fields } = await response.json();
    expect(Object.keys(fields)).toEqual(
      expect.arrayContaining(['title', 'image', 'cards.0.title', 'cards.0.body', 'cards.0.link', 'cards.0.linkTitle']),
    );
  });

  it.each([
    ['a script link', { type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }],
    ['an unknown node', { type: 'iframe', attrs: { src: 'https://evil.example' } }],
    ['an unknown mark', { type: 'text', text: 'x', marks: [{ type: 'textStyle', attrs: { color: 'red' } }] }],
    ['a heading of level 1', { type: 'heading', attrs: { level: 1 } }],
  ])('refuses %s in rich text', async (_, node) => {
    const response = await editor.call('updateModule', {
      moduleId: accordionId,
      locale: 'en',
      version: await versionOf(accordionId),
      payload: { items: [{ id: 'a', title: 'A', body: { type: 'doc', content: [node] } }] },
    });
    expect(response.status).toBe(400);
    expect(Object.keys((await response.json()).fields)[0]).toMatch(/^items\.0\.body/);
  });

  it('is 404 for a module that does not exist, and 400 for a locale that the site or the product does not have', async () => {
    expect((await save(hero.data, 1, { moduleId: 999_999 })).status).toBe(404);
    expect((await save(hero.data, 0, { locale: 'kr' })).status).toBe(400);
    expect((await save(hero.data, 0, { locale: 'xx' })).status).toBe(400);
  });

  it('is 403 on a page that is not editable', async () => {
    await client.from('pages').update({ is_editable: false }).eq('id', pageId);
    try {
      const response = await save(hero.data, await versionOf(hero.id));
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({
        failure: { code: 'not-editable' },
        message: 'This page cannot be modified via Page Builder',
      });
      expect((await editor.call('publishPage', { pageId })).status).toBe(403);
      expect((await editor.call('planPublish', { pageId })).status).toBe(403);
    } finally {
      await client.from('pages').update({ is_editable: true }).eq('id', pageId);
    }
  });
});

describe('previewModule', () => {
  const preview = (input: Record<string, unknown>) =>
    editor.call('previewModule', { site: 'main', locale: 'en', references: [], lists: [], ...input });

  it('answers with records and lists as a page shows them, and null for deleted ones', async () => {
    const image = Number(hero.data['image']);
    const response = await preview({
      references: [
        { kind: 'image', id: image },
        { kind: 'image', id: 99_999 },
        { kind: 'link', id: 99_999 },
      ],
      lists: [{ list: 'articles', category: 'newsroom', type: null, limit: 3 }],
    });
    expect(response.status).toBe(200);
    const { records, lists } = parse(await response.text());
    expect(records).toEqual([
      {
        kind: 'image',
        id: image,
        record: expect.objectContaining({ id: image, url: expect.stringMatching(/^\/media\//) }),
      },
      { kind: 'image', id: 99_999, record: null },
      { kind: 'link', id: 99_999, record: null },
    ]);
    expect(lists).toEqual([{ list: 'articles', items: expect.any(Array) }]);
    expect(lists[0].items.length).toBeGreaterThan(0);
  });

  it.each([
    ['a locale that the site does not have', { locale: 'kr' }],
    ['a site that there is not', { site: 'other' }],
    ['an unknown kind', { references: [{ kind: 'staff', id: 1 }] }],
    ['an id below 1', { references: [{ kind: 'image', id: 0 }] }],
    ['an unknown list', { lists: [{ list: 'staff', limit: 1 }] }],
    ['a list without end', { lists: [{ list: 'articles', category: 'newsroom', type: null, limit: 100_000 }] }],
    ['more than a module holds', { references: Array.from({ length: 201 }, () => ({ kind: 'image', id: 1 })) }],
    ['a list for an object', { references: {} }],
  ])('is 400 for %s', async (_, input) => {
    expect((await preview(input)).status).toBe(400);
  });
});

describe('publishing', () => {
  it('shows the plan with reasons, publishes, and answers with the live state', async () => {
    const marker = `Published ${Date.now()}`;
    const saved = await editor.call('updateModule', {
      moduleId: hero.id,
      locale: 'en',
      payload: { ...hero.data, title: marker },
      version: await versionOf(hero.id),
    });
    expect(saved.status).toBe(200);
    const planned = parse(await (await editor.call('planPublish', { pageId })).text());
    expect(planned.entries).toContainEqual(
      expect.objectContaining({
        path: '/section-1/page-1',
        change: 'changed',
        reasons: ['This page is published'],
        seenLiveAt: null,
      }),
    );
    expect(await (await new Visitor(served.origin).send('/section-1/page-1')).text()).not.toContain(marker);
    // In what it will differ, and both sides as pages for the staff.
    const [group] = planned.groups;
    expect(planned.entries[group.entries[0]].path).toBe('/section-1/page-1');
    expect(group.changes).toContainEqual(expect.objectContaining({ place: 'content', after: marker }));
    const side = (name: string) => `/section-1/page-1?draft=true&plan=${pageId}&side=${name}`;
    const after = await editor.send(side('after'));
    expect(after.headers.get('cache-control')).toContain('no-store');
    expect(await after.text()).toContain(marker);
    expect(await (await editor.send(side('before'))).text()).not.toContain(marker);
    expect((await new Visitor(served.origin).send(side('after'))).status).toBe(302);
    const first = parse(await (await editor.call('planPublish', { pageId, first: 1 })).text());
    expect(first.entries.map(({ path }: { path: string }) => path)).toEqual(['/section-1/page-1']);

    const response = await editor.call('publishPage', { pageId });
    expect(response.status).toBe(200);
    const receipt = parse(await response.text());
    expect(receipt).toMatchObject({ published: true, pending: false });
    const page = receipt.entries.find((entry: { path: string }) => entry.path === '/section-1/page-1');
    expect(page).toMatchObject({
      change: 'changed',
      url: `${served.origin}/section-1/page-1`,
      reasons: ['This page is published'],
    });
    expect(Date.parse(page.seenLiveAt)).toBeGreaterThanOrEqual(Date.parse(receipt.publishedAt));
    expect(await (await new Visitor(served.origin).send('/section-1/page-1')).text()).toContain(marker);
    // The plan names the same outputs as the receipt.
    expect(planned.entries.map(({ path }: { path: string }) => path).toSorted()).toEqual(
      receipt.entries.map(({ path }: { path: string }) => path).toSorted(),
    );
  });

  it('of a draft that is published already says so', async () => {
    const receipt = parse(await (await editor.call('publishPage', { pageId })).text());
    expect(receipt).toMatchObject({ published: false, pending: false });
  });

  it('is 404 for a page that does not exist, -1 included', async () => {
    expect((await editor.call('publishPage', { pageId: 999_999 })).status).toBe(404);
    expect((await editor.call('planPublish', { pageId: 999_999 })).status).toBe(404);
    expect((await editor.call('publishPage', { pageId: -1 })).status).toBe(400);
  });

  it('to an address that another page has is a conflict with a name', async () => {
    const [, , third = 0, fourth = 0] = served.site.pageIds;
    // Drafts cannot share an address, but one page can be published where another's draft moves away from and back.
    const { data } = await client.from('page_locales').select('path').eq('page_id', third).eq('locale', 'en').single();
    await client.from('page_locales').update({ path: '/elsewhere' }).eq('page_id', third).eq('locale', 'en');
    await client
      .from('page_locales')
      .update({ path: data?.path ?? '' })
      .eq('page_id', fourth)
      .eq('locale', 'en');
    const response = await editor.call('publishPage', { pageId: fourth });
    expect(response.status).toBe(409);
    expect((await response.json()).message).toContain('address');
  });
});
