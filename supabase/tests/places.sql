begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(38);

-- Files, index and database know each other: what is published says how far the log of which database it goes, and a database that does not
-- know that publishes nothing until the site is built anew.

create temporary view functions as
select p.oid::regprocedure::text as name, p.oid from pg_proc p
where (p.pronamespace, p.proname) in (
  ('private'::regnamespace, 'database_id'), ('private'::regnamespace, 'note_places'), ('private'::regnamespace, 'number_builds_above'),
  ('public'::regnamespace, 'publish_places')
);
select is((select count(*) from functions), 4::bigint, 'places have functions');
select is_empty($$select name from functions cross join unnest('{anon,authenticated}'::text[]) r where has_function_privilege(r, oid, 'execute')$$,
  'which nobody calls with a person''s token');
select is_empty($$select name from functions where not has_function_privilege('service_role', oid, 'execute')$$, 'but the server');
select is_empty($$select r from unnest('{anon,authenticated,service_role}'::text[]) r where has_table_privilege(r, 'private.database_identity', 'select, insert, update, delete')$$,
  'and the name of the database is changed by nobody');

insert into sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}'),
  ('developer', '{en}', '{"en": {"title": "T", "description": "D"}}') on conflict do nothing;
delete from pgmq.q_content_changes;
delete from site_outputs;
delete from site_builds;
delete from unknown_files;
insert into change_log (message_ids, tags, queued_at) values ('{}', '{test:before}', now());
create temporary table facts as select private.database_id() as own, '00000000-0000-0000-0000-0000000000d1'::uuid as other, (select max(seq) from change_log) as seq;
create function pg_temp.tell(site text, database uuid, seq bigint, build text default null) returns jsonb language sql as $$
  select publish_places(jsonb_build_array(jsonb_build_object('site', site, 'build', build, 'database', database, 'seq', seq)))
$$;
create temporary view noticed as select site_id || ' ' || cause as what from unknown_files order by 1;
create function pg_temp.last() returns bigint language sql as $$select max(seq) from change_log$$;

select is(private.database_id(), (select own from facts), 'a database keeps its name');
select is((select count(*) from private.database_identity), 1::bigint, 'the only one');
set local role service_role;
select lives_ok('select private.database_id()', 'which the server asks for');
reset role;

-- What is known.
select is(publish_places('[]'), '[]', 'where nothing is published nothing is unknown');
select is(pg_temp.tell('main', (select own from facts), (select seq from facts)), '[]', 'files of now are known');
select is(pg_temp.tell('main', (select own from facts), 0), '[]', 'and earlier ones');
select is(pg_temp.tell('main', null, null), '[]', 'and those that say nothing');
select is(pg_temp.last(), (select seq from facts), 'nothing is noted of that');

-- A database that was put back.
select is(pg_temp.tell('main', (select own from facts), (select seq + 1000 from facts)) #>> '{0,cause}', 'later', 'files of a later state are not');
select is(pg_temp.last(), (select seq + 1001 from facts), 'new changes are numbered behind those that they have seen');
insert into change_log (message_ids, tags, queued_at) values ('{}', '{test:after}', now());
select is(pg_temp.last(), (select seq + 1002 from facts), 'one by one');
select is(jsonb_array_length(pg_temp.tell('main', (select own from facts), (select seq + 1000 from facts))), 1, 'it stays so though the log has come as far by then');
insert into site_outputs (site_id, kind, ref, locale, path, content_hash, stale_seq, stale_reasons, turn)
  select s, 'page', 940001, 'en', '/page', 'before', 1, '{page:940001}', 3 from unnest('{main,developer}'::text[]) s;
select set_eq($$select o ->> 'site' from jsonb_array_elements(publish_claim('a', '{main,developer}', now(), 10, 60) -> 'outputs') o$$, '{developer}'::text[],
  'nothing is published to that site, and all is to others');
select is(publish_claim('a', '{main}', now(), 10, 60) -> 'unknown_files', '[{"site": "main", "cause": "later"}]', 'publishers are told');
select is(publish_claim('b', '{developer}', now(), 10, 60, p_places => jsonb_build_array(jsonb_build_object('site', 'developer', 'database', (select other from facts), 'seq', 1))) -> 'outputs',
  '[]', 'whoever claims is told before anything is claimed');
select results_eq('select what from noticed', array['developer other', 'main later'], 'files of another database are unknown too');
select is(pg_temp.tell('nowhere', (select other from facts), 1) @> '[{"site": "nowhere"}]', false, 'a site that there is not cannot be built, and waits for nothing');

-- It is built anew.
create temporary table builds as
  select build_start('main', 'a', 'bundle', 'builder', 60, p_places => jsonb_build_array(jsonb_build_object('site', 'main', 'database', (select own from facts),
    'seq', (select seq + 5000 from facts))), p_number_above => 5000) as answer;
select is((select (answer #>> '{mark,seq}')::bigint from builds), (select seq + 5001 from facts), 'a build goes on behind all that its places have seen');
select cmp_ok((select (answer ->> 'build')::bigint from builds), '>', 5000::bigint, 'and is numbered so');
select is((select answer #>> '{mark,database}' from builds), (select own::text from facts), 'it says of which database it is');
select is((select answer -> 'before' from builds), 'null', 'and takes nothing over from what is not known');
select is(build_finish((select (answer ->> 'build')::bigint from builds), 'abandoned', now()), false, 'one that does not come to its end');
select results_eq('select what from noticed', array['developer other', 'main later'], 'changes nothing');
insert into builds select build_start('main', 'b', 'bundle', 'builder', 60);
select is(build_finish((select max((answer ->> 'build')::bigint) from builds), 'live', now()), false, 'one that does');
select results_eq('select what from noticed', array['developer other'], 'makes the files known');
select is(pg_temp.tell('main', (select own from facts), pg_temp.last(), 'b') @> '[{"site": "main"}]', false, 'which they are from then on');

-- Releases.
create function pg_temp.is_known(build text) returns boolean language plpgsql as $$
declare
  known boolean;
begin
  known := not pg_temp.tell('main', null, null, build) @> '[{"site": "main", "cause": "build"}]';
  delete from unknown_files u where u.site_id = 'main';
  return known;
end $$;
select ok(pg_temp.is_known('b'), 'the build that was last is known');
select ok(not pg_temp.is_known('c'), 'one that nothing is known of is not');
insert into publish_rounds (worker, site_id, staged_before, until, switching_until) values
  ('round', 'main', clock_timestamp(), clock_timestamp() + interval '1 minute', clock_timestamp() + interval '1 minute');
select ok(pg_temp.is_known('c'), 'while a round switches to another one that is not told yet');
update publish_rounds set switching_until = clock_timestamp() - interval '1 second';
select ok(not pg_temp.is_known('c'), 'unless it has stood still');
insert into builds select build_start('main', 'c', 'bundle', 'builder', 60);
select ok(pg_temp.is_known('c'), 'nor what a build has just switched to');
select build_rollback('main', 'a', 'operator');
select ok(pg_temp.is_known('a') and pg_temp.is_known('b'), 'what is put back is live before or after that is known');

-- Numbers of builds only grow.
create function pg_temp.next_build() returns bigint language sql as $$select (build_start('main', 'n', 'bundle', 'builder', 60) ->> 'build')::bigint$$;
create temporary table numbers as select pg_temp.next_build() as before;
select private.number_builds_above(1);
select is(pg_temp.next_build(), (select before + 1 from numbers), 'a smaller number that is seen changes nothing');
select private.number_builds_above((select before + 100 from numbers));
select is(pg_temp.next_build(), (select before + 101 from numbers), 'a larger one is passed');
select * from finish();
rollback;
