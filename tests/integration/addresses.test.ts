import { setTimeout } from 'node:timers/promises';
import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Pool, openPool } from '#embedded/pool.ts';
import { Publisher } from '#publish/queue/publisher.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { smallSite } from '../fixtures/generated-site.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';
import { type Random, makeRandom } from '../fixtures/random.ts';
import { getRepeats, seeds } from '../fixtures/seeds.ts';

/** Addresses that pass from one record to another, before all publishers have done with the change before. */
const rounds = getRepeats({ test: 12, full: 1000 });
const roundsPerCheck = 10;

let setup: PublishingSetup;
let pool: Pool;

beforeAll(async () => {
  setup = await openPublishingSetup(smallSite, { isBuilt: true });
  pool = openPool(setup.embedded.databaseUrl, { max: 2, name: 'addresses' });
});
afterAll(async () => {
  await pool.end({ timeout: 2 });
  await setup.close();
});

type Statement = (sql: TransactionSql) => Promise<unknown>;

let interrupted = 0;
/** A publisher of its own, which does something else after its first answer to each of these calls. */
function interruptedPublisher(interrupts: Readonly<Record<string, () => Promise<void>>>): Publisher {
  const { database, serviceClient: client, config, targets } = setup.runtime;
  const waiting = new Map(Object.entries(interrupts));
  return new Publisher({
    database: {
      ...database,
      rpc: async (name, args) => {
        const answer = await database.rpc(name, args);
        const interrupt = waiting.get(name);
        waiting.delete(name);
        await interrupt?.();
        return answer;
      },
    },
    client,
    targets,
    worker: `interrupted ${(interrupted += 1)}`,
    sites: ['main'],
    origins: config.origins,
    mediaDirectory: config.dataDirectory,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    renderPage: setup.bundle.renderPage,
  });
}

async function expectFullTree(message?: string): Promise<void> {
  const differences = compareTrees(
    await setup.liveTree('main'),
    await setup.fullTree('main'),
    await setup.keptFiles('main'),
  );
  expect(differences, message).toEqual([]);
}

it('an address that two records leave at the same time, one after the other had it, keeps no file', async () => {
  const { publisher } = setup.runtime;
  await publisher.drain();
  const { ids, read, write } = slugs('products', () => setup.site.productIds);
  const [first = 0, second = 0] = ids();
  const address = await read(first);
  const secondLeaves = Promise.withResolvers<void>();
  const leavesAsWell = interruptedPublisher({
    publish_leave_paths: async () => {
      secondLeaves.resolve();
      await firstHasLeft;
    },
  });
  let secondHasLeft: Promise<void> = Promise.resolve();
  await commit(write(first, 'first-on'));
  const firstHasLeft = interruptedPublisher({
    publish_take_paths: async () => {
      await commit(write(second, address));
      await publisher.drain();
      await commit(write(second, 'second-on'));
      secondHasLeft = leavesAsWell.drain();
      await secondLeaves.promise;
    },
  }).drain();
  await firstHasLeft;
  await secondHasLeft;
  await publisher.drain();
  await expectFullTree();
});

it.each(['before', 'after'])(
  'an address reserved by a record that is withdrawn before it is drawn, %s its owner leaves it, keeps no file',
  async (when) => {
    const { publisher } = setup.runtime;
    await publisher.drain();
    const { ids, read, write } = slugs('products', () => setup.site.productIds);
    const [owner = 0, heir = 0] = ids();
    const address = await read(owner);
    const show = (isPublished: boolean) =>
      commit((sql) => sql`update public.products set is_published = ${isPublished} where id = ${heir}`);
    const [reserved, withdrawn, givenUp] = [1, 2, 3].map(() => Promise.withResolvers<void>());
    const heirs = interruptedPublisher({
      publish_take_paths: async () => {
        reserved?.resolve();
        await withdrawn?.promise;
      },
      publish_report: async () => givenUp?.resolve(),
    });
    const withdraw = async () => {
      await show(false);
      withdrawn?.resolve();
      await givenUp?.promise;
    };
    let heirsDone: Promise<void> = Promise.resolve();
    await commit(write(owner, `owner-on-${when}`));
    await interruptedPublisher({
      publish_take_paths: async () => {
        await commit(write(heir, address));
        heirsDone = heirs.drain();
        await reserved?.promise;
        if (when === 'before') await withdraw();
      },
      publish_leave_paths: async () => {
        if (when === 'after') await withdraw();
      },
    }).drain();
    await heirsDone;
    await publisher.drain();
    await expectFullTree();
    await show(true);
    await publisher.drain();
    await expectFullTree();
  },
);

/** Runs statements in one transaction with the rights of the service. */
async function commit(...statements: readonly Statement[]): Promise<void> {
  await pool.begin(async (sql) => {
    await sql`set local role service_role`;
    for (const statement of statements) await statement(sql);
  });
}

const oneText = z.tuple([z.object({ text: z.string() })]);

async function readText(query: string, id: number): Promise<string> {
  return oneText.parse(await setup.embedded.query(query, [id]))[0].text;
}

/** How the addresses of one kind of record are read and written. */
type Addresses = {
  ids: () => readonly number[];
  read: (id: number) => Promise<string>;
  write: (id: number, address: string) => Statement;
};

const slugs = (table: 'products' | 'articles', ids: () => readonly number[]): Addresses => ({
  ids,
  read: (id) => readText(`select slug as text from public.${table} where id = $1`, id),
  write: (id, slug) => (sql) => sql`update ${sql(`public.${table}`)} set slug = ${slug} where id = ${id}`,
});

const paths: Addresses = {
  // The home page stays where it is.
  ids: () => setup.site.pageIds.slice(1),
  read: (id) => readText("select path as text from public.page_locales where page_id = $1 and locale = 'en'", id),
  write: (id, address) => async (sql) => {
    const path = address.startsWith('/') ? address : `/${address}`;
    await sql`update public.page_locales set path = ${path} where page_id = ${id} and locale = 'en'`;
    await sql`select public.publish_pages(array[${id}]::bigint[])`;
  },
};

const kinds: readonly Addresses[] = [
  paths,
  slugs('products', () => setup.site.productIds),
  slugs('articles', () => setup.site.articleIds),
];

/** One address passes to another record: given up and taken a moment later, swapped, or rotated, in one transaction or several. */
async function passOn(random: Random, aside: string): Promise<string> {
  const { ids, read, write } = random.pick(kinds);
  const first = random.pick(ids());
  const others = ids().filter((id) => id !== first);
  const second = random.pick(others);
  const third = random.pick(others.filter((id) => id !== second));
  const [a, b, c] = [await read(first), await read(second), await read(third)];
  const isInOneTransaction = random.chance(0.5);
  const run = async (...statements: Statement[]) => {
    if (isInOneTransaction) return commit(...statements);
    for (const statement of statements) {
      await commit(statement);
      await setTimeout(random.integer(60));
    }
  };
  switch (random.integer(3)) {
    case 0:
      await run(write(first, aside), write(second, a));
      return 'taken over';
    case 1:
      await run(write(first, aside), write(second, a), write(first, b));
      return 'swapped';
    default:
      await run(write(first, aside), write(second, a), write(third, b), write(first, c));
      return 'rotated';
  }
}

it.each(seeds)('addresses that change hands lose no page (seed %i)', async (seed) => {
  const random = makeRandom(seed);
  const colleague = setup.colleague(`second-${seed}`).publisher;
  const publishers = [setup.runtime.publisher, colleague];
  for (const publisher of publishers) await publisher.start();
  for (let round = 1; round <= rounds; round += 1) {
    const what = await passOn(random, `aside-${seed}-${round}`);
    if (round % roundsPerCheck > 0) continue;
    for (const publisher of [...publishers, ...publishers]) await publisher.drain();
    await expectFullTree(`round ${round}, ${what}`);
  }
  // A third one would hold outputs while the next seed compares.
  await colleague.stop();
});
