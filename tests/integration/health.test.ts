import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { siteIds } from '#domain/sites.ts';
import { readPaused } from '#content/paused-sites.ts';
import { pruneRecords } from '#publish/upkeep/prune-records.ts';
import { describePublishingState } from '#server/editor/publishing-state.ts';
import { health } from '#server/routes/health.ts';
import { type EditorialDesk, must } from '../fixtures/editorial-desk.ts';
import { openPublishingDesk } from '../fixtures/publishing-desk.ts';
import type { PublishingSetup } from '../fixtures/publishing-setup.ts';

let setup: PublishingSetup;
let desk: EditorialDesk;
beforeAll(async () => {
  ({ setup, desk } = await openPublishingDesk());
});
afterAll(() => setup?.close());

const query = <T = Record<string, unknown>>(sql: string) => setup.embedded.query<T>(sql);
const answer = z.object({
  status: z.string(),
  reason: z.string().optional(),
  since: z.string().nullish(),
  queue: z.object({ pending: z.number(), failed: z.number(), oldest_seconds: z.number() }),
  publishing: z.object({
    state: z.enum(['ok', 'failing', 'paused']),
    since: z.string().nullable(),
    reason: z.string().nullable(),
    last_success: z.string().nullable(),
  }),
  failures: z.array(z.object({ site: z.string(), path: z.string().nullable(), message: z.string().nullable() })),
});
async function ask(): Promise<z.infer<typeof answer> & { code: number }> {
  // The generated content has a home page on one site only.
  for (const site of siteIds.filter((id) => id !== 'main')) {
    await writeFile(path.join(setup.outDirectory, site, 'current', 'index.html'), 'Home');
  }
  const response = await health(setup.runtime, '1.2.3');
  return { code: response.status, ...answer.parse(await response.json()) };
}
const change = () => query(`update products set display_name = display_name || '.' where id > 0`);

describe('/healthz', () => {
  beforeEach(() => setup.runtime.publisher.drain());

  it('is ok when nothing waits, and says when something was published last', async () => {
    await change();
    await setup.runtime.publisher.drain();
    expect(await ask()).toMatchObject({
      code: 200,
      status: 'ok',
      queue: { pending: 0, failed: 0, oldest_seconds: 0 },
      publishing: { state: 'ok', since: null, reason: null, last_success: expect.any(String) },
      failures: [],
    });
  });

  it.each([
    ['in the queue', `update pgmq.q_content_changes set enqueued_at = now() - interval '1 hour' where msg_id > 0`],
    [
      'in the index',
      `select publish_claim('another', '{main}', now(), 1, 0); select publish_release_leases('another');
       update site_outputs set stale_since = now() - interval '1 hour' where stale_seq is not null`,
    ],
  ])('is not when a change has been waiting for too long %s', async (_, sql) => {
    await change();
    expect((await ask()).code).toBe(200);
    await setup.embedded.execute(sql);
    const { code, status, reason, since, publishing } = await ask();
    expect({ code, status, state: publishing.state }).toEqual({ code: 503, status: 'waiting', state: 'failing' });
    expect(reason).toMatch(/waiting to be published for 3[56]\d\d seconds; more than 300/);
    expect(Date.now() - Date.parse(since ?? '')).toBeGreaterThan(3_500_000);
    await setup.runtime.publisher.drain();
    expect(await ask()).toMatchObject({ code: 200, queue: { pending: 0, oldest_seconds: 0 } });
  });

  it('counts the wait of an output from its first change on, and anew after it was published', async () => {
    const since = () =>
      query<{ since: Date | null }>(
        `select stale_since as since from site_outputs where kind = 'product' and site_id = 'main' and locale = 'en' order by ref limit 1`,
      ).then(([row]) => row?.since ?? null);
    const claim = `select publish_claim('another', '{main}', now(), 1, 0)`;
    await change();
    await query(claim);
    const first = await since();
    expect(first).not.toBeNull();
    await change();
    await query(claim);
    expect(await since()).toEqual(first);
    await query(`select publish_release_leases('another')`);
    await setup.runtime.publisher.drain();
    expect(await since()).toBeNull();
  });

  it('is not while a site is paused, and says how to go on', async () => {
    await query(`select build_rollback('developer', 'earlier', 'test')`);
    expect(await ask()).toMatchObject({
      code: 503,
      status: 'paused',
      reason: expect.stringContaining('npm run build -- --site developer'),
      since: expect.any(String),
      publishing: { state: 'paused' },
    });
    await setup.build(['developer']);
    expect((await ask()).code).toBe(200);
  });

  it('is not while the files of a site are of a state that the database does not know, as screens say as well', async () => {
    await query(`insert into unknown_files (site_id, cause) values ('developer', 'later')`);
    expect(await ask()).toMatchObject({
      code: 503,
      status: 'rebuilding',
      reason: expect.stringMatching(/put back to an earlier state.*: developer\..*npm run build -- --site developer/),
      since: expect.any(String),
      publishing: { state: 'failing' },
    });
    const { serviceClient } = setup.runtime;
    const told = { why: 'later', by: '', since: expect.any(String) };
    expect(await readPaused(serviceClient)).toEqual([{ site: 'developer', ...told }]);
    const { sites } = await describePublishingState(setup.runtime, serviceClient);
    expect(sites.map(({ site, paused }) => ({ site, paused }))).toEqual([
      { site: 'main', paused: null },
      { site: 'developer', paused: told },
      { site: 'automotive', paused: null },
    ]);
    await setup.build(['developer']);
    expect((await ask()).code).toBe(200);
    expect(await readPaused(serviceClient)).toEqual([]);
  });

  it('is not while a file cannot be written', async () => {
    await change();
    await query(`select publish_claim('another', '{main}', now(), 1, 60)`);
    await query(`
      select publish_defer('another', jsonb_agg(jsonb_build_object('site', site_id, 'kind', kind, 'ref', ref, 'locale', locale,
        'failure', jsonb_build_object('code', 'unavailable', 'message', 'The disk is full'), 'seconds', 0)))
      from site_outputs where lease_owner = 'another'`);
    expect(await ask()).toMatchObject({
      code: 503,
      status: 'failing',
      reason: 'The disk is full',
      since: expect.any(String),
      queue: { failed: 1 },
      publishing: { state: 'failing' },
    });
    await setup.runtime.publisher.drain();
    expect((await ask()).code).toBe(200);
  });

  it('names what fails because of its content, and stays ok: an editor mends it', async () => {
    const [, , broken = 0] = setup.site.pageIds;
    const figures = await desk.moduleOf(broken, 'KEY_FIGURES');
    await desk.writeModule(figures.id, { ...figures.data, figures: 'three of them' });
    await desk.publishing(() => desk.publish(broken));
    const { code, queue, failures } = await ask();
    expect({ code, failed: queue.failed }).toEqual({ code: 200, failed: failures.length });
    expect(failures[0]).toMatchObject({ site: 'main', message: expect.stringContaining('field figures') });
    await desk.writeModule(figures.id, figures.data);
    await desk.publishing(() => desk.publish(broken));
  });
});

describe('retention', () => {
  const count = async (table: string) =>
    Number((await query<{ count: string }>(`select count(*) from ${table}`))[0]?.count ?? 0);

  it('deletes receipts by age and by number, of each site its own', async () => {
    await query('delete from publish_receipts where id > 0');
    for (const site of siteIds) {
      await query(`
        select publish_record('${site}', 'change', '{}', 'test', now(), 1,
          '[{"path": "/a", "locale": "en", "change": "changed", "reasons": ["x"]}]') from generate_series(1, 500)`);
    }
    await query(
      `update publish_receipts set finished_at = now() - interval '31 days' where site_id = 'main' and id % 2 = 0`,
    );
    expect(await pruneRecords(setup.runtime.database, { days: 30, receipts: 300 })).toMatchObject({
      receipts: 350 + 200 + 200,
    });
    expect(await must(desk.client.from('publish_receipts').select('site_id').eq('site_id', 'developer'))).toHaveLength(
      300,
    );
    expect(await count('publish_receipts')).toBe(150 + 300 + 300);
    expect(await count('publish_receipt_items')).toBe(750);
    expect(await pruneRecords(setup.runtime.database, { days: 30, receipts: 300 })).toEqual({ receipts: 0, builds: 0 });
  });

  it('deletes builds but for those that say what is live, and what nobody asks for any more', async () => {
    await query(`
      insert into site_builds (site_id, name, bundle, start_seq, lease_owner, lease_until, started_at, finished_at, outcome)
      overriding system value
      select 'main', 'old', '', 0, 'test', now(), now() - interval '1 year', now() - interval '1 year', 'failed'
      from generate_series(1, 5)`);
    await setup.build(['main']);
    await query(`update site_builds set finished_at = now() - interval '1 year' where id > 0`);
    const live = await query(
      `select max(id) as id from site_builds where outcome in ('live', 'rolled-back') group by site_id order by 1`,
    );
    await query(
      `insert into file_removals values ('main', '/x', 'killed', now() - interval '2 hours'), ('main', '/y', 'at work', now())`,
    );
    await query(`insert into private.import_rows (import_id, target, content, staged_at)
      values (gen_random_uuid(), 'pages', '{}', now() - interval '2 days'), (gen_random_uuid(), 'pages', '{}', now())`);
    await query(
      `insert into change_log (message_ids, tags, queued_at, taken_in_at) values
        ('{-1}', '{}', now(), now() - interval '2 days'), ('{-2}', '{}', now(), now())`,
    );
    const { builds } = await pruneRecords(setup.runtime.database, { days: 30, receipts: 300 });
    expect(builds).toBeGreaterThanOrEqual(5);
    expect(await query(`select id from site_builds order by id`)).toEqual(live);
    expect(await query('select path from file_removals')).toEqual([{ path: '/y' }]);
    expect(await count('private.import_rows')).toBe(1);
    expect(await count(`change_log where message_ids = '{-1}'`)).toBe(0);
    expect(await query(`select build_state('main') -> 'live' ->> 'outcome' as outcome`)).toEqual([{ outcome: 'live' }]);
  });
});
