import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { ServiceDatabase } from '#content/clients/database.ts';
import { openDirectDatabase } from '#content/clients/direct-database.ts';
import { type Embedded, startEmbedded } from '#embedded/start-embedded.ts';
import { insertOutputs, queueChanges, queueMenuChange } from '../fixtures/many-outputs.ts';

/** Drains the queue as a publisher does that renders nothing, with the limits of hosted Supabase, and times each call. */
let embedded: Embedded;
let database: ServiceDatabase;

const outputs = 80_000;
const claimAnswer = z.object({
  watermark: z.number(),
  outputs: z.array(z.record(z.string(), z.unknown())),
  goes_on: z.boolean(),
});

beforeAll(async () => {
  embedded = await startEmbedded({ dataDir: null });
  await insertOutputs(embedded, outputs);
  database = openDirectDatabase(embedded.databaseUrl, { max: 2, name: 'bounded' });
});
afterAll(async () => {
  await database?.close();
  await embedded?.stop();
});

type Drained = { calls: number; longest: number; rendered: number; milliseconds: number };

async function drain(): Promise<Drained> {
  const began = performance.now();
  const drained: Drained = { calls: 0, longest: 0, rendered: 0, milliseconds: 0 };
  const timed = async <T>(call: PromiseLike<T>): Promise<T> => {
    const start = performance.now();
    const result = await call;
    drained.calls += 1;
    drained.longest = Math.max(drained.longest, performance.now() - start);
    return result;
  };
  for (;;) {
    const claim = await timed(
      callFunction(database, 'publish_claim', claimAnswer, {
        p_worker: 'w',
        p_sites: ['main'],
        p_at: 'now',
        p_limit: 150,
        p_lease_seconds: 60,
      }),
    );
    if (claim.outputs.length > 0) {
      drained.rendered += claim.outputs.length;
      // The tags stay as they are.
      const results = await embedded.query<{ tags: string[]; ref: string }>(
        "select ref::text as ref, tags from public.site_outputs where site_id = 'main' and kind = 'page' and ref = any ($1)",
        [claim.outputs.map(({ ref }) => ref)],
      );
      const tags = new Map(results.map((row) => [Number(row.ref), row.tags]));
      const p_outputs = claim.outputs.map((output) => ({
        ...output,
        tags: tags.get(Number(output['ref'])) ?? [],
        bytes: 40_000,
      }));
      await timed(
        callFunction(database, 'publish_complete', z.unknown(), {
          p_worker: 'w',
          p_watermark: claim.watermark,
          p_outputs: JSON.parse(JSON.stringify(p_outputs)),
        }),
      );
    } else if (!claim.goes_on) {
      drained.milliseconds = performance.now() - began;
      return drained;
    }
  }
}

const stale = async () => {
  const [row] = await embedded.query<{ count: number }>(
    'select count(*)::integer as count from public.site_outputs where stale_seq is not null',
  );
  return row?.count;
};

describe(`${outputs} outputs`, () => {
  it('drain after a change of the menu, each once, without a statement above a second', async () => {
    await queueMenuChange(embedded);
    const drained = await drain();
    console.log('menu', drained);
    expect(drained.rendered).toBe(outputs);
    expect(await stale()).toBe(0);
    expect(drained.longest).toBeLessThan(1000);
  });

  it('drain after 100,000 changes of one row each and one of the menu, none rendered more than twice', async () => {
    await queueChanges(embedded, 100_000);
    await queueMenuChange(embedded);
    const drained = await drain();
    console.log('100,000 changes and the menu', drained);
    expect(drained.rendered).toBeGreaterThanOrEqual(outputs);
    expect(drained.rendered).toBeLessThan(outputs * 2);
    expect(await stale()).toBe(0);
    expect(drained.longest).toBeLessThan(1000);
  });

  it('drain after one statement that changes 100,000 rows', async () => {
    await embedded.query(`select private.queue_change(
      array(select 'product:' || n from generate_series(1, 100000) n),
      (select jsonb_agg(jsonb_build_object('kind', 'product', 'ref', n)) from generate_series(1, 100000) n))`);
    const drained = await drain();
    console.log('one statement', drained);
    expect(await stale()).toBe(0);
    expect(drained.longest).toBeLessThan(1000);
  });
});
