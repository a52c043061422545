begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(32);

-- Who is about to remove files takes the redirects of the site, so that both are live at once: from nobody who holds them.

select is_empty($$select r from unnest('{anon,authenticated}'::text[]) r where has_function_privilege(r, 'publish_claim_redirects(text, text, integer, bigint)', 'execute')$$,
  'nobody does so with a person''s token');
select ok(has_function_privilege('service_role', 'publish_claim_redirects(text, text, integer, bigint)', 'execute'), 'but the server');

insert into sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}');
delete from pgmq.q_content_changes;
delete from site_outputs;
delete from lost_leases;
insert into change_log (message_ids, tags, queued_at) values ('{}', '{test:before}', now());
create function pg_temp.take(worker text, lost_after bigint default 0) returns jsonb language sql as $$
  select publish_claim_redirects(worker, 'main', 60, lost_after)
$$;
create temporary view held as select lease_owner, lease_number, stale_seq, stale_reasons, content_hash from site_outputs where kind = 'redirects';

select is(pg_temp.take('a'), '{"status": "none"}', 'a site may have none');
insert into site_outputs (site_id, kind, ref, locale, path, content_hash) values ('main', 'redirects', 0, 'en', '/_redirects', 'before');
create temporary table takes as select 'first'::text as name, pg_temp.take('a') as answer;
create function pg_temp.number_of(p_name text) returns bigint language sql as $$
  select (answer #>> '{output,lease}')::bigint from takes where name = p_name
$$;
select is((select answer ->> 'status' from takes), 'claimed', 'they are taken though nothing of them has changed');
select is((select stale_seq from held), (select max(seq) from change_log), 'they are stale until they are reported');
select is((select stale_reasons from held), '{redirects:main}', 'for what leaves');
select is((select answer #>> '{output,hash}' from takes), 'before', 'whoever has them is told what is there');
select is((select answer -> 'lost' from takes), '[]', 'and that nobody has lost them');

select is(pg_temp.take('b'), '{"status": "busy"}', 'they are one publisher''s');
insert into takes select 'again', pg_temp.take('a');
select is((select answer ->> 'status' from takes where name = 'again'), 'claimed', 'who may take them again');
select cmp_ok(pg_temp.number_of('again'), '>', pg_temp.number_of('first'), 'by a later lease');
select is((select stale_reasons from held), '{redirects:main}', 'for the same');

-- A lease that is lost.
create function pg_temp.report(worker text, hash text, lease bigint) returns jsonb language sql as $$
  select publish_report(worker, (select max(seq) from change_log), jsonb_build_array(jsonb_build_object('site', 'main', 'kind', 'redirects', 'ref', 0,
    'locale', 'en', 'listed', null, 'seq', (select stale_seq from held), 'path', '/_redirects', 'hash', hash, 'tags', '[]'::jsonb, 'types', '[]'::jsonb,
    'bytes', 1, 'lease', lease)))
$$;
select is(pg_temp.report('a', 'of the earlier lease', pg_temp.number_of('first')) #>> '{lost,0,kind}', 'redirects', 'by the earlier one nothing is reported');
select is((select content_hash from held), 'before', 'or recorded');
update site_outputs set lease_until = clock_timestamp() - interval '1 second', stale_reasons = '{redirect:1}';
insert into takes select 'taken over', pg_temp.take('b');
select is((select lease_owner from held), 'b', 'a lease that has run out is another one''s');
select is((select answer #>> '{lost,0,worker}' from takes where name = 'taken over'), 'a', 'who is told whose it was');
select cmp_ok((select (answer #>> '{lost,0,number}')::bigint from takes where name = 'taken over'), '>', pg_temp.number_of('again'), 'with a number after it');
select is((select stale_reasons from held), '{redirect:1,redirects:main}', 'what they were stale for before is not forgotten');
select is(pg_temp.take('b', (select number from lost_leases where worker = 'a')) -> 'lost', '[]', 'it is told once');
select is(pg_temp.take('a'), '{"status": "busy"}', 'and the one that has lost them does not take them back');
select is(pg_temp.report('a', 'late', pg_temp.number_of('again')) #>> '{lost,0,kind}', 'redirects', 'its late report is told so');
select is((select content_hash from held), 'before', 'and records nothing');
select is(pg_temp.report('b', 'now', (select lease_number from held)) -> 'lost', '[]', 'that of the other one');
select is((select content_hash from held), 'now', 'is recorded');

-- What waits after a failure is nobody's.
update site_outputs set stale_seq = 1, turn = 7, lease_owner = 'deferred', lease_until = clock_timestamp() + interval '1 hour';
select is(pg_temp.take('a') ->> 'status', 'claimed', 'what waits to be tried again is taken at once');
select is(pg_temp.take('a') -> 'lost' @> '[{"worker": "deferred"}]', false, 'from nobody');

-- Rounds of many outputs.
update site_outputs set lease_owner = 'round', lease_until = clock_timestamp() - interval '1 second';
insert into publish_rounds (worker, site_id, staged_before, until) values ('round', 'main', '2000-01-01', clock_timestamp() + interval '1 minute');
select is(pg_temp.take('b'), '{"status": "busy"}', 'a round that is drawing them has them for as long as its row says');
update publish_rounds set staged_before = clock_timestamp(), switching_until = clock_timestamp() + interval '1 minute';
select is(pg_temp.take('b'), '{"status": "busy"}', 'and one that is putting them live');
update publish_rounds set switching_until = null;
insert into takes select 'of a round', pg_temp.take('b');
select is((select answer ->> 'status' from takes where name = 'of a round'), 'claimed', 'what one has staged and not put live is older');
select is((select answer -> 'lost' from takes where name = 'of a round') @> '[{"worker": "round"}]', false, 'it goes on with its others');
select is(publish_switch('round', 'main', 60), '[{"kind": "redirects", "ref": 0, "locale": "en", "listed": null}]', 'and is told what it does not have any more');
update site_outputs set lease_owner = 'round', lease_until = clock_timestamp() - interval '1 second';
update publish_rounds set until = clock_timestamp() - interval '1 second', switching_until = clock_timestamp() - interval '1 second';
select is(pg_temp.take('b') -> 'lost' @> '[{"worker": "round"}]', true, 'one that has stood still has lost them');
select * from finish();
rollback;
