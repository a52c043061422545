import { parse } from 'devalue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Client, createKeyClient } from '#content/clients/client.ts';
import { must } from '../fixtures/editorial-desk.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';

/** A page is moved, and pages below it with it, each in its own draft: they are published in one step. */
let served: Forked;
let client: Client;
let editor: Visitor;
let second: Visitor;

beforeAll(async () => {
  served = await forkServed();
  client = createKeyClient(served.supabaseUrl, served.secretKey);
  [editor, second] = [new Visitor(served.origin), new Visitor(served.origin)];
  await editor.signIn(served.users.editor);
  await second.signIn(served.users.second);
});
afterAll(() => served?.stop());

async function ask(name: string, input: object, who = editor) {
  const response = await who.call(name, input);
  const text = await response.text();
  return response.status === 200 ? parse(text) : { status: response.status, ...JSON.parse(text) };
}

async function makePage(path: string, title: string, parentId: number | null, isPublished = true): Promise<number> {
  const made = await ask('createPage', {
    site: 'main',
    parentId,
    locales: { en: { path, title }, de: { path, title: `${title} DE` } },
  });
  const { id } = z.object({ id: z.number() }).parse(made);
  if (isPublished) expect(await ask('publishPage', { pageId: id })).toMatchObject({ published: true, pending: false });
  return id;
}

/** Gives the draft of a page another address, and its title. */
async function change(pageId: number, path: string, title?: string, who = editor) {
  const { locales, ...place } = await ask('findPagePlace', { pageId });
  const names = Object.fromEntries(
    Object.entries(z.record(z.string(), z.object({ title: z.string() }).loose()).parse(locales)).map(
      ([locale, named]) => [locale, { ...named, path, title: title ?? named['title'] }],
    ),
  );
  const { parentId, lastSave } = place;
  expect(await ask('changePage', { pageId, parentId, lastSave, locales: names }, who)).toBeNull();
}

const moved = z.array(
  z.object({ id: z.number(), from: z.string(), to: z.string(), lastSave: z.number(), hasMore: z.boolean() }),
);
const below = async (pageId: number) => moved.parse((await ask('findMovedBelow', { pageId })).pages);

async function visit(path: string): Promise<string> {
  const { status, headers } = await fetch(`${served.origin}${path}`, { redirect: 'manual' });
  return [status, headers.get('location') ?? []].flat().join(' ');
}

type Entry = { path: string; change: string };
const linesOf = ({ entries }: { entries: Entry[] }) =>
  entries.map(({ path, change: what }) => `${what} ${path}`).toSorted();

describe('a page that was moved', () => {
  it('names the pages that moved along, and is published with them in one step, as its plan says', async () => {
    const top = await makePage('/depot', 'Depot', null);
    const shelf = await makePage('/depot/shelf', 'Shelf', top);
    const box = await makePage('/depot/shelf/box', 'Box', shelf);
    const edited = await makePage('/depot/edited', 'Edited', top);
    await makePage('/depot/new', 'New', top, false);
    await makePage('/elsewhere', 'Elsewhere', top);
    await change(top, '/store');
    await change(edited, '/store/edited', 'Edited anew');

    const pages = await below(top);
    expect(pages.map(({ id, from, to, hasMore }) => ({ id, from, to, hasMore }))).toEqual([
      { id: edited, from: '/depot/edited', to: '/store/edited', hasMore: true },
      { id: shelf, from: '/depot/shelf', to: '/store/shelf', hasMore: false },
      { id: box, from: '/depot/shelf/box', to: '/store/shelf/box', hasMore: false },
    ]);
    const along = pages.filter(({ hasMore }) => !hasMore);
    const plan = await ask('planPublish', { pageId: top, below: along.map(({ id }) => id) });
    expect(plan.obstacles).toEqual([]);
    // The page comes first, and is the first of which is told in what it differs.
    expect(plan.entries[0]).toMatchObject({ path: '/store', from: '/depot' });
    expect(plan.groups[0]?.entries[0]).toBe(0);
    const receipt = await ask('publishPage', {
      pageId: top,
      below: along.map(({ id, lastSave }) => ({ id, lastSave })),
    });
    expect(receipt).toMatchObject({ published: true, pending: false });
    expect(linesOf(receipt)).toEqual(linesOf(plan));
    const { lines } = await ask('listPublishes', {});
    // Both languages of the three; it is not named after the redirects that come of it.
    const [named, ofPage] = [lines[0].what, expect.stringMatching(/^Page /)];
    expect([lines[0].counts, named]).toMatchObject([{ new: 0, moved: 6, removed: 0 }, [ofPage, ofPage, ofPage]]);
    expect((await ask('findPublish', { id: lines[0].id })).what[0]).toMatch(/^Page /);
    expect(linesOf(receipt)).toEqual(
      expect.arrayContaining(['moved /de/store/shelf/box', 'moved /store', 'moved /store/shelf']),
    );
    for (const path of ['/depot', '/depot/shelf', '/depot/shelf/box', '/de/depot/shelf']) {
      expect(await visit(path), path).toBe(`301 ${path.replace('depot', 'store')}`);
    }
    expect(await visit('/store/shelf/box')).toBe('200');
    const { rows } = await ask('listRecords', { kind: 'redirect', search: '/depot', columns: ['page'] });
    const { rows: drawn } = z
      .object({ rows: z.array(z.object({ values: z.object({ page: z.string() }) })) })
      .parse({ rows });
    expect([...new Set(drawn.map(({ values }) => values.page))].toSorted()).toEqual(['Box', 'Depot', 'Shelf']);
    // What stays behind can go later.
    expect(await visit('/depot/edited')).toBe('200');
    expect((await below(top)).map(({ id }) => id)).toEqual([edited]);
  });

  it('is planned without a page that somebody has deleted meanwhile', async () => {
    const top = await makePage('/yard', 'Yard', null);
    await change(top, '/yard-behind');
    const plan = await ask('planPublish', { pageId: top });
    expect(plan).toMatchObject({ obstacles: [] });
    expect(await ask('planPublish', { pageId: top, below: [2 ** 40] })).toEqual(plan);
  });

  it('is not published with what somebody has saved since, and names it', async () => {
    const top = await makePage('/harbour', 'Harbour', null);
    const quay = await makePage('/harbour/quay', 'Quay', top);
    await change(top, '/port');
    const [seen] = await below(top);
    await change(quay, '/port/quay', 'Quay by a colleague', second);
    const asked = { pageId: top, below: [{ id: quay, lastSave: seen?.lastSave ?? 0 }] };
    const refused = await ask('publishPage', asked);
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('“Quay by a colleague”') });
    expect([await visit('/harbour'), await visit('/port')]).toEqual(['200', '404']);
    const [now] = await below(top);
    expect(now).toMatchObject({ id: quay, hasMore: true });
    expect(await ask('publishPage', { pageId: top, below: [{ id: quay, lastSave: now?.lastSave }] })).toMatchObject({
      published: true,
    });
    expect([await visit('/harbour/quay'), await visit('/port/quay')]).toEqual(['301 /port/quay', '200']);
  });

  it('is not published with a page that was locked meanwhile', async () => {
    const top = await makePage('/garden', 'Garden', null);
    const bed = await makePage('/garden/bed', 'Bed', top);
    await change(top, '/park');
    const [seen] = await below(top);
    await must(client.from('pages').update({ is_editable: false }).eq('id', bed));
    expect(await below(top)).toEqual([]);
    const refused = await ask('publishPage', { pageId: top, below: [{ id: bed, lastSave: seen?.lastSave }] });
    expect(refused).toMatchObject({ status: expect.any(Number), message: expect.stringContaining('“Bed”') });
    expect(await visit('/park')).toBe('404');
  });
});

it('names where links lead to a page, before that is deleted', async () => {
  const pageId = await makePage('/quay', 'Quay', null);
  const link = { linkType: 'internal', target: 'auto', again: true, text: 'To the quay', page: pageId };
  const { id } = z.object({ id: z.number() }).parse(await ask('addLink', link));
  const from = await makePage('/boats', 'Boats', null);
  const content = { pageId: from, locale: 'en', content: [], moduleType: 'LINK_LIST' };
  const links = [{ link: id, linkTitle: '' }];
  const { moduleId } = await ask('addModule', { ...content, moduleData: { links } });
  expect(await ask('publishPage', { pageId: from })).toMatchObject({ published: true });
  const plan = await ask('planPageDeletion', { pageId, first: 20 });
  expect(plan).toMatchObject({
    needs: [{ kind: 'page', title: 'Boats', where: 'Links · Link 1, Link' }],
    uses: { links: [{ text: 'To the quay', shownOn: [{ path: '/boats' }, { path: '/de/boats' }] }] },
    entries: expect.arrayContaining([
      expect.objectContaining({ path: '/boats' }),
      expect.objectContaining({ path: '/de/boats' }),
    ]),
  });
  // What the answer says is so.
  await ask('deletePage', { pageId, isConfirmed: true, lastSave: plan.lastSave });
  const next = { ...content, content: [moduleId], moduleType: 'CARD_GROUP' };
  expect(await ask('addModule', { ...next, moduleData: { cards: [{ title: 'A card' }] } })).toHaveProperty('moduleId');
  expect(await ask('planPublish', { pageId: from })).toMatchObject({
    entries: expect.arrayContaining([expect.objectContaining({ path: '/boats', change: 'failed' })]),
  });
});

it('names nothing that can do without a link to a page, before that is deleted', async () => {
  const pageId = await makePage('/pier', 'Pier', null);
  const link = { linkType: 'internal', target: 'auto', again: true, text: 'To the pier', page: pageId };
  const { id } = z.object({ id: z.number() }).parse(await ask('addLink', link));
  const from = await makePage('/ships', 'Ships', null);
  const cards = [{ title: 'Pier', link: id, linkTitle: 'More' }];
  const added = { pageId: from, locale: 'en', content: [], moduleType: 'CARD_GROUP', moduleData: { cards } };
  await ask('addModule', added);
  expect(await ask('publishPage', { pageId: from })).toMatchObject({ published: true });
  expect(await ask('planPageDeletion', { pageId, first: 20 })).toMatchObject({
    needs: [],
    uses: { links: [{ text: 'To the pier', shownOn: [{ path: '/de/ships' }, { path: '/ships' }] }] },
  });
});

it('names what needs a link to a record, before that leaves the site', async () => {
  const product = served.site.productIds[0] ?? 0;
  const to = { text: 'To a product', link_type: 'internal', row_kind: 'product', row_id: product } as const;
  const link = await must(client.from('links').insert(to).select('id').single());
  const from = await makePage('/shelf', 'Shelf', null, false);
  const moduleData = { links: [{ link: link?.id, linkTitle: '' }] };
  await ask('addModule', { pageId: from, locale: 'en', content: [], moduleType: 'LINK_LIST', moduleData });
  const records = [{ kind: 'product', id: product }];
  expect(await ask('findNeeds', { records })).toMatchObject([
    {
      kind: 'page',
      id: from,
      title: 'Shelf',
      where: 'Links · Link 1, Link',
      href: expect.stringMatching(/\/shelf\?draft=true&show_modal=true&module_id=\d+&module_field=links\.0\.link$/),
    },
  ]);
  // What leaves as well needs nothing.
  expect(await ask('findNeeds', { records, pages: [from] })).toEqual([]);
});

it('looks at all that leave at once', async () => {
  const records = Array.from({ length: 5000 }, (_, at) => ({ kind: 'product', id: 1_000_000 + at }));
  expect(await ask('findNeeds', { records })).toEqual([]);
});
