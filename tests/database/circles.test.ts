import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { generateKeys } from '#embedded/keys.ts';
import { type OpenDatabase, migrationsFolder, openDatabase } from '#embedded/open-database.ts';
import type { Session } from '#embedded/pool.ts';
import { type Random, makeRandom } from '../fixtures/random.ts';
import { getRepeats, seed } from '../fixtures/seeds.ts';

/** Two transactions at once, each of which is right as long as there is no other one. */

const person = '00000000-0000-0000-0000-00000000000a';
const rounds = getRepeats({ test: 12, full: 300 });

let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabase({ at: null, keys: generateKeys(), migrations: migrationsFolder });
  await run(`
    insert into auth.users (id, email) values ('${person}', 'a@test.example');
    insert into public.staff (user_id, email) values ('${person}', 'a@test.example');
    insert into public.sites (id, locales, localized) values ('test', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
    insert into public.pages (id, site_id) select i, 'test' from generate_series(1, 4) i;
    insert into public.page_locales (page_id, locale, site_id, path, title)
      select i, l::public.locale, 'test', '/page-' || i, 'Page ' || i from generate_series(1, 4) i, unnest('{en,de}'::text[]) l;
    select public.publish_pages('{1,2,3,4}');
    insert into public.categories (id, slug, localized) select i, 'category-' || i, '{"en": {"title": "T"}}' from generate_series(1, 4) i;
    insert into public.media_folders (id, name) select i, 'Folder ' || i from generate_series(1, 4) i;
    insert into public.modules (id, page_id, type, position) select i, 1, 'ACCORDION', i from generate_series(1, 4) i;`);
});
afterAll(() => database.close());
beforeEach(flatten);

/** Puts all rows at the top. */
function flatten(): Promise<unknown> {
  return run(`
    update public.pages set parent_id = null where parent_id is not null;
    update public.published_page_locales set parent_id = null where parent_id is not null;
    update public.categories set parent_id = null where parent_id is not null;
    update public.media_folders set parent_id = null where parent_id is not null;
    update public.modules set parent_id = null, slot = null where parent_id is not null;
    delete from public.redirects where true;
    delete from public.record_drafts where true;`);
}

function run(sql: string): Promise<unknown> {
  return database.withSession((session) => session.exec(sql));
}

async function findCircles(): Promise<Record<string, unknown>[]> {
  return database.withSession(async (session) => (await session.query('select * from private.find_circles()')).rows);
}

/** Puts one row below another, in each tree that there is but folders, whose functions take a lock before they look. */
const puts: Record<string, (id: number, below: number) => string> = {
  pages: (id, below) => `update public.pages set parent_id = ${below} where id = ${id}`,
  published_page_locales: (id, below) =>
    `update public.published_page_locales set parent_id = ${below} where page_id = ${id}`,
  categories: (id, below) => `update public.categories set parent_id = ${below} where id = ${id}`,
  modules: (id, below) => `update public.modules set parent_id = ${below}, slot = 'a' where id = ${id}`,
  redirects: (id, below) =>
    `insert into public.redirects (site_id, from_path, to_path) values ('test', '/from-${id}', '/from-${below}')`,
};
const trees = Object.keys(puts);

const databaseError = z.object({ code: z.string(), message: z.string() });

/** `done`, or the state of the error. */
async function end(session: Session): Promise<string> {
  try {
    await session.exec('commit');
    return 'done';
  } catch (error) {
    await session.exec('rollback');
    return databaseError.parse(error).code;
  }
}

/** Steps two transactions against each other, statement by statement, and ends both at the same moment. */
function race(first: readonly string[], second: readonly string[]): Promise<string[]> {
  return database.withSession((one) =>
    database.withSession(async (other) => {
      await one.exec('begin');
      await other.exec('begin');
      for (let step = 0; step < Math.max(first.length, second.length); step += 1) {
        const [mine, theirs] = [first[step], second[step]];
        if (mine !== undefined) await one.exec(mine);
        if (theirs !== undefined) await other.exec(theirs);
      }
      return Promise.all([end(one), end(other)]);
    }),
  );
}

function shuffle<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

/** Gives two calls to the database at the same moment; what each is answered, in the order of the alphabet. */
async function atOnce(calls: readonly string[]): Promise<string[]> {
  const outcomes = await Promise.all(
    calls.map((call) =>
      run(call).then(
        () => 'done',
        (error: unknown) => databaseError.parse(error).code,
      ),
    ),
  );
  return outcomes.toSorted();
}

it('knows every tree of the database', async () => {
  const known = await database.withSession((session) =>
    session.query<{ name: string }>('select name from private.trees order by name'),
  );
  expect(known.rows.map(({ name }) => name)).toEqual([...trees, 'media_folders'].toSorted());
});

it.each(trees)('one of two that put rows of %s below each other is refused', async (tree) => {
  const put = puts[tree];
  if (!put) throw new Error('There is such a tree');
  expect((await race([put(1, 2)], [put(2, 1)])).toSorted()).toEqual(['23C01', 'done']);
  expect(await findCircles()).toEqual([]);
});

/** Old addresses of each kind, whose number is `$1`. */
const oldAddresses: Record<string, string> = {
  'paths of their own': `select '/old-' || i, '/new-' || i from generate_series(1, $1) i`,
  'queries of one path': `select '/page.php?id=' || i, '/new-' || i from generate_series(1, $1) i`,
  'paths that lead to queries of one path, which lead on': `
    select '/old-' || i, '/page.php?id=' || i from generate_series(1, $1) i
    union all select '/page.php?id=' || i, '/new-' || i from generate_series(1, $1) i`,
  'wildcards beside each other': `select '/old-' || i || '/*', '/new-' || i || '/:splat' from generate_series(1, $1) i`,
};

it.each(Object.keys(oldAddresses))('twice as many redirects cost about twice as much: %s', async (name) => {
  const reads = (count: number) =>
    database.withSession(async (session) => {
      await session.exec('begin');
      try {
        await session.exec(
          `insert into public.redirects (site_id, from_path, to_path) select 'test', a.* from (${oldAddresses[name]?.replaceAll('$1', String(count))}) a`,
        );
        const read = `select seq_tup_read + idx_tup_fetch + idx_scan as reads from pg_stat_xact_user_tables where relid = 'public.redirects'::regclass`;
        const before = (await session.query<{ reads: number }>(read)).rows[0]?.reads ?? 0;
        await session.exec('set constraints all immediate');
        return ((await session.query<{ reads: number }>(read)).rows[0]?.reads ?? 0) - before;
      } finally {
        await session.exec('rollback');
      }
    });
  const fewer = await reads(60);
  expect(fewer).toBeGreaterThan(60);
  expect(await reads(120)).toBeLessThan(2.5 * fewer);
});

it('one of two is refused over several rows, whichever ends first', async () => {
  await run('update public.pages set parent_id = 1 where id = 2; update public.pages set parent_id = 3 where id = 4');
  const move = (id: number, below: number) =>
    `select public.change_page('${person}', ${id}, ${below}, '{"en": {"path": "/page-${id}", "title": "Page ${id}"}}',
      (select coalesce(max(s.id), 0) from public.draft_saves s where s.page_id = ${id}))`;
  expect((await race([move(1, 4)], [move(3, 2)])).toSorted()).toEqual(['23C01', 'done']);
  expect(await findCircles()).toEqual([]);
});

it('one of two folders that are put into each other is refused in words of its own', async () => {
  const put = (id: number, into: number) =>
    database.withSession((session) =>
      session.query<{ answer: { status: string } }>(
        `select public.save_media_folder('${person}', ${id}, 'Folder ${id}', ${into}) as answer`,
      ),
    );
  const answers = await Promise.all([put(1, 2), put(2, 1)]);
  expect(answers.map(({ rows }) => String(rows[0]?.answer.status)).toSorted()).toEqual(['circle', 'saved']);
  expect(await findCircles()).toEqual([]);
});

it('one of two categories that are published at once is refused', async () => {
  const publish = (id: number, below: number) =>
    `select public.publish_records('${person}', (select jsonb_build_array(jsonb_build_object('kind', 'category', 'id', d.record_id, 'saved_at', d.saved_at,
      'rows', jsonb_build_array(jsonb_build_object('table', 'categories', 'row', jsonb_build_object('id', c.id, 'slug', c.slug, 'localized', c.localized, 'parent_id', ${below})))))
      from public.record_drafts d join public.categories c on c.id = ${id} where d.kind = 'category' and d.record_id = '${id}'))`;
  await run(
    `select public.save_record_draft('${person}', 'category', i::text, '{}', null) from generate_series(1, 2) i`,
  );
  expect(await atOnce([publish(1, 2), publish(2, 1)])).toEqual(['23C01', 'done']);
  expect(await findCircles()).toEqual([]);
});

it('one of two pages that come below each other at once is refused: moved, published, and with something else', async () => {
  const move = (id: number, below: number | null) =>
    `select public.change_page('${person}', ${id}, ${below}, '{"en": {"path": "/page-${id}", "title": "Page ${id}"}}',
      (select coalesce(max(s.id), 0) from public.draft_saves s where s.page_id = ${id}))`;
  expect((await race([move(1, 2)], [move(2, 1)])).toSorted()).toEqual(['23C01', 'done']);
  await flatten();
  const part = (id: number, below: number) =>
    `select private.publish_many(jsonb_build_array(jsonb_build_object('id', ${id}, 'parent_id', ${below}, 'contents',
      private.revision_contents((select published_revision_id from public.pages where id = ${id})))))`;
  const take = (id: number) => `select from public.pages where id = ${id} for no key update`;
  expect((await race([take(1), part(1, 2)], [take(2), part(2, 1)])).toSorted()).toEqual(['23C01', 'done']);
  expect(await findCircles()).toEqual([]);
});

it(`${rounds} pairs that change several trees in any order never wait for each other (seed ${seed})`, async () => {
  const random = makeRandom(seed);
  for (let round = 0; round < rounds; round += 1) {
    const chosen = shuffle(random, trees).slice(0, 2 + random.integer(trees.length - 1));
    const meets = random.chance(0.5) ? random.pick(chosen) : null;
    const writes = (id: number, below: number, order: readonly string[]) =>
      order.flatMap((tree) => {
        const put = puts[tree];
        if (!put) return [];
        // Rows of their own, but for the tree in which they meet.
        return tree === meets ? [put(id, below)] : [put(id, id + 2)];
      });
    const outcomes = await race(writes(1, 2, chosen), writes(2, 1, shuffle(random, chosen)));
    expect(outcomes.toSorted(), `${chosen.join(', ')}; both in ${meets}`).toEqual(
      meets === null ? ['done', 'done'] : ['23C01', 'done'],
    );
    expect(await findCircles()).toEqual([]);
    await flatten();
  }
});

it('a transaction that would look with the eyes of its beginning is refused', async () => {
  const code = await database.withSession(async (session) => {
    await session.exec('begin isolation level repeatable read');
    await session.exec('update public.pages set parent_id = 2 where id = 1');
    return end(session);
  });
  expect(code).toBe('25000');
});
