import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Embedded, startEmbedded } from '#embedded/start-embedded.ts';
import { insertOutputs, queueChanges, queueMenuChange } from '../fixtures/many-outputs.ts';

/** What one statement reads and touches, however much waits. `tests/full/bounded-intake.test.ts` times it at 80,000 outputs. */
let embedded: Embedded;
const outputs = 8000;
const batch = 150;

beforeAll(async () => {
  embedded = await startEmbedded({ dataDir: null });
  await insertOutputs(embedded, outputs);
});
afterAll(() => embedded?.stop());

const work = z.object({
  answer: z.json(),
  read: z.coerce.number(),
  scans: z.coerce.number(),
  touched: z.coerce.number(),
});

/** Runs a query of one value and counts what it did with the index of outputs. */
async function counting(query: string): Promise<z.infer<typeof work>> {
  // What the session did before may not be reported yet, and is counted with it.
  const counts = `select idx_tup_fetch + seq_tup_read as read, seq_scan as scans, n_tup_upd + n_tup_ins as touched
    from pg_stat_xact_user_tables where relname = 'site_outputs'`;
  const results = await embedded.execute(`begin;
    create temporary table before on commit drop as ${counts};
    create temporary table answers on commit drop as select (${query})::text as answer;
    select a.answer, n.read - b.read as read, n.scans - b.scans as scans, n.touched - b.touched as touched
    from answers a, before b, (${counts}) n;
    commit`);
  return work.parse(results.flat().find((row) => 'touched' in row));
}

const claim = (worker: string, ofPeople = false) =>
  counting(
    `select jsonb_array_length(public.publish_claim('${worker}', '{main}', now(), ${batch}, 60, ${ofPeople}) -> 'outputs')`,
  );
const count = async (from: string) =>
  (await embedded.query<{ count: number }>(`select count(*)::integer as count from ${from}`))[0]?.count;

describe(`with ${outputs} outputs`, () => {
  it('a step of the intake takes in some of the messages, and the next one goes on behind them', async () => {
    await queueChanges(embedded, 1000);
    const waiting = await count('pgmq.q_content_changes');
    const step = await counting('select to_jsonb(cardinality(private.take_in_changes(now())))');
    const taken = Number(step.answer);
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThanOrEqual(250);
    expect(step.scans).toBe(0);
    expect(step.touched).toBeLessThanOrEqual(1500);
    expect(await count('pgmq.q_content_changes')).toBe(Number(waiting) - taken);
    expect(await count('public.change_log')).toBe(1);
    await embedded.execute(`truncate pgmq.q_content_changes; truncate public.wide_changes;
      update public.site_outputs set stale_seq = null, stale_reasons = '{}', turn = 7 where stale_seq is not null`);
  });

  it('a change that reaches some of them reads no others, and touches each once', async () => {
    const sections = 32;
    await embedded.execute(
      `select private.queue_change(array(select 'below:page:' || 20000 + n from generate_series(1, ${sections}) n), '[]')`,
    );
    await counting('select to_jsonb(cardinality(private.take_in_changes(now())))');
    expect(await count('public.wide_changes')).toBe(1);
    const steps: z.infer<typeof work>[] = [];
    while ((await count('public.wide_changes')) !== 0) {
      steps.push(await counting('select private.search_wide_changes()'));
    }
    expect(steps.map(({ touched }) => touched)).toEqual([...Array.from({ length: 8 }, () => 200), 0]);
    for (const { scans, read, touched } of steps) {
      expect(scans).toBe(0);
      // To find them is to read the index of tags; a row is read to mark it, and to update it.
      expect(read).toBeLessThanOrEqual(touched * 4);
    }
    expect(await count(`public.site_outputs where stale_seq is not null and ref / 50 > 20000`)).toBe(sections * 50);
    await embedded.execute(
      `update public.site_outputs set stale_seq = null, stale_reasons = '{}', turn = 7 where stale_seq is not null`,
    );
  });

  it('a change of the menu reaches them all step by step, each once', async () => {
    await queueMenuChange(embedded);
    const first = await claim('a');
    expect(Number(first.answer)).toBe(batch);
    let touched = 0;
    for (let steps = 0; (await count('public.wide_changes')) !== 0; steps += 1) {
      expect(steps).toBeLessThan(outputs / 200 + 2);
      const step = await counting('select private.search_wide_changes()');
      expect(step.touched).toBeLessThanOrEqual(200);
      expect(step.scans).toBe(0);
      touched += step.touched;
    }
    expect(touched).toBe(outputs - 200);
    expect(await count('public.site_outputs where stale_seq is not null')).toBe(outputs);
  });

  it('a second one touches nothing that waits already', async () => {
    await queueMenuChange(embedded);
    expect((await counting('select to_jsonb(cardinality(private.take_in_changes(now())))')).touched).toBe(0);
    let touched = 0;
    while ((await count('public.wide_changes')) !== 0) {
      touched += (await counting('select private.search_wide_changes()')).touched;
    }
    // Those that a publisher renders may have been read before it.
    expect(touched).toBe(batch);
  });

  it('a claim reads what it gives, by an index, while all of them wait', async () => {
    await embedded.query('analyze public.site_outputs');
    const step = await claim('b');
    expect(Number(step.answer)).toBe(batch);
    expect(step.scans).toBe(0);
    expect(step.touched).toBe(batch);
    // Those that others render are passed over.
    expect(step.read).toBeLessThan(batch * 10);
  });

  it('what a person has changed is claimed behind nothing', async () => {
    await queueChanges(embedded, 2000);
    await embedded.execute(`begin; set local app.actor = '00000000-0000-0000-0000-0000000000e1';
      select private.queue_change('{page:1007000,globals:main}', '[{"kind": "page", "ref": 1007000}]'); commit`);
    const step = await claim('c', true);
    expect(Number(step.answer)).toBe(1);
    expect(step.scans).toBe(0);
    expect(step.read).toBeLessThan(batch * 10);
    expect(await count('pgmq.q_content_changes')).toBe(2000);
  });
});

describe('a statement that changes many rows', () => {
  it('queues them in parts of whole records, with whoever has changed them', async () => {
    await embedded.query('truncate pgmq.q_content_changes');
    await embedded.execute(`begin; set local app.actor = '00000000-0000-0000-0000-0000000000e1';
      select private.queue_change(array(select 'product:' || n from generate_series(1, 1001) n),
        (select jsonb_agg(jsonb_build_object('kind', 'product', 'ref', n)) from generate_series(1, 700) n)); commit`);
    const messages = await embedded.query<{ tags: number; rows: number; actor: string }>(
      `select jsonb_array_length(message -> 'tags') as tags, jsonb_array_length(message -> 'rows') as rows, message ->> 'actor' as actor
       from pgmq.q_content_changes order by msg_id`,
    );
    expect(messages.map(({ tags, rows }) => [tags, rows])).toEqual([
      [174, 174],
      [174, 174],
      [174, 174],
      [174, 174],
      [4, 4],
      // What is about none of the rows comes last.
      [250, 0],
      [51, 0],
    ]);
    expect(new Set(messages.map(({ actor }) => actor))).toEqual(new Set(['00000000-0000-0000-0000-0000000000e1']));
  });
});
