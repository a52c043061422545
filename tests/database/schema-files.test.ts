import { beforeAll, describe, expect, it } from 'vitest';
import { splitStatements } from '#embedded/apply-migrations.ts';
import { type SchemaDescription, compareSchemas, describeSchema } from '#embedded/describe-schema.ts';
import { generateKeys } from '#embedded/keys.ts';
import { migrationsFolder, openDatabase } from '#embedded/open-database.ts';
import { describeMigrated, describeSchemaFiles, nextMigrationFile } from '#embedded/next-migration.ts';
import { readSchemaFiles, writeMigration } from '#embedded/schema-files.ts';

const files = await readSchemaFiles();
const statements = files.flatMap(({ file, sql }) =>
  splitStatements(sql).map((statement) => ({ place: `${file}:${statement.line}`, sql: statement.sql })),
);

describe('the schema files', () => {
  let defined: SchemaDescription;
  let migrated: SchemaDescription;
  beforeAll(async () => {
    defined = await describeSchemaFiles();
    migrated = await describeMigrated();
  });

  it('define the same as the migrations: every object, grant and row', () => {
    expect(defined.size).toBeGreaterThan(2000);
    expect(compareSchemas(migrated, defined), 'Run: npm run db -- migration NAME').toEqual([]);
  });

  it('define each object once, in its current form', () => {
    const seen = new Map<string, string>();
    const twice: string[] = [];
    for (const { place, sql } of statements) {
      const name = definedObject(sql);
      if (name === null) continue;
      const first = seen.get(name);
      if (first) twice.push(`${name}: ${first} and ${place}`);
      seen.set(name, place);
    }
    expect(seen.size).toBeGreaterThan(300);
    expect(twice).toEqual([]);
  });

  it('change nothing that they have defined', () => {
    const changes =
      /^(create or replace|drop|alter table \S+\s+(drop|rename)|alter table \S+\s+alter column \S+ (type|set default))\b/i;
    expect(statements.filter(({ sql }) => changes.test(sql)).map(({ place }) => place)).toEqual([]);
  });

  it('lead to a migration that makes a different database equal', async () => {
    const database = await openDatabase({ at: null, keys: generateKeys(), migrations: migrationsFolder });
    try {
      await database.withSession(async (session) => {
        await session.exec(`
          drop function public.find_row(text, text);
          create or replace function private.is_slug(value text) returns boolean language sql as 'select false';
          create function private.stray() returns integer language sql as 'select 1';
          create or replace view private.page_parents as select id, parent_id from public.pages;
          drop policy faqs_read on public.faqs;
          drop trigger faqs_touch on public.faqs;
          create index stray_idx on public.faqs (sites);
          drop table public.faq_products;
          drop table public.menus cascade;
          delete from private.kinds where kind in ('tag', 'menu');
          delete from private.content_tables where name in ('faq_products', 'menus');
          alter table public.form_recipients drop column secret;
          alter table public.faqs drop constraint faqs_sites_check;
          grant delete on public.search_words to authenticated;
        `);
        const migration = writeMigration(await describeSchema(session), defined, files);
        expect(migration).not.toContain('by hand');
        await session.exec(`begin; ${migration}; commit`);
        expect(compareSchemas(await describeSchema(session), defined)).toEqual([]);
      });
    } finally {
      await database.close();
    }
  });

  it('add values of an enumeration at their places', () => {
    const name = 'type public.module_type';
    const create = defined.get(name)?.create ?? '';
    const values = /\((.*)\);/.exec(create)?.[1]?.split(', ') ?? [];
    const [first = '', second = ''] = values;
    const last = values.at(-1) ?? '';
    const fewer = create.replace(`${first}, ${second}, `, '').replace(`, ${last})`, ')');
    const migration = writeMigration(new Map(defined).set(name, { name, create: fewer, drop: null }), defined, files);
    expect(migration?.split('\n').filter((line) => line.includes('add value'))).toEqual([
      `alter ${name} add value ${first} before ${values[2]};`,
      `alter ${name} add value ${second} after ${first};`,
      `alter ${name} add value ${last};`,
    ]);
    const renamed = create.replace(first, "'OTHER'");
    expect(writeMigration(new Map(defined).set(name, { name, create: renamed, drop: null }), defined, files)).toContain(
      `-- by hand: ${name}`,
    );
  });

  it('have a column written before a view that was there without it', () => {
    const view = 'view private.product_detail_records';
    const from = new Map(defined).set(view, { name: view, create: 'another', drop: null });
    from.delete('column public.products.order_code');
    const migration = writeMigration(from, defined, files) ?? '';
    expect(migration).toMatch(/add column order_code .*create or replace view private\.product_detail_records /s);
  });

  it('leave to the author what could lose data', () => {
    const without = (name: string) => new Map([...defined].filter(([other]) => other !== name));
    const text = writeMigration(defined, without('column public.tags.sites'), files);
    expect(text).toContain('-- by hand: drop column public.tags.sites');

    const other = new Map(defined).set('rows of private.kinds', { name: '', create: '{"kind": "stray"}', drop: null });
    expect(writeMigration(other, defined, files)).toContain('-- by hand: rows of private.kinds');
    expect(writeMigration(defined, defined, files)).toBeNull();
  });
});

it('A migration is named after its moment, and comes behind those that are there', () => {
  const now = new Date('2026-11-23T10:20:30.400Z');
  expect(nextMigrationFile([], 'add_color', now)).toBe('20261123102030_add_color.sql');
  expect(nextMigrationFile(['20261201000000_initial.sql', 'notes.md'], 'add_color', now)).toBe(
    '20261201000001_add_color.sql',
  );
});

/**
 * The kind and name of the object that a statement creates, as in `function public.find_row(p_kind text, p_slug text)`;
 * null for others.
 */
function definedObject(sql: string): string | null {
  const code = sql.replace(/^\s*--.*$/gm, '').trim();
  const routine = /^create (function \S+?\s*\([^]*?\))\s*(?:returns|\n|as\b)/i.exec(code)?.[1];
  const relation = /^create (?:unique )?((?:table|view|type|index) \S+)/i.exec(code)?.[1];
  const attached = /^create ((?:trigger|policy) \S+)[^]*?\b(on \S+)/i.exec(code);
  const call = /^select (private\.(?:protect_content|watch_slugs)\('\w+')/i.exec(code)?.[1];
  const name = routine ?? relation ?? (attached ? `${attached[1]} ${attached[2]}` : null) ?? call ?? null;
  return name && name.replace(/\s+/g, ' ');
}
