begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(29);

insert into auth.users (id, email) values ('00000000-0000-0000-0000-00000000000e', 'editor@test.example');
insert into staff (user_id, email) values ('00000000-0000-0000-0000-00000000000e', 'editor@test.example');
insert into sites (id, locales, localized) values ('test', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id, parent_id, route) values (900001, 'test', null, null), (900002, 'test', 900001, null), (900003, 'test', null, 'career');
insert into page_locales (page_id, locale, site_id, path, title, seo) values
  (900001, 'en', 'test', '/one', 'One', '{"noindex": false}'), (900002, 'en', 'test', '/one/two', 'Two', '{}'), (900003, 'en', 'test', '/career', 'Career', '{}');

create function pg_temp.version(p_page bigint) returns bigint language sql as $$ select (read_page_settings(p_page) ->> 'version')::bigint $$;
create function pg_temp.save(p_page bigint, p_parent bigint, p_locales jsonb, p_version bigint default null, p_from bigint default null) returns jsonb language sql as
  $$ select save_page_settings('00000000-0000-0000-0000-00000000000e', p_page, p_parent, p_locales, coalesce(p_version, pg_temp.version(p_page)), p_from) $$;
set local role service_role;
select publish_pages('{900001}');

-- Saving
create temporary table opened as select pg_temp.version(900001) as version;
select is(pg_temp.save(900001, null, '{"en": {"path": "/uno", "title": "Uno", "nav_title": "U", "description": "First", "seo": {"noindex": true}}}') ->> 'status',
  'saved', 'settings are saved');
select is(read_page_settings(900001) #> '{settings,locales,en}',
  '{"path": "/uno", "title": "Uno", "nav_title": "U", "description": "First", "seo": {"noindex": true}}', 'in the draft');
select results_eq($$select path, title, noindex from published_page_locales where page_id = 900001$$, $$values ('/one', 'One', false)$$,
  'and nothing of it is live');
select is(read_page_settings(900001) -> 'live', '{"en": "/one"}', 'where visitors find the page is told');
select is((select path from page_locales where page_id = 900002), '/uno/two', 'pages below move along');
select is(pg_temp.save(900001, null, '{"en": {"path": "/uno", "title": "Uno"}, "de": {"path": "/eins", "title": "Eins"}}') ->> 'status', 'saved',
  'what is not named stays');
select is((select seo from page_locales where page_id = 900001 and locale = 'en'), '{"noindex": true}', 'as it is');
select is(pg_temp.save(900001, null, '{"en": {"path": "/uno", "title": "Mine"}}', (select version from opened)) #>> '{settings,locales,en,title}', 'Uno',
  'a save over another one is refused, with what there is');
select is(pg_temp.save(900002, null, '{"en": {"path": "/uno/two", "title": "Two"}}', null, null) ->> 'status', 'conflict',
  'also when the page was moved below another one meanwhile');
select is(pg_temp.save(900003, null, '{"en": {"path": "/jobs", "title": "Jobs"}}') ->> 'status', 'fixed', 'a page that the site needs is not moved');
select is(pg_temp.save(900003, null, '{"en": {"path": "/career", "title": "Jobs"}}') ->> 'status', 'saved', 'but gets other texts');
select is(publish_pages('{900001}') -> 'published', '[900001]', 'publishing brings all of it live');
select results_eq($$select locale::text, path, title, noindex from published_page_locales where page_id = 900001 order by 1$$,
  $$values ('de', '/eins', 'Eins', false), ('en', '/uno', 'Uno', true)$$, 'in each language');

-- Languages that are taken away
create function pg_temp.take(p_page bigint, p_removed locale[], p_version bigint default null) returns jsonb language sql as
  $$ select save_page_settings('00000000-0000-0000-0000-00000000000e', p_page, null, '{"en": {"path": "/uno", "title": "Uno"}}',
    coalesce(p_version, pg_temp.version(p_page)), null, p_removed) $$;
create temporary table seen as select pg_temp.version(900001) as version;
select is(pg_temp.take(900001, '{en}') ->> 'status', 'fixed', 'a page is not taken out of English');
select is(pg_temp.take(900003, '{de}') ->> 'status', 'fixed', 'a page that the site needs stays in all languages');
select is(pg_temp.take(900001, '{de}') ->> 'status', 'saved', 'the draft is taken out of a language');
select ok(not read_page_settings(900001) #> '{settings,locales}' ? 'de', 'and has nothing there');
select ok((select pg_temp.version(900001) > s.version from seen s), 'which is a save that others see');
select is(pg_temp.take(900001, '{de}', (select version from seen)) ->> 'status', 'conflict', 'so that nobody saves over it');
select results_eq($$select locale::text from published_page_locales where page_id = 900001 order by 1$$, $$values ('de'), ('en')$$,
  'visitors find it there');
select is(publish_pages('{900001}') -> 'published', '[900001]', 'until it is published');
select results_eq($$select locale::text from published_page_locales where page_id = 900001 order by 1$$, $$values ('en')$$, 'and then not any more');

-- Locks
select throws_ok($$select set_page_lock('00000000-0000-0000-0000-00000000000e', 900001, true)$$, '42501', null, 'an editor locks no page');
reset role;
update staff set role = 'admin' where user_id = '00000000-0000-0000-0000-00000000000e';
insert into modules (id, page_id, type, position) values (900009, 900001, 'TEXT_BLOCK', 1);
insert into module_locales (module_id, locale, data, data_version) values (900009, 'en', '{"body": "1"}', 1);
set local role service_role;
select is(set_page_lock('00000000-0000-0000-0000-00000000000e', 900001, true) ->> 'status', 'saved', 'an administrator does');
select is(pg_temp.save(900001, null, '{"en": {"path": "/uno", "title": "Locked"}}') ->> 'status', 'fixed', 'nobody changes a locked page');
select is(publish_draft('00000000-0000-0000-0000-00000000000e', 900001) ->> 'status', 'not-editable', 'or publishes it');
select is(save_module('00000000-0000-0000-0000-00000000000e', 900009, 'en', '{"body": "2"}', 1, 1) ->> 'status', 'not-editable', 'or saves a module of it');
select is(set_page_lock('00000000-0000-0000-0000-00000000000e', 999999, true) ->> 'status', 'not-found', 'a page that is gone has no lock');
reset role;
insert into releases (id, name) values (900001, 'Spring');
insert into release_pages (release_id, page_id, title, contents) values (900001, 900003, 'Waits', '{}');
select is(set_page_lock('00000000-0000-0000-0000-00000000000e', 900003, true), '{"status": "in-release", "release": "Spring"}',
  'a page that waits in a release is not locked');
select * from finish();
rollback;
