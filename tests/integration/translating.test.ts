import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'devalue';
import { z } from 'zod';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';

/** The desk of translators: single texts of pages and records, written while others write beside them. */
let served: Forked;
let editor: Visitor;
let second: Visitor;
beforeAll(async () => {
  served = await forkServed();
  [editor, second] = [new Visitor(served.origin), new Visitor(served.origin)];
  await editor.signIn(served.users.editor);
  await second.signIn(served.users.second);
});
afterAll(() => served?.stop());

const text = z.object({
  part: z.string(),
  path: z.string(),
  state: z.string(),
  source: z.string(),
  target: z.string().nullable(),
  sourceHash: z.string(),
  written: z.object({ source: z.unknown(), target: z.unknown() }).nullable(),
});
type Text = z.output<typeof text>;

async function ask(name: string, input: object, visitor = editor): Promise<unknown> {
  const response = await visitor.call(name, input);
  const body = await response.text();
  return response.status === 200 ? parse(body) : { status: response.status, ...JSON.parse(body) };
}

type Place = { kind: string; id: number | string; locale: string };
const read = async (place: Place): Promise<Text[]> =>
  z.object({ texts: z.array(text) }).parse(await ask('readTranslation', place)).texts;
/** The first text at a place in a module or a record. */
const find = async (place: Place, path: string): Promise<Text> => {
  const found = (await read(place)).find((one) => one.path === path && !one.part.startsWith('page:'));
  if (!found) throw new Error(`There is no text ${path}`);
  return found;
};
const write = (place: Place, { part, path, written }: Text, value: unknown, visitor = editor) =>
  ask('writeTranslation', { ...place, part, path, before: written?.target ?? null, value }, visitor);

/** Another English title of the first module of a page that has one. */
const say = async (page: Place, title: string) =>
  served.runSql(`update public.module_locales set data = jsonb_set(data, '{title}', '${JSON.stringify(title)}')
    where locale = 'en' and module_id = ${(await find(page, 'title')).part.replace('module:', '')}`);

describe('a text of a page', () => {
  it('is written by itself, beside what a colleague writes in the same module', async () => {
    const page: Place = { kind: 'page', id: served.site.pageIds[0] ?? 0, locale: 'de' };
    const [title, lead] = [await find(page, 'title'), await find(page, 'lead')];
    expect(title.part).toMatch(/^module:/);
    expect(await write(page, title, 'Ein Titel')).toMatchObject({ target: expect.any(String) });
    // Seen before the title began the German module with copies of the English texts.
    expect(await write(page, lead, 'Ein Vorspann', second)).toMatchObject({ target: expect.any(String) });
    expect(await find(page, 'title')).toMatchObject({ target: 'Ein Titel', state: 'translated' });
    expect(await find(page, 'lead')).toMatchObject({ target: 'Ein Vorspann', state: 'translated' });
  });

  it('is not written over what a colleague has written since', async () => {
    const page: Place = { kind: 'page', id: served.site.pageIds[1] ?? 0, locale: 'de' };
    const seen = await find(page, 'title');
    expect(await write(page, seen, 'Von der Kollegin', second)).toMatchObject({ target: expect.any(String) });
    expect(await write(page, seen, 'Von mir')).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(await find(page, 'title')).toMatchObject({ target: 'Von der Kollegin' });
    expect(await write(page, await find(page, 'title'), 'Von mir')).toMatchObject({ target: expect.any(String) });
    expect(await find(page, 'title')).toMatchObject({ target: 'Von mir' });
  });

  it('is refused in the words of its field', async () => {
    const page: Place = { kind: 'page', id: served.site.pageIds[2] ?? 0, locale: 'de' };
    const answer = await write(page, await find(page, 'title'), 'x'.repeat(101));
    expect(answer).toMatchObject({ status: 400, fields: { title: ['Max. 100 characters'] } });
  });

  it('is suggested where the same or much the same is to be translated, and only what people have written', async () => {
    const [first, other] = served.site.pageIds.slice(3, 5).map((id): Place => ({ kind: 'page', id, locale: 'de' }));
    if (!first || !other) throw new Error('There are no pages');
    await say(first, 'Wet gas analyser with four sensors');
    await say(other, 'Wet gas analyser with five sensors');
    const source = await find(first, 'title');
    expect(await write(first, source, 'Der gemerkte Titel')).toMatchObject({ target: expect.any(String) });
    const suggest = (of: Text) => ask('suggestTranslations', { locale: 'de', sourceHash: of.sourceHash });
    expect(await suggest(source)).toContainEqual(
      expect.objectContaining({ target: 'Der gemerkte Titel', percentage: 100 }),
    );
    const likest = z.array(z.object({ target: z.string(), source: z.string(), percentage: z.int().min(60).max(99) }));
    const [best] = likest.parse(await suggest(await find(other, 'title')));
    expect(best).toMatchObject({ target: 'Der gemerkte Titel', source: 'Wet gas analyser with four sensors' });
  });
});

it('a text of a record is written as its draft, and nothing of it is live', async () => {
  const { rows } = z
    .object({ rows: z.array(z.object({ id: z.number() })) })
    .parse(await ask('listRecords', { kind: 'product', limit: 1 }));
  const product: Place = { kind: 'product', id: rows[0]?.id ?? 0, locale: 'de' };
  const [seen] = (await read(product)).filter(({ written }) => written !== null);
  if (!seen) throw new Error('The product has no text');
  expect(await write(product, seen, 'Auf Deutsch')).toMatchObject({ target: expect.any(String) });
  expect(await find(product, seen.path)).toMatchObject({ target: 'Auf Deutsch' });
  const opened = z
    .object({ live: z.unknown(), draft: z.object({ data: z.unknown() }) })
    .parse(await ask('openRecord', { kind: 'product', id: product.id }));
  expect(JSON.stringify(opened.draft.data)).toContain('Auf Deutsch');
  expect(JSON.stringify(opened.live)).not.toContain('Auf Deutsch');
});

it('lists of pages and records, and the plan of a page, say in which languages texts are older than their English', async () => {
  const ids = [served.site.pageIds[1] ?? 0];
  const page: Place = { kind: 'page', id: ids[0] ?? 0, locale: 'de' };
  const count = async () => {
    const states = z.object({ states: z.array(z.object({ texts: z.record(z.string(), counts) })) });
    return states.parse(await ask('findPageStates', { ids })).states[0]?.texts['de'];
  };
  await say(page, 'What was said first');
  await write(page, await find(page, 'title'), 'Was zuerst gesagt wurde');
  const before = await count();
  await say(page, 'What is said now');
  expect(await count()).toEqual({ ...before, stale: (before?.stale ?? 0) + 1, words: expect.any(Number) });
  // So does what is shown before the page is published.
  expect(await ask('planPublish', { pageId: page.id })).toMatchObject({
    warnings: expect.arrayContaining([
      expect.objectContaining({
        kind: 'stale',
        message: 'The English text has changed since: it said “What was said first”.',
        places: [expect.objectContaining({ locale: 'de', field: 'title' })],
      }),
    ]),
  });

  const product = served.site.productIds[1] ?? 0;
  const place: Place = { kind: 'product', id: product, locale: 'de' };
  const [seen] = (await read(place)).filter(({ written }) => written !== null);
  if (!seen) throw new Error('The product has no text');
  await write(place, seen, 'Auf Deutsch');
  const list = async () => {
    const rows = z.object({ rows: z.array(z.object({ id: z.number(), stale: z.array(z.string()) })) });
    return rows.parse(await ask('listRecords', { kind: 'product', ids: [product] })).rows;
  };
  expect(await list()).toEqual([{ id: product, stale: [] }]);
  await ask('publishRecords', { records: [{ kind: 'product', id: product }] });
  await served.runSql(
    `update public.products set localized = jsonb_set(localized, '{en,${seen.path}}', '"Other words"') where id = ${product}`,
  );
  expect(await list()).toEqual([{ id: product, stale: ['de'] }]);
});

const counts = z.object({
  texts: z.number(),
  stale: z.number(),
  absent: z.number(),
  partly: z.number(),
  checked: z.number(),
  words: z.number(),
});
