import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbargoedRelease, releaseSteps } from '../fixtures/embargoed-release.ts';
import { makeRandom } from '../fixtures/random.ts';
import { repeatsOf, seed } from '../fixtures/seeds.ts';

/** Publishers that die, or are ended, at every step of a release: nothing of it is seen before its moment, and all of it afterwards. */
const randomly = repeatsOf({ test: 2, full: 12 });
/** From a chosen moment until it comes: more than it takes to draw the pages before. */
const aheadMilliseconds = 9000;

let site: EmbargoedRelease;
let releases = 0;

beforeAll(async () => {
  site = await EmbargoedRelease.open(16);
  await site.start('first');
}, 240_000);
afterAll(() => site?.close());

/** A release is scheduled, and one of the publishers ends when `when` settles. */
async function expectPunctual(
  when: (launch: number, words: string) => Promise<unknown>,
  { how, publishers }: { how: 'SIGKILL' | 'SIGTERM'; publishers: number },
): Promise<void> {
  const words = `Release ${(releases += 1)}`;
  if (publishers > 1) await site.start('second');
  const launch = await site.make(words);
  const stop = site.watch(words);
  const moment = new Date(Date.now() + aheadMilliseconds);
  await site.schedule(launch, moment);
  await when(launch, words);
  await site.end('first', how);
  if (publishers === 1) await site.start('first');
  await expect.poll(() => site.stateOf(launch), { timeout: 60_000, interval: 20 }).toMatchObject({ state: 'live' });
  await expect.poll(() => site.shown(words), { timeout: 30_000, interval: 20 }).toBe(site.pages.length);
  const { first, last } = stop();
  expect(first, words).toBeGreaterThanOrEqual(moment.getTime());
  const { liveAt } = await site.stateOf(launch);
  expect(liveAt, words).toBeGreaterThanOrEqual(moment.getTime());
  console.log(
    `${how} with ${publishers}: seen from ${(first ?? 0) - moment.getTime()} to ${(last ?? 0) - moment.getTime()} ms`,
  );
  if (publishers > 1) await site.end('second', 'SIGTERM');
  if (publishers > 1) await site.start('first');
}

describe('a release with a moment', () => {
  const cases = releaseSteps.flatMap((step) => [1, 2].map((publishers) => ({ step, publishers })));
  it.each(cases)(
    'is on time where a publisher of $publishers is killed once it is $step',
    async ({ step, publishers }) => {
      await expectPunctual((launch, words) => site.until(step, launch, words), { how: 'SIGKILL', publishers });
    },
  );

  it.each(releaseSteps)('is on time where a publisher is ended by a deployment once it is %s', async (step) => {
    await expectPunctual((launch, words) => site.until(step, launch, words), { how: 'SIGTERM', publishers: 1 });
  });

  it(`is on time after ${randomly} kills at any time (seed ${seed})`, async () => {
    const random = makeRandom(seed);
    for (let round = 0; round < randomly; round += 1) {
      const wait = random.integer(aheadMilliseconds + 500);
      await expectPunctual(() => new Promise((resolve) => setTimeout(resolve, wait)), {
        how: 'SIGKILL',
        publishers: 1,
      });
    }
  });
});

describe('a release that is published at once', () => {
  it.each(['read', 'written', 'committed', 'live'] as const)(
    'is live in full or not at all where it is killed once it is %s',
    async (step) => {
      const words = `Release ${(releases += 1)}`;
      const launch = await site.make(words);
      site.publishNow('first', launch);
      await site.until(step, launch, words);
      await site.end('first', 'SIGKILL');
      await site.start('first');
      // What was being written is finished or undone by the database.
      await expect.poll(async () => (await site.stateOf(launch)).state, { timeout: 60_000 }).toMatch(/^(open|live)$/);
      const isLive = (await site.stateOf(launch)).state === 'live';
      await expect.poll(() => site.shown(words), { timeout: 30_000 }).toBe(isLive ? site.pages.length : 0);
      if (step === 'committed' || step === 'live') expect(isLive).toBe(true);
    },
  );
});
