import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { identifier } from '#database/quote.ts';
import { siteIds } from '#domain/sites.ts';
import { isDifferent } from '#publish/commit/published-output.ts';
import { changeColumn, editorColumns, nameOf } from '../fixtures/catalogue/editor-columns.ts';
import { readCatalogue } from '../fixtures/catalogue/read-catalogue.ts';
import type { World } from '../fixtures/catalogue/change-rows.ts';
import { type Setup, openDemoSetup } from '../fixtures/publishing-setup.ts';
import { makeRandom } from '../fixtures/random.ts';

type Cost = { name: string; read: number; drawn: number; changed: number };

let setup: Setup<null>;
let world: World;
/** Whether a page could not be published, of which a file in Storage is missing for example. */
let hasFailed = false;

beforeAll(async () => {
  setup = await openDemoSetup();
  await setup.build();
  const query = (sql: string, parameters?: unknown[]) => setup.embedded.query(sql, parameters);
  world = { query, tables: await readCatalogue(query), random: makeRandom(1), clock: setup.clock };
  // The first batch of each site has to learn what pages begin with.
  await setup.runtime.publisher.drain();
});
afterAll(() => setup.close());

/** What the publisher does until nothing waits. */
async function publish(): Promise<Omit<Cost, 'name'>> {
  hasFailed = false;
  const cost = { read: 0, drawn: 0, changed: 0 };
  const off = setup.runtime.publisher.onReceipt(({ items }) => {
    for (const { change } of items) {
      cost.read += 1;
      if (change !== 'same') cost.drawn += 1;
      if (isDifferent(change)) cost.changed += 1;
      if (change === 'failed') hasFailed = true;
    }
  });
  await setup.runtime.publisher.drain();
  off();
  return cost;
}

/** Whether files differ when all of them are read again: the publish before has missed these. */
async function missesSomething(): Promise<boolean> {
  const failedBefore = hasFailed;
  const sites = siteIds.map((site) => `site:${site}`).join(',');
  await world.query(`select private.queue_change('{${sites}}', '[]')`);
  const { changed } = await publish();
  hasFailed = failedBefore;
  return changed > 0;
}

const sumOf = (costs: readonly Cost[], what: 'read' | 'drawn' | 'changed') =>
  costs.reduce((sum, cost) => sum + cost[what], 0);

const part = z.object({ name: z.string(), owner: z.string() });

it('takes the position of a part for nothing but its place among the others of its record', async () => {
  const parts = z.array(part).parse(
    await world.query(`
      select c.name, c.owner_key as owner from private.content_tables c
      join information_schema.columns p on p.table_schema = 'public' and p.table_name = c.name and p.column_name = 'position'
      where c.owner_key is not null order by c.name`),
  );
  expect(parts.length).toBeGreaterThan(7);
  for (const { name, owner } of parts) {
    // Of more rows at once it is not looked up what differs.
    await world.query(`update public.${identifier(name)} set position = position * 3 + 1
      where ${identifier(owner)} in (select distinct ${identifier(owner)} from public.${identifier(name)} order by 1 limit 30)`);
    expect([name, (await publish()).read]).toEqual([name, 0]);
  }
  expect(await missesSomething()).toBe(false);
});

it('reads and draws little more than what changes, whichever value an editor changes', async () => {
  const columns = await editorColumns(world);
  const costs: Cost[] = [];
  const refused: string[] = [];
  const missed: string[] = [];
  for (const column of columns) {
    const putBack = await changeColumn(world, column);
    if (!putBack) {
      refused.push(nameOf(column));
      continue;
    }
    const cost = await publish();
    if (await missesSomething()) missed.push(nameOf(column));
    if (hasFailed) refused.push(nameOf(column));
    else costs.push({ name: nameOf(column), ...cost });
    await putBack();
    await publish();
  }
  const worst = costs.toSorted((a, b) => b.read - b.changed - (a.read - a.changed));
  console.log(
    [
      `${costs.length} values changed, ${refused.length} refused: ${refused.join(', ')}`,
      `read ${sumOf(costs, 'read')}, drawn ${sumOf(costs, 'drawn')}, changed ${sumOf(costs, 'changed')}`,
      'value | read | drawn | changed',
      ...worst.map(({ name, read, drawn, changed }) => `${name} | ${read} | ${drawn} | ${changed}`),
    ].join('\n'),
  );
  expect(missed).toEqual([]);
  expect(sumOf(costs, 'read') / sumOf(costs, 'changed')).toBeLessThanOrEqual(1.5);
  expect(sumOf(costs, 'drawn') / sumOf(costs, 'changed')).toBeLessThan(1.1);
});
