import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateKeys } from '#embedded/keys.ts';
import { type OpenDatabase, migrationsFolder, openDatabase } from '#embedded/open-database.ts';

/** Nobody throws away work that they have not seen: the functions for people that delete or overwrite it name what the caller saw. */

type Stored = { schema: string; name: string; args: string[]; body: string; isForServer: boolean };

/** Where people's unpublished work is, and what they delete without a version of it being left. */
const work =
  /^\w+ public\.(?:page_locales|modules|module_locales|pages|record_drafts|release_pages|forms|saved_sections|%(?:\d\$)?I)$|^delete public\.releases$/;

/** What a caller has seen: a version, the newest save, the moment of a draft, or the hash of a file. */
const bases = new Set([
  'p_base',
  'p_version',
  'p_expected_version',
  'p_last_save',
  'p_replaces',
  'p_saved_at',
  'p_hash',
]);

/** Functions without such a parameter, and why nothing that somebody has not seen is lost by them. */
const others: Record<string, string> = {
  apply_release: 'saved_at and the live version of each item are in p_pages and p_records',
  take_release_back: 'the live version of each item is in p_pages and p_records',
  take_back: 'the live version of each page is in p_pages, the fields of each record in p_records',
  publish_records: 'saved_at of each draft is in p_records',
  import_records: 'saved_at of each draft and its live version are staged',
  delete_records: 'saved_at of each draft and its last version are in p_records',
  undo_draft: 'a step is undone that nobody has built upon since',
  redo_draft: 'a step is done again that nobody has built upon since',
  create_page: 'it writes a page of its own',
  copy_page: 'it writes a page of its own',
  set_page_lock: 'it writes no contents',
  delete_release: 'there are no drafts in it, or they are live',
  restore_page: 'it writes a page that is not there; a draft that has its address has another one in a release',
  restore_record: 'it writes a record that is not there',
};

/** Tables that a function deletes from or overwrites rows of, by itself. */
function changedBy(body: string): string[] {
  const code = body.replaceAll(/--[^\n]*/g, '');
  const changes = [
    ...code.matchAll(/\b(delete|update)(?:\s+from)?\s+((?:public|private)\.(?:%\d?\$?I|[a-z_]+))/g),
    ...code.matchAll(/\b(insert)\s+into\s+((?:public|private)\.(?:%\d?\$?I|[a-z_]+))(?:(?!;)[\s\S])*?\bdo\s+update\b/g),
  ];
  return changes.map(([, what, table]) => `${what} ${table}`);
}

/** What functions change, those that they call included. */
function findChanges(functions: readonly Stored[]): (name: string) => ReadonlySet<string> {
  const byName = Map.groupBy(functions, ({ schema, name }) => `${schema}.${name}`);
  const reached = (name: string, seen: Set<string>): string[] => {
    if (seen.has(name)) return [];
    seen.add(name);
    return (byName.get(name) ?? []).flatMap(({ body }) => [
      ...changedBy(body),
      ...[...body.matchAll(/\b((?:public|private)\.[a-z_]+)\s*\(/g)].flatMap(([, called = '']) =>
        reached(called, seen),
      ),
    ]);
  };
  return (name) => new Set(reached(name, new Set()));
}

/** Functions that people call, throw work away, and do not say what was seen of it. */
function findBlind(functions: readonly Stored[]): string[] {
  const changesOf = findChanges(functions);
  return functions
    .filter(({ schema, isForServer, args }) => schema === 'public' && isForServer && args.includes('p_actor'))
    .filter(({ name }) => [...changesOf(`public.${name}`)].some((table) => work.test(table)))
    .filter(({ args }) => !args.some((arg) => bases.has(arg)))
    .map(({ name }) => name)
    .toSorted();
}

describe('findBlind', () => {
  const of = (name: string, body: string, args = ['p_actor']): Stored => ({
    schema: name.startsWith('private_') ? 'private' : 'public',
    name,
    args,
    body,
    isForServer: true,
  });

  it.each([
    ['deletes', 'delete from public.record_drafts d where d.id = 1'],
    ['overwrites', 'update public.modules m set position = 1 where m.id = 1'],
    [
      'puts other rows in their place',
      'insert into public.release_pages as l (a) values (1) on conflict (a) do update set a = 1',
    ],
    ['does so to any table', "execute format('delete from public.%I r where r.id = 1', t)"],
    ['calls one that does', 'perform private.private_clear(1)'],
  ])('finds a function that %s', (_, body) => {
    const clear = of('private_clear', 'delete from public.pages where id = 1', []);
    expect(findBlind([of('clear', body), clear])).toEqual(['clear']);
    expect(findBlind([of('clear', body, ['p_actor', 'p_base']), clear])).toEqual([]);
  });

  it('leaves what only reads or adds alone', () => {
    const body = 'select 1 from public.pages for update of pages; insert into public.modules (id) values (1)';
    expect(findBlind([of('add', body)])).toEqual([]);
  });
});

describe('the functions of the database', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openDatabase({ at: null, keys: generateKeys(), migrations: migrationsFolder });
  });
  afterAll(() => database.close());

  it('throw away only what their caller says to have seen', async () => {
    const { rows } = await database.withSession((session) =>
      session.query<Stored>(`
        select n.nspname as schema, p.proname as name, coalesce(p.proargnames, '{}') as args,
          coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body, has_function_privilege('service_role', p.oid, 'execute') as "isForServer"
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private') and p.prokind = 'f'`),
    );
    expect(rows.length).toBeGreaterThan(300);
    expect(findBlind(rows)).toEqual(Object.keys(others).toSorted());
  });
});
