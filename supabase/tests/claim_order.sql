begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(2);

insert into sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}');
insert into site_outputs (site_id, kind, ref, locale, path, content_hash, bytes, tags, stale_seq, stale_reasons) values
  ('main', 'page', 910001, 'en', '/a', 'h', 1, '{product:910003}', 1, '{product:910003}'),
  ('main', 'page', 910002, 'en', '/b', 'h', 1, '{product:910003}', 1, '{product:910003}'),
  ('main', 'product', 910003, 'en', '/products/c', 'h', 1, '{product:910003}', 1, '{product:910003}'),
  ('main', 'sitemap', 2, 'en', '/sitemap-2.xml', 'h', 1, '{sitemap:product:0}', 1, '{product:910003}');
create function pg_temp.claimed(worker text, at_most integer) returns text[] language sql as $$
  select array_agg(o ->> 'kind') from jsonb_array_elements(publish_claim(worker, '{main}', now(), at_most, 60) -> 'outputs') o
  where o ->> 'path' is not null
$$;
select is(pg_temp.claimed('worker', 1), '{product}', 'the page of what has changed is claimed first');
select is(pg_temp.claimed('other', 10), '{page,page,sitemap}', 'then those that show it, and what only machines read');

select * from finish();
rollback;
