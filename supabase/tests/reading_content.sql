begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(9);

insert into sites (id, locales, localized) values ('main', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into categories (id, slug, localized) values (900001, 'test-c', '{"en": {"title": "C"}}');
insert into pages (id, site_id) values (900001, 'main');
insert into page_locales (page_id, locale, site_id, path, title) values (900001, 'en', 'main', '/one', 'One');
insert into modules (id, page_id, type, position) values (900001, 900001, 'TEXT_BLOCK', 0);
insert into module_locales (module_id, locale, data) values (900001, 'en', '{"body": "b"}');
select publish_pages('{900001}');

select throws_ok($$insert into page_revision_locales (revision_id, locale, path, title, nav_title, description, seo, modules)
  select published_revision_id, 'de', '/d', '', '', '', '{}', '{}' from pages where id = 900001$$,
  '23514', null, 'the modules of a revision are a list');

create temporary view asked as
select read_content('main', 'published', '2026-05-01', true, '[[900001, "en"]]', '{"category": [900001, 900002]}',
  '{"en": [{"list": "articles", "category": "newsroom", "type": null, "limit": 3}], "de": []}')::jsonb as answer;
select is(answer -> 'globals', read_globals('main'), 'globals are answered as by themselves') from asked;
select is(answer -> 'pages', read_pages('published', '[[900001, "en"]]')::jsonb, 'and pages') from asked;
select is(answer -> 'records', read_records('{"category": [900001, 900002]}'), 'and records') from asked;
select is(answer #> '{lists,en}', read_lists('main', 'en', '2026-05-01', '[{"list": "articles", "category": "newsroom", "type": null, "limit": 3}]'),
  'and lists, by locale') from asked;
select is(answer #> '{lists,de}', '[]'::jsonb, 'each locale for itself') from asked;
select is(read_content('main', 'published', now(), false, '[]', '{}', '{}')::jsonb,
  '{"globals": null, "pages": null, "records": null, "lists": null}'::jsonb, 'what is not asked for is not read');

set local role anon;
select throws_ok($$select read_content('main', 'published', now(), true, '[]', '{}', '{}')$$, '42501', null, 'visitors read files');
select throws_ok($$select build_targets('main', now())$$, '42501', null, 'and do not list outputs');
reset role;

select * from finish();
rollback;
