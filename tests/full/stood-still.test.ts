import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { outputFile } from '#edge/output-file.ts';
import { hashBytes } from '#publish/hash-bytes.ts';
import { type ForkedPublisher, forkPublisher } from '../fixtures/fork-publisher.ts';
import { smallSite } from '../fixtures/generated-site.ts';
import {
  type Told,
  formatBuckets,
  filesOfNobody,
  readMirrored,
  readPointed,
  toldUntilNow,
  untrueReceipts,
} from '../fixtures/published-places.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';
import { type S3Server, openS3Server } from '../fixtures/s3-server.ts';
import type { Step } from '../fixtures/stand-still.ts';

/** A publisher whose process stands still for longer than its leases, while another one publishes what is newer. */
let setup: PublishingSetup;
let server: S3Server;
/** The one that stands still or is killed, and the one that goes on. They are of one code, and not of this process's. */
let former: ForkedPublisher;
let later: ForkedPublisher;
let version = 0;

const ids = () => setup.site.productIds.slice(0, 4).join(', ');
const leaseSeconds = 60;

const query = (statement: string) => setup.embedded.query(statement);
const publishing = () => query('select publish_pending() as waiting');

/** Products with new names, the last of which is withdrawn by every other change. */
async function change(): Promise<void> {
  version += 1;
  await query(
    `update products set display_name = 'Product ' || id || ' v${version}', is_published = (id <> ${setup.site.productIds[3]} or ${version % 2 === 1})
     where id in (${ids()})`,
  );
}

async function untilPublished(): Promise<void> {
  await vi.waitFor(async () => expect(await publishing()).toMatchObject([{ waiting: { pending: 0 } }]), {
    timeout: 30_000,
    interval: 20,
  });
}

async function untilItStandsStill(): Promise<void> {
  const { pid } = former.child;
  await vi.waitFor(async () => expect(await readFile(`/proc/${pid}/stat`, 'utf8')).toContain(') T '), {
    timeout: 30_000,
    interval: 10,
  });
}

/** As it is for everybody after so long. */
async function endLeases(): Promise<void> {
  await query(`update site_outputs set lease_until = now() - interval '1 second' where lease_owner <> 'deferred'`);
  await query(
    `update publish_rounds set until = now() - interval '1 second', switching_until = now() - interval '1 second'`,
  );
  await query(`update file_removals set until = now() - interval '1 second'`);
  server.clock += leaseSeconds * 1000;
}

/** Pages that show a product which is withdrawn keep their last good file; every file is one that the index has. */
async function expectSame(tree: Map<string, string>, full: Map<string, string>): Promise<void> {
  expect(compareTrees(tree, full, await setup.keptFiles('main'))).toEqual([]);
  expect(await filesOfNobody(setup.embedded, tree)).toEqual([]);
}

let told: Told;

const fork = (name: string, options: { standStill?: string } = {}) =>
  forkPublisher({
    embedded: setup.embedded,
    environment: {
      DATA_DIR: path.join(setup.outDirectory, '..', name),
      OUT_DIR: setup.outDirectory,
      // The addresses of pages have it.
      PORT: '4999',
      PUBLISH_BUCKETS: formatBuckets(server),
    },
    ...options,
  });

async function start(): Promise<void> {
  former = fork('former', { standStill: path.join(setup.outDirectory, 'stand-still') });
  await former.printed('publishing');
}

async function drain({ child, printed: said }: ForkedPublisher): Promise<void> {
  const drained = said('drained');
  child.kill('SIGCONT');
  child.send('drain');
  await drained;
}

/** It stops itself at a step of publishing the next change. */
async function changeUntil(step: Step): Promise<void> {
  later.child.kill('SIGSTOP');
  await writeFile(path.join(setup.outDirectory, 'stand-still'), step);
  await change();
  await untilItStandsStill();
}

beforeAll(async () => {
  server = await openS3Server();
  setup = await openPublishingSetup(smallSite, {
    isBuilt: true,
    environment: { PUBLISH_BUCKETS: formatBuckets(server) },
  });
  setup.clock.now = new Date();
  await start();
  later = fork('later');
  await later.printed('publishing');
  await untilPublished();
  told = await toldUntilNow(setup.embedded);
});
afterEach(() => [former, later].forEach(({ child }) => child.kill('SIGCONT')));
afterAll(async () => {
  for (const publisher of [former, later]) {
    publisher?.child.kill('SIGCONT');
    await publisher?.kill();
  }
  await setup?.close();
  await server?.close();
});

describe('a publisher that stood still', () => {
  it.each<Step>(['staging', 'sending', 'staged', 'renaming', 'renamed'])(
    'at the step "%s" puts nothing older over what is newer, anywhere, and receipts are true',
    async (step) => {
      await changeUntil(step);
      await endLeases();
      await change();
      await drain(later);
      const full = await setup.fullTree('main');
      await expectSame(await setup.liveTree('main'), full);
      await drain(former);
      await drain(later);
      for (const tree of [await setup.liveTree('main'), await readPointed(server), await readMirrored(server)])
        await expectSame(tree, full);
      expect(await untrueReceipts(setup.embedded, told)).toEqual([]);
      await untilPublished();
    },
  );

  it.each<Step>(['renaming', 'renamed'])(
    'and was killed at the step "%s" has what it had put live in history and in receipts, whatever follows',
    async (step) => {
      await changeUntil(step);
      const seen = await setup.liveTree('main');
      await former.kill();
      await change();
      await start();
      await drain(later);
      await untilPublished();
      const known = await query('select distinct content_hash as hash from output_history');
      const hashes = new Set(
        [...known, ...(await query('select content_hash as hash from site_outputs'))].map(({ hash }) => hash),
      );
      expect([...seen].flatMap(([file, text]) => (hashes.has(hashBytes(Buffer.from(text))) ? [] : [file]))).toEqual([]);
      expect(await untrueReceipts(setup.embedded, told)).toEqual([]);
      await expectSame(await setup.liveTree('main'), await setup.fullTree('main'));
    },
  );
});

describe('a publisher that reports for one that was killed', () => {
  it('and is killed itself leaves that to the next one', async () => {
    const before = await toldUntilNow(setup.embedded);
    await changeUntil('renamed');
    const seen = await setup.liveTree('main');
    await former.kill();
    await writeFile(path.join(setup.outDirectory, 'stand-still'), 'adopting' satisfies Step);
    former = fork('former', { standStill: path.join(setup.outDirectory, 'stand-still') });
    await former.printed('started');
    await untilItStandsStill();
    await former.kill();
    await start();
    const known = await query(`select content_hash as hash from output_history where id > ${before.history}`);
    const hashes = new Set(known.map(({ hash }) => hash));
    const ofChange = [...seen].filter(([, text]) => text.includes(`v${version}`));
    expect(ofChange.length).toBeGreaterThan(0);
    expect(ofChange.flatMap(([file, text]) => (hashes.has(hashBytes(Buffer.from(text))) ? [] : [file]))).toEqual([]);
    await drain(later);
    await untilPublished();
    expect(await untrueReceipts(setup.embedded, told)).toEqual([]);
    await expectSame(await setup.liveTree('main'), await setup.fullTree('main'));
  });
});

describe('a publish that cannot be reported', () => {
  it('has its receipt as soon as the receipts can be written again, and is complete with it', async () => {
    await former.kill();
    await drain(later);
    // The same login as the publisher's, which may end its sessions.
    const locker = postgres(setup.embedded.databaseUrl, { max: 2, onnotice: () => {} });
    try {
      const held = await locker.reserve();
      await held.unsafe('set role service_role; begin; lock table public.publish_receipts in share row exclusive mode');
      await change();
      await vi.waitFor(
        async () => {
          const cut = await locker.unsafe(
            `select pg_terminate_backend(pid) from pg_locks where not granted and relation = 'public.publish_receipts'::regclass`,
          );
          expect(cut).not.toEqual([]);
        },
        { timeout: 30_000, interval: 20 },
      );
      // It is live, and nobody takes it for complete.
      expect(await query('select 1 from site_outputs where stale_seq is not null')).not.toEqual([]);
      await held.unsafe('rollback');
      held.release();
      await untilPublished();
      expect(await untrueReceipts(setup.embedded, told)).toEqual([]);
    } finally {
      await locker.end({ timeout: 1 });
    }
  });
});

describe('files that are not what was published', () => {
  // It would publish some of them, and is not waited for.
  beforeAll(() => former.kill());

  it('are published again wherever they are, and a receipt tells why', async () => {
    const { reconciler } = setup.runtime;
    await drain(later);
    const full = await setup.fullTree('main');
    const pages = [...full.keys()].filter((file) => file.endsWith('/index.html'));
    const place = (at: number) => path.join(setup.outDirectory, 'main', 'current', pages[at] ?? '');
    await writeFile(place(0), 'of somebody else');
    await rm(place(1));
    await server.store.put(`mirror/main/${pages[2]}`, Buffer.from('of somebody else'), {});
    await reconciler.run();
    await drain(later);
    await expectSame(await setup.liveTree('main'), full);
    await expectSame(await readMirrored(server), full);
    const receipts = await query(
      `select i.path from publish_receipts r join publish_receipt_items i on i.receipt_id = r.id where r.cause = 'reconciliation'`,
    );
    expect(new Set(receipts.map((item) => outputFile(String(item['path']))))).toEqual(new Set(pages.slice(0, 3)));
  });

  it('are the last good ones again in every place, where a page cannot be drawn', async () => {
    await query(`update products set is_published = false where id = ${setup.site.productIds[3]}`);
    await drain(later);
    const [file] = await setup.keptFiles('main');
    const lastGood = (await setup.liveTree('main')).get(file ?? '');
    expect(lastGood).toBeDefined();
    await server.store.put(`mirror/main/${file}`, Buffer.from('of one that was killed'), {});
    await setup.runtime.reconciler.run();
    await drain(later);
    expect((await readMirrored(server)).get(file ?? '')).toBe(lastGood);
    await expectSame(await readMirrored(server), await setup.fullTree('main'));
  });
});
