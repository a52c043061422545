import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbargoedRelease, releaseSteps } from '../fixtures/embargoed-release.ts';
import { makeRandom } from '../fixtures/random.ts';
import { getRepeats, seed } from '../fixtures/seeds.ts';

/** Publishers that die, or are ended, at every step of a release: nothing of it is seen before its moment, and all of it afterwards. */
const randomly = getRepeats({ test: 2, full: 12 });
/** From a chosen moment until it comes: more than it takes to draw the pages before. */
const aheadMilliseconds = 9000;
/** How late the last page of a release may be whose publisher is started anew shortly before. */
const lateMilliseconds = 5000;

let few: EmbargoedRelease;
let releases = 0;

beforeAll(async () => {
  few = await EmbargoedRelease.open(16);
  await few.start('first');
}, 240_000);
afterAll(() => few?.close());

type Ending = { how: 'SIGKILL' | 'SIGTERM'; publishers: number; on?: EmbargoedRelease; ahead?: number };

/** A release is scheduled, and one of the publishers ends when `when` settles. Milliseconds from the moment until it is read. */
async function endMeanwhile(
  when: (release: number, words: string, moment: number) => Promise<unknown>,
  { how, publishers, on: site = few, ahead = aheadMilliseconds }: Ending,
): Promise<{ first: number; last: number; told: number }> {
  const words = `Release ${(releases += 1)}`;
  if (publishers > 1) await site.start('second');
  const release = await site.make(words);
  const stop = site.watch(words);
  const moment = Date.now() + ahead;
  await site.schedule(release, new Date(moment));
  await when(release, words, moment);
  await site.end('first', how);
  if (publishers === 1) await site.start('first');
  await expect.poll(() => site.stateOf(release), { timeout: 90_000, interval: 20 }).toMatchObject({ state: 'live' });
  await expect.poll(() => site.shown(words), { timeout: 30_000, interval: 20 }).toBe(site.pages.length);
  const { first, last } = stop();
  const { liveAt } = await site.stateOf(release);
  if (publishers > 1) await site.end('second', 'SIGTERM');
  if (publishers > 1) await site.start('first');
  const seen = { first: (first ?? 0) - moment, last: (last ?? 0) - moment, told: (liveAt ?? 0) - moment };
  console.log(`${how} with ${publishers}: read from ${seen.first} to ${seen.last} ms, told ${seen.told}`);
  return seen;
}

describe('a release with a moment', () => {
  const cases = releaseSteps.flatMap((step) => [1, 2].map((publishers) => ({ step, publishers })));
  it.each(cases)(
    'is not early where a publisher of $publishers is killed once it is $step',
    async ({ step, publishers }) => {
      const ending = { how: 'SIGKILL' as const, publishers };
      const { first, told } = await endMeanwhile((release, words) => few.until(step, release, words), ending);
      expect(first).toBeGreaterThanOrEqual(0);
      expect(told).toBeGreaterThanOrEqual(0);
    },
  );

  it.each(releaseSteps)('is not early where a publisher is ended by a deployment once it is %s', async (step) => {
    const ending = { how: 'SIGTERM' as const, publishers: 1 };
    const { first, told } = await endMeanwhile((release, words) => few.until(step, release, words), ending);
    expect(first).toBeGreaterThanOrEqual(0);
    expect(told).toBeGreaterThanOrEqual(0);
  });

  it(`is not early after ${randomly} kills at any time (seed ${seed})`, async () => {
    const random = makeRandom(seed);
    for (let round = 0; round < randomly; round += 1) {
      const wait = random.integer(aheadMilliseconds + 500);
      const { first } = await endMeanwhile(() => setTimeout(wait), { how: 'SIGKILL', publishers: 1 });
      expect(first, `killed after ${wait} ms`).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('a release of 200 drafts', () => {
  let many: EmbargoedRelease;
  beforeAll(async () => {
    many = await EmbargoedRelease.open(201);
    await many.start('first');
  }, 300_000);
  afterAll(() => many?.close());

  it.each([15_000, 11_000])(
    'is punctual where a deployment ends the publisher %d ms before its moment',
    async (left) => {
      const { first, last, told } = await endMeanwhile((_, __, moment) => setTimeout(moment - left - Date.now()), {
        how: 'SIGTERM',
        publishers: 1,
        on: many,
        ahead: left + 8000,
      });
      expect(first).toBeGreaterThanOrEqual(0);
      expect(told).toBeGreaterThanOrEqual(0);
      expect(last).toBeLessThan(lateMilliseconds);
    },
  );
});

describe('a release that is published at once', () => {
  const cases = [
    // What was being written is finished or undone by the database.
    { step: 'read', ends: /^(open 0|live 15)$/ },
    { step: 'written', ends: /^(open 0|live 15)$/ },
    { step: 'committed', ends: /^live 15$/ },
    { step: 'live', ends: /^live 15$/ },
  ] as const;
  it.each(cases)('is live in full or not at all where it is killed once it is $step', async ({ step, ends }) => {
    const words = `Release ${(releases += 1)}`;
    const release = await few.make(words);
    few.publishNow('first', release);
    await few.until(step, release, words);
    await few.end('first', 'SIGKILL');
    await few.start('first');
    const end = async () => `${(await few.stateOf(release)).state} ${few.shown(words)}`;
    await expect.poll(end, { timeout: 120_000 }).toMatch(ends);
  });
});
