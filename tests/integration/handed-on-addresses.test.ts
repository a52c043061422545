import { parse } from 'devalue';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';

/** Addresses that one page or entry leaves and another one takes, in a release and back. */
let served: Forked;
let editor: Visitor;

beforeAll(async () => {
  served = await forkServed();
  editor = new Visitor(served.origin);
  await editor.signIn(served.users.editor);
});
afterAll(() => served?.stop());

async function ask(name: string, input: object) {
  const response = await editor.call(name, input);
  const text = await response.text();
  return response.status === 200 ? parse(text) : { status: response.status, ...JSON.parse(text) };
}

const pathsOf = (entries: { path: string }[]) => entries.map(({ path }) => path).toSorted();
const create = async (name: string): Promise<number> => (await ask('createRelease', { name })).id;

type Place = Record<string, { path: string; title: string }>;
const make = async (locales: Place): Promise<number> =>
  (await ask('createPage', { site: 'main', parentId: null, locales })).id;
const makeLive = async (locales: Place) => {
  const page = await make(locales);
  expect(await ask('publishPage', { pageId: page })).toMatchObject({ published: true });
  return page;
};
const move = async (page: number, locales: Place) => {
  const { lastSave } = await ask('findPagePlace', { pageId: page });
  return ask('changePage', { pageId: page, parentId: null, locales, lastSave });
};
const add = (release: number, ...pages: number[]) =>
  ask('addToRelease', { release, items: pages.map((page) => ({ page })) });
const answerOf = async (path: string) => {
  const response = await new Visitor(served.origin).send(path);
  const title = /<title>([^<]*)/.exec(await response.text())?.[1] ?? '';
  return [response.status, response.headers.get('location') ?? title.replace(/ [|·–-] .*/, '')];
};
const previewOf = async (release: number, path: string) =>
  /<title>([^<]*)/.exec(await (await editor.send(`${path}?release=${release}`)).text())?.[1]?.replace(/ [|·–-] .*/, '');

it('addresses go live with the release, whichever page was added first, and back with it', async () => {
  const old = await makeLive({ en: { path: '/relaunch', title: 'Old' }, de: { path: '/neustart', title: 'Alt' } });
  await move(old, { en: { path: '/relaunch-archive', title: 'Old' }, de: { path: '/neustart', title: 'Alt' } });
  const fresh = await make({ en: { path: '/relaunch', title: 'Fresh' } });
  const release = await create('Relaunch');
  expect(await add(release, old)).toMatchObject({
    added: 1,
    notes: [expect.stringMatching(/keeps the address \/relaunch-archive, since that of “Fresh” has \/relaunch/)],
  });
  expect(await add(release, fresh)).toEqual({ added: 1, refused: [] });
  // The address that is kept is no draft of its own.
  expect(await add(release, old)).toMatchObject({ status: 409 });
  expect(await previewOf(release, '/relaunch')).toBe('Fresh');
  expect(await previewOf(release, '/relaunch-archive')).toBe('Old');
  const plan = await ask('planRelease', { id: release });
  expect(plan).toMatchObject({ issues: [], collisions: [] });
  const receipt = await ask('publishRelease', { id: release });
  expect(receipt).toMatchObject({ published: true, drafts: 0 });
  expect(pathsOf(plan.entries)).toEqual(pathsOf(receipt.entries));
  expect(await answerOf('/relaunch')).toEqual([200, 'Fresh']);
  expect(await answerOf('/relaunch-archive')).toEqual([200, 'Old']);
  expect(await answerOf('/de/neustart')).toEqual([200, 'Alt']);
  expect(await ask('takeReleaseBack', { id: release })).toEqual({ isLive: true });
  expect(await answerOf('/relaunch')).toEqual([200, 'Old']);
  expect(await answerOf('/relaunch-archive')).toEqual([301, '/relaunch']);
  expect(await ask('publishRelease', { id: release })).toMatchObject({ published: true });
  expect(await answerOf('/relaunch')).toEqual([200, 'Fresh']);
});

it('addresses are free for a new page once the old one leaves them with a release', async () => {
  const old = await makeLive({ en: { path: '/left', title: 'Leaves' } });
  await move(old, { en: { path: '/left-archive', title: 'Leaves' } });
  const release = await create('Leaves first');
  expect(await add(release, old)).toEqual({ added: 1, refused: [] });
  const fresh = await make({ en: { path: '/left', title: 'Comes later' } });
  expect(await add(release, fresh)).toEqual({ added: 1, refused: [] });
  expect(await ask('publishRelease', { id: release })).toMatchObject({ published: true, drafts: 0 });
  expect(await answerOf('/left')).toEqual([200, 'Comes later']);
  expect(await answerOf('/left-archive')).toEqual([200, 'Leaves']);
});

it('addresses are not published one without the other, and the page in the way is named', async () => {
  const [first, second] = [
    await makeLive({ en: { path: '/one', title: 'One' } }),
    await makeLive({ en: { path: '/two', title: 'Two' } }),
  ];
  await move(first, { en: { path: '/between', title: 'One' } });
  await move(second, { en: { path: '/one', title: 'Two' } });
  await move(first, { en: { path: '/two', title: 'One' } });
  const named = expect.stringContaining('The page “Two” has the address /two');
  expect(await ask('publishPage', { pageId: first })).toMatchObject({ status: 409, message: named });
  const release = await create('Places change');
  // Nothing is in it: nothing is published.
  const empty = expect.stringContaining('Nothing is in this release');
  expect((await ask('planRelease', { id: release })).issues).toMatchObject([{ message: empty }]);
  expect(await ask('publishRelease', { id: release })).toMatchObject({ status: 400 });
  expect(await ask('openRelease', { id: release })).toMatchObject({ state: 'open' });
  expect((await add(release, first)).notes).toContainEqual(named);
  expect((await ask('planRelease', { id: release })).issues).toMatchObject([{ message: named }]);
  expect(await ask('publishRelease', { id: release })).toMatchObject({ status: 400 });
  await add(release, second);
  const { entries, issues } = await ask('planRelease', { id: release });
  expect(issues).toEqual([]);
  const receipt = await ask('publishRelease', { id: release });
  expect(pathsOf(entries)).toEqual(pathsOf(receipt.entries));
  expect(await answerOf('/one')).toEqual([200, 'Two']);
  expect(await answerOf('/two')).toEqual([200, 'One']);
  expect(await ask('takeReleaseBack', { id: release })).toEqual({ isLive: true });
  expect(await answerOf('/one')).toEqual([200, 'One']);
  expect(await answerOf('/two')).toEqual([200, 'Two']);
});

it('addresses of entries are handed on in a release, by themselves and back', async () => {
  const rows = await served.runSql(
    "select ref, path from site_outputs where kind = 'product' and site_id = 'main' and locale = 'en' and path is not null order by ref limit 2",
  );
  const [first, second] = z
    .array(z.object({ ref: z.coerce.number(), path: z.string() }))
    .length(2)
    .parse(rows);
  if (!first || !second) throw new Error('There are no products');
  const open = (id: number) => ask('openRecord', { kind: 'product', id });
  const put = async (id: number, data: object) => {
    const { draft } = await open(id);
    const saved = await ask('saveRecord', { kind: 'product', id, data, base: draft?.savedAt ?? null });
    expect(saved).toMatchObject({ id });
  };
  const swap = async () => {
    const [one, other] = [(await open(first.ref)).live, (await open(second.ref)).live];
    await put(first.ref, { ...one, slug: other.slug });
    await put(second.ref, { ...other, slug: one.slug });
  };
  const shown = async () => [await answerOf(first.path), await answerOf(second.path)];
  const before = await shown();
  await swap();
  const items = [first, second].map(({ ref }) => ({ kind: 'product' as const, id: ref }));
  const release = await create('Products change places');
  expect(await ask('addToRelease', { release, items })).toEqual({ added: 2, refused: [] });
  expect((await ask('planRelease', { id: release })).issues).toEqual([]);
  expect(await ask('publishRelease', { id: release })).toMatchObject({ published: true });
  expect(await shown()).toEqual(before.toReversed());
  expect(await ask('takeReleaseBack', { id: release })).toEqual({ isLive: true });
  expect(await shown()).toEqual(before);
  for (const item of items) await ask('takeOutOfRelease', { release, item, to: 'nowhere' });
  await swap();
  const [alone] = items;
  expect(await ask('publishRecords', { records: [alone] })).toMatchObject({
    status: 400,
    issues: [
      {
        path: ['product', alone?.id, 'slug'],
        message: expect.stringMatching(/^“.+” has this already\. Choose another\.$/),
      },
    ],
  });
  expect(await ask('publishRecords', { records: items })).toMatchObject({ published: true });
  expect(await shown()).toEqual(before.toReversed());
});
