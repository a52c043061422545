begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(19);

insert into sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}');
delete from pgmq.q_content_changes;
insert into site_outputs (site_id, kind, ref, locale, path, content_hash, bytes, tags)
select 'main', 'page', n, 'en', '/many/' || n, 'h', 1, array['page:' || n, 'menu:test'] from generate_series(920001, 920301) n;

-- A claim of a round of many outputs, and how many it was given.
create temporary table claims (n integer generated always as identity, answer jsonb);
create function pg_temp.many(worker text, staged timestamptz default null, to_seq bigint default null, after jsonb default null)
returns integer language plpgsql as $$
declare
  answer jsonb;
begin
  answer := publish_claim(worker, '{main}', now(), 150, 60, p_bulk => true, p_staged_before => staged, p_to_seq => to_seq, p_after => after);
  insert into claims (answer) values (answer);
  return jsonb_array_length(answer -> 'outputs');
end $$;
create function pg_temp.few(worker text, of_people boolean default false) returns text[] language sql as $$
  select array_agg(o ->> 'ref')
  from jsonb_array_elements(publish_claim(worker, '{main}', now(), 320, 60, of_people, p_without_bulk => true) -> 'outputs') o
$$;
create function pg_temp.answered(name text) returns jsonb language sql as $$
  select answer -> name from claims order by n desc limit 1
$$;
create function pg_temp.staged() returns timestamptz language sql as $$
  select (pg_temp.answered('lease_until') #>> '{}')::timestamptz
$$;
create function pg_temp.changed(ref bigint, actor text) returns void language plpgsql as $$
begin
  perform set_config('app.actor', actor, true);
  perform private.queue_change(array['page:' || ref], '[]');
  perform set_config('app.actor', '', true);
end $$;

select private.queue_change('{menu:test}', '[]');
select publish_take_in(now());
select is(pg_temp.few('a'), null, 'what many outputs wait for is not claimed with few');
select is((publish_claim('a', '{main}', now(), 320, 60, p_without_bulk => true)) -> 'bulk_sites', '["main"]', 'but told of');
select is(pg_temp.many('a many'), 150, 'a round claims a batch');
select is(pg_temp.many('b many'), 0, 'and nobody else one of its site');
select is(pg_temp.many('a many', null, null, pg_temp.answered('after')), 150, 'then the next one');
select is(pg_temp.many('a many', pg_temp.staged(), null, null), 1, 'and the rest, also when it begins anew');
select is(pg_temp.many('a many', pg_temp.staged()), 0, 'none of which it is given again');
select is(pg_temp.answered('overtaken'), 'false', 'while nothing has changed since');

select pg_temp.changed(920002, '00000000-0000-0000-0000-0000000000e1');
select pg_temp.changed(920003, '');
insert into auth.users (id, email) values ('00000000-0000-0000-0000-0000000000e1', 'waiting@example.com');
select is(pg_temp.few('p', true), '{920002}', 'what a person changes of it is taken by who serves people');
select is(pg_temp.few('a'), '{920003}', 'and what few outputs show by who publishes them');
select is(pg_temp.few('c'), null, 'once');

update site_outputs set lease_until = now() - interval '1 second' where lease_owner = 'a many';
update publish_rounds set until = clock_timestamp() + interval '1 minute';
select is(pg_temp.few('c'), null, 'leases of a round hold as long as its row says');
select results_eq(
  $$select (t ->> 'ref')::integer from jsonb_array_elements(publish_switch('a many', 'main', 60)) t order by 1$$,
  '{920002,920003}'::integer[], 'the round is told what others have taken');
update site_outputs set lease_until = now() - interval '1 second', stale_seq = stale_seq + 1, turn = 7 where ref = 920004;
select is(pg_temp.few('c'), null, 'while it puts its files live nothing is taken');
select lives_ok($$
  select publish_complete('a many', 1, (
    select jsonb_agg(jsonb_build_object('site', site_id, 'kind', kind, 'ref', ref, 'locale', locale, 'listed', null, 'seq', lease_seq,
      'path', path, 'tags', tags, 'hash', 'n', 'bytes', 1)) from site_outputs where kind = 'page'))
$$, 'then it reports them');
select is((select count(*) from site_outputs where content_hash = 'n'), 299::bigint, 'but for what was taken');
select is(publish_release_leases('p'), false, 'whoever ends gives everything back');
select publish_end_round('a many');
select is_empty('select 1 from publish_rounds union all select 1 from taken_leases', 'and nothing of the round is left');
select is(publish_switch('a many', 'main', 60), null, 'whose end is known');
select * from finish();
rollback;
