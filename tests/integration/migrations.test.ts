import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Migration, applyMigrations, squashMark } from '#embedded/apply-migrations.ts';
import { generateKeys } from '#embedded/keys.ts';
import { type OpenDatabase, openDatabase } from '#embedded/open-database.ts';

const migration = (version: string, sql: string): Migration => ({
  version,
  name: 'test',
  file: `${version}_test.sql`,
  sql,
});

describe('applyMigrations', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openDatabase({ at: null, keys: generateKeys(), migrations: null });
  });
  afterAll(() => database.close());
  const apply = (migrations: Migration[]) => database.withSession((session) => applyMigrations(session, migrations));
  const query = (sql: string) => database.withSession(async (session) => (await session.query(sql)).rows);

  it('applies each migration once and records it', async () => {
    const migrations = [migration('20260101000000', 'create table a (x int); insert into a values (1);')];
    expect(await apply(migrations)).toEqual(['20260101000000_test.sql']);
    expect(await apply(migrations)).toEqual([]);
    expect(await query('select * from a')).toEqual([{ x: 1 }]);
    expect(await query('select version, name from supabase_migrations.schema_migrations')).toEqual([
      { version: '20260101000000', name: 'test' },
    ]);
  });

  it('leaves the database as it was when one fails, and says where and why in one line', async () => {
    const migrations = [
      migration('20260101000000', ''),
      migration('20260102000000', 'create table b (x int);'),
      migration('20260103000000', '-- first\ncreate table c (x int);\n\ninsert into b (x,\n  y) values (1, 2);\n'),
    ];
    const failure = await apply(migrations).catch((error: unknown) => error);
    expect(String(failure)).toBe(
      'MigrationFailed: 20260103000000_test.sql:5: column "y" of relation "b" does not exist (in: insert into b (x, y) values (1, 2);)',
    );
    expect(await query("select to_regclass('b') as b, to_regclass('c') as c")).toEqual([{ b: 'b', c: null }]);
    const mended = migrations.with(2, migration('20260103000000', 'create table c (x int);'));
    expect(await apply(mended)).toEqual(['20260103000000_test.sql']);
  });

  it('refuses a database that is newer than the checkout', async () => {
    await expect(apply([])).rejects.toThrow(/update the checkout/);
  });
});

describe('a squash', () => {
  const squash = (version: string, sql: string) => migration(version, `${squashMark}\n${sql}`);
  const one = migration('20260101000000', 'create table a (x int);');
  const two = migration('20260102000000', 'create table b (x int);');
  const first = squash('20260103000000', 'create table a (x int); create table b (x int);');
  const three = migration('20260104000000', 'create table c (x int);');
  const second = squash('20260105000000', 'create table a (x int); create table b (x int); create table c (x int);');
  const four = migration('20260106000000', 'create table d (x int);');

  it.each<[string, Migration[][], Migration[]]>([
    ['new', [], [second, four]],
    ['of the first migration', [[one]], [two, first, three, second, four]],
    ['of all before the first squash', [[one, two]], [first, three, second, four]],
    ['that began with the first squash', [[first]], [three, second, four]],
    ['that the first squash was recorded in', [[one], [first, three]], [second, four]],
    ['that began with the second squash', [[second]], [four]],
  ])('brings over a database that is %s', async (_, history, expected) => {
    const database = await openDatabase({ at: null, keys: generateKeys(), migrations: null });
    try {
      const applied = await database.withSession(async (session) => {
        for (const migrations of history) await applyMigrations(session, migrations, async () => [one, two]);
        return applyMigrations(session, [second, four], async () => [one, two, first, three]);
      });
      expect(applied).toEqual(expected.map(({ file }) => file));
      const [row] = await database.pool`
        select (select string_agg(version, ' ' order by version) from supabase_migrations.schema_migrations) as versions,
          (select string_agg(tablename, ' ' order by tablename) from pg_tables where schemaname = 'public') as tables`;
      expect(row).toEqual({ versions: `${second.version} ${four.version}`, tables: 'a b c d' });
    } finally {
      await database.close();
    }
  });

  it('refuses a migration that is numbered before it', async () => {
    const database = await openDatabase({ at: null, keys: generateKeys(), migrations: null });
    try {
      await expect(
        database.withSession((session) => applyMigrations(session, [three, second], async () => [])),
      ).rejects.toThrow(/20260104000000_test\.sql is numbered before 20260105000000_test\.sql/);
    } finally {
      await database.close();
    }
  });
});
