import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planPublish } from '#publish/plan.ts';
import { type World, deleteRow, insertRow, putBack, truncateTable, updateRow } from '../fixtures/catalogue/change-rows.ts';
import { type Table, readCatalogue } from '../fixtures/catalogue/read-catalogue.ts';
import { EditorialDesk } from '../fixtures/editorial-desk.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';
import { makeRandom } from '../fixtures/random.ts';
import { repeatsOf } from '../fixtures/seeds.ts';

/** For every kind of change of every table that the catalogue lists, the plan before is the receipt: URLs, changes and reasons. */
const rounds = repeatsOf({ test: 1, full: 8 });

let setup: PublishingSetup;
let desk: EditorialDesk;
let world: World;

beforeAll(async () => {
  setup = await openPublishingSetup({ pages: 6, locales: ['en', 'de'], products: 4, articles: 3, seed: 23 });
  desk = new EditorialDesk(setup);
  const query = (sql: string, parameters?: unknown[]) => setup.embedded.query(sql, parameters);
  world = { query, tables: await readCatalogue(query), random: makeRandom(23), clock: setup.clock };
  await setup.build();
  await setup.runtime.publisher.drain();
}, 120_000);
afterAll(() => setup.close());

type Line = { site: string; path: string | null; locale: string; change: string; reasons: readonly string[] };

/** The changes, one per line. A URL may change in two steps, each with its reasons. */
function lines(entries: readonly Line[]): string[] {
  const changes = Map.groupBy(
    entries.filter(({ change }) => change !== 'unchanged' && change !== 'same'),
    ({ site, path, locale, change }) => `${change} ${site}${path} (${locale})`,
  );
  return [...changes]
    .map(([what, all]) => `${what} because of ${[...new Set(all.flatMap(({ reasons }) => reasons))].toSorted().join(' ')}`)
    .toSorted();
}

async function planAndPublish(): Promise<{ planned: string[]; published: string[] }> {
  const planned = await planPublish({
    client: desk.client,
    origins: setup.runtime.config.origins,
    renderPage: setup.bundle.renderPage,
    at: setup.clock.now.toISOString(),
    pageId: null,
  });
  const outcome = await desk.publishing(async () => {});
  return { planned: lines(planned), published: lines(outcome.items) };
}

const kinds: readonly { name: string; run: (table: Table) => Promise<unknown> }[] = [
  { name: 'an insertion', run: (table) => insertRow(world, table) },
  { name: 'an update', run: (table) => updateRow(world, table) },
];

describe('the plan of changes of every table', () => {
  it.each(kinds)('is the receipt for $name', async ({ run, name }) => {
    const differing: string[] = [];
    for (const table of world.tables) {
      for (let round = 0; round < rounds; round += 1) {
        if (!(await run(table))) continue;
        const { planned, published } = await planAndPublish();
        if (JSON.stringify(planned) !== JSON.stringify(published))
          differing.push(`${name} ${table.name}`, ...differences(planned, published));
      }
    }
    expect(differing).toEqual([]);
  }, 300_000);

  it.each([
    { name: 'a deletion', run: deleteRow },
    { name: 'a truncation', run: truncateTable },
  ])('is the receipt for $name, and for what is put back', async ({ run, name }) => {
    const differing: string[] = [];
    for (const table of world.tables) {
      const saved = await run(world, table);
      if (!saved) continue;
      for (const step of [name, 'putting back']) {
        if (step === 'putting back') await putBack(world, saved);
        const { planned, published } = await planAndPublish();
        if (JSON.stringify(planned) !== JSON.stringify(published))
          differing.push(`${step} ${table.name}`, ...differences(planned, published));
      }
    }
    expect(differing).toEqual([]);
  }, 300_000);
});

function differences(planned: readonly string[], published: readonly string[]): string[] {
  return [
    ...planned.filter((line) => !published.includes(line)).map((line) => `  only planned: ${line}`),
    ...published.filter((line) => !planned.includes(line)).map((line) => `  only published: ${line}`),
  ];
}
