import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ForkedPublisher, forkPublisher } from '../fixtures/fork-publisher.ts';
import { smallSite } from '../fixtures/generated-site.ts';
import {
  type Told,
  bucketsOf,
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
let former: ForkedPublisher;
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

async function goOn(): Promise<void> {
  const drained = former.said('drained');
  former.child.kill('SIGCONT');
  former.child.send('drain');
  await drained;
  await setup.runtime.publisher.drain();
}

let told: Told;

beforeAll(async () => {
  server = await openS3Server();
  setup = await openPublishingSetup(smallSite, {
    isBuilt: true,
    environment: { PUBLISH_BUCKETS: bucketsOf(server) },
  });
  setup.clock.now = new Date();
  await setup.runtime.publisher.drain();
  former = forkPublisher({
    embedded: setup.embedded,
    environment: {
      DATA_DIR: path.join(setup.outDirectory, '..', 'former'),
      OUT_DIR: setup.outDirectory,
      PORT: '4440',
      PUBLISH_BUCKETS: bucketsOf(server),
    },
    standStill: path.join(setup.outDirectory, 'stand-still'),
  });
  await former.said('publishing');
  await untilPublished();
  told = await toldUntilNow(setup.embedded);
}, 60_000);
afterEach(() => former.child.kill('SIGCONT'));
afterAll(async () => {
  former?.child.kill('SIGCONT');
  await former?.kill();
  await setup?.close();
  await server?.close();
});

describe('a publisher that stood still', () => {
  it.each<Step>(['staging', 'sending', 'staged', 'renaming', 'renamed'])(
    'at the step "%s" puts nothing older over what is newer, anywhere, and receipts are true',
    async (step) => {
      await writeFile(path.join(setup.outDirectory, 'stand-still'), step);
      await change();
      await untilItStandsStill();
      await endLeases();
      await change();
      await setup.runtime.publisher.drain();
      const full = await setup.fullTree('main');
      expect(compareTrees(await setup.liveTree('main'), full)).toEqual([]);
      await goOn();
      expect(compareTrees(await setup.liveTree('main'), full)).toEqual([]);
      expect(compareTrees(await readPointed(server), full)).toEqual([]);
      expect(compareTrees(await readMirrored(server), full)).toEqual([]);
      expect(await untrueReceipts(setup.embedded, told)).toEqual([]);
      await untilPublished();
    },
  );
});
