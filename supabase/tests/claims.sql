begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(4);

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

select * from finish();
rollback;
