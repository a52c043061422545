import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { identifier, literal } from '#database/quote.ts';
import { firstRows } from '../fixtures/catalogue/first-rows.ts';
import { type World, insertRow, readRows } from '../fixtures/catalogue/change-rows.ts';
import { readCatalogue, type Column, type Table } from '../fixtures/catalogue/read-catalogue.ts';
import { type SpoiledValue, spoiledValues } from '../fixtures/catalogue/spoiled-values.ts';
import { smallSite } from '../fixtures/generated-site.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';
import { makeRandom } from '../fixtures/random.ts';
import { isSweep, seed, takeSlice } from '../fixtures/seeds.ts';

/** A value that no form would write is refused by the database, or its record fails alone, is named, and is well when it is put right. */
let setup: PublishingSetup;
let world: World;
beforeAll(async () => {
  setup = await openPublishingSetup(smallSite, { isBuilt: true });
  const tables = await readCatalogue((sql) => query(sql));
  world = {
    query: (sql, parameters) => setup.embedded.query(sql, parameters),
    tables,
    random: makeRandom(seed),
    clock: setup.clock,
  };
});
afterAll(() => setup?.close());

const query = <T = Record<string, unknown>>(sql: string) => setup.embedded.query<T>(sql);
const refusal = z.object({ code: z.string(), message: z.string() });

/** How often another row is made up for a table that has none. */
const attempts = 8;

type Case = { table: Table; column: Column; value: SpoiledValue };
/** A row before it was spoiled: where it is, what its column had, and its numbers. */
type Held = { place: string; text: string | null; ids: string[] };

const failing = () =>
  query<{ path: string; failure: { message: string } | null; is_stale: boolean }>(
    `select coalesce(path, kind || ' ' || ref) as path, failure, stale_seq is not null as is_stale from site_outputs
     where failure is not null or stale_seq is not null order by id`,
  );

/** The row of a table on which most outputs depend. */
async function rowOf({ table, column }: Case): Promise<Held | null> {
  const keys = table.key.map((key) => `jsonb_build_object(${literal(key)}, t.${identifier(key)})`).join(' || ');
  const [found] = await query<Held>(
    `with shown as materialized (
       select split_part(g, ':', 2) as ref, count(distinct o.id) as times from site_outputs o cross join unnest(o.tags) g group by 1
     )
     select t.ctid::text as place, t.${identifier(column.name)}::text as text,
       array(select v from jsonb_each_text(to_jsonb(t)) e (k, v) where k ~ '(^|_)id$' and v is not null) as ids
     from public.${identifier(table.name)} t
     left join shown s on s.ref = coalesce(to_jsonb(t) ->> 'id', to_jsonb(t) ->> 'page_id')
     order by s.times desc nulls last, (${keys})::text limit 1`,
  );
  return found ?? null;
}

const filled = new Set<string>();

/** Adds a row to a table that has none, and to those to which it refers. A random row with which something cannot be published is left out again. */
async function fill(table: Table): Promise<void> {
  if (filled.has(table.name)) return;
  filled.add(table.name);
  if ((await readRows(world, table)).length > 0) return;
  for (const reference of table.references) {
    const target = world.tables.find(({ name }) => name === reference.table);
    if (target) await fill(target);
  }
  const first = firstRows[table.name];
  if (first) {
    await query(first);
    await setup.runtime.publisher.drain();
    return;
  }
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (!(await insertRow(world, table))) continue;
    await setup.runtime.publisher.drain();
    if ((await failing()).length === 0) return;
    await query(`delete from public.${identifier(table.name)}`);
    await setup.runtime.publisher.drain();
  }
}

/** Spoils the row; answers where it is then, or by what it was refused. */
async function write(
  { table, column }: Case,
  { place }: Held,
  sql: string,
): Promise<{ place: string } | { code: string; message: string }> {
  try {
    const [now] = await query<{ place: string }>(
      `update public.${identifier(table.name)} t set ${identifier(column.name)} = ${sql} where t.ctid = ${literal(place)}::tid returning t.ctid::text as place`,
    );
    return now ?? { code: '23000', message: 'A trigger leaves it out' };
  } catch (error) {
    return refusal.parse(error);
  }
}

/** How a failure names what is to be mended: a record or a site, a module or a page with its field, a file of a record, an address. */
const naming =
  /\b(main|developer|automotive)\b|because of (?:module \d+ \([A-Z_]+\)|its data), field \w|missing in Storage|cannot be a path|could not be rendered/;
const saysNothing = /Invalid time value|invalid_argument|undefined|is not a function|not iterable|null value/;

type Outcome = 'no row' | 'refused' | 'held' | 'failed alone';

async function spoil(one: Case, problems: string[]): Promise<Outcome> {
  const { table, column, value } = one;
  const label = `${table.name}.${column.name}: ${value.what}`;
  await fill(table);
  const held = await rowOf(one);
  if (!held) return 'no row';
  const written = await write(one, held, value.sql);
  if ('code' in written) {
    // By a type, a constraint or a sentence of a trigger; not by a limit of the machinery below.
    if (!/^(22|23|P0001|428C9)/.test(written.code)) problems.push(`${label}: ${written.code} ${written.message}`);
    return 'refused';
  }
  await setup.runtime.publisher.drain();
  const failed = await failing();
  for (const { path, failure } of failed) {
    if (failure === null) problems.push(`${label}: ${path} waits, and does not say why`);
    else if (
      saysNothing.test(failure.message) ||
      !(naming.test(failure.message) || held.ids.some((id) => failure.message.includes(id)))
    )
      problems.push(`${label}: ${path}: ${failure.message}`);
  }
  const back = await write(
    one,
    { ...held, ...written },
    held.text === null ? 'null' : `${literal(held.text)}::${column.type}`,
  );
  if ('code' in back) problems.push(`${label}, put right: ${back.code} ${back.message}`);
  await setup.runtime.publisher.drain();
  for (const { path, failure } of await failing()) problems.push(`${label}, put right: ${path}: ${failure?.message}`);
  return failed.length > 0 ? 'failed alone' : 'held';
}

it('are refused, or fail alone and heal, in every column of content by its type', async () => {
  const cases = world.tables.flatMap((table) =>
    table.columns.flatMap((column) => spoiledValues(column).map((value): Case => ({ table, column, value }))),
  );
  expect(cases.length).toBeGreaterThan(3000);
  const problems: string[] = [];
  const counts = new Map<string, Partial<Record<Outcome, number>>>();
  const empty = new Set<string>();
  for (const one of takeSlice(cases, 120, seed)) {
    const outcome = await spoil(one, problems);
    if (outcome === 'no row') empty.add(one.table.name);
    const ofType = counts.get(one.column.type) ?? {};
    ofType[outcome] = (ofType[outcome] ?? 0) + 1;
    counts.set(one.column.type, ofType);
  }
  expect(problems).toEqual([]);
  // They are of staff and of caches, and no page reads them.
  expect([...empty].filter((name) => name !== 'list_views' && name !== 'probe_looks')).toEqual([]);
  await setup.runtime.reconciler.run();
  await setup.runtime.publisher.drain();
  expect(await failing()).toEqual([]);
  if (!isSweep) return;
  console.log([...counts].map(([type, outcome]) => `${type}: ${JSON.stringify(outcome)}`).join('\n'));
  expect(
    compareTrees(await setup.liveTree('main'), await setup.fullTree('main'), await setup.keptFiles('main')),
  ).toEqual([]);
});
