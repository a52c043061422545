-- What of a change counts for pages: positions that order nothing anew, texts that a place does not show, names that nobody reads.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(34);

insert into sites (id, locales, localized) values ('main', '{en,de}', '{"en": {"title": "T", "description": "D"}, "de": {"title": "T", "description": "D"}}');
insert into categories (id, slug, localized) values (900001, 'test-c', '{"en": {"title": "C"}}');
insert into series (id, name, slug, display_name, status, localized) values (900001, 'S', 'test-s', 'S', 'active', '{"en": {"summary": "S"}}');
insert into products (id, name, display_name, slug, order_code, status, series_id, primary_category_id, sites, localized)
select i, 'P', 'P', 'test-' || i, 'T-' || i, 'active', 900001, 900001, '{main}', '{"en": {"tagline": "T", "description": {"type": "doc"}}}'
from generate_series(900001, 900005) i;

create function pg_temp.messages() returns setof text language sql as $$
  with taken as (delete from pgmq.q_content_changes returning msg_id, message)
  select string_agg(tag, ' ' order by tag) from (
    select msg_id, jsonb_array_elements_text(message -> 'tags') as tag from taken
  ) t group by msg_id order by msg_id
$$;

-- Positions of the parts of a record
insert into product_images (id, product_id, position, video_url)
select 900000 + i, 900001, i, 'https://www.youtube.com/watch?v=aaaaaaaaa' || i || '0' from generate_series(1, 3) i;
insert into product_images (id, product_id, position, video_url) values (900011, 900002, 2, 'https://www.youtube.com/watch?v=aaaaaaaaaaa');
delete from pgmq.q_content_changes;
update product_images set position = position * 10 where product_id = 900001;
select is_empty('select pg_temp.messages()', 'parts that stay in their order are no change');
update product_images set position = 15 where id = 900001;
select is_empty('select pg_temp.messages()', 'nor is one that stays between the same others');
update product_images set position = 20 where id = 900001;
select is_empty('select pg_temp.messages()', 'nor one that has the position of the next, before which its key is');
update product_images set position = 20 where id = 900003;
select is_empty('select pg_temp.messages()', 'nor one that has that of the one before it');
update product_images set position = 19 where id = 900003;
select alike(pg_temp.messages(), '%product:900001%', 'one that moves before another is');
update product_images set position = 20 where id = 900003;
select alike(pg_temp.messages(), '%product:900001%', 'and one that comes after another by its key alone');
update product_images p set position = n.position from (values (900001, 3), (900002, 2), (900003, 1)) n (id, position) where p.id = n.id;
select alike(pg_temp.messages(), '%product:900001%', 'the opposite order is another one');
update product_images p set position = n.position from (values (900001, 5), (900002, 4), (900003, 3), (900011, 0)) n (id, position) where p.id = n.id;
select is_empty('select pg_temp.messages()', 'records have each their own order');
update product_images set position = position + 1, video_url = replace(video_url, 'aaa', 'aab') where id = 900002;
select alike(pg_temp.messages(), '%product:900001%', 'what differs besides counts');
update product_images set product_id = 900002, position = 0 where id = 900002;
select alike(pg_temp.messages(), '%product:900001%product:900002%', 'a part that moves to another record counts for both');
insert into product_relations (product_id, related_id, position) values (900001, 900002, 0), (900001, 900003, 0), (900001, 900004, 1);
delete from pgmq.q_content_changes;
update product_relations set position = 1 where related_id = 900003;
select is_empty('select pg_temp.messages()', 'parts without a number of their own go by what they name');
update product_relations set position = 1 where related_id = 900002;
select is_empty('select pg_temp.messages()', 'as often as they are moved');
update product_relations set position = 2 where related_id = 900003;
select alike(pg_temp.messages(), '%product:900001%', 'until their order is another one');
update products set position = position + 1 where id = 900005;
select alike(pg_temp.messages(), '%list:product%', 'the position of a record itself always counts');
select is_empty($$
  select c.name from private.content_tables c
  join information_schema.columns p on p.table_schema = 'public' and p.table_name = c.name and p.column_name = 'position'
  left join information_schema.columns k on k.table_schema = 'public' and k.table_name = c.name and k.column_name = any (coalesce(c.keys, '{id}') || c.owner_key)
  where c.owner_key is not null
  group by c.name, c.keys, c.owner_key
  having bool_or(k.data_type <> 'bigint') or count(distinct k.column_name) <> cardinality(array(select distinct unnest(coalesce(c.keys, '{id}') || c.owner_key)))$$,
  'keys and owners of parts that have positions are numbers');

-- What a site says of itself
update sites set localized = jsonb_set(localized, '{de,description}', '"Neu"') where id = 'main';
select results_eq('select pg_temp.messages()', array['site/description:main@de'], 'the description of a site is a shape of it');
update sites set localized = jsonb_set(localized, '{en,tagline}', '"New"') where id = 'main';
select alike(pg_temp.messages(), 'site:main@%', 'everything else is on every page');
update sites set localized = jsonb_set(jsonb_set(localized, '{en,description}', '"New"'), '{en,title}', '"New"') where id = 'main';
select results_eq('select pg_temp.messages()', array['site:main'], 'both together are the site');

-- The names of pages
insert into pages (id, site_id) values (900001, 'main');
insert into page_locales (page_id, locale, site_id, path, title, nav_title) values (900001, 'en', 'main', '/test', 'Test', '');
select count(*) from publish_pages('{900001}');
delete from pgmq.q_content_changes;
update published_page_locales set title = 'Other' where page_id = 900001;
select alike(pg_temp.messages(), '%address:page:900001%', 'the title of a page is its name');
update published_page_locales set nav_title = 'Short' where page_id = 900001;
select alike(pg_temp.messages(), '%address:page:900001%', 'until it has a shorter one');
update published_page_locales set title = 'Another' where page_id = 900001;
select results_eq('select pg_temp.messages()', array['page:900001'], 'beside which nobody else reads the title');

-- What a sitemap has of a page
update published_page_locales set published_at = date_trunc('day', published_at, 'UTC') + interval '23 hours 59 minutes' where page_id = 900001;
select results_eq('select pg_temp.messages()', array['page:900001'], 'a sitemap has no time of the day');
update published_page_locales set published_at = published_at + interval '1 minute' where page_id = 900001;
select results_eq('select pg_temp.messages()', array['page:900001 sitemap:page:1800'], 'and has the day, in UTC');
update published_page_locales set noindex = true where page_id = 900001;
select results_eq('select pg_temp.messages()', array['page:900001 sitemap:page:1800'], 'it has no page that search engines are not to list');
update published_page_locales set published_at = published_at + interval '1 day' where page_id = 900001;
select results_eq('select pg_temp.messages()', array['page:900001'], 'whatever happens to one');
update published_page_locales set noindex = false where page_id = 900001;
delete from pgmq.q_content_changes;
update published_page_locales set path = '/moved' where page_id = 900001;
select ok(exists (select from pg_temp.messages() m where m like '%sitemap:page:1800%'), 'it has the address');
insert into page_revisions (id, page_id, number) values (900002, 900001, 1000), (900003, 900001, 1001);
insert into page_revision_locales (revision_id, locale, path, title, nav_title, description, seo, modules)
select r.id, 'en', '/moved', 'Another', '', '', r.seo, '[]'
from (values (900002, '{}'::jsonb), (900003, '{"og_image": 900001}')) r (id, seo);
update published_page_locales set revision_id = 900002 where page_id = 900001;
delete from pgmq.q_content_changes;
update published_page_locales set revision_id = 900003 where page_id = 900001;
select results_eq('select pg_temp.messages()', array['page:900001 sitemap:page:1800'], 'and the picture');
update pages set published_revision_id = 900003 where id = 900001;
select alike(pg_temp.messages(), '%sitemap:page:1800%', 'which is that of the revision that is live');

-- Texts of links and pictures
insert into links (id, text, link_type, url) values (900001, 'A', 'internal', '/a');
delete from pgmq.q_content_changes;
update links set text = 'B' where id = 900001;
select results_eq('select pg_temp.messages()', array['link/card:900001 link:900001'], 'places with a title of their own do not read the text of a link');
update links set target = '_blank' where id = 900001;
select results_eq('select pg_temp.messages()', array['link/card:900001 link/titled:900001 link:900001'], 'and do read how it opens');
insert into images (id, filename, hash, content_type, width, height, bytes, storage_path, is_decorative, localized)
values (900001, 'a.webp', repeat('a', 64), 'image/webp', 1, 1, 1, 'originals/' || repeat('a', 64), true, '{"en": {"alt": "A"}}');
delete from pgmq.q_content_changes;
update images set localized = '{"en": {"alt": "B"}}' where id = 900001;
select unalike(pg_temp.messages(), '%image/file:900001%', 'a decorative picture shows no text');
update images set is_decorative = false where id = 900001;
select alike(pg_temp.messages(), '%image/file:900001%', 'until it is none');

-- What one page shows of a partner, and another does not
insert into channel_partners (id, name) values (900001, 'A');
delete from pgmq.q_content_changes;
update channel_partners set phone = '1' where id = 900001;
select results_eq('select pg_temp.messages()', array['channel_partner:900001'], 'pages that tell the stock do not read how to reach a partner');
update channel_partners set name = 'B' where id = 900001;
select alike(pg_temp.messages(), 'channel_partner/stock:900001 %', 'and do read its name');

select * from finish();
rollback;
