import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ServiceDatabase, databaseOverHttp } from '#content/clients/database.ts';
import { openDirectDatabase } from '#content/clients/direct-database.ts';
import { siteIds } from '#domain/sites.ts';
import { openPool } from '#embedded/pool.ts';
import { startEmbedded } from '#embedded/start-embedded.ts';
import { type PollMilliseconds, Publisher } from '#publish/queue/publisher.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '../../scripts/connect.ts';
import { expectOk } from '../../scripts/run.ts';
import { prepareDirectory } from '../fixtures/prepared-directory.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';
import { isSweep } from '../fixtures/seeds.ts';

let setup: PublishingSetup;
let direct: ServiceDatabase;
let http: ServiceDatabase;
/** The login of the publisher by itself. */
let login: postgres.Sql;

beforeAll(async () => {
  setup = await openPublishingSetup({ pages: 6, locales: ['en'], products: 4, articles: 2, sharedOn: [6], seed: 11 });
  await setup.build();
  await setup.runtime.publisher.drain();
  direct = openDirectDatabase(setup.embedded.databaseUrl, { max: 2, name: 'compared' });
  http = databaseOverHttp(setup.runtime.serviceClient);
  login = postgres(setup.embedded.databaseUrl, { max: 1 });
});
afterAll(async () => {
  await Promise.all([direct?.close(), login?.end()]);
  await setup?.close();
});

const at = '2026-01-10T12:00:00.000Z';

describe('a connection to the database', () => {
  it('answers with the values that the data API answers with', async () => {
    const [pageId = 0] = setup.site.pageIds;
    const calls = [
      (database) => database.rpc('publish_pending'),
      (database) => database.rpc('build_state', { p_site: 'main' }),
      (database) => database.rpc('build_targets', { p_site: 'main', p_at: at }),
      (database) => database.rpc('read_globals', { p_site: 'main' }),
      (database) => database.rpc('publish_release_leases', { p_worker: 'nobody' }),
      (database) =>
        database.rpc('read_content', {
          p_site: 'main',
          p_view: 'published',
          p_at: at,
          p_globals: true,
          p_pages: [[pageId, 'en', null]],
          p_records: { product: setup.site.productIds, article: setup.site.articleIds },
          p_lists: { en: [{ list: 'articles', limit: 5 }] },
        }),
      (database) =>
        database.readOutputs({
          columns: ['ref', 'locale', 'path', 'next_change_at', 'bytes', 'tags'],
          where: { site_id: 'main', kind: 'page', path: ['/', '/products'] },
          limit: 100,
        }),
    ] satisfies ((database: ServiceDatabase) => unknown)[];
    for (const call of calls) {
      const answer = await call(direct);
      const { data, error } = await call(http);
      expect(answer).toEqual({ data, error });
      expect(error).toBeNull();
    }
  });

  it('sends what it writes at once, where the kernel would wait for an acknowledgement', async () => {
    const sendsImmediately = vi.spyOn(Socket.prototype, 'setNoDelay');
    const pool = openPool(setup.embedded.databaseUrl, { max: 1, name: 'at-once' });
    try {
      await pool`select 1`;
      expect(sendsImmediately).toHaveBeenCalledWith(true);
    } finally {
      sendsImmediately.mockRestore();
      await pool.end({ timeout: 2 });
    }
  });

  it('encodes JSON once', async () => {
    const reason = String.raw`a "quote", a \backslash, it's 'one', a {"json":"text"} and 流れ`;
    const id = await direct.rpc('publish_record', {
      p_site: 'main',
      p_cause: 'change',
      p_message_ids: [1, 2],
      p_worker: reason,
      p_started_at: at,
      p_rendered: 0,
      p_items: [{ path: '/', locale: 'en', change: 'failed', reasons: [reason], failure: { reason } }],
    });
    const rows = await setup.embedded.query(
      'select r.worker, r.message_ids, i.reasons, i.failure from public.publish_receipts r join public.publish_receipt_items i on i.receipt_id = r.id where r.id = $1',
      [id.data],
    );
    expect(rows).toEqual([{ worker: reason, message_ids: [1, 2], reasons: [reason], failure: { reason } }]);
    await setup.embedded.query('delete from public.publish_receipts where id = $1', [id.data]);
  });

  it('answers with the codes of errors', async () => {
    const wrong = (database: ServiceDatabase) => database.rpc('read_globals', { p_site: 'x'.repeat(3) });
    const late = (database: ServiceDatabase) => database.rpc('build_targets', { p_site: 'main', p_at: 'no moment' });
    for (const call of [wrong, late]) {
      const [a, b] = [await call(direct), await call(http)];
      expect(a.error?.code).toBe(b.error?.code);
      expect(a.data).toEqual(b.data);
    }
    const nowhere = openDirectDatabase('postgres://publisher@127.0.0.1:9/website', { max: 1, name: 'nowhere' });
    expect((await nowhere.rpc('publish_pending')).error?.code).toBe('ECONNREFUSED');
    await nowhere.close();
  });

  it('has the rights of service_role and no others', async () => {
    await setup.embedded.execute('revoke execute on function public.publish_pending() from service_role');
    const [a, b] = [await direct.rpc('publish_pending'), await http.rpc('publish_pending')];
    await setup.embedded.execute('grant execute on function public.publish_pending() to service_role');
    expect([a.error?.code, b.error?.code]).toEqual(['42501', '42501']);

    const codeOf = (sql: string) =>
      login.unsafe(sql).then(
        () => 'allowed',
        (error: unknown) => (error instanceof postgres.PostgresError ? error.code : String(error)),
      );
    expect({
      itself: await codeOf('select * from public.sites'),
      postgres: await codeOf('set role postgres'),
      authenticated: await codeOf('set role authenticated'),
      accounts: await codeOf('set role supabase_auth_admin'),
      service: await codeOf('set role service_role'),
      table: await codeOf('create table public.mine ()'),
      drop: await codeOf('drop table public.pages'),
      schema: await codeOf('create schema mine'),
    }).toEqual({
      itself: '42501',
      postgres: '42501',
      authenticated: '42501',
      accounts: '42501',
      service: 'allowed',
      table: '42501',
      drop: '42501',
      schema: '42501',
    });
    await login.unsafe('reset role');
  });
});

describe('a transaction', () => {
  const hold = (calls: Pick<ServiceDatabase, 'rpc'>, p_worker: string) =>
    calls.rpc('publish_hold', { p_worker, p_seconds: 60 });
  const transact: NonNullable<ServiceDatabase['transact']> = (work) => {
    if (!direct.transact) throw new Error('There are no transactions');
    return direct.transact(work);
  };
  const holders = async () => {
    const rows = await setup.embedded.query<{ worker: string }>('select worker from public.publish_holds');
    return rows.map(({ worker }) => worker);
  };
  afterEach(() => setup.embedded.execute('delete from public.publish_holds'));

  it('is seen by its own calls alone until it is committed, and a call that fails leaves the others as they are', async () => {
    await transact(async (transaction) => {
      const [answer, late, missing] = await Promise.all([
        hold(transaction, 'first'),
        transaction.rpc('build_targets', { p_site: 'main', p_at: 'no moment' }),
        transaction.rpc('publish_release_leases', {} as never),
      ]);
      expect([answer.error, late.error?.code, missing.error?.code]).toEqual([null, '22007', 'PGRST202']);
      expect(await holders()).toEqual([]);
      expect((await transaction.commitAfter('publish_pending')).error).toBeNull();
    });
    expect(await holders()).toEqual(['first']);
  });

  it('that nobody commits leaves nothing behind, and neither does one whose work throws', async () => {
    await transact((transaction) => Promise.resolve(hold(transaction, 'second')));
    await expect(
      transact(async (transaction) => {
        await hold(transaction, 'third');
        throw new Error('something else');
      }),
    ).rejects.toThrow('something else');
    expect(await holders()).toEqual([]);
    expect((await direct.rpc('publish_pending')).error).toBeNull();
  });

  it('is over with its connection: nothing goes on in another one', async () => {
    const outcome = await transact(async (transaction) => {
      await hold(transaction, 'fourth');
      const ended = await login`select pg_terminate_backend(pid, 5000) as is_over from pg_stat_activity
        where application_name = 'compared' and state = 'idle in transaction'`;
      expect([...ended]).toEqual([{ is_over: true }]);
      return [await hold(transaction, 'fifth'), await transaction.commitAfter('publish_pending')];
    }).catch((error: unknown) => error);
    expect(outcome).toMatchObject([{ error: expect.anything() }, { error: expect.anything() }]);
    expect(await holders()).toEqual([]);
    expect((await direct.rpc('publish_pending')).error).toBeNull();
  });
});

describe('a publisher that hears of changes', () => {
  const hour = 3_600_000;
  const name = 'listening';
  let database: ServiceDatabase | null = null;
  let publisher: Publisher | null = null;

  /** A publisher with connections of its own, that has looked at the queue for the first time. */
  async function startPublisher(poll: PollMilliseconds): Promise<void> {
    const { serviceClient: client, config, targets } = setup.runtime;
    database = openDirectDatabase(setup.embedded.databaseUrl, { max: 2, name });
    publisher = new Publisher({
      database,
      client,
      targets,
      poll,
      worker: name,
      sites: siteIds,
      origins: config.origins,
      mediaDirectory: config.dataDirectory,
      log: { info: () => {}, warn: () => {}, error: () => {} },
      renderPage: setup.bundle.renderPage,
      now: () => setup.clock.now,
    });
    await publisher.start();
    await vi.waitFor(async () => expect(await sessions("query ilike 'listen%'")).toHaveLength(1), polling);
  }
  afterEach(async () => {
    await publisher?.stop();
    await database?.close();
  });

  const polling = { timeout: 120_000, interval: 50 };
  /** A login sees and ends sessions of its own. */
  const sessions = (condition: string) =>
    login.unsafe<{ pid: number }[]>(
      `select pid from pg_stat_activity where application_name = '${name}' and datname = current_database() and ${condition}`,
    );
  const rename = (product: string, index = 0) =>
    setup.embedded.query('update public.products set display_name = $1 where id = $2', [
      product,
      setup.site.productIds[index],
    ]);
  const isLive = async (text: string) =>
    [...(await setup.liveTree('main')).values()].some((file) => file.includes(text));
  const untilLive = (text: string) => vi.waitFor(async () => expect(await isLive(text)).toBe(true), polling);
  const untilEqual = () =>
    vi.waitFor(
      async () => expect(compareTrees(await setup.liveTree('main'), await setup.fullTree('main'))).toEqual([]),
      { timeout: 120_000, interval: 500 },
    );

  it('publishes what a statement changes, without looking at the queue by itself', async () => {
    await startPublisher({ whileHearing: hour, otherwise: hour });
    await rename('Heard at once');
    await untilLive('Heard at once');
    await untilEqual();
  });

  it('publishes what the clock changes, without looking at the queue by itself', async () => {
    const [article] = setup.site.articleIds;
    await startPublisher({ whileHearing: hour, otherwise: hour });
    await rename('Before the clock');
    await untilLive('Before the clock');
    const soon = new Date(setup.clock.now.getTime() + 300);
    await setup.embedded.query('update public.articles set publish_until = $1 where id = $2', [soon, article]);
    await vi.waitFor(
      async () => expect((await http.rpc('publish_pending')).data).toMatchObject({ pending: 0 }),
      polling,
    );
    setup.clock.now = new Date(soon.getTime() + 1000);
    await untilEqual();
  });

  it.runIf(isSweep)(
    'goes on when its connections are cut, and loses nothing',
    async () => {
      await startPublisher({ whileHearing: hour, otherwise: 100 });
      const names = Array.from({ length: 12 }, (_, index) => `Cut ${index} times`);
      for (const [index, product] of names.entries()) {
        await rename(product, index % 4);
        const cut = index % 3 === 0 ? "query ilike 'listen%'" : 'true';
        for (const { pid } of await sessions(cut)) await login.unsafe(`select pg_terminate_backend(${pid})`);
      }
      await untilEqual();
      for (const product of names.slice(-4)) expect(await isLive(product)).toBe(true);
      // It listens again.
      await vi.waitFor(async () => expect(await sessions("query ilike 'listen%'")).toHaveLength(1), polling);
      await rename('After the cuts');
      await untilLive('After the cuts');
    },
    60_000,
  );
});

describe('a publisher that knows the keys alone', () => {
  it('builds, publishes what changes, and finds changes by looking at the queue', async () => {
    const alone = await openPublishingSetup(
      { pages: 3, locales: ['en'], products: 2, articles: 1, sharedOn: [3], seed: 5 },
      { keysAlone: true },
    );
    try {
      const sessionsOf = `select 1 from pg_stat_activity where application_name in ('publisher', 'build') and datname = current_database()`;
      const { publisher, serviceClient } = alone.runtime;
      const [productId = 0] = alone.site.productIds;
      const rename = (display_name: string) =>
        serviceClient.from('products').update({ display_name }).eq('id', productId);
      await alone.build();
      await publisher.drain();
      await rename('Drained');
      await publisher.drain();
      expect(compareTrees(await alone.liveTree('main'), await alone.fullTree('main'))).toEqual([]);
      await publisher.start();
      await rename('Found by looking');
      await vi.waitFor(
        async () =>
          expect([...(await alone.liveTree('main')).values()].some((file) => file.includes('Found by looking'))).toBe(
            true,
          ),
        { timeout: 120_000, interval: 50 },
      );
      expect(await alone.embedded.query(sessionsOf)).toEqual([]);
    } finally {
      await alone.close();
    }
  });
});

describe('a command beside a running server', () => {
  it('finds the connection string, which stays the same after a restart on the same port', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'beside-'));
    const config = expectOk(readConfig({ DATA_DIR: directory }));
    await prepareDirectory(directory);
    const first = await startEmbedded({ dataDir: directory });
    expect(expectOk(await connect(config)).databaseUrl).toBe(first.databaseUrl);
    const database = openDirectDatabase(first.databaseUrl, { max: 1, name: 'beside' });
    expect((await database.rpc('publish_pending')).error).toBeNull();
    await first.stop();
    const databasePort = Number(new URL(first.databaseUrl).port);
    const again = await startEmbedded({ dataDir: directory, databasePort });
    expect(again.databaseUrl).toBe(first.databaseUrl);
    expect((await database.rpc('publish_pending')).error).toBeNull();
    await database.close();
    await again.stop();
    await rm(directory, { recursive: true, force: true });
  });
});
