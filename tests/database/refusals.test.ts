import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeRefusal } from '#content/refusals/describe-refusal.ts';
import { ownSentences } from '#content/refusals/own-sentences.ts';
import { getTableNoun } from '#content/refusals/table-nouns.ts';
import { isDatabaseError } from '#database/errors.ts';
import { generateKeys } from '#embedded/keys.ts';
import { type OpenDatabase, migrationsFolder, openDatabase } from '#embedded/open-database.ts';

/** Whatever the database refuses is told in a sentence of its own: a constraint, column or trigger without one fails here. */
let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabase({ at: null, keys: generateKeys(), migrations: migrationsFolder });
});
afterAll(() => database.close());

const rowsOf = <T>(sql: string) => database.withSession(async (session) => (await session.query<T>(sql)).rows);

type Constraint = {
  table: string;
  schema: string;
  name: string;
  kind: 'u' | 'p' | 'x' | 'c' | 'f';
  columns: string[];
  referenced: string | null;
};

/** Unique indexes without a constraint are told as constraints by PostgreSQL. */
const readConstraints = () =>
  rowsOf<Constraint>(`
    select c.relname as table, n.nspname as schema, k.conname as name, k.contype as kind, coalesce(r.relname, null) as referenced,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.conkey)) as columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_class r on r.oid = k.confrelid
    where n.nspname in ('public', 'private') and k.contype in ('u', 'p', 'x', 'c', 'f')
    union all
    select c.relname, n.nspname, x.relname, 'u', null, '{}'
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where i.indisunique and n.nspname in ('public', 'private') and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    order by 2, 1, 3`);

/** What PostgreSQL says of a row that violates a constraint; of a reference both of what names and of what is named. */
function errorsOf({
  table,
  name,
  kind,
  referenced,
}: Constraint): { code: string; message: string; details?: string }[] {
  switch (kind) {
    case 'u':
    case 'p':
      return [{ code: '23505', message: `duplicate key value violates unique constraint "${name}"` }];
    case 'x':
      return [{ code: '23P01', message: `conflicting key value violates exclusion constraint "${name}"` }];
    case 'c':
      return [{ code: '23514', message: `new row for relation "${table}" violates check constraint "${name}"` }];
    case 'f':
      return [
        {
          code: '23503',
          message: `insert or update on table "${table}" violates foreign key constraint "${name}"`,
          details: `Key (a)=(1) is not present in table "${referenced}".`,
        },
        {
          code: '23503',
          message: `update or delete on table "${referenced}" violates foreign key constraint "${name}" on table "${table}"`,
        },
      ];
  }
}

const sentence = /^[A-Z][^_"]*\.$/;

describe('the database refuses', () => {
  it('no row without a sentence that says what happened and what to do, without the name of the constraint', async () => {
    const constraints = await readConstraints();
    expect(constraints.length).toBeGreaterThan(500);
    const untold = constraints.flatMap((constraint) =>
      errorsOf(constraint).flatMap((error) => {
        const told = describeRefusal(error)?.message ?? '';
        return sentence.test(told) && told.includes('Nothing was changed.') ? [] : [`${constraint.name}: ${told}`];
      }),
    );
    expect(untold).toEqual([]);
  });

  it('nothing of a table that has no name, nor for a reason that only its number says', async () => {
    const constraints = (await readConstraints()).filter(({ schema }) => schema === 'public');
    const unnamed = [...new Set(constraints.map(({ table }) => table))].filter(
      (table) => getTableNoun(table) === undefined,
    );
    expect(unnamed, 'Say in table-nouns.ts what people call its rows').toEqual([]);
    const unexplained = constraints.filter(({ table, name, kind, columns }) => {
      if (kind === 'f' || kind === 'p' || Object.hasOwn(ownSentences, name)) return false;
      const ends = kind === 'c' ? ['check', 'bounds', 'range', 'length', 'list'] : ['key'];
      return !columns.some((column) => ends.some((end) => name === `${table}_${column}_${end}`));
    });
    expect(
      unexplained.map(({ name }) => name),
      'Say in own-sentences.ts what it means',
    ).toEqual([]);
    const names = new Set(constraints.map(({ name }) => name));
    expect(Object.keys(ownSentences).filter((name) => !names.has(name))).toEqual([]);
  });

  it('no missing value without naming it', async () => {
    const columns = await rowsOf<{ table: string; column: string }>(`
      select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and a.attnotnull and not a.attisdropped`);
    expect(columns.length).toBeGreaterThan(300);
    const untold = columns.filter(({ table, column }) => {
      const message = `null value in column "${column}" of relation "${table}" violates not-null constraint`;
      return !sentence.test(describeRefusal({ code: '23502', message })?.message ?? '');
    });
    expect(untold).toEqual([]);
  });

  it('nothing by a trigger that does not say why', async () => {
    const triggers = await rowsOf<{ name: string; source: string }>(`
      select distinct p.proname as name, p.prosrc as source from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosrc ~* 'raise exception'`);
    expect(triggers.length).toBeGreaterThan(2);
    const codes: Readonly<Record<string, string>> = {
      restrict_violation: '23001',
      check_violation: '23514',
      unique_violation: '23505',
      foreign_key_violation: '23503',
      integrity_constraint_violation: '23000',
      object_not_in_prerequisite_state: '55000',
    };
    const untold = triggers.flatMap(({ name, source }) =>
      [...source.matchAll(/raise exception\s+'((?:[^']|'')*)'([^;]*);/gi)].flatMap(([, text = '', using = '']) => {
        const condition = /errcode\s*=\s*'(\w+)'/.exec(using)?.[1] ?? 'raise_exception';
        const message = text.replaceAll("''", "'").replaceAll('%', 'pages');
        const told = describeRefusal({ code: codes[condition] ?? condition, message })?.message ?? '';
        return sentence.test(told) ? [] : [`${name}: ${condition}: ${message}`];
      }),
    );
    expect(untold).toEqual([]);
  });
});

const provoked: Readonly<Record<string, { sql: string; told: RegExp }>> = {
  'a key that another has': {
    sql: 'insert into public.tags (slug, localized) select \'air\', \'{"en": {"name": "Air"}}\' from generate_series(1, 2)',
    told: /^Another tag has the address “air” already\. /,
  },
  'an address that another page has': {
    sql: `insert into public.page_locales (page_id, locale, site_id, path, title)
      select p, 'en', 'refusals', '/same', 'P' from unnest(array[(select min(id) from public.pages), (select max(id) from public.pages)]) p`,
    told: /^The draft of another page has this address\. /,
  },
  'a page below itself': {
    sql: 'update public.pages set parent_id = id',
    told: /^A page cannot be below itself\. Nothing was changed\. /,
  },
  'a value that a check refuses': {
    sql: 'insert into public.tags (slug, localized) values (\'No slug\', \'{"en": {"name": "Air"}}\')',
    told: /^The address of this tag cannot be stored as it is\. /,
  },
  'a reference to nothing': {
    sql: "insert into public.pages (site_id) values ('nowhere')",
    told: /^This page names a site that does not exist any more/,
  },
  'what something uses': {
    sql: `with above as (update public.pages set parent_id = (select min(id) from public.pages) where id = (select max(id) from public.pages))
      delete from public.pages where id = (select min(id) from public.pages)`,
    told: /^A page still uses this page\. /,
  },
  'a missing value': {
    sql: 'insert into public.releases (name) values (null)',
    told: /^The name of this release is missing\. /,
  },
  'a moment outside of time': {
    sql: "update public.sites set created_at = '99999999-01-01'",
    told: /^A date or time is outside of what can be stored\. /,
  },
  'a change of the history': {
    sql: `insert into public.page_revisions (page_id, number) values (1, 1);
      update public.page_revisions set number = 2`,
    told: /^A .*stays as it was written/,
  },
};

describe('PostgreSQL says in a form that is understood', () => {
  it.each(Object.entries(provoked))('%s', async (_, { sql, told }) => {
    const error = await database.withSession(async (session) => {
      await session.exec(`begin;
        insert into public.sites (id, locales, localized) values ('refusals', '{en}', '{"en": {"title": "T", "description": "D"}}');
        insert into public.pages (site_id) values ('refusals'), ('refusals')`);
      try {
        await session.exec(sql);
        return null;
      } catch (caught) {
        return caught;
      } finally {
        await session.exec('rollback');
      }
    });
    if (!isDatabaseError(error)) throw new Error('The database has taken it');
    const { code, message, detail = null } = error;
    expect(describeRefusal({ code, message, details: detail })?.message).toMatch(told);
  });
});
