-- However much is published, the tables of publishing keep their size.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(6);

insert into sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}');
delete from pgmq.q_content_changes where true;
insert into site_outputs (site_id, kind, ref, locale, path, content_hash, bytes, tags)
values ('main', 'page', 910001, 'en', '/a', 'h', 1, '{test:page}');

create function pg_temp.publish(p_times integer) returns void language plpgsql as $$
declare
  claim jsonb;
begin
  for turn in 1 .. p_times loop
    perform pgmq.send('content_changes', '{"tags": ["test:page"], "rows": []}'::jsonb);
    claim := public.publish_claim('worker', '{main}', now(), 10, 60);
    perform public.publish_leave_paths('worker', 'main', array['/old-' || turn], '[]', 60);
    perform public.publish_end_removals('worker');
    perform public.publish_complete('worker', (claim ->> 'watermark')::bigint, (
      select jsonb_agg(o || jsonb_build_object('path', '/a', 'hash', 'h' || turn, 'tags', '["test:page"]'::jsonb, 'bytes', 1))
      from jsonb_array_elements(claim -> 'outputs') o
    ));
    perform public.publish_record('main', 'change', '{}', 'worker', now(), 1,
      '[{"path": "/a", "locale": "en", "change": "changed", "reasons": ["test:page"]}]');
    if turn % 50 = 0 then
      -- The log is on record for a day.
      update public.change_log set taken_in_at = now() - interval '2 days' where seq > 0;
      perform public.publish_prune(180, 100, 200);
    end if;
  end loop;
end $$;

select pg_temp.publish(300);
select is((select count(*) from publish_receipts), 100::bigint, 'as many receipts stay as are asked for');
select is((select count(*) from publish_receipt_items), 100::bigint, 'with their items');
select is((select count(*) from change_log), 1::bigint, 'the log holds what is young, and the last one');
select is((select count(*) from site_outputs), 1::bigint, 'the index holds what is published');
select is((select count(*) from pgmq.q_content_changes) + (select count(*) from pgmq.a_content_changes), 0::bigint,
  'the queue holds nothing that was received');
select is((select count(*) from file_removals), 0::bigint, 'and no removal outlives its batch');

select * from finish();
rollback;
