import { makeTable } from '#domain/objects.ts';
import { siteIds } from '#domain/sites.ts';
import { wholeCode } from '#publish/draw/code-parts.ts';
import path from 'node:path';
import { readdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawBatches } from '#publish/draw/draw-batches.ts';
import type { DrawingThread } from '#publish/draw/drawing-thread.ts';
import type { PeopleFirst } from '#publish/draw/people-first.ts';
import { Publisher } from '#publish/queue/publisher.ts';
import { localDirectory } from '#publish/targets/local-directory.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';
import { setMenu } from '../fixtures/set-menu.ts';

/** More than the two batches that this thread begins with. */
const pages = 450;

let setup: PublishingSetup;

beforeAll(async () => {
  setup = await openPublishingSetup({ pages, locales: ['en'], products: 4, articles: 2, sharedOn: [], seed: 12 });
  await setMenu(setup.runtime.serviceClient, 'First menu');
  await setup.build(['main']);
  await setup.runtime.publisher.drain();
});
afterAll(() => setup.close());

/** The number of pages that a server has rendered by itself. */
async function renderedBy({ metrics, database }: PublishingSetup['runtime']): Promise<number> {
  const { text } = await metrics.write(database, false);
  return Number(/website_render_seconds_count (\d+)/.exec(text)?.[1]);
}

async function expectAllLive(label: string): Promise<void> {
  const live = await setup.liveTree('main');
  expect([...live.values()].filter((content) => content.includes(label)).length).toBeGreaterThanOrEqual(pages);
  expect(compareTrees(live, await setup.fullTree('main'))).toEqual([]);
}

/** The reasons of pages of the main site that failed. */
async function failures(): Promise<string[]> {
  const rows = await setup.embedded.query<{ message: string }>(
    "select failure ->> 'message' as message from public.site_outputs where site_id = 'main' and failure is not null",
  );
  return rows.map(({ message }) => message);
}

/** A publisher whose thread is this one, with what it warns of. */
function publisherWith(worker: string, draw: (inner: DrawingThread['draw']) => DrawingThread['draw']) {
  const { database, serviceClient: client, config } = setup.runtime;
  const { renderPage } = setup.bundle;
  const at = (site: string) => localDirectory(path.join(setup.outDirectory, site));
  const warnings: string[] = [];
  let closed = 0;
  const open = (peopleFirst: PeopleFirst): DrawingThread => {
    const options = {
      calls: database,
      origins: config.origins,
      renderPage,
      code: wholeCode('thread').parts,
      peopleFirst,
    };
    return {
      draw: draw(drawBatches(options)),
      close: async () => {
        closed += 1;
      },
    };
  };
  const publisher = new Publisher({
    database,
    client,
    worker,
    sites: ['main'],
    targets: makeTable(siteIds, at),
    origins: config.origins,
    renderPage,
    drawingThreads: { open, from: 0 },
    mediaDirectory: path.join(config.dataDirectory, 'media-cache'),
    log: { info: () => {}, warn: (_, message) => warnings.push(message), error: () => {} },
    now: () => setup.clock.now,
  });
  return { publisher, warnings, closed: () => closed };
}

describe('a change of all pages that is drawn in two threads', () => {
  it.runIf(availableParallelism() > 1)(
    'leaves what a full build does, and much of it is drawn in the other',
    async () => {
      const colleague = setup.colleague('with-a-thread', { threadFrom: 0 });
      const before = await renderedBy(colleague);
      await setMenu(setup.runtime.serviceClient, 'Drawn in two threads');
      await colleague.publisher.drain();
      await expectAllLive('Drawn in two threads');
      expect((await renderedBy(colleague)) - before).toBeLessThan(pages);
    },
  );

  it('is drawn all the same when the thread dies, of which one line tells', async () => {
    const { publisher, warnings, closed } = publisherWith('dying', () => async () => {
      throw new Error('A draw thread ended with code 1');
    });
    await setMenu(setup.runtime.serviceClient, 'Without a thread');
    await publisher.drain();
    await publisher.stop();
    await expectAllLive('Without a thread');
    expect(warnings).toEqual(['The thread that draws pages is of no use: they are drawn without it']);
    expect(closed()).toBe(1);
  });

  it('puts back the files of pages that show nothing new', async () => {
    const build = path.join(setup.outDirectory, 'main', 'current');
    const sections = (await readdir(build)).filter((name) => name.startsWith('section-'));
    const { publisher } = publisherWith('putting-back', (inner) => async (batch) => {
      // As the thread answers of a page that is given what it was given before.
      const drawn = await inner(batch);
      return drawn.map((one, index) => {
        const { path: before, hash, bytes, given } = batch.outputs[index] ?? {};
        return one.outcome === 'rendered' && one.path === before && hash && given && bytes !== undefined
          ? { ...one, outcome: 'same', hash, given, size: bytes }
          : one;
      });
    });
    for (const section of sections) await rm(path.join(build, section), { recursive: true });
    await setMenu(setup.runtime.serviceClient, 'Put back');
    await publisher.drain();
    await publisher.stop();
    await expectAllLive('Put back');
  });

  it('fails a page whose picture is missing, as it does when it is drawn here', async () => {
    const { publisher } = publisherWith('without-pictures', (inner) => async (batch) => {
      const drawn = await inner(batch);
      return drawn.map((one) => (one.outcome === 'rendered' ? { ...one, media: ['lost-320.webp'] } : one));
    });
    await setMenu(setup.runtime.serviceClient, 'With a lost picture');
    await publisher.drain();
    await publisher.stop();
    const reasons = await failures();
    expect(reasons.length).toBeGreaterThan(0);
    expect(new Set(reasons)).toEqual(
      new Set(['The page cannot be published because of the file lost-320.webp that is missing in Storage']),
    );
    // What was drawn here is live.
    expect(reasons.length).toBeLessThan(pages);
  });
});
