begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(19);

insert into sites (id, locales, localized) values ('main', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into categories (id, slug, localized) values (900001, 'test-c', '{"en": {"title": "C"}}');
insert into categories (id, slug, parent_id, localized) values (900002, 'test-d', 900001, '{"en": {"title": "D"}}');
insert into properties (id, key, value_type, localized)
select i, 'test-' || i, 'number', '{"en": {"title": "P"}}' from generate_series(900001, 900003) i;
insert into category_properties (category_id, property_id, role) values
  (900001, 900001, 'primary'), (900002, 900002, 'primary'), (900002, 900003, 'secondary');
insert into series (id, name, slug, display_name, status, localized) values (900001, 'S', 'test-s', 'S', 'active', '{"en": {"summary": "S"}}');
insert into products (id, name, display_name, slug, order_code, status, series_id, primary_category_id, position, sites, localized, publish_from)
select i, 'P', 'P' || i, 'test-' || i, 'T-' || i, 'active', 900001, 900002, 900010 - i, '{main}',
  '{"en": {"tagline": "T", "description": {"type": "doc", "content": []}}}', case i when 900003 then timestamptz '2026-05-01' end
from generate_series(900001, 900003) i;
insert into product_property_values (product_id, property_id, value_number) values
  (900001, 900001, 1), (900001, 900002, 2), (900001, 900003, 3);
insert into documents (id, name, content_date, document_type, language, localized) values
  (900001, 'D', '2026-01-01', 'datasheet', 'en', '{"en": {"title": "D"}}'), (900002, 'E', '2026-01-01', 'datasheet', 'en', '{"en": {"title": "E"}}');
insert into product_documents (product_id, document_id) values (900001, 900001), (900002, 900001), (900003, 900002);
insert into channel_partners (id, name, region) values (900001, 'B', 'europe'), (900002, 'A', 'europe'), (900003, 'C', 'americas');
insert into inventory_items (product_id, channel_partner_id, quantity, as_of) values
  (900001, 900001, 5, '2026-01-01'), (900001, 900002, 50, '2026-01-01');
insert into images (id, filename, hash, content_type, width, height, bytes, storage_path) values
  (900001, 'a.webp', 'a', 'image/webp', 1, 1, 1, 'originals/a.webp');
insert into product_images (product_id, position, image_id, video_url) values
  (900001, 4, 900001, null), (900001, 6, 900001, 'https://www.youtube.com/watch?v=abcdefghijk'),
  (900001, 8, 900001, null), (900001, 9, null, 'https://www.youtube.com/watch?v=lmnopqrstuv');

-- The catalog
set local role service_role;
select is(jsonb_path_query_array(read_records('{"catalog_part": [1800]}'), '$.catalog_part."1800".products[*].id'),
  '[900001, 900002, 900003]'::jsonb, 'a part holds the products of its ids');
select is(jsonb_path_query_array(read_records('{"catalog_part": [1800]}'), '$.catalog_part."1800".products[0].values[*].id'),
  '[900001, 900002]'::jsonb, 'with the primary values of their category and of those above it');
select is(read_lists('main', 'en', '2026-04-01', '[{"list": "catalog", "limit": 1, "index": 9}]') #>> '{0,total}', '2', 'the catalog counts what is shown');
select is(read_lists('main', 'en', '2026-04-01', '[{"list": "catalog", "limit": 1, "index": 9}]') #>> '{0,items,0,id}', '900002', 'begins in its order');
select is(jsonb_path_query_array(read_lists('main', 'en', '2026-04-01', '[{"list": "catalog", "limit": 1, "index": 9}]'), '$[0].index[*].id'),
  '[900002, 900001]'::jsonb, 'and names all while they are few');
select is(read_lists('main', 'en', '2026-04-01', '[{"list": "catalog", "limit": 1, "index": 1}]') #> '{0,index}', '[]'::jsonb, 'and none when they are many');
select is((read_lists('main', 'en', '2026-04-01', '[{"list": "catalog", "limit": 1, "index": 9}]') #>> '{0,next_change_at}')::timestamptz,
  timestamptz '2026-05-01', 'it changes when a product comes');

-- Stock, partners, downloads
select is(jsonb_path_query_array(read_lists('main', 'en', '2026-04-01', '[{"list": "inventory", "limit": 9}]'), '$[0].items[*].items[*].quantity'),
  '[50, 5]'::jsonb, 'the largest stock comes first');
select is(jsonb_path_query_array(read_lists('main', 'en', '2026-04-01', '[{"list": "sellers", "of": "channel_partners"}]'), '$[0].items[*].id'),
  '[900003, 900002, 900001]'::jsonb, 'partners stand by region and name');
select is(jsonb_path_query_array(read_lists('main', 'en', '2026-04-01', '[{"list": "downloads", "limit": 9}]'), '$[0].items[*].document.id'),
  '[900001]'::jsonb, 'documents of products that are not shown yet are not either');
select is(jsonb_path_query_array(read_lists('main', 'en', '2026-04-01', '[{"list": "downloads", "limit": 9}]'), '$[0].items[0].products[*].id'),
  '[900002, 900001]'::jsonb, 'a document has its products');
select is((select count(*) from private.routes where kind = 'inventory'), 0::bigint, 'without a page for stock no product has one');
reset role;

-- Outputs
insert into pages (id, site_id, route) values (900001, 'main', 'products.inventory');
select is((select array_agg(ref || ' ' || locale) from private.routes where kind = 'inventory'), '{900001 en}', 'with it each product in stock has one');
select is((select count(*) from private.routes where kind = 'catalog_part' and ref = 1800), 2::bigint, 'each locale has the part of the catalog');
delete from pgmq.q_content_changes;
update products set status = 'new' where id = 900001;
select is((select count(*) from pgmq.q_content_changes), 1::bigint, 'a product brings its part and its stock along in one message');
delete from pgmq.q_content_changes;
update products set updated_at = now() where id = 900001;
select is((select count(*) from pgmq.q_content_changes), 0::bigint, 'unless nothing that is shown has changed');
update pages set route = null where id = 900001;
select ok(exists (select from pgmq.q_content_changes where message -> 'tags' ? 'sitemap:inventory:1800'), 'stock leaves the sitemap with its page');

-- Its pictures and videos
set local role service_role;
select is(jsonb_path_query_array(read_records('{"product_detail": [900001]}'), '$.product_detail."900001".videos[*].place'),
  '[2, 4]'::jsonb, 'videos have their place among the pictures');
select is(jsonb_array_length(read_records('{"product_detail": [900001]}') #> '{product_detail,900001,images}'), 2, 'which are the rows without a video');

select * from finish();
rollback;
