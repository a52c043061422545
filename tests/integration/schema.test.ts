import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '#domain/locales.ts';
import { siteIds } from '#domain/sites.ts';
import { generateKeys } from '#embedded/keys.ts';
import { lintDatabase } from '#embedded/lint-database.ts';
import { type OpenDatabase, migrationsFolder, openDatabase } from '#embedded/open-database.ts';
import { registeredTypes } from '#modules/definitions.ts';

describe('the migrated schema', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openDatabase({ at: null, keys: generateKeys(), migrations: migrationsFolder });
  });
  afterAll(() => database.close());

  const query = <T>(sql: string) => database.withSession(async (session) => (await session.query<T>(sql)).rows);

  it('has the enumerations of the code', async () => {
    const [row] = await query<{ types: string[]; locales: string[] }>(
      'select enum_range(null::public.module_type)::text[] as types, enum_range(null::public.locale)::text[] as locales',
    );
    expect(row?.types.toSorted()).toEqual(registeredTypes.toSorted());
    expect(row?.locales).toEqual([...locales]);
  });

  it('knows the sites of the code', async () => {
    const list = `{${siteIds.join(',')}}`;
    expect(await query(`select private.are_sites('${list}') as known, private.are_sites('{other}') as other`)).toEqual([
      { known: true, other: false },
    ]);
  });
});

describe('the database lint', () => {
  it('finds violations', async () => {
    const database = await openDatabase({ at: null, keys: generateKeys(), migrations: migrationsFolder });
    await database.withSession((session) =>
      session.exec(`
        create table public.bait (image_id bigint references public.images (id), other int);
        create index bait_one on public.bait (other);
        create index bait_two on public.bait (other);
        create table public.closed (id int primary key);
        alter table public.closed enable row level security;
        create table public.doors (id int primary key, owner uuid);
        alter table public.doors enable row level security;
        create policy doors_one on public.doors for select using (owner = auth.uid());
        create policy doors_two on public.doors for all to authenticated using (private.is_staff()) with check (true);
        create policy doors_three on public.doors for select to anon using (auth.jwt() -> 'user_metadata' ->> 'admin' = 'yes');
        create view public.window as select * from public.images;
        create view private.window as select * from public.images;
        create materialized view public.picture as select * from public.images;
        grant all on public.bait, public.window, public.picture to anon, authenticated;
        create function public.helper() returns int language sql security definer as 'select 1';
        create extension pgcrypto;
      `),
    );
    const found = new Set((await lintDatabase(database)).map(({ rule }) => rule));
    expect([...found].toSorted()).toEqual([
      'auth_rls_initplan',
      'definer-function-exposed',
      'duplicate_index',
      'extension_in_public',
      'function_search_path_mutable',
      'materialized_view_in_api',
      'more-than-rows',
      'multiple_permissive_policies',
      'no-comment',
      'no_primary_key',
      'policy-of-public',
      'rls_disabled_in_public',
      'rls_enabled_no_policy',
      'rls_policy_always_true',
      'rls_references_user_metadata',
      'row-by-row-authorization',
      'security_definer_view',
      'unindexed_foreign_keys',
      'view-with-owner-rights',
      'visitor-can-write',
    ]);
    await database.close();
  });
});
