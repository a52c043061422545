begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(28);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example'), ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example');
insert into staff (user_id, email, disabled_at) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', null),
  ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example', now());
insert into categories (id, slug, localized) values (900001, 'test-humidity', '{"en": {"title": "Humidity"}}');
insert into series (id, name, slug, display_name, status, category_id, localized)
values (900001, 'T1', 'test-t1', 'T1', 'active', 900001, '{"en": {"summary": "S"}}');
insert into properties (id, key, value_type, localized) values
  (900001, 'test-range', 'range', '{"en": {"title": "Range"}}'), (900002, 'test-text', 'text', '{"en": {"title": "Text"}}');

prepare add_product (bigint, text, text[], boolean, timestamptz, timestamptz) as
  insert into products (id, name, display_name, slug, order_code, status, series_id, primary_category_id, sites, is_published,
    publish_from, publish_until, localized)
  values ($1, 'T', 'T', $2, 'T-' || $1, 'active', 900001, 900001, $3, $4, $5, $6,
    '{"en": {"tagline": "T", "description": {"type": "doc", "content": []}}}');
select lives_ok($$execute add_product(900001, 'test-1', '{main}', true, null, null)$$, 'a product is stored');
select lives_ok($$execute add_product(900002, 'test-2', '{main}', false, null, null)$$, 'one that is not published');
select lives_ok($$execute add_product(900003, 'test-3', '{main}', true, now() + interval '1 day', null)$$, 'one for tomorrow');
select lives_ok($$execute add_product(900004, 'test-4', '{main}', true, null, now() - interval '1 day')$$, 'one until yesterday');
select throws_ok($$execute add_product(900005, 'test-1', '{main}', true, null, null)$$, '23505', null, 'a slug is used once');
select throws_ok($$execute add_product(900005, 'Test 5', '{main}', true, null, null)$$, '23514', null, 'a slug is a path segment');
select throws_ok($$execute add_product(900005, 'test-5', '{shop}', true, null, null)$$, '23514', null, 'sites are known');
select throws_ok($$execute add_product(900005, 'test-5', '{main}', true, now(), now())$$, '23514', null, 'the end is after the beginning');
select throws_ok($$update products set localized = '{"en": {"tagline": "T", "description": "text"}}' where id = 900001$$, '23514', null,
  'the description is rich text');
select throws_ok($$update products set status = 'gone' where id = 900001$$, '22P02', null, 'the status is one of the list');
select throws_ok($$update products set product_class = 'toy' where id = 900001$$, '23514', null, 'the class is one of the list');

prepare add_value (bigint, bigint, numeric, numeric, text, jsonb) as
  insert into product_property_values (product_id, property_id, value_number, value_max, value_text, localized)
  values ($1, $2, $3, $4, $5, $6);
select lives_ok($$execute add_value(900001, 900001, 0, 100, null, null)$$, 'a range has two ends');
select throws_ok($$execute add_value(900002, 900001, 100, 0, null, null)$$, '23514', null, 'in their order');
select throws_ok($$execute add_value(900002, 900001, null, 100, null, null)$$, '23514', null, 'and not only the upper');
select throws_ok($$execute add_value(900002, 900001, 1, null, 'one', null)$$, '23514', null, 'a value is a number or a text');
select lives_ok($$execute add_value(900001, 900002, null, null, null, '{"en": {"text": "Air"}, "de": {"text": "Luft"}}')$$, 'a text may be localized');
select throws_ok($$execute add_value(900002, 900002, null, null, null, '{"en": {}}')$$, '23514', null, 'and then it is there');

select throws_ok($$insert into product_relations values (900001, 900001)$$, '23514', null, 'a product is not related to itself');
select throws_ok($$insert into product_images (product_id) values (900001)$$, '23514', null, 'an image item shows an image or a video');
select throws_ok($$insert into product_images (product_id, video_url) values (900001, 'https://video.example/1')$$, '23514', null, 'from the one platform');
select throws_ok($$update categories set parent_id = id where id = 900001$$, '23514', null, 'a category is not its own parent');
select throws_ok($$delete from series where id = 900001$$, '23503', null, 'a series with products stays');

prepare add_partner (text, text[], double precision, double precision) as
  insert into channel_partners (id, name, region, countries, latitude, longitude) values (900001, 'P', $1, $2, $3, $4);
select throws_ok($$execute add_partner('europe', '{CH}', 91, 0)$$, '23514', null, 'a latitude ends at 90 degrees');
select throws_ok($$execute add_partner('europe', '{CH}', 47, null)$$, '23514', null, 'a place has both coordinates');
select throws_ok($$execute add_partner('moon', '{CH}', 47, 8)$$, '23514', null, 'a region is one of the list');
select throws_ok($$execute add_partner('europe', '{Schweiz}', 47, 8)$$, '23514', null, 'a country is a code');
select lives_ok($$execute add_partner('europe', '{CH,DE}', 47, 8)$$, 'a partner is stored');
select throws_ok($$insert into inventory_items (product_id, channel_partner_id, quantity, as_of) values (900001, 900001, -1, now())$$, '23514', null,
  'a stock is not negative');
insert into inventory_items (product_id, channel_partner_id, quantity, as_of) values (900001, 900001, 5, now()), (900002, 900001, 5, now());
insert into product_relations (product_id, related_id) values (900001, 900002), (900002, 900001);


select * from finish();
rollback;
