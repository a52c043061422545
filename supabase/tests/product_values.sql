begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(6);

insert into sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}');
insert into series (id, name, slug, display_name, status, localized) values (900001, 'CX9', 'test-cx9', 'CX9', 'active', '{"en": {"summary": "S"}}');
insert into categories (id, slug, localized) values (900001, 'test-co2', '{"en": {"title": "CO2"}}');
insert into products (id, name, display_name, slug, order_code, status, series_id, primary_category_id, sites, localized) values
  (900001, 'CX91', 'CX91', 'test-cx91', 'T1', 'active', 900001, 900001, '{main}', '{"en": {"tagline": "T", "description": {"type": "doc", "content": []}}}'),
  (900002, 'CX92', 'CX92', 'test-cx92', 'T2', 'active', 900001, 900001, '{main}', '{"en": {"tagline": "T", "description": {"type": "doc", "content": []}}}');
insert into properties (id, key, unit, value_type, localized) values (900001, 'test-range', 'ppm', 'range', '{"en": {"title": "Range"}}');
insert into product_property_values (product_id, property_id, value_number, value_max) values (900001, 900001, 0, 60000);

create function pg_temp.found(p_query jsonb) returns jsonb language sql as $$
  select jsonb_path_query_array(read_lists('main', 'en', now(), jsonb_build_array(p_query || '{"list": "product_values"}')), '$[0].items[*].slug')
$$;

select is(pg_temp.found('{"by": "slug", "names": ["test-cx91", "nothing"]}'), '["test-cx91"]'::jsonb, 'a product is found by its slug');
select is(pg_temp.found('{"by": "name", "names": ["cx92"]}'), '["test-cx92"]'::jsonb, 'by its name in small letters');
select is(pg_temp.found('{"by": "name", "names": ["cx9"]}'), '["test-cx91", "test-cx92"]'::jsonb, 'all of a series by its name');
select is(pg_temp.found('{"by": "id", "names": ["900002"]}'), '["test-cx92"]'::jsonb, 'and by its id');
select is(
  read_lists('main', 'en', now(), '[{"list": "product_values", "by": "slug", "names": ["test-cx91"]}]') #> '{0,items,0,properties,0}',
  '{"id": 900001, "key": "test-range", "max": 60000, "text": null, "unit": "ppm", "title": {"en": {"title": "Range"}}, "number": 0, "localized": null}'::jsonb,
  'with the values of its properties');
select is(private.without_quotes('Up to {{product:cx24 co2-range max}}, {{name}}'), 'Up to …, {{name}}', 'the search index leaves quotes out');

select * from finish();
rollback;
