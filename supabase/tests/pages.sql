begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(32);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000a', 'admin@test.example'),
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example'), ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example');
insert into staff (user_id, email, role, disabled_at) values
  ('00000000-0000-0000-0000-00000000000a', 'admin@test.example', 'admin', null),
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', 'editor', null),
  ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example', 'admin', now());

-- What is refused
prepare add_site (text, locale[], jsonb) as insert into sites (id, locales, localized) values ($1, $2, $3);
select lives_ok($$execute add_site('test', '{en,de}', '{"en": {"title": "T", "description": "D"}}')$$, 'a site is stored');
select throws_ok($$execute add_site('test2', '{de,en}', '{"en": {"title": "T", "description": "D"}}')$$, '23514', null, 'the default locale comes first');
select throws_ok($$execute add_site('test2', '{}', '{"en": {"title": "T", "description": "D"}}')$$, '23514', null, 'a site has a locale');
select throws_ok($$execute add_site('Test 2', '{en}', '{"en": {"title": "T", "description": "D"}}')$$, '23514', null, 'its id is a name for a folder');
select throws_ok($$execute add_site('test2', '{en}', '{"en": {"title": "T"}}')$$, '23514', null, 'it is described');
select throws_ok($$insert into menus (site_id, name) values ('test', 'side')$$, '23514', null, 'menus have known places');

insert into pages (id, site_id, route) values (900001, 'test', 'home'), (900002, 'test', null), (900003, 'test', null);
select throws_ok($$insert into pages (site_id, route) values ('test', 'home')$$, '23505', null, 'a route has one page in a site');
select throws_ok($$update pages set parent_id = id where id = 900002$$, '23514', null, 'a page is not below itself');
select throws_ok($$insert into pages (site_id) values ('shop')$$, '23503', null, 'a page has a site');

prepare add_address (bigint, locale, text) as
  insert into page_locales (page_id, locale, site_id, path, title) values ($1, $2, 'test', $3, 'T');
select lives_ok($$execute add_address(900001, 'en', '/')$$, 'the home page is at the root');
select lives_ok($$execute add_address(900002, 'en', '/a/b')$$, 'a page has a path');
select lives_ok($$execute add_address(900002, 'de', '/a/größe')$$, 'with letters of its language');
select lives_ok($$execute add_address(900001, 'de', '/갸')$$, 'or a syllable of another');
select lives_ok($$execute add_address(900003, 'de', E'/갸\u11a7')$$, 'which is another address with a vowel behind it');
select throws_ok($$execute add_address(900003, 'en', 'a')$$, '23514', null, 'a path begins with a slash');
select throws_ok($$execute add_address(900003, 'en', '/a/')$$, '23514', null, 'and does not end with one');
select results_eq($$select slug from page_locales where page_id = 900002 and locale = 'en'$$, array['b'], 'the slug is the last segment');
set constraints page_locales_address_key immediate;
select throws_ok($$execute add_address(900003, 'en', '/a/b')$$, '23505', null, 'an address has one page');

insert into modules (id, page_id, type, position) values (900001, 900002, 'TEXT_BLOCK', 0);
select throws_ok($$insert into modules (page_id, type, position) values (900002, 'MARQUEE', 0)$$, '22P02', null, 'a module has a known type');
select throws_ok($$insert into modules (page_id, type, position, parent_id) values (900002, 'TEXT_BLOCK', 0, 900001)$$, '23514', null,
  'a module inside another has a slot there');
select throws_ok($$insert into module_locales (module_id, locale, data) values (900001, 'en', '[]')$$, '23514', null, 'the data of a module has fields');
select lives_ok($$insert into module_locales (module_id, locale, data) values (900001, 'en', '{"body": "B"}')$$, 'a module has data in a locale');

-- History
update module_locales set data = '{"body": "C"}' where module_id = 900001;
select results_eq($$select action, content #>> '{data,body}', version from draft_saves where module_id = 900001 order by id$$,
  $$values ('add', 'B', 1), ('edit', 'C', 2)$$, 'every save of a module is kept');
select throws_ok($$update draft_saves set saved_by = null where module_id = 900001$$, '23001', null, 'and never changed');
update module_locales set data_version = data_version where module_id = 900001;
select is((select count(*) from draft_saves where module_id = 900001), 2::bigint, 'a save that changes nothing is not a save');

-- Revisions
insert into page_revisions (id, page_id, number) values (900001, 900002, 1), (900002, 900002, 2), (900003, 900003, 1);
insert into page_revision_locales (revision_id, locale, path, title, nav_title, description, seo, modules)
select id, 'en', '/a/b', 'T', '', '', '{}', '[]' from page_revisions where id > 900000;
update pages set published_revision_id = 900002 where id = 900002;
select throws_ok($$update page_revisions set number = 9 where id = 900001$$, '23001', null, 'a revision is immutable');
select throws_ok($$update page_revision_locales set title = 'X' where revision_id = 900001$$, '23001', null, 'and so is what it holds');

-- Redirects
prepare add_redirect (text, text, integer, text, text, bigint) as
  insert into redirects (site_id, from_path, to_path, status, row_kind, from_slug, row_id) values ('test', $1, $2, $3, $4, $5, $6);
select lives_ok($$execute add_redirect('/old', '/a/b', 301, null, null, null)$$, 'a redirect leads from a path to a path');
select lives_ok($$execute add_redirect('/gone', null, 410, null, null, null)$$, 'or says that the page is gone');
select throws_ok($$execute add_redirect('/lost', null, 301, null, null, null)$$, '23514', null, 'it leads somewhere');
select throws_ok($$execute add_redirect('/odd', '/a/b', 307, null, null, null)$$, '23514', null, 'with a status of the list');
select lives_ok($$execute add_redirect(null, null, 301, 'product', 'old-slug', 1)$$, 'an old slug leads to its record');


select * from finish();
rollback;
