begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(45);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example'), ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example');
insert into staff (user_id, email, disabled_at) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', null),
  ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example', now());
insert into sites (id, locales, localized) values ('test', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id) values (900001, 'test'), (900002, 'test');
insert into page_locales (page_id, locale, site_id, path, title) values
  (900001, 'en', 'test', '/one', 'One'), (900001, 'de', 'test', '/eins', 'Eins'), (900002, 'en', 'test', '/one/two', 'Two');
update pages set parent_id = 900001 where id = 900002;
insert into modules (id, page_id, type, position) values (900002, 900002, 'TEXT_BLOCK', 0);
insert into module_locales (module_id, locale, data) values (900002, 'en', '{}');

-- Visitors and people who are not on the staff
set local role anon;
select throws_ok($$select publish_pages('{900001}')$$, '42501', null, 'visitors do not publish');
select throws_ok($$select save_module('00000000-0000-0000-0000-00000000000e', 1, 'en', '{}', 1, 0)$$, '42501', null, 'or save');
select throws_ok($$select read_draft_state(900001)$$, '42501', null, 'or read drafts');
set local role authenticated;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000e';
select throws_ok($$select save_module('00000000-0000-0000-0000-00000000000e', 900002, 'en', '{}', 1, 1)$$, '42501', null, 'an editor saves by way of the server');
set local role service_role;
select throws_ok($$select save_module('00000000-0000-0000-0000-00000000000d', 900002, 'en', '{}', 1, 1)$$, '42501', null,
  'which saves nothing for a disabled member');
select throws_ok($$select save_module(null, 900002, 'en', '{}', 1, 1)$$, '42501', null, 'or for nobody');
select throws_ok($$select publish_draft('00000000-0000-0000-0000-00000000000d', 900001)$$, '42501', null, 'nor does it publish');

-- Adding
create temporary table made (name text primary key, answer jsonb);
grant all on made to service_role;
insert into made values ('first', add_module(900001, 'TEXT_BLOCK', 0, null, null, '{"body": "1"}', 1, 1));
select is((select answer ->> 'status' from made), 'saved', 'an editor adds a module');
insert into made values ('second', add_module(900001, 'HERO', 0, null, null, '{"title": "2"}', 1, 2));
select is((select array_agg(type order by position) from modules where page_id = 900001), '{HERO,TEXT_BLOCK}'::module_type[],
  'at the position asked for');
select is(add_module(900001, 'HERO', 0, null, null, '{}', 1, 2) ->> 'status', 'conflict', 'not on a structure that somebody has changed since');
select is(add_module(900001, 'TEXT_BLOCK', 0, 900002, 'slot', '{}', 1, 3) ->> 'status', 'not-found', 'not inside a module of another page');
insert into made values ('inner', add_module(900001, 'TEXT_BLOCK', 0, (select (answer ->> 'id')::bigint from made where name = 'first'), 'a', '{"body": "3"}', 1, 3));
select is((select answer ->> 'status' from made where name = 'inner'), 'saved', 'but inside one of the page');

create function pg_temp.id_of(p_name text) returns bigint language sql as $$ select (answer ->> 'id')::bigint from made where name = p_name $$;

-- Saving
select is(save_module('00000000-0000-0000-0000-00000000000e', pg_temp.id_of('first'), 'en', '{"body": "1b"}', 1, 1) ->> 'version', '2', 'a save counts the version');
select is(save_module('00000000-0000-0000-0000-00000000000e', pg_temp.id_of('first'), 'en', '{"body": "lost"}', 1, 1) ->> 'status', 'conflict', 'a save from an old version is a conflict');
select is(save_module('00000000-0000-0000-0000-00000000000e', pg_temp.id_of('first'), 'en', '{"body": "lost"}', 1, 1) #>> '{data,body}', '1b', 'which tells what is there');
select results_eq($$select data ->> 'body' from module_locales where module_id = pg_temp.id_of('first') and locale = 'en'$$, array['1b'],
  'and overwrites nothing');
select is(save_module('00000000-0000-0000-0000-00000000000e', pg_temp.id_of('first'), 'de', '{"body": "eins"}', 1, 0) ->> 'version', '1', 'another locale begins with its own version');
select is(save_module('00000000-0000-0000-0000-00000000000e', pg_temp.id_of('first'), 'de', '{"body": "verloren"}', 1, 0) ->> 'status', 'conflict', 'once');
select is(save_module('00000000-0000-0000-0000-00000000000e', -1, 'en', '{}', 1, 0) ->> 'status', 'not-found', 'a module that does not exist is not saved');
select results_eq($$select saved_by from draft_saves where module_id = pg_temp.id_of('first') and locale = 'de'$$,
  array['00000000-0000-0000-0000-00000000000e'::uuid], 'the history knows who saved');

-- Arranging
select is(arrange_page(900001, array[pg_temp.id_of('first'), pg_temp.id_of('first')], 4) ->> 'status', 'not-found', 'no module is arranged twice');
select is(arrange_page(900001, array[pg_temp.id_of('first'), pg_temp.id_of('second')], 3) ->> 'status', 'conflict', 'not from an old structure');
select is(arrange_page(900001, array[pg_temp.id_of('first'), pg_temp.id_of('second')], 4) ->> 'version', '5', 'an editor arranges the modules');
select is((select array_agg(type order by position) from modules where page_id = 900001 and parent_id is null), '{TEXT_BLOCK,HERO}'::module_type[],
  'they stand in that order');
select results_eq($$select locale::text, data ->> 'body', version from module_locales where module_id = pg_temp.id_of('first') order by locale$$,
  $$values ('de', 'eins', 1), ('en', '1b', 2)$$, 'and keep their data in every locale');

-- Publishing
select ok(page_differs(900001), 'a page that was never published differs');
select is(publish_pages('{900001,900002}') -> 'published', '[900001, 900002]', 'an editor publishes');
select ok(not page_differs(900001), 'then it does not differ');
select is(publish_pages('{900001,900002}') -> 'published', '[]', 'publishing again makes no revision');
select is((select r.modules #>> '{0,data,body}' from pages p join page_revision_locales r on r.revision_id = p.published_revision_id
  where p.id = 900001 and r.locale = 'de'), 'eins', 'a revision holds each locale''s data');
select is((select (r.modules -> 1 -> 'fallback')::jsonb from pages p join page_revision_locales r on r.revision_id = p.published_revision_id
  where p.id = 900001 and r.locale = 'de'), 'true', 'and marks what it falls back to');
select is((select r.modules #>> '{0,children,0,data,body}' from pages p join page_revision_locales r on r.revision_id = p.published_revision_id
  where p.id = 900001 and r.locale = 'en'), '3', 'with the modules inside others');
select results_eq($$select path from published_page_locales where page_id = 900001 order by locale$$, array['/one', '/eins'], 'the addresses are live');
select is(save_module('00000000-0000-0000-0000-00000000000e', pg_temp.id_of('first'), 'en', '{"body": "1c"}', 1, 2) ->> 'status', 'saved', 'a published page can be saved again');
select ok(page_differs(900001), 'which makes it differ');
select is((select r.modules #>> '{0,data,body}' from pages p join page_revision_locales r on r.revision_id = p.published_revision_id
  where p.id = 900001 and r.locale = 'en'), '1b', 'and changes nothing that is live');

-- Moving
select is(move_page(900001, 'en', '/uno') ->> 'status', 'saved', 'an editor moves a page');
select results_eq($$select path from page_locales where page_id = 900002$$, array['/uno/two'], 'the pages below it move along');
select results_eq($$select path from published_page_locales where page_id = 900001 and locale = 'en'$$, array['/one'], 'visitors find it where it was');
select is(publish_pages('{900001,900002}') -> 'published', '[900001, 900002]', 'until it is published');
select results_eq($$select from_path, page_id from redirects where site_id = 'test' order by from_path$$,
  $$values ('/one', 900001::bigint), ('/one/two', 900002)$$, 'then the old addresses lead to the new ones');
select is(move_page(900001, 'en', '/one') ->> 'status', 'saved', 'a page may move back');
select is(publish_pages('{900001,900002}') -> 'published', '[900001, 900002]', 'and be published there');
select results_eq($$select from_path from redirects where site_id = 'test' order by from_path$$, array['/uno', '/uno/two'],
  'an address that is taken again leads nowhere else');

select is(arrange_page(900001, array[pg_temp.id_of('first'), 900002], 5) ->> 'status', 'not-found', 'modules of other pages are not arranged');

select * from finish();
rollback;
