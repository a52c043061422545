begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(20);

-- Whoever takes leases over is told whose they were; reports record what is held, with its receipt, and nothing else.

insert into sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}');
delete from pgmq.q_content_changes;
delete from site_outputs;
insert into site_outputs (site_id, kind, ref, locale, path, content_hash, stale_seq, stale_reasons, turn)
  select 'main', 'page', n, 'en', '/page-' || n, 'before', 1, array['page:' || n], 3 from generate_series(900001, 900003) n;

create function pg_temp.claim_as(worker text, lost_after bigint default 0) returns jsonb language sql as $$
  select publish_claim(worker, '{main}', now(), 10, 60, p_without_bulk => true, p_lost_after => lost_after)
$$;
create function pg_temp.report_of(claim jsonb, worker text, hash text, lease bigint default null) returns jsonb language sql as $$
  select publish_report(worker, (claim ->> 'watermark')::bigint,
    (select jsonb_agg(o || jsonb_build_object('hash', hash, 'tags', '[]'::jsonb, 'types', '[]'::jsonb, 'lease', coalesce(lease, (o ->> 'lease')::bigint)))
      from jsonb_array_elements(claim -> 'outputs') o),
    '[]',
    jsonb_build_array(jsonb_build_object('site', 'main', 'worker', worker, 'started_at', now(), 'message_ids', '[]'::jsonb, 'switch_ms', 1,
      'outputs', (select jsonb_agg(o || jsonb_build_object('since', 0) order by n) from jsonb_array_elements(claim -> 'outputs') with ordinality as a (o, n)),
      'items', (select jsonb_agg(jsonb_build_object('of', n - 1, 'path', o ->> 'path', 'locale', 'en', 'change', 'changed', 'reasons', o -> 'reasons',
        'seen_live_at', now(), 'failure', null) order by n) from jsonb_array_elements(claim -> 'outputs') with ordinality as a (o, n)))))
$$;

create temporary table claims as select 'first' as name, pg_temp.claim_as('first') as claim;
select is((select jsonb_array_length(claim -> 'outputs') from claims), 3, 'the first has all');
select is((select claim -> 'lost' from claims), '[]', 'and nobody has lost any');
update site_outputs set lease_until = now() - interval '1 second' where ref <> 900003;
insert into claims select 'second', pg_temp.claim_as('second');
select is((select jsonb_array_length(claim -> 'outputs') from claims where name = 'second'), 2, 'what has run out is another one''s');
select is((select claim #>> '{lost,0,worker}' from claims where name = 'second'), 'first', 'who is told whose it was');
select ok((select (claim #>> '{lost,0,number}')::bigint > (select max((o ->> 'lease')::bigint) from claims c, jsonb_array_elements(c.claim -> 'outputs') o where c.name = 'first')
  from claims where name = 'second'), 'with a number after those that are lost');
select is(pg_temp.claim_as('third') #>> '{lost,0,worker}', 'first', 'and so is everybody else');
select is(pg_temp.claim_as('third', (select (claim #>> '{lost,0,number}')::bigint from claims where name = 'second')) -> 'lost', '[]', 'once');

create temporary table reports as select pg_temp.report_of((select claim from claims where name = 'first'), 'first', 'late') as answer;
select set_eq('select (l ->> ''ref'')::bigint from reports, jsonb_array_elements(answer -> ''lost'') l', '{900001,900002}'::bigint[], 'a late report is told what it does not hold');
select set_eq('select ref from site_outputs where content_hash = ''late''', '{900003}'::bigint[], 'of which nothing is recorded');
select results_eq('select path from publish_receipt_items where receipt_id = (select (answer #>> ''{receipts,0}'')::bigint from reports)', array['/page-900003'], 'or told');
select is((select rendered from publish_receipts where id = (select (answer #>> '{receipts,0}')::bigint from reports)), 1, 'or counted');
select is(pg_temp.report_of((select claim from claims where name = 'first'), 'first', 'again') #> '{receipts,0}', 'null', 'the same once more is nothing');
select is((pg_temp.report_of((select claim from claims where name = 'second'), 'second', 'other', 1)) #> '{receipts,0}', 'null', 'nor is one of an earlier lease');

select is(jsonb_array_length(publish_adopt('second', 'third', '[{"site": "main", "kind": "page", "ref": 900001, "locale": "en", "listed": null}]', 60, false)), 0,
  'leases that hold are nobody else''s');
select is(publish_adopt('second', 'third', '[{"site": "main", "kind": "page", "ref": 900001, "locale": "en", "listed": null}]', 60, true) #>> '{0,hash}', 'before',
  'those of a process that has ended are');
select is(publish_release_leases('second', true), false, 'what else it held is given back');
select is((pg_temp.claim_as('third', (select max(number) from lost_leases where worker = 'first'))) #>> '{lost,0,worker}', 'second', 'which others hear of');

-- What was read before a change of others is not what is live after it.
delete from change_log;
insert into change_log (seq, message_ids, tags, rows, edits, queued_at) values
  (1000001, '{}', '{product:1,unreadable}', '[]', '{}', now()),
  (1000002, '{}', '{page:1}', '[{"kind": "page", "ref": 1}]', '{7}', now()),
  (1000003, '{}', '{page:2,list:articles/all}', '[{"kind": "inventory", "ref": 600}]', '{7,8}', now());
select is(publish_watermark(), 1000003::bigint, 'the last change that was received is known');
select is(publish_changes_beside(1000001, 1000002, '{7}'), '{"tags": [], "reasons": []}', 'changes of an edit are its own');
select results_eq(
  $$select array(select jsonb_array_elements_text(c -> 'tags') order by 1), array(select jsonb_array_elements_text(c -> 'reasons') order by 1)
    from publish_changes_beside(1000000, 1000003, '{7}') c$$,
  $$values ('{list:articles/all,page:2,product:1,unreadable}'::text[], '{inventory:600,list:articles,page:2,product:1,sitemap:inventory:1,unreadable}'::text[])$$,
  'those of others are named, also where they were received together with it');
select * from finish();
rollback;
