-- Some of what waits in a draft is published, and the rest stays.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(36);

insert into auth.users (id, email) values ('00000000-0000-0000-0000-00000000000e', 'editor@test.example'), ('00000000-0000-0000-0000-00000000000d', 'former@test.example');
insert into staff (user_id, email, name, disabled_at) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', 'Edith', null), ('00000000-0000-0000-0000-00000000000d', 'former@test.example', 'Former', now());
insert into sites (id, locales, localized) values ('test', '{en,de,jp}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id) values (900001, 'test'), (900002, 'test'), (900003, 'test');
insert into page_locales (page_id, locale, site_id, path, title) values
  (900001, 'en', 'test', '/one', 'One'), (900001, 'de', 'test', '/eins', 'Eins'), (900002, 'en', 'test', '/two', 'Two'), (900002, 'de', 'test', '/zwei', 'Zwei'),
  (900003, 'en', 'test', '/three', 'Three');
insert into modules (id, page_id, type, position, parent_id, slot) values
  (900001, 900001, 'HERO', 0, null, null), (900002, 900001, 'ACCORDION', 1, null, null), (900003, 900001, 'QUOTE', 0, 900002, 'a'), (900004, 900001, 'QUOTE', 2, null, null),
  (900005, 900002, 'HERO', 0, null, null);
insert into module_locales (module_id, locale, data) values
  (900001, 'en', '{"title": "Hero"}'), (900001, 'de', '{"title": "Held"}'), (900002, 'en', '{"items": [{"id": "a"}]}'), (900003, 'en', '{"title": "Inside"}'),
  (900004, 'en', '{"heading": {"title": "Quote"}}'), (900005, 'en', '{"title": "Two"}'), (900005, 'de', '{"title": "Zwei"}');

set local role service_role;
create function pg_temp.e() returns uuid language sql as $$ select '00000000-0000-0000-0000-00000000000e'::uuid $$;
create function pg_temp.publish(p_cells text[], p_page bigint default 900001, p_save bigint default null) returns jsonb language sql as $$
  select publish_cells(pg_temp.e(), p_page, p_cells, coalesce(p_save, (select max(id) from draft_saves where page_id = p_page))) $$;
create function pg_temp.waiting(p_page bigint default 900001) returns text language sql as $$
  select string_agg(c, ' ' order by n) from jsonb_array_elements_text(read_page_changes(p_page) -> 'cells') with ordinality t (c, n) $$;
create function pg_temp.live(p_locale text, p_page bigint default 900001) returns jsonb language sql as $$
  select private.revision_contents(published_revision_id) -> p_locale from pages where id = p_page $$;
-- The titles of what is live, with a star for English ones.
create function pg_temp.titles(p_locale text, p_page bigint default 900001) returns text language sql as $$
  select string_agg(coalesce(f.data ->> 'title', f.data #>> '{heading,title}', f.type) || case when f.fallback then '*' else '' end, ', ' order by f.place)
  from private.flatten_modules(pg_temp.live(p_locale, p_page) -> 'modules') f $$;

-- A page of which nothing is live
select is(pg_temp.waiting(900002), 'settings:de settings:en structure 900005:de', 'of a new page all waits; its English texts come with the structure');
select is(pg_temp.publish('{settings:en}', 900002), '{"status": "incomplete", "needs": [{"cell": "settings:en", "needs": "structure"}]}', 'its settings need its modules');
select is(pg_temp.publish('{structure}', 900002) #>> '{needs,0,needs}', 'settings:en', 'and these a language');
select is(pg_temp.publish('{structure,settings:en}', 900002), '{"status": "published", "published": [900002]}', 'it is published in one language');
select is(jsonb_build_array(pg_temp.titles('en', 900002), pg_temp.live('de', 900002)), '["Two", null]', 'and in no other');
select is(pg_temp.publish('{900005:de}', 900002) -> 'needs', '[{"cell": "900005:de", "needs": "settings:de"}]', 'texts need their language');
select is(pg_temp.publish('{settings:de}', 900002) ->> 'status', 'published', 'which comes without them');
select is(pg_temp.titles('de', 900002), 'Two*', 'and shows English then');
select is(pg_temp.waiting(900002), '900005:de', 'they wait still');

select publish_draft(pg_temp.e(), 900001);
create temporary table first as select published_revision_id as id from pages where id = 900001;
select is(pg_temp.waiting(), null, 'where the draft is live, nothing waits');
update module_locales set data = '{"title": "Hero 2"}' where module_id = 900001 and locale = 'en';
update module_locales set data = '{"title": "Held 2"}' where module_id = 900001 and locale = 'de';
update module_locales set data = '{"heading": {"title": "Quote 2"}}' where module_id = 900004 and locale = 'en';
update page_locales set title = 'Uno', path = '/uno' where page_id = 900001 and locale = 'en';
update page_locales set title = 'Zwo' where page_id = 900001 and locale = 'de';
update pages set parent_id = 900003 where id = 900001;
insert into modules (id, page_id, type, position) values (900006, 900001, 'HERO', -1);
insert into module_locales (module_id, locale, data) values (900006, 'en', '{"title": "New"}'), (900006, 'de', '{"title": "Neu"}');
update pages set structure_version = structure_version + 1 where id = 900001;
create temporary table draft as select read_draft_contents(900001) -> 'locales' as contents;
select is(pg_temp.waiting(), 'parent settings:de settings:en structure 900001:de 900001:en 900004:en 900006:de', 'each part waits by itself');

-- Who may, and when
reset role;
set local role authenticated;
select throws_ok($$select publish_cells('00000000-0000-0000-0000-00000000000e', 900001, '{900001:de}', 0)$$, '42501', null, 'nobody but the server publishes');
set local role service_role;
select throws_ok($$select publish_cells('00000000-0000-0000-0000-00000000000d', 900001, '{900001:de}', 0)$$, '42501', null, 'and for the staff alone');
select is(pg_temp.publish('{900001:de}', 900099, 0) ->> 'status', 'not-found', 'no page that is not there');
select is(pg_temp.publish('{900001:de}', 900001, 1) #>> '{status}', 'conflict', 'not over what somebody has saved since');
select is(publish_draft(pg_temp.e(), 900001, 1) - 'saved', '{"status": "conflict", "published": []}', 'nor all of it');
select is(publish_with_below(pg_temp.e(), 900001, '[]', 1) - 'saved', '{"status": "conflict", "published": []}', 'nor with others');
select is(publish_draft(pg_temp.e(), 900004, 0), '{"published": []}', 'a page that is not there is not published');
select is(pg_temp.publish('{900002:en}') ->> 'status', 'settled', 'nothing that does not wait');
select is(pg_temp.publish('{900099:en}') ->> 'status', 'settled', 'nor what is not there');
select is(pg_temp.publish('{}') ->> 'status', 'settled', 'nor nothing');
update pages set is_editable = false where id = 900001;
select is(pg_temp.publish('{900001:de}') ->> 'status', 'not-editable', 'nor a locked page');
update pages set is_editable = true where id = 900001;

-- One text in one language
select is(pg_temp.publish('{900006:de}') -> 'needs', '[{"cell": "900006:de", "needs": "structure"}]', 'the text of a new module needs the structure');
select is(pg_temp.publish('{900001:de}') ->> 'status', 'published', 'one text is published');
select is(jsonb_build_array(pg_temp.titles('en'), pg_temp.titles('de'), pg_temp.live('de') ->> 'title'),
  '["Hero, ACCORDION, Inside, Quote", "Held 2, ACCORDION*, Inside*, Quote*", "Eins"]', 'alone');
select is((select created_by from page_revisions where page_id = 900001 order by number desc limit 1), pg_temp.e(), 'by who did it');
select is(read_draft_contents(900001) -> 'locales', (select contents from draft), 'the draft stays as it is');

-- The structure, and English with it
select is((select jsonb_agg(s) from jsonb_array_elements(read_chosen_contents(900001, '{structure,900004:en}') -> 'shown') s where s ->> 'locale' = 'de'), '[
  {"id": 900006, "type": "HERO", "title": "New", "locale": "de", "fallback": true, "has_text": true, "was_fallback": false},
  {"id": 900004, "type": "QUOTE", "title": "Quote 2", "locale": "de", "fallback": true, "has_text": false, "was_fallback": true}]',
  'where English will be shown is said before: its text stays in the draft, or other English is shown');
select is(pg_temp.publish('{structure,900004:en}') ->> 'status', 'published', 'modules are published');
select is(jsonb_build_array(pg_temp.titles('en'), pg_temp.titles('de')),
  '["New, Hero, ACCORDION, Inside, Quote 2", "New*, Held 2, ACCORDION*, Inside*, Quote 2*"]', 'a new one in English, until its texts follow');
select is((select jsonb_build_array(path, parent_id) from published_page_locales where page_id = 900001 and locale = 'en'), '["/one", null]', 'at its old address');
select is(pg_temp.waiting(), 'parent settings:de settings:en 900001:en 900006:de', 'the rest waits');

-- Places of modules
update module_locales set data = '{"items": [{"id": "b"}]}' where module_id = 900002 and locale = 'en';
update modules set slot = 'b' where id = 900003;
update pages set structure_version = structure_version + 1 where id = 900001;
select is(pg_temp.publish('{structure}') -> 'needs', '[{"cell": "structure", "needs": "900002:en"}]', 'a module needs the text that has its new place');
select is(pg_temp.publish('{900002:en}') -> 'needs', '[{"cell": "900002:en", "needs": "structure"}]', 'and the text the move of the module whose place it has no more');

select pg_temp.publish(array(select jsonb_array_elements_text(read_page_changes(900001) -> 'cells')));
select is(private.revision_contents((select published_revision_id from pages where id = 900001)), read_draft_contents(900001) -> 'locales', 'all together is the draft');
select ok(not page_differs(900001), 'and nothing waits any more');

select * from finish();
rollback;
