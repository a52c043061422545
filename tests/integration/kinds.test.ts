import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchKinds } from '#domain/search/search.ts';
import { getRecordActs } from '#content/records/record-acts.ts';
import { generateKeys } from '#embedded/keys.ts';
import { type OpenDatabase, migrationsFolder, openDatabase } from '#embedded/open-database.ts';
import { getKind } from '#kinds/kinds.ts';
import { kindNames, recordKinds, referenceKinds, rowKinds } from '#kinds/registry.ts';
import { bookkeeping } from '#schema/record-fields.ts';

/** The registry of kinds in the code and the one in the database say the same. */
describe('the kinds of the database', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openDatabase({ at: null, keys: generateKeys(), migrations: migrationsFolder });
  });
  afterAll(() => database.close());

  const query = <T>(sql: string) => database.withSession(async (session) => (await session.query<T>(sql)).rows);
  const kindsWhere = async (condition: string) =>
    (await query<{ kind: string }>(`select kind from private.kinds where ${condition}`))
      .map(({ kind }) => kind)
      .toSorted();

  it('are those of the code, in the same tables', async () => {
    const rows = await query<{ kind: string; table_name: string }>('select kind, table_name from private.kinds');
    expect(Object.fromEntries(rows.map(({ kind, table_name }) => [kind, table_name]))).toEqual(
      Object.fromEntries(kindNames.map((kind) => [kind, getKind(kind).table])),
    );
  });

  it('have pages, pickers and entries of the search where those of the code do', async () => {
    expect(await kindsWhere('has_page')).toEqual(rowKinds.toSorted());
    expect(await kindsWhere('picker_order is not null')).toEqual(referenceKinds.toSorted());
    expect(await kindsWhere('search_rank is not null')).toEqual(searchKinds.toSorted());
  });

  it('leave the columns that machines write to them, as the code does', async () => {
    const rows = await query<{ kind: string; machine_columns: string[] }>(
      'select kind, machine_columns from private.kinds',
    );
    const edited = rows.filter(({ kind }) => recordKinds.some((known) => known === kind && getRecordActs(known).edit));
    expect(Object.fromEntries(edited.map(({ kind, machine_columns }) => [kind, machine_columns.toSorted()]))).toEqual(
      Object.fromEntries(
        recordKinds
          .filter((kind) => getRecordActs(kind).edit)
          .map((kind) => [
            kind,
            getKind(kind)
              .machineWritten.filter((field) => !(field in bookkeeping) && !getKind(kind).besides.has(field))
              .toSorted(),
          ]),
      ),
    );
  });

  it('are imported and exported with the tables that the code writes', async () => {
    const rows = await query<{ name: string }>('select name from private.content_tables');
    const written = kindNames.flatMap((name) => {
      const { table, joins, parts } = getKind(name);
      const inner = [...Object.values(joins), ...(parts?.tables ?? [])].map((part) => part.table);
      return [table, ...inner];
    });
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...new Set(written)].toSorted());
  });
});
