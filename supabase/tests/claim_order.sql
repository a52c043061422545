begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(9);

insert into sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}');
delete from pgmq.q_content_changes;
insert into site_outputs (site_id, kind, ref, locale, path, content_hash, bytes, tags) values
  ('main', 'page', 910001, 'en', '/a', 'h', 1, '{page:910001,product:910003}'),
  ('main', 'page', 910002, 'en', '/b', 'h', 1, '{page:910002,product:910003}'),
  ('main', 'page', 910004, 'en', '/d', 'h', 1, '{page:910004}'),
  ('main', 'product', 910003, 'en', '/products/c', 'h', 1, '{product:910003}'),
  ('main', 'sitemap', 2, 'en', '/sitemap-2.xml', 'h', 1, '{product:910003}');
insert into site_outputs (site_id, kind, ref, locale, path, content_hash, bytes, tags)
select 'main', 'page', n, 'en', '/many/' || n, 'h', 1, array['page:' || n, 'menu:test'] from generate_series(920001, 920301) n;
insert into site_outputs (site_id, kind, ref, locale, path, content_hash, bytes, next_change_at)
values ('main', 'page', 910005, 'en', '/clock', 'h', 1, now() - interval '1 minute');

create function pg_temp.claimed(worker text, at_most integer, of_people boolean default false) returns text[] language sql as $$
  select array_agg((o ->> 'kind') || case when o ->> 'kind' = 'page' then ':' || (o ->> 'ref') else '' end)
  from jsonb_array_elements(publish_claim(worker, '{main}', now(), at_most, 60, of_people) -> 'outputs') o
$$;

select private.queue_change('{menu:test}', '[]');
select publish_take_in(now());
select is(cardinality(pg_temp.claimed('a', 1, true)), null, 'whoever serves people is given nothing that nobody waits for');
select private.queue_change('{product:910003}', '[]');
insert into auth.users (id, email) values ('00000000-0000-0000-0000-0000000000e1', 'waiting@example.com');
set local app.actor = '00000000-0000-0000-0000-0000000000e1';
select private.queue_change('{page:910004}', '[]');
set local app.actor = '';
select is(pg_temp.claimed('a', 10), '{page:910004}', 'what a person has changed is claimed first');
select is(pg_temp.claimed('b', 10), '{page:910005}', 'then what the clock changes');
select is(pg_temp.claimed('b', 1), '{page:910005}', 'a publisher is given again what it has not reported');
select is(pg_temp.claimed('c', 1), '{product}', 'then of a change the output of what has changed');
select is(pg_temp.claimed('d', 10), '{page:910001,page:910002,sitemap}', 'those that show it, and last what only machines read');
select is(cardinality(pg_temp.claimed('e', 1000)), 301, 'and changes of many outputs at the end');

select publish_release_leases(w) from unnest('{a,b,c,d,e}'::text[]) w;
set local app.actor = '00000000-0000-0000-0000-0000000000e1';
select private.queue_change('{page:920300}', '[]');
set local app.actor = '';
select is(pg_temp.claimed('f', 10), '{page:910004,page:920300}', 'an output that waits already moves ahead when a person changes it');
select results_eq($$select stale_reasons from site_outputs where ref = 920300$$, $$values ('{menu:test,page:920300}'::text[])$$,
  'with all of its reasons');

select * from finish();
rollback;
