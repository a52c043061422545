import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDirectDatabase } from '#content/clients/direct-database.ts';
import { sharesSessions } from '#database/shares-sessions.ts';
import { siteIds } from '#domain/sites.ts';
import { startEmbedded } from '#embedded/start-embedded.ts';
import { Publisher } from '#publish/queue/publisher.ts';
import { checkDatabase } from '../../scripts/doctor/check-database.ts';
import { type PgBouncer, hasPgBouncer, openPgBouncer } from '../fixtures/pgbouncer.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';

/** Supabase's port 6543 is such a pool; Debian's PgBouncer stands in for it. */
describe.runIf(hasPgBouncer())('a connection string of a pool of transactions', () => {
  let setup: PublishingSetup;
  let pool: PgBouncer;
  beforeAll(async () => {
    setup = await openPublishingSetup({ pages: 3, locales: ['en'], products: 2, articles: 1, sharedOn: [3], seed: 5 });
    await setup.build();
    await setup.runtime.publisher.drain();
    pool = await openPgBouncer(setup.embedded.databaseUrl);
  });
  afterAll(async () => {
    await pool?.stop();
    await setup?.close();
  });
  const others: PgBouncer[] = [];
  afterEach(async () => {
    for (const other of others.splice(0)) await other.stop();
  });
  const open = async (...options: Parameters<typeof openPgBouncer>) => {
    const other = await openPgBouncer(...options);
    others.push(other);
    return other.url;
  };

  it('is told from the database itself, and from a pool of sessions, whatever is in the pool', async () => {
    const { databaseUrl } = setup.embedded;
    expect(await sharesSessions(databaseUrl)).toBe(false);
    expect(await sharesSessions(await open(databaseUrl, { mode: 'session' }))).toBe(false);
    expect(await sharesSessions(pool.url)).toBe(true);
    expect(await sharesSessions(await open(databaseUrl, { size: 1 }))).toBe(true);
  });

  it('publishes what changes, by looking for it, and says why', async () => {
    const { serviceClient: client, config, targets } = setup.runtime;
    const onSharedSessions = vi.fn<() => void>();
    const database = openDirectDatabase(pool.url, { max: 4, name: 'pooled', onSharedSessions });
    const publisher = new Publisher({
      database,
      client,
      targets,
      worker: 'pooled',
      sites: siteIds,
      origins: config.origins,
      mediaDirectory: config.dataDirectory,
      log: { info: () => {}, warn: () => {}, error: () => {} },
      renderPage: setup.bundle.renderPage,
      now: () => setup.clock.now,
    });
    try {
      await publisher.start();
      const isLive = async (text: string) =>
        [...(await setup.liveTree('main')).values()].some((file) => file.includes(text));
      for (const name of ['Through the pool', 'Through it again']) {
        await client
          .from('products')
          .update({ display_name: name })
          .eq('id', setup.site.productIds[0] ?? 0);
        await expect.poll(() => isLive(name), { timeout: 20_000 }).toBe(true);
      }
      expect(onSharedSessions).toHaveBeenCalledTimes(1);
      expect(publisher.fault).toBeNull();
    } finally {
      await publisher.stop();
      await database.close();
    }
  });

  it('is named by the doctor, with what to do', async () => {
    expect(await checkDatabase(pool.url)).toContainEqual(
      expect.objectContaining({
        about: 'DATABASE_URL',
        state: 'note',
        says: expect.stringContaining('gives each transaction another session'),
        todo: expect.stringContaining('port 5432'),
      }),
    );
    expect(await checkDatabase(setup.embedded.databaseUrl)).not.toContainEqual(
      expect.objectContaining({ about: 'DATABASE_URL', state: 'note' }),
    );
  });

  it('is refused in words where the embedded Supabase is to work on it', async () => {
    await expect(startEmbedded({ dataDir: null, databaseUrl: pool.url })).rejects.toThrow(
      /^DATABASE_URL cannot be used: it leads to a pool that gives each transaction another session/,
    );
  });
});
