-- The queue of what caches have to forget.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(34);

create temporary table claims (n integer generated always as identity, answer jsonb);
create function pg_temp.claim(paths_at_once integer default 10, calls double precision default 1, burst integer default 5) returns jsonb
language plpgsql as $$
declare
  answer jsonb;
begin
  answer := purge_claim('web-1', 'Test', paths_at_once, calls, burst, 60);
  insert into claims (answer) values (answer);
  return answer;
end $$;
create function pg_temp.ids() returns bigint[] language sql as $$
  select array(select jsonb_array_elements_text(answer -> 'ids')::bigint) from claims order by n desc limit 1
$$;

select is(pg_temp.claim() -> 'ids', '[]', 'nothing waits');
select is(pg_temp.claim() -> 'wait_seconds', 'null', 'for any time');

-- In order, and together
select purge_enqueue('main', '[{"path": "/a", "hash": "1"}, {"path": "/b", "hash": "2"}]');
select purge_enqueue('main', '[{"path": "/a", "hash": "3"}]');
select purge_enqueue('developer', '[]', true);
select is(jsonb_array_length(pg_temp.claim() -> 'ids'), 3, 'what waits is told together');
select is((select answer #> '{purges,0,paths}' from claims order by n desc limit 1), '[{"hash": "1", "path": "/a"}, {"hash": "2", "path": "/b"}]',
  'with what visitors should get then');
select is((select calls from cache_purge_pace), 4::double precision, 'in one call, of which the service takes so many');
select is(pg_temp.claim() -> 'ids', '[]', 'and by one publisher');

-- Failure
update claims set answer = answer where true;
select purge_done('web-1', (select array_agg(id) from cache_purges), 'The service answered 503', 30);
select is(pg_temp.claim() -> 'ids', '[]', 'what has failed rests');
select cmp_ok((select (answer ->> 'wait_seconds')::numeric from claims order by n desc limit 1), '>', 20::numeric, 'for as long as it was told');
select is(purge_state() ->> 'failure', 'The service answered 503', 'the reason is known');
update cache_purges set next_at = clock_timestamp() where true;
select is(pg_temp.claim() #>> '{purges,0,attempts}', '2', 'then it is tried again');
select purge_done('another', pg_temp.ids());
select is((purge_state() ->> 'waiting')::integer, 3, 'who has no lease says nothing of it');
select purge_done('web-1', pg_temp.ids());
select is(purge_state() - 'unseen_since', '{"waiting": 0, "oldest_since": null, "failure": null, "unseen": 2, "probes": []}', 'the whole site is not looked for');
select is(pg_temp.claim() -> 'ids', '[]', 'nothing is told twice');

-- Pace
update cache_purge_pace set calls = 0.25, updated_at = clock_timestamp() where true;
select purge_enqueue('main', '[{"path": "/c", "hash": "1"}]');
select is(pg_temp.claim() -> 'ids', '[]', 'a service that takes no call is not called');
select cmp_ok((select (answer ->> 'wait_seconds')::numeric from claims order by n desc limit 1), '<=', 0.75::numeric, 'but soon');
update cache_purge_pace set calls = 1 where true;
select purge_enqueue('main', (select jsonb_agg(jsonb_build_object('path', '/many/' || n, 'hash', 'h')) from generate_series(1, 25) n));
select is(jsonb_array_length(pg_temp.claim() -> 'ids'), 1, 'more than it takes waits');
update cache_purge_pace set calls = 1 where true;
select is(jsonb_array_length(pg_temp.claim() -> 'ids'), 1, 'one that is larger than a call goes out by itself');
select cmp_ok((select calls from cache_purge_pace), '<', -1.9::double precision, 'and the service rests for it');

-- Seen
select is(purge_seen((select min(id) from cache_purges), '{/b}'), '["/a"]', 'what has changed again is left to the later purge');
select isnt((select seen_at from cache_purges order by id limit 1), null, 'and the earlier one is done');
insert into sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}');
insert into publish_receipts (site_id, cause, worker, started_at, rendered, changed) values ('main', 'change', 'web-1', now(), 1, 1);
insert into publish_receipt_items (receipt_id, path, locale, change, reasons)
select id, p, 'en', c, '{page:1}' from publish_receipts, (values ('/b', 'changed'), ('/a', 'unchanged')) v (p, c);
select purge_receipt((select min(id) from cache_purges), (select max(id) from publish_receipts));
select results_eq('select path, seen_live_at is not null from publish_receipt_items order by path', $$values ('/a', false), ('/b', true)$$,
  'a receipt that comes later says when visitors got it');
select isnt(read_receipt((select max(id) from publish_receipts)) #>> '{purge,purged_at}', null, 'and when the cache was told');

-- Queued before the files are live
select purge_enqueue('main', '[{"path": "/later", "hash": "1"}, {"path": "/never", "hash": "1"}]', false, 30);
update cache_purge_pace set calls = 5 where true;
update cache_purges set purged_at = now(), seen_at = now() where id < (select max(id) from cache_purges);
select is(pg_temp.claim() -> 'ids', '[]', 'what is not live yet is not told');
select purge_arm((select max(id) from cache_purges), '[{"path": "/later", "hash": "2"}]');
select is(pg_temp.claim() #> '{purges,0,paths}', '[{"hash": "2", "path": "/later"}]', 'what is live is told at once');
select purge_seen((select max(id) from cache_purges), '{/later}', null, '{60000}');
select cmp_ok(
  (select clock_timestamp() - seen_at from cache_purge_paths where path = '/later'), '>=', interval '60 seconds',
  'a path was seen when its answer was read, not when that was noted'
);
select purge_enqueue('main', '[{"path": "/x", "hash": "1"}]', false, 30);
select purge_arm((select max(id) from cache_purges), '[]');
select is((select count(*)::integer from cache_purge_paths where path = '/x'), 0, 'nothing is told of what was not put live');

-- Probes elsewhere
create function pg_temp.looks(probe text, stamp bigint, reads jsonb default '[]', failure text default null) returns text[] language sql as $$
  select array(select l ->> 'path' from jsonb_array_elements(probe_exchange(probe, stamp, reads, 50, failure)) l)
$$;
update cache_purges set purged_at = clock_timestamp() - interval '11 minutes' where true;
select purge_enqueue('main', '[{"path": "/p", "hash": "1"}, {"path": "/q", "hash": null}]');
select is(pg_temp.looks('Tokyo', 100), '{}', 'a probe looks at nothing that the cache was not told of, nor at what was published long ago');
update cache_purges set purged_at = clock_timestamp() where purged_at is null;
create temporary view newest as select max(id) as id from cache_purges;
select is(pg_temp.looks('Tokyo', 101), '{/p,/q}', 'then it looks at all of it');
select is(probe_exchange('Tokyo', 101, '[]', 50), null, 'a message is not taken twice');
select is(pg_temp.looks('Tokyo', 102, jsonb_build_array(jsonb_build_object('purge', id, 'path', '/p', 'hash', 'older'), jsonb_build_object('purge', id, 'path', '/q', 'hash', null)),
  'It answers 503'), '{/p}', 'what it got is what counts') from newest;
select results_eq('select c ->> ''name'', c ->> ''asked'', c ->> ''seen'' from newest, jsonb_array_elements(private.probes_of(id)) c',
  $$values ('Tokyo', '2', '1')$$, 'the receipt tells of how many it was asked, and how many it saw');
select is(purge_state() #>> '{probes,0,failure}', 'It answers 503', 'operators see why it cannot read something');
select purge_enqueue('main', '[{"path": "/p", "hash": "2"}]');
select is(pg_temp.looks('Tokyo', 103), '{}', 'what has changed again is left to the later purge');
update probes set heard_at = clock_timestamp() - interval '31 days' where true;
select pg_temp.looks('Lima', 1);
select is((select array_agg(name) from probes), '{Lima}', 'who was not heard of for a month is forgotten');

select * from finish();
rollback;
