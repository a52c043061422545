begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(9);

insert into sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}');
delete from pgmq.q_content_changes;
select pgmq.send('content_changes', '{"tags": ["test:now"], "rows": []}'::jsonb);
select pgmq.send('content_changes', '{"tags": ["test:later"], "rows": []}'::jsonb, 60);
insert into site_outputs (site_id, kind, ref, locale, path, content_hash, bytes, tags) values
  ('main', 'page', 910001, 'en', '/a', 'h', 1, '{test:now}'),
  ('main', 'page', 910002, 'en', '/b', 'h', 1, '{test:later}');
create temporary table claims as select publish_claim('worker', '{main}', now(), 10, 60) as answer;
select is((select array_agg((o ->> 'ref')::bigint) from claims, jsonb_array_elements(answer -> 'outputs') o),
  '{910001}'::bigint[], 'what a message names has to be rendered');
select is((select jsonb_array_length(answer -> 'message_ids') from claims), 1, 'and the claim says which message it was');
select results_eq($$select message -> 'tags' ->> 0 from pgmq.q_content_changes$$, array['test:later'],
  'it is gone from the queue, and one that is not to be seen yet stays');
select is((select o ->> 'shown' from claims, jsonb_array_elements(answer -> 'outputs') o), 'false',
  'an output that has no route is not shown any more');


-- All that a rehearsal might touch.
create function pg_temp.state() returns jsonb language sql as $$
  select jsonb_build_array(
    (select jsonb_agg(o order by o.id) from site_outputs o), (select jsonb_agg(t order by t.output_id) from output_tags t),
    (select jsonb_agg(c order by c.seq) from change_log c), (select jsonb_agg(q order by q.msg_id) from pgmq.q_content_changes q),
    (select jsonb_agg(r) from publish_receipts r), (select jsonb_agg(e) from content_edits e)
  )
$$;
create temporary table states as select pg_temp.state() as before;
select lives_ok($$select publish_rehearse('worker', now())$$, 'while changes wait nothing is rehearsed');
select is(pg_temp.state(), (select before from states), 'and nothing is otherwise');
delete from pgmq.q_content_changes;
update states set before = pg_temp.state();
select lives_ok($$select publish_rehearse('worker', now())$$, 'a claim is rehearsed');
select is(pg_temp.state(), (select before from states), 'and nothing of it has happened');
delete from site_outputs;
select lives_ok($$select publish_rehearse('worker', now())$$, 'also where there is no page');

select * from finish();
rollback;
