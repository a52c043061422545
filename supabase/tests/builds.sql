begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(57);

-- A build has a site to itself for as long as it says that it goes on. One whose lease was lost records nothing and ends nothing, and who
-- takes over has a larger number.

create temporary view functions as
select p.oid::regprocedure::text as name, p.oid from pg_proc p
where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
  and (p.proname like 'build\_%' or p.proname in ('output_tags_of', 'publish_switched', 'reading_code'));
select cmp_ok((select count(*) from functions), '>=', 11::bigint, 'builds have functions');
select is_empty($$select name from functions cross join unnest('{anon,authenticated}'::text[]) r where has_function_privilege(r, oid, 'execute')$$,
  'which nobody calls with a person''s token');
select is_empty($$select name from functions where not has_function_privilege('service_role', oid, 'execute')$$, 'but the server');
select is_empty($$select name from functions where oid in (select p.oid from pg_proc p where p.prosecdef)$$, 'with its own rights');

insert into sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}');
delete from pgmq.q_content_changes;
delete from site_outputs;
delete from site_builds;
insert into change_log (message_ids, tags, queued_at) values ('{}', '{test:before}', now());
create function pg_temp.last() returns bigint language sql as $$select max(seq) from change_log$$;
create function pg_temp.start(worker text, name text, live text default null, code jsonb default '{"of": "code"}', places jsonb default '[]', above bigint default 0)
returns jsonb language sql as $$
  select build_start('main', name, 'bundle', worker, 60, 'by ' || worker, code, live, places, above)
$$;
create function pg_temp.end_lease() returns void language sql as $$
  update site_builds set lease_until = clock_timestamp() - interval '1 second' where finished_at is null
$$;
create function pg_temp.newest() returns bigint language sql as $$select max(id) from site_builds$$;
create function pg_temp.page(ref bigint, hash text) returns jsonb language sql as $$
  select jsonb_build_array(jsonb_build_object('kind', 'page', 'ref', ref, 'locale', 'en', 'listed', null, 'path', '/page-' || ref, 'tags', jsonb_build_array('page:' || ref),
    'hash', hash, 'given', 'g', 'types', '[]'::jsonb, 'bytes', 1, 'next_change_at', null, 'failure', null))
$$;
create function pg_temp.claim(worker text) returns jsonb language sql as $$select publish_claim(worker, '{main}', now(), 10, 60)$$;

-- Who has the site.
create temporary table builds as select 'former'::text as name, pg_temp.start('former', 'a') as answer;
create function pg_temp.build(p_name text) returns bigint language sql as $$select (answer ->> 'build')::bigint from builds where name = p_name$$;
select is((select answer ->> 'status' from builds), 'started', 'a build has a site to itself');
select is(pg_temp.start('other', 'b'), '{"status": "busy", "worker": "former"}', 'others are told whose it is');
select is((pg_temp.claim('publisher')) -> 'outputs', '[]', 'nobody publishes to it meanwhile');
select is(build_outcome(pg_temp.build('former')), null, 'it has no outcome yet');
select is(build_end_expired(pg_temp.build('former'), true), false, 'nobody ends one that says that it goes on');
select is(build_outcome(pg_temp.build('former')), null, 'nor does that do anything');
select pg_temp.end_lease();
select is(build_keep(pg_temp.build('former'), 60), true, 'a lease that has run out is extended while nobody has taken over');
select is((pg_temp.claim('publisher')) -> 'expired_builds', '[]', 'and is none then');
select pg_temp.end_lease();
select is((pg_temp.claim('publisher')) #>> '{expired_builds,0,name}', 'a', 'a publisher is told of one that does not say so for too long');
select build_register(pg_temp.build('former'), 60, pg_temp.page(930001, 'of former'));
select is((pg_temp.claim('publisher')) -> 'expired_builds', '[]', 'what it registers says so as well');
select pg_temp.end_lease();

-- Who takes over.
insert into builds select 'later', pg_temp.start('later', 'b');
select is((select answer ->> 'status' from builds where name = 'later'), 'started', 'once the lease is over another build begins');
select cmp_ok(pg_temp.build('later'), '>', pg_temp.build('former'), 'with a larger number');
select is(build_outcome(pg_temp.build('former')), 'abandoned', 'and the former one has ended');
select is(build_keep(pg_temp.build('former'), 60), false, 'which is told so');
select throws_ok($$select build_register(pg_temp.build('former'), 60, pg_temp.page(930002, 'late'))$$, '55000', null, 'registers nothing any more');
select is(build_finish(pg_temp.build('former'), 'live', now()), false, 'and does not become live');
select is(build_end_expired(pg_temp.build('former'), true), false, 'whoever says so');
select is(build_outcome(pg_temp.build('former')), 'abandoned', 'its outcome stays');
select is((select content_hash from site_outputs where ref = 930001), 'of former', 'nothing of the index goes with that');
select is(build_outcome(pg_temp.build('later')), null, 'and nothing happens to the other one');

-- A round whose leases a build takes.
insert into site_outputs (site_id, kind, ref, locale, path, content_hash, stale_seq, stale_reasons, turn, lease_owner, lease_until, lease_seq, lease_number) values
  ('main', 'page', 930003, 'en', '/page-930003', 'old', 1, '{page:930003}', 3, 'round', clock_timestamp() + interval '1 minute', 1, 7),
  ('main', 'page', 930004, 'en', '/page-930004', 'old', 1, '{page:930004}', 3, null, null, null, null),
  ('main', 'page', 930005, 'en', '/page-930005', 'old', null, '{}', 7, null, null, null, null);
select build_register(pg_temp.build('later'), 60, pg_temp.page(930003, 'built') || pg_temp.page(930004, 'built'),
  '[{"kind": "page", "ref": 930001, "locale": "en", "listed": null}]');
select is((select lease_owner from site_outputs where ref = 930003), null, 'what a build writes is no round''s any more');
create temporary table reports as
  select publish_report('round', 1, jsonb_build_array((pg_temp.page(930003, 'late') -> 0) || '{"site": "main", "seq": 1, "lease": 7}')) as answer;
select is((select answer #>> '{lost,0,ref}' from reports), '930003', 'which is told so');
select is((select content_hash from site_outputs where ref = 930003), 'built', 'and records nothing');

-- Changes that come meanwhile.
insert into change_log (message_ids, tags, queued_at) values ('{}', '{test:meanwhile}', now());
update site_outputs set stale_seq = pg_temp.last(), stale_reasons = '{test:meanwhile}' where ref = 930004;
insert into unknown_files (site_id, cause) values ('main', 'later');
select is((build_state('main')) -> 'unknown', 'true', 'a state that the files are of and the database is not is told');
select is(build_finish(pg_temp.build('later'), 'live', now()), false, 'a build becomes live');
select is(build_outcome(pg_temp.build('later')), 'live', 'which is its outcome');
select set_eq('select ref from site_outputs where kind = ''page''', '{930001,930003,930004}'::bigint[], 'the index has what it wrote and kept');
select is((select stale_seq from site_outputs where ref = 930003), null, 'what was stale before it is not any more');
select is((select stale_seq from site_outputs where ref = 930004), pg_temp.last(), 'but for what has changed meanwhile');
select results_eq('select array_to_string(tags, '','') from wide_changes where site_id = ''main''', array['test:meanwhile'], 'which is looked for once more');
select is(build_state('main') - 'live', '{"interrupted": false, "unknown": false}', 'and its files are known');
select is(build_finish(pg_temp.build('later'), 'abandoned', now()), false, 'it ends once');
select is(build_outcome(pg_temp.build('later')), 'live', 'in one way');
select is((select count(*) from wide_changes where site_id = 'main'), 1::bigint, 'and nothing is looked for twice');

-- What the next one may take over.
delete from wide_changes;
select is((pg_temp.start('later', 'c', 'other')) -> 'before', 'null', 'nothing is taken over from a build that is not the one of the index');
delete from site_builds where name = 'c';
select is((pg_temp.start('later', 'c', 'b')) #> '{before,of}', '"code"', 'the code of the one that is live is told');
select is((pg_temp.start('later', 'd', 'b')) -> 'before', 'null', 'but not after a build that did not come to its end');
select is((build_state('main')) -> 'interrupted', 'true', 'which is told');

-- One that ends without a word.
select is((pg_temp.start('other', 'e')) ->> 'status', 'busy', 'it has the site as long as its lease lasts');
select publish_release_leases('later', true);
select is((pg_temp.claim('publisher')) #>> '{expired_builds,0,name}', 'd', 'and not when its process is known to have ended');
select is(build_end_expired(pg_temp.newest(), true), false, 'whoever finds that it had switched ends it as live');
select is(build_state('main') #>> '{live,name}', 'd', 'it is live then');
insert into builds select 'stopped', pg_temp.start('stopped', 'e');
select pg_temp.end_lease();
select is(build_end_expired(pg_temp.build('stopped'), false), false, 'and as abandoned where it had not');
select is(build_state('main') #>> '{live,name}', 'd', 'then the one before is live');

-- Releases that others make of it.
select publish_switched('main', 'b', 'x');
select is(build_state('main') #>> '{live,name}', 'd', 'a round that was made of an earlier build renames nothing');
select publish_switched('main', 'd', 'd-2');
select is(build_state('main') #>> '{live,name}', 'd-2', 'one of that which is live does');

-- Roll-backs.
insert into builds select 'overtaken', pg_temp.start('overtaken', 'f');
insert into builds select 'rollback', jsonb_build_object('build', build_rollback('main', 'b', 'operator', 'by me', pg_temp.newest() + 1000));
select cmp_ok(pg_temp.build('rollback'), '>', pg_temp.build('overtaken') + 1000, 'a roll-back has a number above all that its place has seen');
select is(array[build_outcome(pg_temp.build('overtaken')), build_keep(pg_temp.build('overtaken'), 60)::text], '{abandoned,false}'::text[], 'and ends a build that is under way');
select is((pg_temp.claim('publisher')) -> 'outputs', '[]', 'nothing is published until the next build');
select is(build_keep(pg_temp.build('rollback'), 60), true, 'it goes on while nobody takes over');
insert into publish_holds (worker, until) values ('release', clock_timestamp() + interval '1 minute');
select is(pg_temp.start('later', 'g'), '{"status": "held"}', 'while a release is written no build begins');
delete from publish_holds;
select pg_temp.start('later', 'g', above => pg_temp.newest() + 1000);
select cmp_ok(pg_temp.newest(), '>', pg_temp.build('rollback') + 1000, 'the next build has a number above all that its place has seen');
select is(build_keep(pg_temp.build('rollback'), 60), false, 'and has taken over from the roll-back');
select * from finish();
rollback;
