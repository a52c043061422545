import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { kinds } from '#kinds/kinds.ts';
import { shapes } from '#kinds/shapes.ts';
import { getDef } from '#schema/schema-def.ts';
import { openPool, withSession } from '#embedded/pool.ts';
import { readCatalogue } from '../fixtures/catalogue/read-catalogue.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';

let setup: PublishingSetup;

beforeAll(async () => {
  setup = await openPublishingSetup(
    { pages: 12, locales: ['en', 'de'], products: 8, articles: 4, seed: 7 },
    { isBuilt: true },
  );
});
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
  const def = getDef(schema);
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) =>
        name === 'localized' || name === 'texts' ? textsByLocale(field) : [],
      );
    default:
      return [];
  }
}

function textsByLocale(schema: z.core.$ZodType): string[] {
  const def = getDef(schema);
  if (def.type === 'optional' || def.type === 'nullable') return textsByLocale(def.innerType);
  if (def.type !== 'record') return [];
  const value = getDef(def.valueType);
  const names = getDef(def.keyType);
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

  it('do not say when a record was changed, which is no part of any language', async () => {
    const dated = (await readColumns()).filter(
      ({ column_name: name, shape }) => name === 'updated_at' && shape !== 'link',
    );
    expect(dated).toEqual([]);
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

/** Tables that functions read as they are, with the tag that names a row or its site. */
const readAsWholes: Readonly<Record<string, string>> = {
  channel_partners: 'list_sellers, inventory_records',
  faqs: 'list_faqs',
  investor_publications: 'list_publications',
  menus: 'read_globals',
  page_revision_locales: 'read_pages',
  redirects: 'read_redirects',
  representatives: 'list_sellers',
  sites: 'read_globals',
  stock_quotes: 'list_quotes',
};

/** Columns that no view of a record has: the function that reads them, with the tag of the whole record, or why no page shows them. */
const besides: Readonly<Record<string, string>> = {
  'applications.sites': 'invisible: only the search asks for it',
  'applications.slug': 'invisible: applications have no pages',
  'categories.parent_id': 'list_catalog and the lists of products',
  'cvs.position_order': 'invisible: pages order them themselves',
  'documents.content_type': 'invisible: the answer of Storage',
  'documents.filename': 'invisible: its path names it',
  'documents.hash': 'invisible: its path names it',
  'documents.name': 'invisible: for editors and the search',
  'files.content_type': 'invisible: the answer of Storage',
  'files.hash': 'invisible: its path names it',
  'forms.retention_days': 'invisible: for submissions',
  'forms.success_url': 'invisible: the answer to a submission',
  'images.bytes': 'invisible: for editors',
  'images.content_type': 'invisible: visitors get WebP and AVIF',
  'images.display': 'invisible: how editors call it',
  'images.filename': 'invisible: its address is made of the hash',
  'images.storage_path': 'invisible: the original, which visitors are not sent',
  'jobs.location_id': 'invisible: a job has its place in words',
  'jobs.slug': 'invisible: jobs have no pages',
  'pages.is_editable': 'read_pages',
  'pages.structure_version': 'invisible: of the draft',
  'pages.template': 'read_pages',
  'products.position': 'the lists of products',
  'products.product_class': 'read_catalog_part, list_catalog',
  'properties.key': 'list_catalog, list_product_values',
  'properties.value_type': 'list_catalog',
  'series.category_id': 'list_product_rows',
  'shared_modules.name': 'invisible: for editors',
  'vectors.bytes': 'invisible: for editors',
  'vectors.content_type': 'invisible: there is one',
  'vectors.filename': 'invisible: its address is made of the hash',
  'vectors.hash': 'invisible: its path names it',
  'videos.filename': 'invisible: for editors',
  'videos.size': 'invisible: for editors',
};

/** Texts that no page shows. */
const textsBesides: readonly string[] = ['series description'];

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
        return names.has(place) || name in readAsWholes || place in besides ? [] : [place];
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
    expect(missing).toEqual(textsBesides);
  });
});

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

describe('a change that no page shows', () => {
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

  it('reads nothing: the internal text of links that only menus lead by', async () => {
    await change(
      `insert into public.links (id, text, link_type, url) values (901, 'Menu', 'external', 'https://www.example.com/')`,
    );
    await change(
      `insert into public.menus (site_id, name, items) values ('main', 'footer', '[{"id": "extra", "label": {"en": "Extra"}, "link": 901}]')`,
    );
    await setup.runtime.publisher.drain();
    expect(await publish(`update public.links set text = 'Internal', target = '_blank' where id = 901`)).toEqual(
      nothing,
    );
    expect(
      (await publish(`update public.links set url = 'https://www.example.com/other' where id = 901`)).read,
    ).toBeGreaterThan(20);
  });

  it('reads pages of one language alone: the name of a product in German', async () => {
    const paths: string[] = [];
    const off = setup.runtime.publisher.onReceipt(({ items }) => paths.push(...items.map((item) => item.path)));
    await change(
      `update public.products set localized = jsonb_set(localized, '{de,tagline}', '"Anders"') where localized ? 'de' and id = (
        select min(id) from public.products where localized ? 'de')`,
    );
    await setup.runtime.publisher.drain();
    off();
    expect(paths.filter((path) => path.startsWith('/de/')).length).toBeGreaterThan(1);
    // The page of a record may show when it was changed, and a sitemap does; the data of the catalog has the whole record.
    expect(paths.filter((path) => !/^\/de(\/|$)|\/products\/catalog\/|catalog-0|sitemap/.test(path))).toEqual([]);
  });
});

describe('the position of a part of a record', () => {
  /** Moves the parts of every record without changing their order, and answers how many files were read for it. */
  async function respread(table: string, owner: string, key: string, place: string): Promise<number> {
    const { read } = await publish(`
      update public.${table} p set position = o.place
      from (
        select t.id, ${place} as place
        from (
          select x.ctid as id, x.position, x.${owner} as owner, x.${key} as key,
            x.${key} < lag(x.${key}) over (partition by x.${owner} order by x.position, x.${key}) as is_next
          from public.${table} x
        ) t
        window w as (partition by t.owner order by t.position, t.key)
      ) o
      where p.ctid = o.id`);
    return read;
  }

  it('says nothing but the order: another number is no change of any file', async () => {
    await change(`
      insert into public.product_relations (product_id, related_id, position)
      select p.id, r.id, (p.id * 5 + r.id * 3) % 4 from public.products p join public.products r on r.id <> p.id
      on conflict do nothing`);
    await change(`
      insert into public.product_images (product_id, image_id, position)
      select p.id, i.id, (p.id * 5 + i.id * 3) % 4 from public.products p cross join (select id from public.images limit 4) i`);
    await setup.runtime.publisher.drain();
    const parts = [
      ['product_relations', 'product_id', 'related_id'],
      ['product_images', 'product_id', 'id'],
    ] as const;
    const places = [
      '(row_number() over w) * 7 - 3',
      // The same place as long as the keys say the order.
      'count(*) filter (where t.is_next) over w',
    ];
    for (const place of places) {
      for (const [table, owner, key] of parts)
        expect([table, await respread(table, owner, key, place)]).toEqual([table, 0]);
      expect(compareTrees(await setup.liveTree('main'), await setup.fullTree('main'))).toEqual([]);
    }
  });

  it('counts while somebody else is changing the table, and who comes after compares with what was written', async () => {
    const messages = async () =>
      z
        .array(z.object({ count: z.coerce.number() }))
        .parse(await change('select count(*) from pgmq.q_content_changes'))[0]?.count;
    await change(`delete from public.product_relations where product_id > 0`);
    await change(`
      insert into public.product_relations (product_id, related_id, position)
      select p.first, p.id, p.place * 3 - 5
      from (select id, row_number() over (order by id) as place, min(id) over () as first from public.products) p where p.place in (2, 3)`);
    await setup.runtime.publisher.drain();
    const [first, second] = z
      .array(z.object({ related_id: z.coerce.number(), position: z.number() }))
      .parse(await change('select related_id, position from public.product_relations order by position'));
    if (!first || !second) throw new Error('There are no two parts');
    expect([first.position, second.position]).toEqual([1, 4]);
    const move = ({ related_id: id }: { related_id: number }, position: number) =>
      `update public.product_relations set position = ${position} where related_id = ${id}`;

    const pool = openPool(setup.embedded.databaseUrl, { max: 1, name: 'another editor' });
    try {
      await withSession(pool, async (other) => {
        await other.exec(
          `begin; set local role service_role; delete from public.product_relations where related_id = ${second.related_id}`,
        );
        // It comes before the other part as it did, and still it is not known what becomes of that one.
        await change(move(first, 2));
        expect(await messages()).toBe(1);
        await other.exec('rollback');
        await setup.runtime.publisher.drain();

        await other.exec(`begin; set local role service_role; ${move(first, 3)}`);
        const later = change(move(second, 2));
        const waits = `select 1 from pg_locks where not granted and relation = 'public.product_relations'::regclass`;
        while ((await other.query(waits)).rows.length === 0);
        await other.exec('commit');
        await later;
        expect(await messages()).toBe(1);
      });
    } finally {
      await pool.end();
    }
    await setup.runtime.publisher.drain();
    expect(compareTrees(await setup.liveTree('main'), await setup.fullTree('main'))).toEqual([]);
  });
});
