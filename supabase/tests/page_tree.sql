begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(61);

insert into auth.users (id, email) values ('00000000-0000-0000-0000-00000000000e', 'editor@test.example');
insert into staff (user_id, email) values ('00000000-0000-0000-0000-00000000000e', 'editor@test.example');
insert into sites (id, locales, localized) values
  ('test', '{en,de}', '{"en": {"title": "T", "description": "D"}}'), ('other', '{en}', '{"en": {"title": "O", "description": "D"}}');
insert into pages (id, site_id, route) values (900001, 'test', null), (900002, 'other', null), (900003, 'test', 'career');
insert into page_locales (page_id, locale, site_id, path, title) values
  (900001, 'en', 'test', '/one', 'One'), (900002, 'en', 'other', '/two', 'Two'), (900003, 'en', 'test', '/career', 'Career');

create function pg_temp.make(p_parent bigint, p_locales jsonb) returns jsonb language sql as
  $$ select create_page('00000000-0000-0000-0000-00000000000e', 'test', p_parent, p_locales) $$;
create function pg_temp.change(p_page bigint, p_parent bigint, p_locales jsonb, p_seen bigint default null) returns jsonb language sql as
  $$ select change_page('00000000-0000-0000-0000-00000000000e', p_page, p_parent, p_locales,
    coalesce(p_seen, (select max(id) from draft_saves where page_id = p_page), 0)) $$;
create function pg_temp.remove(p_page bigint, p_confirmed boolean default false) returns jsonb language sql as
  $$ select delete_page('00000000-0000-0000-0000-00000000000e', p_page, p_confirmed, null, (select coalesce(max(id), 0) from draft_saves where page_id = p_page)) $$;
create function pg_temp.at(p_path text) returns bigint language sql as
  $$ select page_id from page_locales where site_id = 'test' and locale = 'en' and path = p_path $$;
set local role service_role;

-- Making
select is(pg_temp.make(900001, '{"en": {"path": "/one/new", "title": "New"}, "de": {"path": "/eins/neu", "title": "Neu"}}') ->> 'status', 'saved', 'a page is made');
select results_eq($$select locale::text, path, title from page_locales where page_id = pg_temp.at('/one/new') order by path$$,
  $$values ('de', '/eins/neu', 'Neu'), ('en', '/one/new', 'New')$$, 'with its titles and addresses');
select is((select (parent_id, published_revision_id)::text from pages where id = pg_temp.at('/one/new')), '(900001,)', 'below another, as a draft');
select results_eq($$select distinct saved_by from draft_saves where page_id = pg_temp.at('/one/new')$$,
  array['00000000-0000-0000-0000-00000000000e'::uuid], 'the history knows by whom');
select is(pg_temp.make(null, '{"en": {"path": "/One/NEW", "title": "Again"}}') #>> '{pages,0,title}', 'New', 'an address is given once, whatever its case');
select is(pg_temp.make(900002, '{"en": {"path": "/three", "title": "Three"}}') ->> 'status', 'no-parent', 'a page is below one of its own site');
select is(pg_temp.make(987654, '{"en": {"path": "/three", "title": "Three"}}') ->> 'status', 'no-parent', 'that there is');
select throws_ok($$select pg_temp.make(null, '{"en": {"path": "/robots.txt", "title": "File"}}')$$, '23514', null, 'a file is no page');

create function pg_temp.make_with(p_path text, p_type text) returns jsonb language sql as $$
  select create_page('00000000-0000-0000-0000-00000000000e', 'test', null, jsonb_build_object('en', jsonb_build_object('path', p_path, 'title', 'T')),
    jsonb_build_array(jsonb_build_object('type', p_type, 'slot', null, 'locales', '{"en": {"v": 1, "data": {"title": "T"}}}'::jsonb, 'children', '[]'::jsonb))) $$;
savepoint made;
select is(pg_temp.make_with('/with', 'QUOTE') ->> 'status', 'saved', 'a page is made with modules');
select results_eq($$select m.type::text, l.data ->> 'title' from modules m join module_locales l on l.module_id = m.id where m.page_id = pg_temp.at('/with')$$,
  $$values ('QUOTE', 'T')$$, 'and has them');
do $$ begin
  perform pg_temp.make_with('/without', 'NO_SUCH');
exception when others then null;
end $$;
select is(pg_temp.at('/without'), null, 'where they fail there is no page either');
rollback to made;

-- Listing
select is((select jsonb_agg(p #>> '{locales,en,path}') from jsonb_array_elements(list_site_pages('test', 100)) p),
  '["/career", "/one", "/one/new"]', 'the pages of a site are listed by address');
select is(differing_pages(array[900001]), '[]', 'a page that was never published does not differ from what is live');
select is(publish_pages('{900001}') -> 'published', '[900001]', 'once it is published');
select is(differing_pages(array[900001, 900003]), '[]', 'neither');

create function pg_temp.own(p_user text default '00000000-0000-0000-0000-00000000000e') returns jsonb language sql as
  $$ select jsonb_path_query_array(own_page_drafts(p_user::uuid, 10), '$[*].locales.en.path') $$;
select is(pg_temp.own(), '["/one/new"]', 'who has made a page has a draft');
select is(pg_temp.own('00000000-0000-0000-0000-00000000000f'), '[]', 'and nobody else');
savepoint published;
select publish_pages(array[pg_temp.at('/one/new')]);
select is(pg_temp.own(), '[]', 'until it is published');
update page_locales set title = 'Newer' where path = '/one/new';
insert into draft_saves (page_id, action, content, version, saved_by, saved_at)
values (pg_temp.at('/one/new'), 'describe', '{}', 1, '00000000-0000-0000-0000-00000000000e', now() + interval '1 minute');
select is(pg_temp.own(), '["/one/new"]', 'and changed again');
rollback to savepoint published;
select publish_pages(array[pg_temp.at('/one/new')]);
update page_locales set title = 'Newer' where path = '/one/new';
insert into draft_saves (page_id, action, locale, content, version, saved_by)
values (pg_temp.at('/one/new'), 'describe', 'en', '{}', 1, '00000000-0000-0000-0000-00000000000e');
select is(pg_temp.own(), '["/one/new"]', 'or a part of it was left in the draft when another was published');
insert into draft_saves (page_id, action, locale, content, version, saved_by)
values (pg_temp.at('/one/new'), 'describe', 'en', '{}', 2, '00000000-0000-0000-0000-00000000000f');
select is(pg_temp.own(), '[]', 'that nobody else has saved since');
rollback to savepoint published;

-- How far pages are, and what is in them
insert into modules (id, page_id, type, position) values (900001, 900001, 'TEXT_BLOCK', 0), (900002, 900001, 'TEXT_BLOCK', 1);
insert into module_locales (module_id, locale, data) values
  (900001, 'en', '{"title": "Drift of 100% in \"air\""}'), (900001, 'de', '{"title": "Drift in Luft"}'), (900002, 'en', '{"title": "Calibration"}');
insert into page_locales (page_id, locale, site_id, path, title) values (900001, 'de', 'test', '/eins', 'Eins');
insert into releases (id, name, state, publish_at, time_zone) values (900001, 'Soon', 'scheduled', '2100-01-01T00:00Z', 'UTC'), (900002, 'Open', 'open', null, null);
insert into release_pages (release_id, page_id, title) select id, 900001, 'One' from releases where id in (900001, 900002);
select is(page_states(array[900001, 987654]) #- '{0,publish_at}', '[{"id": 900001, "modules": 2, "falling_back": {"de": 1}}]',
  'of a page is told how many modules show English in its other languages');
insert into shared_modules (id, name, type, localized) values
  (900001, 'Everywhere', 'CTA', '{"en": {"data": {"title": "Ask us"}}, "de": {"data": {"title": "Fragen Sie uns"}}}');
insert into modules (id, page_id, type, position) values (900003, 900001, 'SHARED_MODULE', 2);
insert into module_locales (module_id, locale, data, data_version) values (900003, 'en', '{"shared": 900001}', 1);
select is(page_states(array[900001]) #> '{0,falling_back}', '{"de": 1}', 'a shared module has the languages of what it shows');
select is(pages_with_words('test', '{fragen}') || pages_with_words('test', '{ask}'), '[900001, 900001]', 'and its words are words of the page');
insert into record_drafts (kind, record_id, base_version, data) values
  ('shared_module', '900001', 1, '{"name": "Everywhere", "type": "CTA", "localized": {"en": {"data": {"title": "Tell us"}}}}');
select is(page_states(array[900001]) #> '{0,falling_back}', '{"de": 2}', 'those of its draft');
select is(pages_with_words('test', '{fragen}') || pages_with_words('test', '{tell}'), '[900001]', 'and its words');
delete from record_drafts where kind = 'shared_module';
delete from modules where id = 900003;
delete from shared_modules where id = 900001;
select is((page_states(array[900001]) #>> '{0,publish_at}')::timestamptz, '2100-01-01T00:00Z', 'and when a release publishes it');
select is(pages_with_words('test', '{DRIFT,100%,"\"air\""}'), '[900001]', 'a page is found by words of its texts, whatever their case and signs');
select is(pages_with_words('test', '{"in \"air\""}') || pages_with_words('test', '{"\"title\": \"drift"}'), '[900001]', 'with the quotes that stand in them, and not those of JSON');
select is(pages_with_words('test', '{drift,calibration}'), '[900001]', 'all of them in one language');
select is(pages_with_words('test', '{luft,calibration}') || pages_with_words('test', '{title}') || pages_with_words('test', '{1_0%}') || pages_with_words('other', '{drift}') || pages_with_words('test', '{}'),
  '[]', 'and by nothing else');
insert into modules (id, page_id, type, position) values (900003, 900001, 'HERO', 2);
insert into module_locales (module_id, locale, data, data_version) values (900003, 'en', E'{"title": "Wolken\u00adbruch Plzeň", "lead": "C:\\\\Łódź_1"}', 1);
select is(pages_with_words('test', '{wolkenbruch,PLZEN}') || pages_with_words('test', array['c:\lodz_1']), '[900001, 900001]', 'accents and soft hyphens make no difference');
select is(pages_with_words('test', '{lodz-1}') || pages_with_words('test', '{lodzx1}'), '[]', 'and signs do');
delete from modules where id = 900003;
delete from releases where id in (900001, 900002);
delete from modules where id in (900001, 900002);
delete from page_locales where page_id = 900001 and locale = 'de';

-- Moving
select is(pg_temp.change(900001, null, '{"en": {"path": "/uno", "title": "Uno"}}') ->> 'status', 'saved', 'a page gets another address');
select is(pg_temp.at('/uno/new') is not null, true, 'and pages below move along');
select is(differing_pages(array[900001]), '[900001]', 'in its draft');
select is(pg_temp.change(900001, null, '{"en": {"path": "/due", "title": "Due"}}', 0) ->> 'status', 'conflict', 'not over what somebody has saved since');
select is(pg_temp.change(900001, pg_temp.at('/uno/new'), '{"en": {"path": "/uno", "title": "Uno"}}') ->> 'status', 'below-itself', 'a page is not below itself');
select is(pg_temp.change(900001, null, '{"en": {"path": "/career", "title": "Uno"}}') ->> 'status', 'taken', 'nor at the address of another');
select is(pg_temp.change(900003, null, '{"en": {"path": "/jobs", "title": "Jobs"}}') ->> 'status', 'fixed', 'the address of a route stays');
select is(pg_temp.change(900003, null, '{"en": {"path": "/career", "title": "Jobs"}}') ->> 'status', 'saved', 'its title changes');

-- Deleting
select is(pg_temp.remove(900001, true) #>> '{uses,below,0,path}', '/uno/new', 'a page is not deleted while others are below it');
insert into links (id, text, link_type, page_id) values (900001, 'To the new page', 'internal', pg_temp.at('/uno/new'));
insert into menus (site_id, name, items) values ('test', 'main', '[{"id": "a", "label": {"en": "A"}, "children": [{"id": "b", "label": {"en": "B"}, "link": 900001}]}]');
select is(pg_temp.remove(pg_temp.at('/uno/new')) #- '{uses,menus,0,id}' -> 'uses',
  '{"below": [], "menus": [{"site": "test", "name": "main"}], "links": [{"id": 900001, "text": "To the new page", "shown_on": []}], "redirects": 0}',
  'nor without a word where menus and links lead to it');
select is(pg_temp.remove(900003, true) ->> 'status', 'fixed', 'nor at all when the site needs it');
select is(pg_temp.remove(pg_temp.at('/uno/new'), true) ->> 'status', 'deleted', 'but after that was confirmed');
select is((select content #>> '{details,de,title}' from draft_saves where action = 'discard' order by id desc limit 1), 'Neu', 'and its draft stays in the history');

-- Copying
insert into pages (id, site_id) values (900010, 'test');
insert into page_locales (page_id, locale, site_id, path, title, description) values
  (900010, 'en', 'test', '/source', 'Source', 'What it is'), (900010, 'de', 'test', '/quelle', 'Quelle', '');
insert into modules (id, page_id, parent_id, slot, type, position) values (900011, 900010, null, null, 'ACCORDION', 0), (900012, 900010, 900011, 'first', 'TEXT_BLOCK', 0);
insert into module_locales (module_id, locale, data) values (900011, 'en', '{"a": 1}'), (900012, 'en', '{"b": 1}'), (900012, 'de', '{"b": 2}');
create function pg_temp.copied(p_site text, p_locales jsonb, p_page bigint default 900010) returns jsonb language sql as
  $$ select copy_page('00000000-0000-0000-0000-00000000000e', p_page, p_site, null, p_locales) $$;
create function pg_temp.modules_at(p_path text) returns text language sql as $$
  select string_agg(concat_ws(' ', m.type, m.slot, (select p.type from modules p where p.id = m.parent_id), l.locale, l.data), ', ' order by m.type, l.locale)
  from page_locales n join modules m on m.page_id = n.page_id join module_locales l on l.module_id = m.id where n.path = p_path and n.locale = 'en'
$$;
select is(pg_temp.copied('test', '{"en": {"path": "/copy", "title": "Copy"}, "de": {"path": "/kopie", "title": "Kopie"}}') ->> 'status', 'saved', 'a page is copied');
select is(pg_temp.modules_at('/copy'), pg_temp.modules_at('/source'), 'with its modules, those within modules, and all their languages');
select is((select description from page_locales where path = '/copy'), 'What it is', 'and what is said of it');
select is(pg_temp.copied('other', '{"en": {"path": "/source", "title": "Source"}}') ->> 'status', 'saved', 'to another site');
select is((select count(*) from modules m join module_locales l on l.module_id = m.id join pages p on p.id = m.page_id where p.site_id = 'other' and l.locale = 'de'),
  0::bigint, 'in the languages of that site');
select is(pg_temp.copied('test', '{"en": {"path": "/copy", "title": "Copy"}}') ->> 'status', 'taken', 'not at an address that another has');

-- The trash
select publish_pages('{900010}');
select is(delete_page('00000000-0000-0000-0000-00000000000e', 900010, true, 900002, (select max(id) from draft_saves where page_id = 900010)) ->> 'status', 'no-target', 'a deleted page leads to one of its own site');
create temporary table before as select private.page_rows_of(900010) as data;
select is(delete_page('00000000-0000-0000-0000-00000000000e', 900010, true, 900003, (select max(id) from draft_saves where page_id = 900010)) ->> 'status', 'deleted', 'a page is deleted');
select results_eq($$select from_path, page_id, status from redirects where page_id = 900003 order by from_path$$,
  $$values ('/de/quelle', 900003::bigint, 301), ('/source', 900003::bigint, 301)$$, 'its addresses lead to another');
select results_eq($$select p ->> 'title', p ->> 'path', p ->> 'deleted_by' from jsonb_array_elements(list_deleted_pages('test')) p limit 1$$,
  $$values ('Source', '/source', 'editor@test.example')$$, 'it is in the trash of its site');
select is(list_deleted_pages('other'), '[]', 'and of no other');
insert into pages (id, site_id) values (900020, 'test');
insert into page_locales (page_id, locale, site_id, path, title) values (900020, 'en', 'test', '/Source', 'In between');
select is(restore_page('00000000-0000-0000-0000-00000000000e', 900010) #>> '{pages,0,title}', 'In between', 'it does not come back to an address that another has');
delete from pages where id = 900020;
select is(restore_page('00000000-0000-0000-0000-00000000000e', 900010) ->> 'status', 'restored', 'it comes back');
select is((select private.page_rows_of(900010) #- '{pages,0,published_revision_id}') - 'page_locales' - 'module_locales' #- '{pages,0,updated_at}' #- '{pages,0,created_at}' #- '{pages,0,version}' #- '{pages,0,structure_version}',
  (select data #- '{pages,0,published_revision_id}' from before) - 'page_locales' - 'module_locales' #- '{pages,0,updated_at}' #- '{pages,0,created_at}' #- '{pages,0,version}' #- '{pages,0,structure_version}', 'as it was, as a draft');
select results_eq('select module_id, locale::text, data from module_locales where module_id in (900011, 900012) order by module_id, locale',
  $$values (900011::bigint, 'en', '{"a": 1}'::jsonb), (900012, 'de', '{"b": 2}'), (900012, 'en', '{"b": 1}')$$, 'with its modules in all languages');

select * from finish();
rollback;
