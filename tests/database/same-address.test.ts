import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { generateKeys } from '#embedded/keys.ts';
import { type OpenDatabase, migrationsFolder, openDatabase } from '#embedded/open-database.ts';
import type { Session } from '#embedded/pool.ts';

/** Two people give pages one address at once: the second is told who has it, as if it had come later, and neither stops the other. */

const person = '00000000-0000-0000-0000-00000000000a';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabase({ at: null, keys: generateKeys(), migrations: migrationsFolder });
  await database.withSession((session) =>
    session.exec(`
      insert into auth.users (id, email) values ('${person}', 'a@test.example');
      insert into public.staff (user_id, email) values ('${person}', 'a@test.example');
      insert into public.sites (id, locales, localized) values ('test', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
      insert into public.pages (id, site_id) overriding system value select i, 'test' from generate_series(1, 3) i;
      insert into public.page_locales (page_id, locale, site_id, path, title)
        select i, l::public.locale, 'test', case i when 3 then '/same' else '/page-' || i end, 'Page ' || i
        from generate_series(1, 3) i, unnest('{en,de}'::text[]) l;
      select setval(pg_get_serial_sequence('public.pages', 'id'), 100);
      select public.delete_page('${person}', 3, true, null, coalesce((select max(id) from public.draft_saves where page_id = 3), 0));`),
  );
});
afterAll(() => database.close());

const names = `'{"en": {"path": "/same", "title": "Same"}, "de": {"path": "/Same", "title": "Gleich"}}'`;
const lastSave = (page: number) => `coalesce((select max(id) from public.draft_saves where page_id = ${page}), 0)`;

/** By what is done, the call that takes the address. */
const takes: Readonly<Record<string, string>> = {
  'a new page': `public.create_page('${person}', 'test', null, ${names})`,
  'another name': `public.change_page('${person}', 1, null, ${names}, ${lastSave(1)})`,
  'another name of another page': `public.change_page('${person}', 2, null, ${names}, ${lastSave(2)})`,
  'a page out of the trash': `public.restore_page('${person}', 3)`,
};

const answerRow = z.array(z.object({ status: z.string() })).length(1);

async function ask(session: Session, call: string): Promise<string> {
  const { rows } = await session.query(`select ${call} ->> 'status' as status`);
  return answerRow.parse(rows)[0]?.status ?? '';
}

const pairs = Object.keys(takes).flatMap((first) =>
  Object.keys(takes).flatMap((second) =>
    first === second && first !== 'a new page' ? [] : [[first, second] as const],
  ),
);

it.each(pairs)('%s, and %s', async (first, second) => {
  await database.withSession((one) =>
    database.withSession((other) =>
      database.withSession(async (observer) => {
        const pid = z
          .array(z.object({ pid: z.number() }))
          .parse((await other.query('select pg_backend_pid() as pid')).rows)[0]?.pid;
        await one.exec('begin');
        await other.exec('begin');
        expect(await ask(one, takes[first] ?? '')).toMatch(/^(saved|restored)$/);
        const coming = ask(other, takes[second] ?? '');
        const isAnswered = coming.then(
          () => true,
          () => true,
        );
        const waits = async () =>
          z
            .array(z.object({ waits: z.boolean() }))
            .parse((await observer.query(`select cardinality(pg_blocking_pids(${pid})) > 0 as waits`)).rows)[0]
            ?.waits ?? false;
        while (!(await waits()) && !(await Promise.race([isAnswered, Promise.resolve(false)])));
        // What it waits for is the address, before it has anything that the first could wait for.
        const held = await observer.query(
          `select 1 from pg_locks where pid = ${pid} and locktype = 'relation' and mode = 'RowExclusiveLock' and relation = 'public.page_locales'::regclass`,
        );
        await one.exec('commit');
        const answer = await coming.catch(() => 'an error');
        await other.exec('rollback');
        expect(held.rows).toEqual([]);
        expect(answer).toBe('taken');
      }),
    ),
  );
  await database.withSession((session) =>
    session.exec(`
      delete from public.pages where id > 100;
      select public.delete_page('${person}', p.id, true, null, ${lastSave(3)}) from public.pages p where p.id = 3;
      update public.page_locales set path = '/page-' || page_id where page_id in (1, 2);`),
  );
});
