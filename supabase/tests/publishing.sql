begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(35);

insert into auth.users (id, email) values ('00000000-0000-0000-0000-00000000000e', 'editor@test.example');
insert into staff (user_id, email) values ('00000000-0000-0000-0000-00000000000e', 'editor@test.example');
insert into sites (id, locales, localized) values
  ('main', '{en,de}', '{"en": {"title": "T", "description": "D"}}'), ('developer', '{en}', '{"en": {"title": "T", "description": "D"}}');
insert into categories (id, slug, localized) values (900001, 'test-c', '{"en": {"title": "C"}}');
insert into series (id, name, slug, display_name, status, localized) values (900001, 'S', 'test-s', 'S', 'active', '{"en": {"summary": "S"}}');
delete from pgmq.q_content_changes;

create function pg_temp.messages() returns setof text language sql as $$
  with taken as (delete from pgmq.q_content_changes returning msg_id, message)
  select string_agg(tag, ' ' order by tag) from (
    select msg_id, jsonb_array_elements_text(message -> 'tags') as tag from taken
  ) t group by msg_id order by msg_id
$$;

-- What is queued
insert into products (id, name, display_name, slug, order_code, status, series_id, primary_category_id, sites, localized)
select i, 'P', 'P', 'test-' || i, 'T-' || i, 'active', 900001, 900001, '{main}', '{"en": {"tagline": "T", "description": {"type": "doc"}}}'
from generate_series(900001, 900003) i;
select is(count(*), 1::bigint, 'a statement that writes three products queues one message') from pg_temp.messages();
update products set display_name = 'Q' where id in (900001, 900002);
select results_eq('select pg_temp.messages()', array['product/card:900001 product/card:900002 product/link:900001 product/link:900002 product:900001 product:900002 sitemap:product:1800'], 'a change names the records');
update products set position = 5 where id = 900001;
select alike(pg_temp.messages(), '%list:product%', 'and the lists, when the record may stand elsewhere in them');
update products set display_name = display_name;
select is_empty('select pg_temp.messages()', 'a write that changes nothing queues nothing');
update products set display_name = 'R' where false;
select is_empty('select pg_temp.messages()', 'nor does one that touches nothing');
delete from products where id = 900003;
select alike(pg_temp.messages(), '%product:900003%', 'a deletion is queued');
insert into properties (id, key, value_type, localized) values (900001, 'test-p', 'number', '{"en": {"title": "P"}}');
delete from pgmq.q_content_changes;
insert into product_property_values (product_id, property_id, value_number) values (900001, 900001, 5);
select alike(pg_temp.messages(), '%product:900001%', 'what belongs to a product counts as the product');
update series set display_name = 'S2' where id = 900001;
select alike(pg_temp.messages(), '%series:900001%', 'what pages show beside it is queued too');
insert into menus (site_id, name) values ('main', 'main');
select alike(pg_temp.messages(), '%globals:main%', 'a menu counts for its whole site');
insert into redirects (site_id, from_path, to_path) values ('main', '/old', '/new');
select alike(pg_temp.messages(), '%redirects:main%', 'a redirect for the redirects');
savepoint before_failure;
update products set display_name = 'S' where id = 900001;
rollback to savepoint before_failure;
select is_empty('select pg_temp.messages()', 'a change that is rolled back is not queued');

-- Drafts
insert into pages (id, site_id) values (900001, 'main');
insert into page_locales (page_id, locale, site_id, path, title) values (900001, 'en', 'main', '/test', 'Test');
insert into modules (id, page_id, type, position) values (900001, 900001, 'TEXT_BLOCK', 0);
insert into module_locales (module_id, locale, data) values (900001, 'en', '{"body": "1"}');
select is_empty('select pg_temp.messages()', 'a draft queues nothing');
select publish_pages('{900001}');
select alike(pg_temp.messages(), '%address:page:900001%page:900001%', 'publishing queues the page and its address');
update module_locales set data = '{"body": "2"}' where module_id = 900001;
select publish_pages('{900001}');
select unalike(pg_temp.messages(), '%address:page:900001%', 'publishing other content does not queue the address');

update pages set template = 'list' where id = 900001;
select alike(pg_temp.messages(), '%page:900001%', 'what a page is beside its content is queued');
update pages set parent_id = null, structure_version = structure_version + 1 where id = 900001;
select is_empty('select pg_temp.messages()', 'its structure is not');
update pages set route = 'search' where id = 900001;
select alike(pg_temp.messages(), '%globals:main%', 'a route counts for its whole site');

-- Earlier slugs
update products set slug = 'test-new' where id = 900001;
select results_eq($$select site_id, from_slug, row_id from redirects where row_kind = 'product'$$,
  $$values ('main', 'test-900001', 900001::bigint)$$, 'an earlier slug leads to the product on each of its sites');
update products set slug = 'test-900001' where id = 900001;
select results_eq($$select from_slug from redirects where row_kind = 'product'$$, array['test-new'], 'one that is taken again does not');
insert into products (id, name, display_name, slug, order_code, status, series_id, primary_category_id, sites, localized)
values (900009, 'N', 'N', 'test-new', 'T-9', 'active', 900001, 900001, '{main}', '{"en": {"tagline": "T", "description": {"type": "doc"}}}');
select is_empty($$select 1 from redirects where row_kind = 'product'$$, 'nor one that another product takes');
update products set slug = 'test-hidden', is_published = false where id = 900009;
update products set slug = 'test-still-hidden' where id = 900009;
select is_empty($$select 1 from redirects where from_slug = 'test-hidden'$$, 'and one that nobody has seen is not kept');
delete from pgmq.q_content_changes;

-- The index of outputs, of a site that has been built
insert into site_builds (site_id, name, bundle, start_seq, lease_owner, lease_until, finished_at, outcome)
values ('main', 'r1', 'b1', 0, 'builder', now(), now(), 'live');
update products set display_name = 'T' where id = 900001;
update products set publish_from = now() + interval '1 hour' where id = 900002;
create temporary table claims as
  select publish_claim('worker', '{main}', now(), 100, 60) as answer;
select is((select count(*) from jsonb_array_elements((select answer -> 'outputs' from claims)) o where o ->> 'kind' = 'product' and (o ->> 'ref')::bigint = 900001),
  1::bigint, 'a publisher is given what has to be rendered');
select is((select count(*) from pgmq.q_content_changes), 0::bigint, 'and the queue is empty');
select is(jsonb_array_length(publish_claim('other', '{main}', now(), 100, 60) -> 'outputs'), 0, 'another publisher gets none of it');
select isnt_empty($$select 1 from site_outputs where kind = 'product' and ref = 900002 and next_change_at = now() + interval '1 hour'$$,
  'what is not yet visible waits for its time');
select lives_ok($$
  select publish_complete('worker', (select (answer ->> 'watermark')::bigint from claims), (
    select jsonb_agg(o || '{"path": "/p", "tags": ["product:900001"], "hash": "h", "bytes": 1}')
    from jsonb_array_elements((select answer -> 'outputs' from claims)) o where o ->> 'kind' = 'product'
  ))$$, 'it reports what it rendered');
select is((select stale_seq from site_outputs where kind = 'product' and ref = 900001 and locale = 'en'), null, 'then nothing is left to do there');
update products set display_name = 'U' where id = 900001;
select isnt_empty($$select 1 from jsonb_array_elements(publish_claim('worker', '{main}', now(), 100, 60) -> 'outputs') o
  where o ->> 'kind' = 'product' and o -> 'reasons' ? 'product:900001'$$, 'until what it depends on changes');

-- Who may
set local role anon;
select throws_ok($$select publish_claim('w', '{main}', now(), 1, 1)$$, '42501', null, 'visitors publish nothing');
select throws_ok('select * from site_outputs', '42501', null, 'and do not see the index');
select throws_ok('select * from pgmq.q_content_changes', '42501', null, 'or the queue');
set local role authenticated;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000e';
select throws_ok($$select publish_claim('w', '{main}', now(), 1, 1)$$, '42501', null, 'editors are no publishers');
select isnt_empty('select * from site_outputs', 'but see the index');
select throws_ok($$update site_outputs set path = '/x'$$, '42501', null, 'and do not change it');
select throws_ok($$insert into publish_receipts (site_id, cause, worker, started_at, rendered, changed) values ('main', 'change', 'w', now(), 0, 0)$$,
  '42501', null, 'or write receipts');

select * from finish();
rollback;
