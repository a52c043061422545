import { parse } from 'devalue';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Client, createKeyClient } from '#content/clients/client.ts';
import { must } from '../fixtures/editorial-desk.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';

/** What people read where something would be above itself: at two desks at once, and by steps of which each is right. */
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

const answerOf = async (action: string, input: unknown, who = editor): Promise<{ status: number; text: string }> => {
  const response = await who.call(action, input);
  return { status: response.status, text: await response.text() };
};
/** What an action says to a person. */
const refusalAnswer = z.object({ message: z.string(), fields: z.record(z.string(), z.array(z.string())).optional() });
const refusal = ({ text }: { text: string }) => refusalAnswer.parse(JSON.parse(text));

const idOf = (text: string) => z.object({ id: z.number() }).parse(parse(text)).id;

const names = (title: string) => ({ en: { path: `/${title.toLowerCase()}`, title } });

async function makePage(title: string, parentId: number | null = null): Promise<number> {
  const { text } = await answerOf('createPage', { site: 'main', parentId, locales: names(title) });
  return idOf(text);
}

async function placeOf(pageId: number, title: string, parentId: number | null) {
  const query = client
    .from('draft_saves')
    .select('id')
    .eq('page_id', pageId)
    .order('id', { ascending: false })
    .limit(1);
  const [latest] = (await must(query)) ?? [];
  return { pageId, parentId, locales: names(title), lastSave: latest?.id ?? 0 };
}

const move = async (pageId: number, title: string, parentId: number | null, who = editor) =>
  answerOf('changePage', await placeOf(pageId, title, parentId), who);

async function stepOf(pageId: number, way: 'undo' | 'redo'): Promise<number> {
  const { email } = served.users.editor;
  const person = await must(client.from('staff').select('user_id').eq('email', email).single());
  const steps = await must(client.rpc('read_draft_steps', { p_actor: person?.user_id ?? '', p_page_id: pageId }));
  return z.record(z.string(), z.object({ id: z.number() }).nullable()).parse(steps)[way]?.id ?? 0;
}

const planned = z.object({ obstacles: z.array(z.string()) });
/** What keeps a page from being published, as its plan says. */
const obstaclesOf = async (asked: object) =>
  planned.parse(parse((await answerOf('planPublish', asked)).text)).obstacles;

const circles = () => served.runSql('select * from private.find_circles()');

it('two people who move pages below each other at once: one does, and the other reads why not', async () => {
  const [a, b] = [await makePage('Alder'), await makePage('Birch')];
  const [a1, b1] = [await makePage('Alder-1', a), await makePage('Birch-1', b)];
  for (let time = 0; time < 4; time += 1) {
    const [first, other] = [await placeOf(a, 'Alder', b1), await placeOf(b, 'Birch', a1)];
    const answers = await Promise.all([answerOf('changePage', first), answerOf('changePage', other, second)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused?.status === 409 || refused?.status === 400).toBe(true);
    expect(refusal(refused ?? { text: '' }).message).toMatch(/below itself/);
    expect(await circles()).toEqual([]);
    expect((await move(a, 'Alder', null)).status).toBe(200);
    expect((await move(b, 'Birch', null)).status).toBe(200);
  }
});

it('what was undone is not done again where it makes a circle by now', async () => {
  const [x, y] = [await makePage('Xenon'), await makePage('Yoga')];
  expect((await move(x, 'Xenon', y)).status).toBe(200);
  expect((await answerOf('undoDraft', { pageId: x, locale: 'en', stepId: await stepOf(x, 'undo') })).status).toBe(200);
  expect((await move(y, 'Yoga', x)).status).toBe(200);
  const answer = await answerOf('redoDraft', { pageId: x, locale: 'en', stepId: await stepOf(x, 'redo') });
  expect(answer.status).toBe(409);
  expect(refusal(answer).message).toBe(
    'Nothing was changed. A page would be below itself: “Xenon” below “Yoga” below “Xenon”. Move one of them to another place first.',
  );
});

it('a page is not published below one that is live below it, and a release says so before', async () => {
  const [x, y] = [await makePage('Maple'), await makePage('Naples')];
  for (const pageId of [x, y]) expect((await answerOf('publishPage', { pageId })).status).toBe(200);
  await move(x, 'Maple', y);
  const release = idOf((await answerOf('createRelease', { name: 'Trees' })).text);
  expect((await answerOf('addToRelease', { release, items: [{ page: x }] })).status).toBe(200);
  await move(y, 'Naples', x);
  expect((await answerOf('publishPage', { pageId: y })).status).toBe(200);
  const plan = await answerOf('planRelease', { id: release });
  expect(plan.text).toContain('With the release a page would be below itself: “Maple” below “Naples” below “Maple”.');
  const published = await answerOf('publishRelease', { id: release });
  expect(published.status).toBe(400);
  expect(refusal(published).message).toContain('“Maple” below “Naples” below “Maple”');
  // At the top in its draft, below the other one live.
  await move(y, 'Naples', null);
  await move(x, 'Maple', y);
  const foretold = await obstaclesOf({ pageId: x });
  expect(foretold).toHaveLength(1);
  expect(foretold[0]).toMatch(
    /^On the site a page would be below itself: “Maple” below “Naples” below “Maple”\. Publish the one of them first/,
  );
  expect(await obstaclesOf({ pageId: x, cells: ['parent'] })).toEqual(foretold);
  expect(await obstaclesOf({ pageId: y })).toEqual([]);
  const alone = await answerOf('publishPage', { pageId: x });
  expect(alone.status).toBe(409);
  expect(refusal(alone).message).toBe(`Nothing was changed. ${foretold[0]}`);
  expect((await answerOf('publishPage', { pageId: y })).status).toBe(200);
  expect((await answerOf('publishPage', { pageId: x })).status).toBe(200);
  expect(await circles()).toEqual([]);
});

it('an address that another page has live is told by the plan, with the words of the refusal', async () => {
  const [a, b] = [await makePage('Oslo'), await makePage('Paris')];
  expect((await answerOf('publishPage', { pageId: a })).status).toBe(200);
  const to = async (pageId: number, title: string, path: string) =>
    answerOf('changePage', { ...(await placeOf(pageId, title, null)), locales: { en: { path, title } } });
  expect((await to(a, 'Oslo', '/oslo-moved')).status).toBe(200);
  expect((await to(b, 'Paris', '/oslo')).status).toBe(200);
  const [foretold = ''] = await obstaclesOf({ pageId: b });
  expect(foretold).toMatch(/^The page “Oslo” has the address \/oslo, which this one was to get\./);
  const refused = await answerOf('publishPage', { pageId: b });
  expect(refused.status).toBe(409);
  expect(refusal(refused).message).toBe(`Nothing was published. ${foretold}`);
  expect((await answerOf('publishPage', { pageId: a })).status).toBe(200);
  expect(await obstaclesOf({ pageId: b })).toEqual([]);
});

it('of two records that are published at once and name each other, one is', async () => {
  const draft = async (kind: string, id: number | null, data: object) =>
    idOf((await answerOf('saveRecord', { kind, id, data, base: null })).text);
  const category = (slug: string, parent: number | null) => ({ slug, parent, localized: { en: { title: slug } } });
  const publish = (kind: string, id: number, who = editor) =>
    answerOf('publishRecords', { records: [{ kind, id }] }, who);
  const [a, b] = [
    await draft('category', null, category('air', null)),
    await draft('category', null, category('basin', null)),
  ];
  for (const id of [a, b]) expect((await publish('category', id)).status).toBe(200);
  await draft('category', a, category('air', b));
  await draft('category', b, category('basin', a));
  const together = await answerOf('publishRecords', { records: [a, b].map((id) => ({ kind: 'category', id })) });
  expect(together.status).toBe(400);
  expect(Object.values(refusal(together).fields ?? {}).flat()).toEqual([
    'It would be below itself: “air” below “basin” below “air”. Choose another one above it.',
    'It would be below itself: “basin” below “air” below “basin”. Choose another one above it.',
  ]);
  const redirect = (from: string, to: string) => ({
    site: 'main',
    from_path: from,
    to_path: to,
    page: null,
    locale: null,
    status: 301,
  });
  const [ra, rb] = [
    await draft('redirect', null, redirect('/ra', '/rb')),
    await draft('redirect', null, redirect('/rb', `${served.origin}/ra`)),
  ];
  for (const [kind, one, other, field] of [
    ['category', a, b, 'parent'],
    ['redirect', ra, rb, 'to_path'],
  ] as const) {
    const answers = await Promise.all([publish(kind, one), publish(kind, other, second)]);
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400']);
    const { fields } = refusal(answers.find(({ status }) => status === 400) ?? { text: '' });
    expect(Object.keys(fields ?? {}).map((path) => path.split('.').at(-1))).toEqual([field]);
  }
  expect(await circles()).toEqual([]);
});
