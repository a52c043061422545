-- What an operator sees of publishing, and does by hand.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(22);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-0000000000e1', 'edith@test.example'), ('00000000-0000-0000-0000-0000000000a1', 'adam@test.example');
insert into staff (user_id, email, name, role) values
  ('00000000-0000-0000-0000-0000000000e1', 'edith@test.example', 'Edith', 'editor'),
  ('00000000-0000-0000-0000-0000000000a1', 'adam@test.example', 'Adam', 'admin');
insert into sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}');
delete from pgmq.q_content_changes where true;
insert into site_outputs (site_id, kind, ref, locale, path, content_hash, bytes, tags)
select 'main', 'page', n, 'en', '/operated/' || n, 'h', 1, array['page:' || n] from generate_series(930001, 930004) n;
update site_outputs set failure = '{"code": "invalid", "message": "A field is missing."}', rendered_at = now() where ref = 930001;
update site_outputs set failure = '{"code": "unavailable", "message": "The disk is full."}', stale_seq = 1, turn = 6, stale_reasons = '{page:930002}',
  lease_owner = 'deferred', lease_until = clock_timestamp() + interval '1 hour' where ref = 930002;
update site_outputs set stale_seq = 1, turn = 9, lease_owner = 'web-1', lease_until = clock_timestamp() + interval '1 minute' where ref = 930003;

create function pg_temp.state() returns jsonb language sql as $$ select publishing_state('{main,developer}') $$;
select is(pg_temp.state() -> 'failed_count', '2', 'what has failed is counted');
select results_eq($$select f ->> 'path', (f -> 'waits')::boolean from jsonb_array_elements(pg_temp.state() -> 'failed') f order by 1$$,
  $$values ('/operated/930001', false), ('/operated/930002', true)$$, 'and told, with whether it is tried again by itself');
select results_eq($$
    select l ->> 'lane', l ->> 'worker', (l -> 'count')::integer from jsonb_array_elements(pg_temp.state() -> 'lines') l
  $$, $$values ('bulk', 'web-1', 1), ('changes', null, 1)$$, 'what is leased is under way, and what is deferred waits');
update site_outputs set lease_until = clock_timestamp() - interval '1 second' where ref = 930003;
select is(pg_temp.state() #> '{lines,0,worker}', 'null', 'whose publisher is gone waits');

select private.queue_change('{page:930004}', '[]');
select is(pg_temp.state() #> '{changes,count}', '1', 'changes that nobody has looked at are counted');

-- Once more. A transaction has one edit; a test is one transaction.
select set_config('content.edit', '', true);
select is(republish_outputs('00000000-0000-0000-0000-0000000000e1', array(select id from site_outputs where ref in (930001, 930002, 930004))), '3',
  'an editor has outputs published once more');
select results_eq($$select ref, stale_reasons[1], turn / 3, lease_owner from site_outputs where ref in (930001, 930002, 930004) order by ref$$,
  $$values (930001::bigint, 'asked', 0, null), (930002, 'asked', 0, null), (930004, 'asked', 0, null)$$,
  'before what waits, though they were to be tried later');
select is((select stale_reasons from site_outputs where ref = 930002), '{asked,page:930002}', 'with the reasons that they had');
select is((select e.actor from content_edits e join change_log c on e.id = any (c.edits) order by c.seq desc limit 1),
  '00000000-0000-0000-0000-0000000000e1', 'and it is known who has asked');
select is(republish_outputs('00000000-0000-0000-0000-0000000000e1', '{-1}'), '0', 'what is gone is not');

-- Roll back
select throws_ok($$select roll_site_back('00000000-0000-0000-0000-0000000000e1', 'main', 'r1', 'web-1')$$, '42501', null, 'an editor puts no site back');
select is(pg_temp.state() -> 'paused', '[]', 'nothing came of it');
select lives_ok($$select roll_site_back('00000000-0000-0000-0000-0000000000a1', 'main', 'r1', 'web-1')$$, 'an administrator does');
select is(pg_temp.state() #>> '{paused,0,by}', 'Adam', 'whose name every screen tells');

-- Files of a state that the database does not know
insert into unknown_files (site_id, cause) values ('main', 'later');
select is(pg_temp.state() #>> '{unknown,0,cause}', 'later', 'a site whose files are not known is told');
delete from unknown_files where site_id = 'main';
select is(find_unknown_files('[{"site": "main", "database": "00000000-0000-0000-0000-000000000000", "seq": 1}]') -> 0,
  '{"site": "main", "cause": "other", "since": null}', 'also before somebody has noticed it');
select is((select count(*) from unknown_files), 0::bigint, 'which notes nothing');

-- Builds
select throws_ok($$select ask_for_build('00000000-0000-0000-0000-0000000000e1', 'main')$$, '42501', null, 'an editor begins no full build');
select is(ask_for_build('00000000-0000-0000-0000-0000000000a1', 'main'), '{"status": "granted", "by": "Adam"}', 'an administrator does');
select build_start('main', 'r2', 'code', 'web-1', 60, 'Adam');
select is(ask_for_build('00000000-0000-0000-0000-0000000000a1', 'main'), '{"status": "busy", "worker": "web-1"}', 'but not beside another one');
select results_eq($$select b ->> 'name', b ->> 'by', b ->> 'outcome' from jsonb_array_elements(pg_temp.state() -> 'builds') b$$,
  $$values ('r2', 'Adam', null), ('r1', 'Adam', 'rolled-back')$$, 'the last builds, with who asked for them');
update site_builds set lease_until = clock_timestamp() - interval '1 second' where name = 'r2';
select is(pg_temp.state() #>> '{builds,0,outcome}', 'abandoned', 'one whose publisher is gone has been broken off');

select * from finish();
rollback;
