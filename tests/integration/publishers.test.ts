import { wholeCode } from '#publish/draw/code-parts.ts';
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Pool, openPool } from '#embedded/pool.ts';
import { type PublisherOptions, type Receipt, Publisher } from '#publish/queue/publisher.ts';
import { assetsDirectory, codeBundleEntry } from '../../scripts/code-bundle.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';
import { changes, timePasses } from '../fixtures/random-changes.ts';
import { type Random, makeRandom } from '../fixtures/random.ts';
import { getRepeats } from '../fixtures/seeds.ts';

let setup: PublishingSetup;

beforeAll(async () => {
  setup = await openPublishingSetup({ pages: 40, locales: ['en'], products: 12, articles: 6, sharedOn: [40], seed: 7 });
  await setup.build();
  await setup.runtime.publisher.drain();
});
afterAll(() => setup.close());

/** A publisher that has published nothing yet, with a callback for each page that it renders. */
function startingPublisher(onPage: (page: string) => void, watched: Partial<PublisherOptions> = {}): Publisher {
  const { database, serviceClient: client, config, targets } = setup.runtime;
  return new Publisher({
    database,
    client,
    targets,
    worker: 'starting',
    sites: ['main', 'developer'],
    origins: config.origins,
    mediaDirectory: config.dataDirectory,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    renderPage: (page) => {
      if (page.kind === 'page') onPage(`${page.id} ${page.frame.locale}`);
      return setup.bundle.renderPage(page);
    },
    ...watched,
  });
}

/** Ten transactions of one connection with the rights and limits of the service. Returns its process. */
async function writeThrough(pool: Pool, random: Random): Promise<number> {
  const connection = await pool.reserve();
  const product = () => random.pick(setup.site.productIds);
  const statements = [
    () => connection`update products set display_name = ${`Product ${random.integer(1e6)}`} where id = ${product()}`,
    () => connection`update products set is_published = not is_published where id = ${product()}`,
    () =>
      // In order, since two statements that lock rows in different orders wait for each other.
      connection`update products set status = ${random.pick(['active', 'new'])}
        where id in (select id from products where id < 8 order by id for update)`,
    () =>
      connection`update articles set is_published = not is_published where id = ${random.pick(setup.site.articleIds)}`,
    () => connection`select publish_pages(array[${random.pick(setup.site.pageIds)}]::bigint[])`,
  ];
  try {
    await connection`set role service_role`;
    await connection`set statement_timeout = '8s'`;
    for (let count = 0; count < 10; count += 1) await random.pick(statements)();
    const [own] = await connection<{ pid: number }[]>`select pg_backend_pid() as pid`;
    return own?.pid ?? 0;
  } finally {
    connection.release();
  }
}

describe('a publisher that has just started', () => {
  it('draws pages before anybody waits for one, and leaves the site and the index as they were', async () => {
    const drawn = new Set<string>();
    const publisher = startingPublisher((page) => void drawn.add(page));
    const stateOf = async () => [
      [...(await setup.liveTree('main'))],
      await setup.embedded.query('select * from public.site_outputs order by site_id, kind, ref, locale, listed_kind'),
      await setup.embedded.query('select count(*) from public.publish_receipts'),
    ];
    const before = await stateOf();
    await publisher.warmUp();
    expect(drawn.size).toBe(40);
    expect(await stateOf()).toEqual(before);
  });

  it('has every session of the database read, claim and report, and opens the build', async () => {
    const { database, targets } = setup.runtime;
    const running = new Map<string, number>();
    const atOnce = new Map<string, number>();
    const opened: (string | undefined)[] = [];
    const publisher = startingPublisher(() => {}, {
      database: {
        ...database,
        rpc: async (name, args) => {
          const count = (running.get(name) ?? 0) + 1;
          running.set(name, count);
          atOnce.set(name, Math.max(count, atOnce.get(name) ?? 0));
          const answer = await database.rpc(name, args);
          running.set(name, (running.get(name) ?? 0) - 1);
          return answer;
        },
      },
      targets: {
        ...targets,
        main: {
          ...targets.main,
          openCurrent: (worker) => {
            opened.push(worker);
            return targets.main.openCurrent(worker);
          },
        },
      },
    });
    await publisher.warmUp();
    expect(database.sessions).toBeGreaterThan(1);
    expect(atOnce.get('read_content')).toBeGreaterThanOrEqual(database.sessions);
    for (const name of ['publish_rehearse', 'publish_claim', 'publish_report']) {
      expect(atOnce.get(name), name).toBe(database.sessions);
    }
    // For each of its workers, once.
    expect([opened.length, new Set(opened).size]).toEqual([3, 3]);
  });

  it('ends soon when it is stopped while it draws them, and stays stopped', async () => {
    let drawn = 0;
    const stopping: Promise<void>[] = [];
    const publisher = startingPublisher(() => {
      drawn += 1;
      if (drawn === 3) stopping.push(publisher.stop());
    });
    await publisher.warmUp();
    await publisher.start();
    await Promise.all(stopping);
    expect(drawn).toBe(3);
  });
});

describe('publishers of two versions of the code', () => {
  /** The same code under another name. */
  const next = 'next-version';

  it('each publish the sites that their version has built, and nothing is lost when the other one builds', async () => {
    const warnings: object[] = [];
    const rendered: string[] = [];
    const publisher = startingPublisher((page) => void rendered.push(page), {
      worker: next,
      code: wholeCode(next),
      log: { info: () => {}, warn: (fields) => void warnings.push(fields), error: () => {} },
    });
    const { runtime, embedded, bundle } = setup;
    const rename = (name: string) =>
      embedded.query(`update public.products set display_name = $1 where id = 1`, [name]);
    const shows = async (name: string) =>
      [...(await setup.liveTree('main')).values()].some((text) => text.includes(name));

    await rename('Of the version that is live');
    await publisher.drain();
    await publisher.drain();
    expect(rendered).toEqual([]);
    expect(warnings).toEqual([{ sites: ['developer', 'main'] }]);
    await runtime.publisher.drain();
    expect(await shows('Of the version that is live')).toBe(true);

    const built = await bundle.buildSites(
      { ...runtime, code: wholeCode(next) },
      {
        sites: ['main'],
        entry: codeBundleEntry,
        assetsDirectory,
        secretKey: embedded.secretKey,
        at: setup.clock.now.toISOString(),
      },
    );
    expect(built.get('main')).toMatchObject({ ok: true });
    await rename('Of the version that came');
    await runtime.publisher.drain();
    expect(await shows('Of the version that came')).toBe(false);
    expect(await bundle.publishCommand(runtime, { page: null, dryRun: false })).toMatchObject({
      ok: false,
      failure: { code: 'conflict', message: expect.stringContaining('main') },
    });
    await publisher.drain();
    expect(await shows('Of the version that came')).toBe(true);

    await setup.build(['main']);
    expect(compareTrees(await setup.liveTree('main'), await setup.fullTree('main'))).toEqual([]);
  });
});

/** The data directory of the setup itself: a command beside the server has it, and so has a server that takes the place of another. */
const sameDirectory = 'data';

describe('the command that publishes a page, beside a server that is faster', () => {
  it('tells what became of it, seen live included, and that a draft was published before', async () => {
    const [page] = await setup.embedded.query<{ id: string; path: string }>(
      `update public.page_locales set title = title || ', again' where locale = 'en' and page_id = $1
       returning page_id as id, path`,
      [setup.site.pageIds[3]],
    );
    const command = setup.colleague('command');
    const own = command.publisher.drain.bind(command.publisher);
    command.publisher.drain = async () => {
      await setup.runtime.publisher.drain();
      await own();
    };
    const publish = () => setup.bundle.publishCommand(command, { page: `main:${page?.path}`, dryRun: false });
    const answer = await publish();
    expect(answer).toMatchObject({ ok: true, value: { dryRun: false, published: true, waiting: 0 } });
    const items = answer.ok && !answer.value.dryRun ? answer.value.receipts.flatMap((receipt) => receipt.items) : [];
    expect(items.filter(({ path }) => path === page?.path)).toEqual([
      expect.objectContaining({
        change: 'changed',
        reasons: expect.arrayContaining([`page:${page?.id}`]),
        seen_live_at: expect.stringMatching(/^\d{4}-/),
      }),
    ]);
    expect(await publish()).toMatchObject({ ok: true, value: { published: false, receipts: [] } });
    await command.close();
  });
});

describe('several publishers on one queue', () => {
  it('on one data directory are told apart; only what a process held that has ended is given back', async () => {
    const { runtime } = setup;
    const other = setup.colleague(sameDirectory);
    expect(other.config.dataDirectory).toBe(runtime.config.dataDirectory);
    const [place, name = ''] = runtime.worker.split('#');
    const [machine] = name.split('-');
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const running = [
      runtime.worker,
      `${runtime.worker} (many)`,
      other.worker,
      'elsewhere:/data#x-1-00ff00ff00ff',
      'named by hand',
    ];
    const ended = [
      `${place}#${machine}-${pid}-00ff00ff00ff (for people)`,
      `${place}#${machine}-${process.pid}-00ff00ff00ff`,
    ];
    const workers = [...running, ...ended];
    const held = () =>
      setup.embedded.query<{ worker: string }>(
        `select lease_owner as worker from public.site_outputs where lease_owner is not null order by id`,
      );
    for (const [at, worker] of workers.entries()) {
      await setup.embedded.query(
        `update public.site_outputs set lease_owner = $1, lease_until = now() + interval '1 hour'
         where id = (select id from public.site_outputs where site_id = 'main' order by id offset $2 limit 1)`,
        [worker, at],
      );
    }
    await setup.embedded.query(
      `insert into public.publish_holds (worker, until) select w, now() + interval '1 hour' from unnest($1::text[]) w`,
      [[`${other.worker} (release)`, `${ended[1]} (release)`]],
    );
    try {
      await other.publisher.start();
      const holds = await setup.embedded.query('select worker from public.publish_holds');
      expect(holds).toEqual([{ worker: `${other.worker} (release)` }]);
      expect((await held()).map(({ worker }) => worker)).toEqual(running);
      await other.publisher.stop();
      expect((await held()).map(({ worker }) => worker)).toEqual(running.filter((worker) => worker !== other.worker));
    } finally {
      await setup.embedded.query('update public.site_outputs set lease_owner = null, lease_until = null');
      await setup.embedded.query('truncate public.publish_holds');
    }
  });

  it('share the work of one change, and none of it is done twice', async () => {
    const client = setup.runtime.serviceClient;
    const publishers = [
      setup.runtime.publisher,
      setup.colleague('second').publisher,
      setup.colleague(sameDirectory).publisher,
    ];
    const receipts: Receipt[] = [];
    for (const publisher of publishers) publisher.onReceipt((receipt) => receipts.push(receipt));
    const productId = setup.site.sharedProducts[0]?.productId ?? 0;
    const { error } = await client.from('products').update({ display_name: 'Shared & changed' }).eq('id', productId);
    expect(error).toBeNull();
    await Promise.all(publishers.map((publisher) => publisher.drain()));
    const changed = receipts.flatMap(({ items }) =>
      items.filter(({ change }) => change === 'changed').map(({ path }) => path),
    );
    // 40 pages, the product's own, the catalog's data, and the sitemap of products.
    expect(changed).toHaveLength(43);
    expect(new Set(changed).size).toBe(43);
    expect(compareTrees(await setup.liveTree('main'), await setup.fullTree('main'))).toEqual([]);
  });

  it('lose nothing under a continuous stream of changes', async () => {
    const random = makeRandom(99);
    const publishers = [setup.runtime.publisher, setup.colleague(sameDirectory).publisher];
    let changing = true;
    const isChanging = () => changing;
    const draining = publishers.map(async (publisher) => {
      while (isChanging()) await publisher.drain();
      await publisher.drain();
    });
    // Time does not pass here: two publishers with one clock each would not agree on it in a test either.
    const kinds = changes.filter((change) => change !== timePasses);
    for (let index = 0; index < getRepeats({ test: 12, full: 60 }); index += 1)
      await random.pick(kinds).run(setup.runtime.serviceClient, random, setup.clock);
    changing = false;
    await Promise.all(draining);
    await setup.runtime.publisher.drain();
    expect(
      compareTrees(await setup.liveTree('main'), await setup.fullTree('main'), await setup.keptFiles('main')),
    ).toEqual([]);
  });

  it('lose nothing of what 20 connections write at once', async () => {
    const connections = 20;
    const publishers = [setup.runtime.publisher, setup.colleague('second').publisher];
    const pool = openPool(setup.embedded.databaseUrl, { max: connections, name: 'writers' });
    let writing = true;
    const isWriting = () => writing;
    const draining = publishers.map(async (publisher) => {
      while (isWriting()) await publisher.drain();
      await publisher.drain();
    });
    try {
      const processes = await Promise.all(
        Array.from({ length: connections }, (_, writer) => writeThrough(pool, makeRandom(1000 + writer))),
      );
      expect(new Set(processes).size).toBe(connections);
    } finally {
      writing = false;
      await Promise.all(draining);
      await pool.end({ timeout: 2 });
    }
    await setup.runtime.publisher.drain();
    expect(
      compareTrees(await setup.liveTree('main'), await setup.fullTree('main'), await setup.keptFiles('main')),
    ).toEqual([]);
  });

  it('does nothing when nothing changed', async () => {
    const publishAll = async () => {
      const { error } = await setup.runtime.serviceClient.rpc('publish_pages', { p_page_ids: setup.site.pageIds });
      expect(error).toBeNull();
      await setup.runtime.publisher.drain();
    };
    // The changes before may have left drafts that were not published.
    await publishAll();
    const receipts: Receipt[] = [];
    const off = setup.runtime.publisher.onReceipt((receipt) => receipts.push(receipt));
    await publishAll();
    off();
    expect(receipts).toEqual([]);
  });
});
