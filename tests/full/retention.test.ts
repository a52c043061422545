import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Embedded, startEmbedded } from '#embedded/start-embedded.ts';

/** The tables of publishing keep their size over 10,000 publishes, with the work of upkeep and of autovacuum between them. */
const publishes = 10_000;
/** Of one transaction, and between two rounds of upkeep: what one transaction leaves behind cannot be cleared while it lasts. */
const batchSize = 20;
const perRound = 500;
const retained = 1000;
const tables = [
  'public.publish_receipts',
  'public.publish_receipt_items',
  'public.site_outputs',
  'public.change_log',
  'public.file_removals',
  'pgmq.q_content_changes',
];

let embedded: Embedded;
beforeAll(async () => {
  embedded = await startEmbedded({ dataDir: null });
});
afterAll(() => embedded?.stop());

it('keeps the size of every table of publishing', async () => {
  await embedded.execute(`
    insert into sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}')
    on conflict (id) do nothing;
    insert into site_outputs (site_id, kind, ref, locale, path, content_hash, bytes, tags)
    select 'main', 'page', 910000 + g, 'en', '/p' || g, 'h', 1, array['test:page', 'test:' || g] from generate_series(1, 20) g`);
  const sizes: Record<string, number>[] = [];
  for (let done = batchSize; done <= publishes; done += batchSize) {
    await embedded.execute(`do $do$
      declare
        claim jsonb;
      begin
        for turn in 1 .. ${batchSize} loop
          perform pgmq.send('content_changes', '{"tags": ["test:page"], "rows": []}'::jsonb);
          claim := public.publish_claim('worker', '{main}', now(), 50, 60);
          perform public.publish_complete('worker', (claim ->> 'watermark')::bigint, (
            select jsonb_agg(o || jsonb_build_object('path', '/p' || (o ->> 'ref'), 'hash', turn, 'tags', '["test:page"]'::jsonb, 'bytes', 1))
            from jsonb_array_elements(claim -> 'outputs') o
          ));
          perform public.publish_record('main', 'change', '{}', 'worker', now(), 20, (
            select jsonb_agg(jsonb_build_object('path', '/p' || (o ->> 'ref'), 'locale', 'en', 'change', 'changed', 'reasons', '["test:page"]'::jsonb))
            from jsonb_array_elements(claim -> 'outputs') o
          ));
        end loop;
        update public.change_log set taken_in_at = now() - interval '2 days' where seq > 0;
      end $do$`);
    if (done % perRound !== 0) continue;
    for (;;) {
      const [row] = await embedded.query<{ more: boolean }>(
        `select (publish_prune(180, ${retained}, 200) ->> 'more')::boolean as more`,
      );
      if (!row?.more) break;
    }
    for (const table of tables) await embedded.query(`vacuum ${table}`);
    const rows = await embedded.query<{ name: string; size: string }>(
      `select t as name, pg_total_relation_size(t::regclass) as size from unnest(array['${tables.join("', '")}']) t`,
    );
    sizes.push(Object.fromEntries(rows.map(({ name, size }) => [name, Number(size)])));
  }
  // After four rounds everything has been deleted once.
  const [early, late] = [sizes[3] ?? {}, sizes.at(-1) ?? {}];
  const grown = tables.filter((table) => (late[table] ?? 0) > Math.max((early[table] ?? 0) * 1.25, 200_000));
  expect(Object.fromEntries(grown.map((table) => [table, [early[table], late[table]]]))).toEqual({});
});
