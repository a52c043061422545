import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { isRecord } from '#domain/objects.ts';
import { kinds } from '#kinds/kinds.ts';
import { shapes } from '#kinds/shapes.ts';
import { defOf } from '#schema/schema-def.ts';
import { readCatalogue } from '../fixtures/catalogue/read-catalogue.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';

let setup: PublishingSetup;

beforeAll(async () => {
  setup = await openPublishingSetup({ pages: 12, locales: ['en', 'de'], products: 8, articles: 4, seed: 7 });
  await setup.build();
  await setup.runtime.publisher.drain();
}, 120_000);
afterAll(() => setup.close());

const change = (sql: string) => setup.embedded.query(sql);

const shapeRow = z.object({ kind: z.string(), shape: z.string(), view_name: z.string(), keys: z.array(z.string()) });
const columnRow = z.object({
  table_name: z.string(),
  shape: z.string(),
  column_name: z.string(),
  keys: z.array(z.string()).nullable(),
});

const readShapes = async () => z.array(shapeRow).parse(await change('select * from private.shapes'));
const readColumns = async () =>
  z.array(columnRow).parse(await change('select * from private.shape_columns order by 1, 2, 3'));

/** The texts that a row's schema takes by locale, at its top level: those of other rows are inside of these. */
function textsOf(schema: z.core.$ZodType): string[] {
  const def = defOf(schema);
  switch (def.type) {
    case 'object':
      return Object.values(def.shape).flatMap((field) => textsByLocale(field));
    default:
      return [];
  }
}

function textsByLocale(schema: z.core.$ZodType): string[] {
  const def = defOf(schema);
  if (def.type === 'optional' || def.type === 'nullable') return textsByLocale(def.innerType);
  if (def.type !== 'record') return [];
  const value = defOf(def.valueType);
  const names = defOf(def.keyType);
  const isByLocale = names.type === 'enum' && locales.every((locale) => locale in names.entries);
  return isByLocale && value.type === 'object' ? Object.keys(value.shape) : [];
}

describe('the shapes of records', () => {
  it('have the columns on which their views depend', async () => {
    const before = await readColumns();
    expect(before.length).toBeGreaterThan(100);
    await change('select private.derive_shapes()');
    expect(await readColumns()).toEqual(before);
  });

  it('have the texts that the schemas of their rows take', async () => {
    const cards = (await readShapes()).filter(
      ({ shape, kind, view_name: view }) => view === `${kind}_records` && shape === 'card',
    );
    expect(cards.length).toBeGreaterThan(15);
    const byName: Readonly<Record<string, z.ZodType>> = shapes;
    for (const { kind, keys } of cards) {
      const schema = byName[kind];
      // Lists only: their items have the schema of the list.
      if (schema) expect([kind, textsOf(schema).toSorted()]).toEqual([kind, keys.toSorted()]);
    }
  });

  it('are read from tables and views alone: what a function reads, no catalogue tells', async () => {
    const functions = await change(`
      with recursive views as (
        select c.oid from private.shapes s join pg_class c on c.relname = s.view_name and c.relnamespace = 'private'::regnamespace
        union
        select d.refobjid from views v
        join pg_rewrite r on r.ev_class = v.oid
        join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass and d.refobjid <> v.oid
        join pg_class c on c.oid = d.refobjid and c.relkind = 'v'
      )
      select distinct p.proname from views v
      join pg_rewrite r on r.ev_class = v.oid
      join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_proc'::regclass
      join pg_proc p on p.oid = d.refobjid
      where p.provolatile <> 'i' and p.pronamespace <> 'pg_catalog'::regnamespace`);
    expect(functions).toEqual([]);
  });
});

/** Columns of rows that pages show which no view of a record has, and who reads them, or why nobody does. */
const besides: Readonly<Record<string, string>> = {};

describe('every value of the tables that published files show', () => {
  /** Columns and texts that no view which pages read depends on, and that are not named above. */
  async function unnamed(): Promise<string[]> {
    const tables = await readCatalogue((sql) => change(sql));
    const watched = z
      .array(z.object({ name: z.string(), id_column: z.string() }))
      .parse(await change('select name, id_column from private.watched_tables'));
    const read = z.array(z.object({ name: z.string() })).parse(
      await change(`
      with recursive views as (
        select c.oid from pg_class c
        where c.relnamespace = 'private'::regnamespace and c.relkind = 'v'
          and (c.relname like '%\\_records' or c.relname like '%\\_page\\_rows' or c.relname in ('routes', 'page_parents', 'globals_dependencies'))
        union
        select d.refobjid from views v
        join pg_rewrite r on r.ev_class = v.oid
        join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass and d.refobjid <> v.oid
        join pg_class c on c.oid = d.refobjid and c.relkind = 'v'
      )
      select distinct c.relname || '.' || a.attname as name from views v
      join pg_rewrite r on r.ev_class = v.oid
      join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass and d.refobjsubid > 0
      join pg_class c on c.oid = d.refobjid and c.relkind = 'r'
      join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid`),
    );
    const names = new Set(read.map(({ name }) => name));
    return watched.flatMap(({ name, id_column: idColumn }) =>
      (tables.find((table) => table.name === name)?.columns ?? []).flatMap((column) => {
        const place = `${name}.${column.name}`;
        if (['id', idColumn, 'version', 'created_at', 'updated_at'].includes(column.name)) return [];
        return names.has(place) || place in besides ? [] : [place];
      }),
    );
  }

  it('is part of a view, or named here with who reads it', async () => {
    expect(await unnamed()).toEqual([]);
  });

  it('has to be: a column that has just been added is missed', async () => {
    await change('alter table public.images add column made_here text');
    try {
      expect(await unnamed()).toEqual(['images.made_here']);
    } finally {
      await change('alter table public.images drop column made_here');
    }
  });

  it('is part of its kind, where it is a text: every one is shown, or named here', async () => {
    const byName: Readonly<Record<string, z.ZodType>> = shapes;
    const shown = (kind: string) =>
      Object.entries(byName).flatMap(([name, schema]) =>
        name === kind || name.startsWith(`${kind}_`) ? textsOf(schema) : [],
      );
    const missing = Object.values(kinds).flatMap(({ kind, localized }) =>
      kind in byName
        ? Object.keys(localized ?? {})
            .filter((key) => !shown(kind).includes(key))
            .map((key) => `${kind} ${key}`)
        : [],
    );
    expect(missing).toEqual([]);
    expect(isRecord(byName)).toBe(true);
  });
});

describe('a change that no page shows', () => {
  /** Which files are read again for a change, and which of them differ. */
  async function publish(sql: string): Promise<{ read: number; same: number }> {
    const result = { read: 0, same: 0 };
    const off = setup.runtime.publisher.onReceipt(({ items }) => {
      result.read += items.length;
      result.same += items.filter((item) => item.change === 'same').length;
    });
    await change(sql);
    await setup.runtime.publisher.drain();
    off();
    return result;
  }

  const nothing = { read: 0, same: 0 };

  it.each([
    ['a menu that is saved unchanged', `update public.menus set items = items, version = version + 1 where id > 0`],
    ['the file name of a picture', `update public.images set filename = 'other-' || filename where id > 0`],
    ['how editors call a picture', `update public.images set display = 'Other' where id > 0`],
    [
      'the telephone number of a site',
      `update public.sites set settings = settings || '{"phone": "+41 44 000 00 00"}' where id = 'main'`,
    ],
  ])('reads nothing: %s', async (_, sql) => {
    expect(await publish(sql)).toEqual(nothing);
  });

  it('draws nothing: the internal text of links', async () => {
    const { read, same } = await publish(
      `update public.links set text = text || ' (internal)' where link_type = 'internal'`,
    );
    expect(read).toBe(same);
  });
});
