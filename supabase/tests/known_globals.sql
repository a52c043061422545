begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(11);

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
delete from links where id = 900021;
select set_has('select tag from private.globals_dependencies where site_id = ''main''', 'values (''link/lead:900021'')', 'also when one is deleted');

set local role authenticated;
select throws_ok($$select private.knows_globals('main', 1)$$, '42501', null, 'only a publisher asks what the log says');
set local role anon;
select throws_ok($$select read_content('main', 'published', now(), true, '[]', '{}', '{}')$$, '42501', null, 'visitors read files');

select * from finish();
rollback;
