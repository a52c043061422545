import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertOutputs } from '../fixtures/many-outputs.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';

/** An editor publishes pages while a change of the menu is published on a large site. */
let setup: PublishingSetup;
const publishes = 40;

beforeAll(async () => {
  setup = await openPublishingSetup({ pages: 1500, locales: ['en'], products: 20, articles: 5, seed: 3 });
  await setup.build(['main']);
  // Outputs without a page: they are claimed, found to show nothing, and removed.
  await insertOutputs(setup.embedded, 80_000 - 1500);
  await setup.runtime.publisher.drain();
}, 600_000);
afterAll(() => setup.close());

async function publishPage(pageId: number, text: string): Promise<number> {
  await setup.embedded.execute(`begin; set local app.actor = '00000000-0000-0000-0000-0000000000e1';
    update public.page_locales set description = '${text}' where page_id = ${pageId};
    select public.publish_pages(array[${pageId}]::bigint[]);
    commit`);
  const began = performance.now();
  await setup.runtime.publisher.publishForPeople();
  return performance.now() - began;
}

it('is not held up by it', async () => {
  const { publisher } = setup.runtime;
  await publisher.warmUp();
  await setup.embedded.query(`select private.queue_change('{globals:main}', '[]')`);
  let isDraining = true;
  const draining = publisher.drain().finally(() => {
    isDraining = false;
  });
  const times: number[] = [];
  for (let index = 0; index < publishes; index += 1) {
    const pageId = setup.site.pageIds[(index * 31) % 1500] ?? 0;
    times.push(await publishPage(pageId, `Description ${index}`));
    expect(isDraining).toBe(true);
    await setTimeout(100);
  }
  await draining;
  const sorted = times.toSorted((a, b) => a - b);
  console.log({ median: sorted[publishes / 2], p95: sorted[Math.floor(publishes * 0.95)], longest: sorted.at(-1) });
  expect(sorted[Math.floor(publishes * 0.95)]).toBeLessThan(1000);
  const [left] = await setup.embedded.query<{ count: number }>(
    'select count(*)::integer as count from public.site_outputs where stale_seq is not null',
  );
  expect(left?.count).toBe(0);
});
