import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Answer } from '#content/clients/client.ts';
import type { ServiceDatabase } from '#content/clients/database.ts';
import { type Receipt, Publisher } from '#publish/queue/publisher.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';

/** What may happen to a claim: nothing is lost by it, and nothing done twice. */
let setup: PublishingSetup;

beforeAll(async () => {
  setup = await openPublishingSetup({ pages: 12, locales: ['en'], products: 6, articles: 2, sharedOn: [12], seed: 11 });
  await setup.build();
  await setup.runtime.publisher.drain();
});
afterAll(() => setup.close());
afterEach(() => void vi.useRealTimers());

type Fault = (name: string, call: () => PromiseLike<Answer>) => PromiseLike<Answer>;

/** A publisher with the clock of the database, whose calls pass through `fault`. */
function publisherWith(worker: string, fault: Fault, onRender: () => void = () => {}): Publisher {
  const { database, serviceClient: client, config, targets } = setup.runtime;
  const faulty: ServiceDatabase = {
    ...database,
    rpc: (name, args) => fault(name, () => database.rpc(name, args)),
  };
  return new Publisher({
    database: faulty,
    client,
    targets,
    worker,
    sites: ['main'],
    origins: config.origins,
    mediaDirectory: config.dataDirectory,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    renderPage: (page) => {
      onRender();
      return setup.bundle.renderPage(page);
    },
  });
}

async function changeProduct(name: string): Promise<void> {
  const productId = setup.site.sharedProducts[0]?.productId ?? 0;
  const { error } = await setup.runtime.serviceClient
    .from('products')
    .update({ display_name: name })
    .eq('id', productId);
  expect(error).toBeNull();
}

function collect(publisher: Publisher): string[] {
  const changed: string[] = [];
  publisher.onReceipt(({ items }: Receipt) => {
    for (const { change, path } of items) if (change === 'changed') changed.push(path);
  });
  return changed;
}

const refuse = (code: string, message: string): PromiseLike<Answer> =>
  Promise.resolve({ data: null, error: { code, message } });

describe('a claim', () => {
  it.each([
    ['is cut off before the database has it', 'before', 'CONNECTION_CLOSED'],
    ['is carried out, and its answer is lost', 'after', 'CONNECTION_CLOSED'],
    ['is the victim of a deadlock', 'before', '40P01'],
    ['takes longer than a statement may', 'before', '57014'],
  ] as const)('that %s is made again by the same publisher, and each page published once', async (_, when, code) => {
    let faults = 0;
    const publisher = publisherWith('faulty', async (name, call) => {
      if (name !== 'publish_claim' || faults > 0) return call();
      faults += 1;
      if (when === 'after') await call();
      return refuse(code, 'gone');
    });
    const changed = collect(publisher);
    await changeProduct(`After ${when} ${code}`);
    await expect(publisher.drain()).rejects.toThrow('gone');
    await publisher.drain();
    expect(changed.length).toBeGreaterThanOrEqual(13);
    expect(new Set(changed).size).toBe(changed.length);
    expect(compareTrees(await setup.liveTree('main'), await setup.fullTree('main'))).toEqual([]);
  });

  it('for people that is lost leaves its pages to the next one', async () => {
    let faults = 0;
    const publisher = publisherWith('faulty', async (name, call) => {
      const answer = await call();
      if (name !== 'publish_claim' || faults > 0) return answer;
      faults += 1;
      return refuse('CONNECTION_CLOSED', 'gone');
    });
    const changed = collect(publisher);
    const productId = setup.site.productIds[1] ?? 0;
    await setup.embedded.execute(`begin; set local app.actor = '00000000-0000-0000-0000-0000000000e1';
      update public.products set display_name = 'Of a person' where id = ${productId}; commit`);
    await expect(publisher.publishForPeople()).rejects.toThrow('gone');
    await publisher.publishForPeople();
    expect(changed.length).toBeGreaterThan(0);
    expect(compareTrees(await setup.liveTree('main'), await setup.fullTree('main'))).toEqual([]);
  });
});

describe('a publisher', () => {
  it('whose clock is five minutes ahead publishes nothing early, in a full build neither', async () => {
    const articleId = setup.site.articleIds[0] ?? 0;
    const [before] = await setup.embedded.query<{ soon: string }>(
      `update public.articles set publish_from = now() + interval '3 minutes' where id = ${articleId} returning publish_from::text as soon`,
    );
    expect(before?.soon).toBeDefined();
    const pages = () =>
      setup.embedded.query(
        `select path from public.site_outputs where kind = 'article' and ref = ${articleId} and path is not null`,
      );
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 });
    const publisher = publisherWith('ahead', (_, call) => call());
    await publisher.drain();
    expect(await pages()).toEqual([]);
    await setup.build(['main'], { now: 'database' });
    expect(await pages()).toEqual([]);
    vi.useRealTimers();
    await setup.embedded.query(
      `update public.articles set publish_from = now() - interval '1 minute' where id = ${articleId}`,
    );
    await publisher.drain();
    expect(await pages()).not.toEqual([]);
  });

  it('that is never ready within its leases says so, rests, and goes on by itself', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
    let isSlow = true;
    const publisher = publisherWith(
      'slow',
      (_, call) => call(),
      () => {
        if (isSlow) pass(70);
      },
    );
    await changeProduct('Never in time');
    await publisher.drain();
    expect(publisher.fault?.reason).toBe('Files are not ready within the 60 seconds of a lease');
    isSlow = false;
    pass(60);
    await publisher.drain();
    expect(publisher.fault).toBeNull();
    expect(
      await setup.embedded.query(
        `select path from public.site_outputs where site_id = 'main' and stale_seq is not null`,
      ),
    ).toEqual([]);
    expect([...(await setup.liveTree('main')).values()].join('')).toContain('Never in time');
  });

  it('answers a person behind whom others publish, when what the person has changed is live', async () => {
    const publisher = publisherWith('people', (_, call) => call());
    const receipts: Receipt[] = [];
    publisher.onReceipt((receipt) => receipts.push(receipt));
    const productId = setup.site.productIds[2] ?? 0;
    await setup.embedded.execute(`begin; set local app.actor = '00000000-0000-0000-0000-0000000000e1';
      update public.products set display_name = 'Waited for' where id = ${productId}; commit`);
    await setup.embedded.query(`select private.queue_change('{globals:main}', '[]')`);
    await publisher.publishForPeople();
    expect(receipts.every(({ forPeople }) => forPeople)).toBe(true);
    expect(receipts.flatMap(({ items }) => items.flatMap(({ reasons }) => reasons))).toContain(`product:${productId}`);
    expect(receipts.flatMap(({ items }) => items.flatMap(({ reasons }) => reasons))).not.toContain('globals:main');
    const [queue] = await setup.embedded.query<{ waiting: number }>(
      'select count(*)::integer as waiting from pgmq.q_content_changes',
    );
    expect(queue?.waiting).toBe(1);
    await publisher.drain();
  });
});
