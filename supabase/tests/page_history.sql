begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(15);

insert into auth.users (id, email) values ('00000000-0000-0000-0000-00000000000e', 'editor@test.example');
insert into staff (user_id, email, name) values ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', 'Edith');
insert into sites (id, locales, localized) values ('test', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id) values (900001, 'test'), (900002, 'test');
insert into page_locales (page_id, locale, site_id, path, title) values
  (900001, 'en', 'test', '/one', 'One'), (900001, 'de', 'test', '/eins', 'Eins'), (900002, 'en', 'test', '/two', 'Two');
insert into modules (id, page_id, type, position) values (900001, 900001, 'TEXT_BLOCK', 0), (900002, 900001, 'TEXT_BLOCK', 1), (900003, 900002, 'TEXT_BLOCK', 0);
insert into module_locales (module_id, locale, data) values (900001, 'en', '{"a": 1}'), (900001, 'de', '{"a": "eins"}'), (900002, 'en', '{"b": 1}'), (900003, 'en', '{}');
set local role service_role;
select publish_draft('00000000-0000-0000-0000-00000000000e', 900001);

create function pg_temp.contents(p_page bigint) returns jsonb language sql as $$ select read_draft_contents(p_page) -> 'locales' $$;
create function pg_temp.restore(p_contents jsonb, p_seen bigint default null) returns jsonb language sql as $$
  select restore_draft('00000000-0000-0000-0000-00000000000e', 900001, p_contents, (d ->> 'structure_version')::integer, coalesce(p_seen, (d ->> 'last_save')::bigint))
  from read_draft_contents(900001) d
$$;
create temporary table first as select pg_temp.contents(900001) as contents;

-- What was published
select is((select jsonb_agg(r ->> 'by') from jsonb_array_elements(list_page_revisions(900001, 10)) r), '["Edith"]', 'a publish says by whom');
select is(list_page_revisions(900001, 10) #> '{0,locales}', '["en", "de"]', 'and in which languages');
select is(list_page_revisions(900001, 10) #>> '{0,is_live}', 'true', 'and that it is live');
select is(list_page_revisions(900001, 10) #> '{0,release}', 'null', 'with no release');
reset role;
insert into releases (id, name, state) values (900001, 'Spring', 'live');
insert into release_pages (release_id, page_id, title, revision_id) select 900001, page_id, 'One', id from page_revisions where page_id = 900001;
set local role service_role;
select is(list_page_revisions(900001, 10) #>> '{0,release}', 'Spring', 'or with which');
select is(list_page_revisions(900002, 10), '[]', 'a page that was never published has no versions');

-- The draft
select is(page_differs(900001), false, 'a draft has the form of a revision');
update module_locales set data = '{"a": 2}' where module_id = 900001 and locale = 'en';
delete from modules where id = 900002;
update page_locales set title = 'Uno', path = '/uno' where page_id = 900001 and locale = 'en';

-- Bringing back
select is(pg_temp.restore((select contents from first), 0) ->> 'status', 'conflict', 'not over what somebody has saved since');
select is(pg_temp.restore((select contents from first)) ->> 'status', 'saved', 'a version is brought back');
select is(pg_temp.contents(900001), (select contents from first), 'as it was, with the module that was gone');
select is(page_differs(900001), false, 'which is what is live');
select is((select count(*)::integer from draft_saves where page_id = 900001 and action = 'discard'), 1, 'what the draft had stays in the history');
select throws_ok($$select pg_temp.restore((select jsonb_set(contents, '{en,modules,0,id}', '900003') from first))$$, '22023', null,
  'a module of another page is not taken');
update page_locales set path = '/uno' where page_id = 900001 and locale = 'en';
update page_locales set path = '/one' where page_id = 900002;
select throws_ok($$select pg_temp.restore((select contents from first))$$, null, null, 'nor an address that another draft has');
update pages set is_editable = false where id = 900001;
select is(pg_temp.restore((select contents from first)) ->> 'status', 'not-editable', 'nor a page changed that is not to be');
select * from finish();
rollback;
