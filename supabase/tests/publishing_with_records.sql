-- The draft of a page and drafts of records are published together, or none of them.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(14);

insert into auth.users (id, email) values ('00000000-0000-0000-0000-00000000000e', 'editor@test.example'), ('00000000-0000-0000-0000-00000000000d', 'former@test.example');
insert into staff (user_id, email, name, disabled_at) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', 'Edith', null), ('00000000-0000-0000-0000-00000000000d', 'former@test.example', 'Former', now());
insert into sites (id, locales, localized) values ('test', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id) values (900001, 'test'), (900002, 'test');
insert into page_locales (page_id, locale, site_id, path, title) values (900001, 'en', 'test', '/one', 'One'), (900001, 'de', 'test', '/eins', 'Eins'), (900002, 'en', 'test', '/one/two', 'Two');
insert into modules (id, page_id, type, position) values (900001, 900001, 'HERO', 0);
insert into module_locales (module_id, locale, data) values (900001, 'en', '{"title": "Hero"}');
insert into vectors (id, filename, hash, bytes, storage_path) values (900001, 'a.svg', 'g1', 1, 'vectors/g1.svg');

set local role service_role;
create function pg_temp.e() returns uuid language sql as $$ select '00000000-0000-0000-0000-00000000000e'::uuid $$;
create function pg_temp.describe(p_text text) returns timestamptz language sql as $$
  select (save_record_draft(pg_temp.e(), 'vector', '900001', jsonb_build_object('filename', 'a.svg', 'localized', jsonb_build_object('en', jsonb_build_object('alt', p_text))),
    (select saved_at from record_drafts where kind = 'vector' and record_id = '900001' and release_id is null)) ->> 'saved_at')::timestamptz $$;
create function pg_temp.last(p_page bigint) returns bigint language sql as $$ select coalesce(max(id), 0) from draft_saves where page_id = p_page $$;
create function pg_temp.publish(p_saved_at timestamptz, p_text text, p_last_save bigint default null, p_cells text[] default null, p_below jsonb default '[]') returns jsonb
language sql as $$
  select publish_with_records(pg_temp.e(), 900001, jsonb_build_array(jsonb_build_object('kind', 'vector', 'id', '900001', 'saved_at', p_saved_at, 'rows',
    jsonb_build_array(jsonb_build_object('table', 'vectors', 'row', to_jsonb(v) - 'search_text' || jsonb_build_object('localized', jsonb_build_object('en', jsonb_build_object('alt', p_text))))))),
    p_last_save, p_cells, p_below)
  from vectors v where v.id = 900001 $$;
-- What is live: the title of the page, and the text of the drawing.
create function pg_temp.live() returns text language sql as $$
  select concat_ws(', ', (select private.revision_contents(p.published_revision_id) #>> '{en,title}' from pages p where p.id = 900001), (select localized #>> '{en,alt}' from vectors where id = 900001)) $$;

select pg_temp.describe('A sensor');
select is(pg_temp.publish('2020-01-01', 'A sensor', pg_temp.last(900001)) - 'conflicts', '{"status": "overtaken", "published": []}', 'where a record was saved since, nothing is published');
select is(pg_temp.live(), '', 'of the page either');
select is(pg_temp.publish((select saved_at from record_drafts), 'A sensor', pg_temp.last(900001) + 1) ->> 'status', 'conflict', 'where the page was saved since, nothing is published');
select is(pg_temp.live(), '', 'of the record either');
select is(pg_temp.publish((select saved_at from record_drafts), 'A sensor', pg_temp.last(900001)), '{"published": [900001]}', 'the page goes live');
select is(pg_temp.live(), 'One, A sensor', 'and the record with it');
select is_empty('select from record_drafts', 'whose draft is live');
select results_eq($$select data #>> '{vectors,0,localized,en,alt}', made_by from record_versions where record_id = '900001' order by number desc limit 1$$,
  $$values ('A sensor', pg_temp.e())$$, 'as a version of the person');

update page_locales set title = 'Uno' where page_id = 900001 and locale = 'en';
update page_locales set title = 'Zwei' where page_id = 900002;
select is(pg_temp.publish(pg_temp.describe('Another'), 'Another', pg_temp.last(900001), '{settings:de}') ->> 'status', 'settled', 'a part that does not wait takes nothing along');
select is(pg_temp.live(), 'One, A sensor', 'all is as it was');
select is(pg_temp.publish((select saved_at from record_drafts), 'Another', pg_temp.last(900001), '{settings:en}') ->> 'status', 'published', 'a part that waits does');
select is(pg_temp.live(), 'Uno, Another', 'and both are live');
select is(pg_temp.publish(pg_temp.describe('A third'), 'A third', pg_temp.last(900001), null, jsonb_build_array(jsonb_build_object('id', 900002, 'last_save', pg_temp.last(900002)))),
  '{"published": [900002]}', 'pages below go live along, also where the page has no draft');
select throws_ok($$select publish_with_records('00000000-0000-0000-0000-00000000000d', 900001, '[]')$$, '42501', null, 'former members publish nothing');

select * from finish();
rollback;
