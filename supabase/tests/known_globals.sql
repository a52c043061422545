begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(13);

insert into sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}'),
  ('developer', '{en}', '{"en": {"title": "T", "description": "D"}}');
insert into links (id, text, link_type, url) values (900021, 'L', 'external', 'https://example.com');
insert into menus (site_id, name, items) values ('main', 'main', '[{"id": "a", "label": {"en": "A"}, "link": 900021}]');

create function pg_temp.globals(known bigint) returns jsonb language sql as $$
  select read_content('main', 'published', now(), true, '[]', '{}', '{}', known)::jsonb -> 'globals'
$$;
insert into change_log (seq, message_ids, tags, queued_at) values (900001, '{1}', '{globals:main}', now()), (900002, '{1}', '{product:1}', now()), (900003, '{1}', '{globals:developer,site:developer}', now());

select isnt(pg_temp.globals(null), 'null'::jsonb, 'whoever knows none is sent the globals');
select is(pg_temp.globals(900001), 'null'::jsonb, 'whoever has read them after the last change that named them is not');
select isnt(pg_temp.globals(900000), 'null'::jsonb, 'but whoever read them before it');
select isnt(pg_temp.globals(900004), 'null'::jsonb, 'and whoever knows of changes that the log does not have, as after an import');
insert into change_log (seq, message_ids, tags, queued_at) values (900005, '{1}', '{site:main}', now());
select isnt(pg_temp.globals(900003), 'null'::jsonb, 'a change of the settings counts');
insert into change_log (seq, message_ids, tags, queued_at) values (900006, '{1}', '{site/description:main}', now());
select isnt(pg_temp.globals(900005), 'null'::jsonb, 'and one of what the site says of itself');
delete from change_log;
select isnt(pg_temp.globals(900005), 'null'::jsonb, 'an empty log says nothing');

select set_has('select tag from private.globals_dependencies where site_id = ''main''', 'values (''link/lead:900021'')', 'menus depend on their links');
savepoint of_every_form;
insert into pages (id, site_id, route) values (900021, 'main', 'career');
insert into documents (id, name, content_date, document_type, language, localized) values (900021, 'D', '2026-01-01', 'manual', 'en', '{"en": {"title": "D"}}');
insert into links (id, text, link_type, page_id, row_kind, row_id, document_id) values
  (900022, 'P', 'internal', 900021, null, null, null), (900024, 'D', 'download', null, null, null, 900021);
insert into links (id, text, link_type, row_kind, row_id) select 900100 + row_number() over (order by k.page_kind), 'R', 'internal', k.page_kind, 1
from private.kinds k where k.page_kind is not null and k.page_kind <> 'page';
insert into menus (site_id, name, items)
select 'main', 'footer', jsonb_agg(jsonb_build_object('id', l.id::text, 'label', '{"en": "A"}'::jsonb, 'link', l.id)) from links l;
select cmp_ok((select count(distinct regexp_replace(tag, ':.*', '')) from private.globals_dependencies), '>', 8::bigint, 'of pages, documents and records of all kinds');
select is_empty('select tag from private.globals_dependencies where not private.may_be_of_globals(tag)', 'and these are the forms that are looked for');
rollback to savepoint of_every_form;
delete from links where id = 900021;
select set_has('select tag from private.globals_dependencies where site_id = ''main''', 'values (''link/lead:900021'')', 'also when one is deleted');

set local role authenticated;
select throws_ok($$select private.knows_globals('main', 1)$$, '42501', null, 'only a publisher asks what the log says');
set local role anon;
select throws_ok($$select read_content('main', 'published', now(), true, '[]', '{}', '{}')$$, '42501', null, 'visitors read files');

select * from finish();
rollback;
