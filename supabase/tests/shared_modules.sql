-- Shared modules: what may be shared, how a module of a page becomes one and is parted again, and what counts as used.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(24);

insert into auth.users (id, email) values ('00000000-0000-0000-0000-00000000000a', 'ada@test.example');
insert into staff (user_id, email, name, role) values ('00000000-0000-0000-0000-00000000000a', 'ada@test.example', 'Ada', 'editor');
insert into sites (id, locales, localized) values ('main', '{en,de}', '{"en": {"title": "T", "description": "D"}}') on conflict do nothing;
insert into images (id, filename, hash, content_type, width, height, bytes, storage_path)
values (920001, 'a.webp', 'shared920001', 'image/webp', 1, 1, 1, 'originals/a.webp');
insert into pages (id, site_id) values (920001, 'main'), (920002, 'main');
insert into page_locales (page_id, locale, site_id, path, title) values
  (920001, 'en', 'main', '/shares', 'Shares'), (920001, 'de', 'main', '/teilt', 'Teilt'), (920002, 'en', 'main', '/shows', 'Shows');
insert into modules (id, page_id, type, position) values (920001, 920001, 'HERO', 1), (920002, 920001, 'QUOTE', 2), (920003, 920001, 'ACCORDION', 3);
insert into module_locales (module_id, locale, data)
select m, 'en', jsonb_build_object('title', 'Module ' || m) from generate_series(920001, 920003) m;
insert into modules (id, page_id, parent_id, slot, type, position) values (920004, 920001, 920003, 'a', 'QUOTE', 1);
insert into module_locales (module_id, locale, data) values (920004, 'en', '{"quote": "inside"}');

create function pg_temp.ada() returns uuid language sql as $$ select '00000000-0000-0000-0000-00000000000a'::uuid $$;
create function pg_temp.localized(p_words text) returns jsonb language sql as $$
  select jsonb_build_object('en', jsonb_build_object('data', jsonb_build_object('quote', p_words, 'image', 920001)),
    'de', jsonb_build_object('data', jsonb_build_object('quote', 'auf Deutsch'))) $$;
create function pg_temp.version_of(p_page bigint) returns integer language sql as $$ select structure_version from pages where id = p_page $$;
create function pg_temp.order_of(p_page bigint) returns text language sql as $$
  select string_agg(type::text, ' ' order by position) from modules where page_id = p_page and parent_id is null $$;
create function pg_temp.shared() returns bigint language sql as $$ select id from shared_modules where name = 'Voice' $$;

-- What may be shared
select throws_ok($$insert into shared_modules (name, type, localized) values ('A', 'ACCORDION', '{"en": {"data": {}}}')$$, '23514', null, 'no module that holds others');
select throws_ok($$insert into shared_modules (name, type, localized) values ('A', 'SHARED_MODULE', '{"en": {"data": {}}}')$$, '23514', null, 'nor one that is shared');
select throws_ok($$insert into shared_modules (name, type, localized) values ('A', 'QUOTE', '{"de": {"data": {}}}')$$, '23514', null, 'English is there');
select throws_ok($$insert into shared_modules (name, type, localized) values ('A', 'QUOTE', '{"en": {"data": {}}, "de": {"data": []}}')$$, '23514', null, 'data are objects');
select throws_ok($$insert into shared_modules (name, type, localized) values (' A', 'QUOTE', '{"en": {"data": {}}}')$$, '23514', null, 'a name has no blanks around it');

-- Sharing
select is(share_module(pg_temp.ada(), 920001, 920002, 0, 'Voice', 1, pg_temp.localized('One')) ->> 'status', 'conflict', 'not from an old structure');
select is(share_module(pg_temp.ada(), 920002, 920002, 1, 'Voice', 1, pg_temp.localized('One')) ->> 'status', 'not-found', 'nor a module of another page');
select is(share_module(pg_temp.ada(), 920001, 920002, pg_temp.version_of(920001), ' Voice ', 1, pg_temp.localized('One')) ->> 'status', 'saved', 'a module is shared');
select is(pg_temp.order_of(920001), 'HERO SHARED_MODULE ACCORDION', 'in its place');
select results_eq($$select l.locale::text, l.data from module_locales l join modules m on m.id = l.module_id where m.type::text = 'SHARED_MODULE'$$,
  $$select 'en', jsonb_build_object('shared', pg_temp.shared())$$, 'which names it for all languages');
select results_eq($$select type::text, data_version, localized from shared_modules$$, $$select 'QUOTE', 1, pg_temp.localized('One')$$, 'it has its content');
select is((select made_by from record_versions where kind = 'shared_module'), pg_temp.ada(), 'as a version of who shared it');
select is(share_module(pg_temp.ada(), 920001, 920004, pg_temp.version_of(920001), 'Voice', 1, pg_temp.localized('Two')), '{"status": "name-taken"}', 'a name is given once');
select throws_ok(format($$select share_module(pg_temp.ada(), 920001, 920003, %s, 'All', 1, '{"en": {"data": {}}}')$$, pg_temp.version_of(920001)), '23514', null,
  'what holds modules is not shared');
select is(share_module(pg_temp.ada(), 920001, 920004, pg_temp.version_of(920001), 'Inside', 1, pg_temp.localized('Two')) ->> 'status', 'saved', 'what is inside of it is');
select is((select slot from modules where parent_id = 920003), 'a', 'in its slot');

-- What counts as used
insert into modules (id, page_id, type, position) values (920005, 920002, 'SHARED_MODULE', 1);
insert into module_locales (module_id, locale, data) values (920005, 'en', jsonb_build_object('shared', pg_temp.shared()));
set local role authenticated;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000a';
select is(pages_with_shared(array[pg_temp.shared()]) #>> '{0,path}', '/shares', 'its pages are known');
select is(jsonb_array_length(pages_with_shared(array[pg_temp.shared()])), 2, 'each of them');
select is(record_uses('shared_module', pg_temp.shared()::text, '[{"module": "SHARED_MODULE", "path": "$.\"shared\" ? (@ == $id)"}]') #>> '{0,id}', '920001', 'it is used by them');
select is(record_uses('image', '920001', '[{"module": "QUOTE", "path": "$.\"image\" ? (@ == $id)"}]') #>> '{0,kind}', 'shared_module', 'and uses what it names');
reset role;

-- Parting
select is(part_module(pg_temp.ada(), 920001, 920001, pg_temp.version_of(920001), '{}') ->> 'status', 'not-found', 'a module of the page''s own is not parted');
select is(part_module(pg_temp.ada(), 920002, 920005, pg_temp.version_of(920002),
  '{"type": "QUOTE", "children": [], "locales": {"en": {"v": 1, "data": {"quote": "Its own"}}}}') ->> 'status', 'saved', 'a shared one is');
select is(pg_temp.order_of(920002), 'QUOTE', 'and the page has its own');
select is(private.shared_words(jsonb_build_array(jsonb_build_object('type', 'SHARED_MODULE', 'data', jsonb_build_object('shared', pg_temp.shared()))), 'de'),
  'auf Deutsch', 'visitors find what it says in their language');

select * from finish();
rollback;
