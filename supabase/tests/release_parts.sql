-- Some of what waits in a draft goes into a release, and the draft goes on with the rest.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(18);

insert into auth.users (id, email) values ('00000000-0000-0000-0000-00000000000e', 'editor@test.example'), ('00000000-0000-0000-0000-00000000000d', 'former@test.example');
insert into staff (user_id, email, name, disabled_at) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', 'Edith', null), ('00000000-0000-0000-0000-00000000000d', 'former@test.example', 'Former', now());
insert into sites (id, locales, localized) values ('test', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id) values (900001, 'test'), (900002, 'test');
insert into page_locales (page_id, locale, site_id, path, title) values
  (900001, 'en', 'test', '/one', 'One'), (900001, 'de', 'test', '/eins', 'Eins'), (900002, 'en', 'test', '/two', 'Two'), (900002, 'de', 'test', '/zwei', 'Zwei');
insert into modules (id, page_id, type, position) values (900001, 900001, 'HERO', 0), (900002, 900001, 'QUOTE', 1), (900005, 900002, 'HERO', 0);
insert into module_locales (module_id, locale, data) values
  (900001, 'en', '{"title": "Hero"}'), (900001, 'de', '{"title": "Held"}'), (900002, 'en', '{"title": "Quote"}'), (900005, 'en', '{"title": "Two"}');

set local role service_role;
create function pg_temp.e() returns uuid language sql as $$ select '00000000-0000-0000-0000-00000000000e'::uuid $$;
create temporary table l as select create_release(pg_temp.e(), 'Spring') as id;
create function pg_temp.add(p_cells text[], p_page bigint default 900001, p_save bigint default null) returns jsonb language sql as $$
  select add_cells_to_release(pg_temp.e(), (select id from l), p_page, p_cells, coalesce(p_save, (select max(id) from draft_saves where page_id = p_page))) $$;
create function pg_temp.waiting(p_page bigint default 900001) returns text language sql as $$
  select string_agg(c, ' ' order by n) from jsonb_array_elements_text(read_page_changes(p_page) -> 'cells') with ordinality t (c, n) $$;
create function pg_temp.titles(p_locale text, p_page bigint default 900001) returns text language sql as $$
  select string_agg((f.data ->> 'title') || case when f.fallback then '*' else '' end, ', ' order by f.place)
  from release_pages l cross join private.flatten_modules(l.contents -> p_locale -> 'modules') f where l.page_id = p_page $$;
create function pg_temp.out(p_page bigint default 900001) returns text language sql as $$
  select take_page_out(pg_temp.e(), (select id from l), p_page, true, false, (select saved_at from release_pages where page_id = p_page)) ->> 'status' $$;

select publish_draft(pg_temp.e(), 900001);
select is(pg_temp.add('{900001:de}') ->> 'status', 'settled', 'nothing that does not wait');
update module_locales set data = '{"title": "Hero 2"}' where module_id = 900001 and locale = 'en';
update module_locales set data = '{"title": "Held 2"}' where module_id = 900001 and locale = 'de';
insert into modules (id, page_id, type, position) values (900003, 900001, 'HERO', 2);
insert into module_locales (module_id, locale, data) values (900003, 'en', '{"title": "New"}'), (900003, 'de', '{"title": "Neu"}');
update pages set structure_version = structure_version + 1 where id = 900001;

-- Who may, and when.
reset role;
set local role authenticated;
select throws_ok($$select add_cells_to_release('00000000-0000-0000-0000-00000000000e', 1, 900001, '{900001:de}', 0)$$, '42501', null, 'nobody but the server adds');
set local role service_role;
select throws_ok($$select add_cells_to_release('00000000-0000-0000-0000-00000000000d', 1, 900001, '{900001:de}', 0)$$, '42501', null, 'and for the staff alone');
select is(pg_temp.add('{900001:de}', 900001, 1) ->> 'status', 'conflict', 'not what somebody has saved since');
select is(pg_temp.add('{900003:de}') -> 'needs', '[{"cell": "900003:de", "needs": "structure"}]', 'the text of a new module needs the structure');

-- In, one part after the other.
select is(pg_temp.add('{900001:de}'), '{"status": "added", "kept": []}', 'a text goes into a release');
select is(jsonb_build_array(pg_temp.titles('en'), pg_temp.titles('de')), '["Hero, Quote", "Held 2, Quote*"]', 'alone');
select is(pg_temp.waiting(), 'structure 900001:en 900003:de', 'and leaves the draft');
select is(pg_temp.add('{structure}'), '{"status": "added", "kept": ["structure"]}', 'what the rest of the draft needs stays in it as well');
select is(jsonb_build_array(pg_temp.titles('en'), pg_temp.titles('de')), '["Hero, Quote, New", "Held 2, Quote*, New*"]', 'with what was there before');
select is((select cells from release_pages where page_id = 900001), '{900001:de,structure}', 'the release knows its parts');
select is(pg_temp.waiting(), 'structure 900001:en 900003:de', 'the draft is as before');
delete from modules where id = 900003;
insert into modules (id, page_id, type, position) values (900004, 900001, 'HERO', 3);
insert into module_locales (module_id, locale, data) values (900004, 'en', '{"title": "Other"}');
update pages set structure_version = structure_version + 1 where id = 900001;
select is(pg_temp.add('{structure}') ->> 'status', 'other-modules', 'another order of modules does not drop those that are in it');

-- Out.
select is(pg_temp.out(), 'has-draft', 'what is in the release does not go over other changes of the draft');
delete from modules where id = 900004;
update pages set structure_version = structure_version + 1 where id = 900001;
select is(pg_temp.out(), 'taken-out', 'it goes beside them');
select is(pg_temp.waiting(), 'structure 900001:de 900001:en', 'as it was');

-- A page of which nothing is live keeps its draft.
select is(pg_temp.add('{structure,settings:en}', 900002), '{"status": "added", "kept": []}', 'a page is new in one language');
select is(jsonb_build_array(pg_temp.titles('en', 900002), pg_temp.titles('de', 900002), (select count(*) from page_locales where page_id = 900002)), '["Two", null, 2]', 'with its draft as it was');

select * from finish();
rollback;
