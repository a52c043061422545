import { describe, expect, it } from 'vitest';
import { type Migration, readMigrations, squashMark, toMigration } from './apply-migrations.ts';
import { findContractions } from './find-contractions.ts';
import { migrationsFolder } from './open-database.ts';

const migration = (sql: string): Migration => toMigration('29990101000000_change.sql', sql);
const find = async (sql: string) => (await findContractions([migration(sql)])).map(({ object }) => object);

it('No migration takes away what the version before uses', async () => {
  expect(await findContractions(await readMigrations(migrationsFolder))).toEqual([]);
});

describe('a migration with the statement', () => {
  it.each([
    ['drop table public.tags;', 'drops a table'],
    ['drop table if exists public.tags cascade;', 'drops a table'],
    ['drop type public.colour;', 'drops a type'],
    ['alter table public.tags drop column slug;', 'drops a column'],
    ['alter table public.tags add column name text, drop column slug;', 'drops a column'],
    ['alter table public.tags rename to labels;', 'renames'],
    ['alter table public.tags rename column slug to name;', 'renames'],
    ["alter type public.colour rename value 'red' to 'crimson';", 'renames'],
    ['alter table public.tags alter column slug type varchar(20);', 'changes a type'],
    ['alter table public.tags alter slug set data type varchar(20);', 'changes a type'],
    ['alter table public.tags alter column slug set not null;', 'requires a value'],
    ['alter table public.tags add column name text not null;', 'requires a value'],
    ['drop function public.find_row(text, text);', 'drops public.find_row'],
    ['drop view public.window;', 'drops public.window'],
  ])('%s is refused without the version that no longer needs it', async (sql, what) => {
    expect(await find(`create index one on public.tags (slug);\n${sql}\n`)).toEqual([
      `29990101000000_change.sql ${what}, line 2`,
    ]);
    expect(await find(`-- unused since 0.2.0\n${sql}\n`)).toEqual([]);
    expect(await find(`-- unused since 99.0.0\n${sql}\n`)).toHaveLength(1);
    expect(await find(`${squashMark}\n${sql}\n`)).toEqual([]);
  });

  it.each([
    'alter table public.tags add column name text;',
    "alter table public.tags add column name text not null default '';",
    'alter table public.tags add column folded text not null generated always as (lower(slug)) stored;',
    'alter table public.tags alter column slug drop not null;',
    "alter type public.colour add value 'green';",
    'drop index public.tags_slug_idx;',
    'drop trigger tags_touch on public.tags;',
    'drop function private.stray();',
    "drop function public.find_row(text);\ncreate function public.find_row(text, text default '') returns text language sql as 'select 1';",
    'create function public.f() returns void language sql as $$ alter table public.tags drop column slug; $$;',
  ])('%s is accepted', async (sql) => {
    expect(await find(sql)).toEqual([]);
  });
});
