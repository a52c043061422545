begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(29);

-- Each column of content has the check of its type
create function pg_temp.unbounded(p_types text[], p_suffix text) returns text language sql as $$
  select string_agg(c.relname || '.' || a.attname, ' ' order by c.relname, a.attnum)
  from private.content_tables m
  join pg_class c on c.oid = format('public.%I', m.name)::regclass
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  join pg_type t on t.oid = a.atttypid
  where (t.typname = any (p_types) or (p_suffix = 'list' and t.typcategory = 'A'))
    and not exists (
      select from pg_constraint k
      where k.conrelid = c.oid and k.conname = c.relname || '_' || a.attname || '_' || p_suffix and k.convalidated
    )
$$;
select is(pg_temp.unbounded('{timestamptz,date,int8,numeric,float8,float4}', 'range'), null, 'moments, days, ids and numbers have a range');
select is(pg_temp.unbounded('{text,varchar}', 'length'), null, 'texts have a largest length');
select is(pg_temp.unbounded('{}', 'list'), null, 'arrays are plain lists');
select is((
  select string_agg(distinct t.typname, ' ' order by t.typname)
  from private.content_tables m
  join pg_attribute a on a.attrelid = format('public.%I', m.name)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  join pg_type t on t.oid = a.atttypid
  where t.typtype <> 'e' and t.typcategory <> 'A'
    and t.typname not in ('timestamptz', 'date', 'int8', 'numeric', 'float8', 'float4', 'text', 'varchar')
), 'bool int2 int4 json jsonb uuid', 'and all other types are known to need none, or have a check of their own');

select ok(private.is_moment('9999-12-31 23:59:59.999999+00'), 'the last moment of four digits is one');
select ok(not private.is_moment('9999-12-31 23:59:59-05'), 'which the year 10000 of UTC is not');
select ok(not private.is_moment('infinity') and not private.is_moment('-infinity'), 'nor one that never comes, or is always over');
select ok(not private.is_moment('0044-03-15 00:00:00+00 BC'), 'nor one before Christ');

select ok(private.is_list('{a,b}'::text[]) and private.is_list('{}'::text[]), 'a list may be empty');
select ok(not private.is_list('{a,NULL}'::text[]), 'nothing is missing in it');
select ok(not private.is_list('{{a},{b}}'::text[]), 'it has one dimension');
select ok(not private.is_list('[2:2]={a}'::text[]), 'which is counted from 1');
select ok(not private.is_list(array_fill('a'::text, array[1001])), 'and an end');
select ok(private.are_texts('{a b,c}') and not private.are_texts('{a," "}'), 'texts of a list are filled in');
select ok(private.are_countries('{DE,CH}') and private.are_countries('{}'), 'countries are codes');
select ok(not private.are_countries('{"",""}') and not private.are_countries('{"DE,CH"}') and not private.are_countries('{DECH}'), 'each by itself');

select throws_ok($$insert into sites (id, locales, localized) values ('test', '{en,NULL}', '{"en": {"title": "T", "description": "D"}}')$$, '23514', null, 'a site has no missing locale');
select throws_ok($$insert into sites (id, locales, localized) values ('test', '{en,en}', '{"en": {"title": "T", "description": "D"}}')$$, '23514', null, 'and none twice');
insert into sites (id, locales, localized) values ('test', '{en}', '{"en": {"title": "T", "description": "D"}}');
select throws_ok($$insert into pages (id, site_id) values (9007199254740992, 'test')$$, '23514', null, 'an id is exact in JavaScript');
select throws_ok($$insert into menus (site_id, name, items) values ('test', 'main', '[{"id": "a", "label": {"en": 5}}]')$$, '23514', null, 'an item of a menu has labels');
select throws_ok($$insert into menus (site_id, name, items) values ('test', 'main', '[{"id": "a", "label": {"en": "A"}, "children": [{"id": "b"}]}]')$$, '23514', null, 'below others too');
select lives_ok($$insert into menus (site_id, name, items) values ('test', 'main', '[{"id": "a", "label": {"en": "A"}, "description": null, "children": [{"id": "b", "label": {"de": "B"}}]}]')$$, 'with which it is taken');
select throws_ok($$update sites set settings = '{"social_links": [{"network": "x", "url": "x"}]}' where id = 'test'$$, '23514', null, 'a social network has an address');
select throws_ok($$update sites set settings = '{"disallow": [5]}' where id = 'test'$$, '23514', null, 'hidden paths are texts');
select lives_ok($$update sites set settings = '{"disallow": ["/a"], "social_links": [{"network": "youtube", "url": "https://example.com"}]}' where id = 'test'$$, 'which are taken');

select ok(not is_localized('{"en": {"alt": 5}}', '{}') and not is_localized('{"en": {"alt": true}}', '{}'), 'no text is a number or a switch');
select ok(not is_localized('{"en": {"alt": {"a": 1}}}', '{}') and not is_localized('{"en": {"features": [1]}}', '{}'), 'or something else');
select ok(is_localized('{"en": {"alt": null, "features": ["a"], "body": {"type": "doc"}, "data": {"x": 1}}}', '{}'), 'but a text, a list of texts or a rich text');
select ok(not private.is_bounded_json('{"a": 1e400}') and private.is_bounded_json('{"a": 1e300}'), 'a number of JSON is one of JavaScript');

select * from finish();
rollback;
