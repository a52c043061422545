import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateKeys } from '#embedded/keys.ts';
import { type OpenDatabase, migrationsFolder, openDatabase } from '#embedded/open-database.ts';
import { findUnsafeChanges } from '../fixtures/unsafe-changes.ts';

describe('findUnsafeChanges', () => {
  it.each([
    'delete from a',
    'update a set b = 1;',
    'update public.a as x set b = (select c from d where true)',
    'with gone as (delete from a returning b) select * from gone where b = 1',
    `execute 'delete from ' || name`,
    `execute format('update %I set b = 1', name)`,
    'begin delete from a; update a set b = 1 where c; end',
  ])('finds what changes every row: %s', (sql) => {
    expect(findUnsafeChanges(sql)).toHaveLength(1);
  });

  it.each([
    'delete from a where b = 1',
    'update a set b = (select 1) where c',
    'insert into a values (1) on conflict (b) do update set c = 2',
    'select * from a for update of a',
    '-- delete from a\nselect 1',
    'with gone as (delete from a where true returning b) select * from gone',
    `execute 'delete from a where b'`,
    'create trigger t after update of b on a',
  ])('leaves others alone: %s', (sql) => {
    expect(findUnsafeChanges(sql)).toEqual([]);
  });
});

describe('the functions of the database', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openDatabase({ at: null, keys: generateKeys(), migrations: migrationsFolder });
  });
  afterAll(() => database.close());

  it('change no table without a condition, which hosted Supabase refuses', async () => {
    const { rows } = await database.withSession((session) =>
      session.query<{ name: string; body: string }>(`
        select p.oid::regprocedure::text as name, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body from pg_proc p
        where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind in ('f', 'p')
        order by 1`),
    );
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.flatMap(({ name, body }) => findUnsafeChanges(body).map((found) => `${name}: ${found}`))).toEqual([]);
  });
});
