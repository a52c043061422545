import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeDrafts } from '#changes/change-set.ts';
import { planPublish } from '#publish/plan/plan.ts';
import {
  type Saved,
  type World,
  deleteRow,
  insertRow,
  putBack,
  truncateTable,
  updateRow,
} from '../fixtures/catalogue/change-rows.ts';
import { type Table, readCatalogue } from '../fixtures/catalogue/read-catalogue.ts';
import { EditorialDesk } from '../fixtures/editorial-desk.ts';
import { smallSite } from '../fixtures/generated-site.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';
import { makeRandom } from '../fixtures/random.ts';
import { isSweep, takeSlice } from '../fixtures/seeds.ts';

/** For every kind of change of every table that the catalogue lists, the plan before is the receipt: URLs, changes and reasons. */

let setup: PublishingSetup;
let desk: EditorialDesk;
let world: World;

beforeAll(async () => {
  setup = await openPublishingSetup(smallSite, { isBuilt: true });
  desk = new EditorialDesk(setup);
  const query = (sql: string, parameters?: unknown[]) => setup.embedded.query(sql, parameters);
  world = { query, tables: await readCatalogue(query), random: makeRandom(23), clock: setup.clock };
});
afterAll(() => setup.close());

type Line = { site: string; path: string | null; locale: string; change: string; reasons: readonly string[] };

/** The changes with their reasons. A URL may change in two steps, each with its reasons. */
function changesOf(entries: readonly Line[]): Map<string, string[]> {
  const changes = Map.groupBy(
    entries.filter(({ change }) => change !== 'unchanged' && change !== 'same'),
    ({ site, path, locale, change }) => `${change} ${site}${path ?? ''} (${locale})`,
  );
  return new Map(
    [...changes].map(([what, all]) => [what, [...new Set(all.flatMap(({ reasons }) => reasons))].toSorted()] as const),
  );
}

/**
 * In what the plan of the changes that wait differs from the receipt of publishing them. A change that is taken in step by step
 * publishes a URL for the first reasons that are there: the others are those of looking at it again. The catalog's data has itself for
 * a reason where the first step names no product of it.
 */
async function planAndPublish(change: string, { inSteps = false } = {}): Promise<string[]> {
  const plan = await planPublish({
    client: desk.client,
    origins: setup.runtime.config.origins,
    renderPage: setup.bundle.renderPage,
    at: setup.clock.now.toISOString(),
    set: changeDrafts(),
  });
  const outcome = await desk.publishing(async () => {});
  const [planned, published] = [changesOf(plan), changesOf(outcome.items)];
  const differing = [...new Set([...planned.keys(), ...published.keys()])].toSorted().flatMap((what) => {
    const [before = [], after = []] = [planned.get(what), published.get(what)];
    const isProposed = inSteps
      ? before.length > 0 &&
        after.length > 0 &&
        after.every((reason) => before.includes(reason) || reason.startsWith('catalog_part:'))
      : before.join() === after.join();
    return isProposed
      ? []
      : [`  ${what}: planned because of ${before.join(' ')}, published because of ${after.join(' ')}`];
  });
  return differing.length === 0 ? [] : [change, ...differing];
}

type Kind = { name: string; inSteps?: boolean; run: (table: Table) => Promise<Saved | boolean | null> };
const kinds: readonly Kind[] = [
  { name: 'an insertion into', run: (table) => insertRow(world, table) },
  { name: 'an update of', run: (table) => updateRow(world, table) },
  { name: 'a deletion from', run: (table) => deleteRow(world, table) },
];
const truncation: Kind = { name: 'a truncation of', inSteps: true, run: (table) => truncateTable(world, table) };

/** Plans and publishes a change, and what it took away when that is put back; answers in what they differ. */
async function compare({ name, inSteps = false, run }: Kind, table: Table): Promise<string[]> {
  const done = await run(table);
  if (!done) return [];
  const differing = await planAndPublish(`${name} ${table.name}`, { inSteps });
  if (typeof done === 'boolean') return differing;
  await putBack(world, done);
  return [...differing, ...(await planAndPublish(`what is put back into ${table.name}`, { inSteps }))];
}

describe('the plan of a change', () => {
  it('is the receipt, whichever table it is of and whatever it does', async () => {
    const differing: string[] = [];
    for (const table of takeSlice(world.tables, 2, 0)) {
      const chosen = isSweep ? [...kinds, truncation] : [world.random.pick(kinds)];
      for (const kind of chosen) differing.push(...(await compare(kind, table)));
    }
    expect(differing).toEqual([]);
  });

  it('is the receipt for a table that is emptied', async () => {
    const tables = world.tables.filter(({ name }) => ['faqs', 'menus', 'redirects', 'sites'].includes(name));
    expect(tables).toHaveLength(4);
    const differing: string[] = [];
    for (const table of tables) differing.push(...(await compare(truncation, table)));
    expect(differing).toEqual([]);
  });

  it('is the receipt for a page that moves while its draft stays where it was', async () => {
    const differing: string[] = [];
    for (const path of ['/moved-by-hand', '/']) {
      await world.query('update public.published_page_locales set path = $1 where page_id = 1 and locale = $2', [
        path,
        'en',
      ]);
      differing.push(...(await planAndPublish(`the path ${path}`)));
    }
    expect(differing).toEqual([]);
  });

  it('is the receipt for a locale that a site gets, and one that it loses', async () => {
    const differing: string[] = [];
    for (const locales of ['{en}', '{en,de,jp}', '{en,de}']) {
      await world.query(`update public.sites set locales = '${locales}' where id = 'main'`);
      differing.push(...(await planAndPublish(`the locales ${locales}`)));
    }
    expect(differing).toEqual([]);
  });
});
