import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { identifier, literal } from '#database/quote.ts';
import { readCatalogue, type Column, type Table } from '../fixtures/catalogue/read-catalogue.ts';
import { type SpoiledValue, spoiledValues } from '../fixtures/catalogue/spoiled-values.ts';
import { smallSite } from '../fixtures/generated-site.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';
import { isSweep, seed, sliceOf } from '../fixtures/seeds.ts';

/** A value that no form would write is refused by the database, or its record fails alone, is named, and is well when it is put right. */
let setup: PublishingSetup;
beforeAll(async () => {
  setup = await openPublishingSetup(smallSite, { isBuilt: true });
});
afterAll(() => setup?.close());

const query = <T = Record<string, unknown>>(sql: string) => setup.embedded.query<T>(sql);
const refusal = z.object({ code: z.string(), message: z.string() });

type Case = { table: Table; column: Column; value: SpoiledValue };
/** A row before it was spoiled: where it is, what its column had, and its numbers. */
type Held = { place: string; text: string | null; ids: string[] };

const failing = () =>
  query<{ path: string; failure: { message: string }; is_stale: boolean }>(
    `select coalesce(path, kind || ' ' || ref) as path, failure, stale_seq is not null as is_stale from site_outputs
     where failure is not null or stale_seq is not null order by id`,
  );

/** The row of a table on which most outputs depend. */
async function rowOf({ table, column }: Case): Promise<Held | null> {
  const keys = table.key.map((key) => `jsonb_build_object(${literal(key)}, t.${identifier(key)})`).join(' || ');
  const [found] = await query<Held>(
    `select t.ctid::text as place, t.${identifier(column.name)}::text as text,
       array(select v from jsonb_each_text(to_jsonb(t)) e (k, v) where k ~ '(^|_)id$' and v is not null) as ids
     from public.${identifier(table.name)} t
     order by (select count(*) from site_outputs o where exists (
       select from unnest(o.tags) g where split_part(g, ':', 2) = coalesce(to_jsonb(t) ->> 'id', to_jsonb(t) ->> 'page_id')
     )) desc, (${keys})::text limit 1`,
  );
  return found ?? null;
}

async function isRefused(
  { table, column, value }: Case,
  { place }: Held,
): Promise<{ refused: boolean; place: string }> {
  try {
    const [now] = await query<{ place: string }>(
      `update public.${identifier(table.name)} t set ${identifier(column.name)} = ${value.sql} where t.ctid = ${literal(place)}::tid returning t.ctid::text as place`,
    );
    return { refused: now === undefined, place: now?.place ?? '' };
  } catch (error) {
    const { code, message } = refusal.parse(error);
    // By a type, a constraint or a sentence of a trigger; not by a limit of the machinery below.
    expect(code, `${table.name}.${column.name}: ${value.what}: ${message}`).toMatch(/^(22|23|P0001|428C9)/);
    return { refused: true, place };
  }
}

async function spoil(one: Case): Promise<'no row' | 'refused' | 'held' | 'failed alone'> {
  const { table, column, value } = one;
  const said = `${table.name}.${column.name}: ${value.what}`;
  const held = await rowOf(one);
  if (!held) return 'no row';
  const { refused, place } = await isRefused(one, held);
  if (refused) return 'refused';
  await setup.runtime.publisher.drain();
  const failed = await failing();
  for (const { path, failure } of failed) {
    expect(failure, `${said}: ${path} waits for nothing`).not.toBeNull();
    // Named by its number, or by its site.
    expect(failure.message, said).toMatch(
      new RegExp(`\\b(${[...held.ids, 'main', 'developer', 'automotive'].join('|')})\\b|could not be rendered`),
    );
    expect(failure.message, said).not.toMatch(/Invalid time value|undefined|null \(|is not a function|not iterable/);
  }
  await query(
    `update public.${identifier(table.name)} t set ${identifier(column.name)} = ${held.text === null ? 'null' : literal(held.text)}::${column.type} where t.ctid = ${literal(place)}::tid`,
  );
  await setup.runtime.publisher.drain();
  expect(await failing(), `${said}, put right`).toEqual([]);
  return failed.length > 0 ? 'failed alone' : 'held';
}

it('are refused, or fail alone and heal, in every column of content by its type', async () => {
  const tables = await readCatalogue((sql) => query(sql));
  const cases = tables.flatMap((table) =>
    table.columns.flatMap((column) => spoiledValues(column).map((value): Case => ({ table, column, value }))),
  );
  expect(cases.length).toBeGreaterThan(3000);
  const counts = new Map<string, Record<string, number>>();
  for (const one of sliceOf(cases, 80, seed)) {
    const outcome = await spoil(one);
    const ofType = counts.get(one.column.type) ?? {};
    ofType[outcome] = (ofType[outcome] ?? 0) + 1;
    counts.set(one.column.type, ofType);
  }
  await setup.runtime.reconciler.run();
  await setup.runtime.publisher.drain();
  expect(await failing()).toEqual([]);
  expect(
    compareTrees(await setup.liveTree('main'), await setup.fullTree('main'), await setup.keptFiles('main')),
  ).toEqual([]);
  if (isSweep) console.log([...counts].map(([type, outcome]) => `${type}: ${JSON.stringify(outcome)}`).join('\n'));
});
