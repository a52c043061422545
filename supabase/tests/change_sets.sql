begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(30);

insert into sites (id, locales, localized) values ('test', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id) values (900001, 'test'), (900002, 'test');
insert into page_locales (page_id, locale, site_id, path, title) values
  (900001, 'en', 'test', '/one', 'One'), (900001, 'de', 'test', '/eins', 'Eins'), (900002, 'en', 'test', '/two', 'Two');
insert into modules (id, page_id, type, position) values (900001, 900001, 'HERO', 0);
insert into module_locales (module_id, locale, data) values (900001, 'en', '{"title": "A hero"}');
select publish_pages('{900001,900002}');

create function pg_temp.find(p_path text, p_proposed jsonb) returns text language sql as $$
  select read_planned('preview_page', jsonb_build_object('p_site', 'test', 'p_locale', 'en', 'p_path', p_path, 'p_proposed', p_proposed))::text
$$;
create function pg_temp.page(p_id bigint, p_proposed jsonb) returns jsonb language sql as $$
  select read_planned('preview_content', jsonb_build_object('p_site', 'test', 'p_view', 'published', 'p_at', now(), 'p_globals', false,
    'p_pages', jsonb_build_array(jsonb_build_array(p_id, 'en', null)), 'p_records', '{}'::jsonb, 'p_lists', '{}'::jsonb,
    'p_planned', '{}'::jsonb, 'p_proposed', p_proposed))::jsonb #> '{pages,pages,0}'
$$;

set local role anon;
select throws_ok($$select read_planned('preview_page', '{}')$$, '42501', null, 'visitors read nothing that is proposed');
set local role authenticated;
select throws_ok($$select read_planned('preview_page', '{}')$$, '42501', null, 'nor does anybody who is signed in, past the policies');
set local role service_role;

-- What publishing a draft as it is live would change
select is(change_set_changes('[{"page": 900001}]') -> 'rows', '[]', 'a draft as it is live changes nothing');
update page_locales set title = 'First', path = '/first' where page_id = 900001 and locale = 'en';
update module_locales set data = '{"title": "Another hero"}' where module_id = 900001;
update pages set parent_id = 900002 where id = 900001;
select is(change_set_changes('[{"page": 900001}]') -> 'pages', '[{"page": 900001, "site": "test", "paths": {"en": "/first", "de": "/eins"}}]', 'a draft has its own addresses');
select ok(change_set_changes('[{"page": 900001}]') -> 'tags' ?& '{page:900001,path:page:900001,address:page:900001,below:page:900002,redirects:test}', 'and it names who reads that');
select is(change_set_changes('[{"page": 900009}]') -> 'rows', '[]', 'a page that was deleted meanwhile changes nothing');
select is(change_set_changes('[]', '[]'), '{"tags": [], "rows": [], "pages": [], "same": []}', 'nor does a set of nothing');

-- What is read as if it were live
select is(pg_temp.find('/first', null), null, 'a draft is at no address');
select is(pg_temp.find('/first', '[{"page": 900001}]'), '900001', 'a proposed draft is at its own');
select is(pg_temp.find('/one', '[{"page": 900001}]'), null, 'and not at its live one');
select is(pg_temp.page(900001, '[{"page": 900001}]') #>> '{modules,0,data,title}', 'Another hero', 'it has the modules of the draft');
select is((pg_temp.page(900001, '[{"page": 900001}]') ->> 'parent_id')::bigint, 900002::bigint, 'in the place of the draft');
select is(pg_temp.page(900001, null) #>> '{modules,0,data,title}', 'A hero', 'while what is live is as it was');
select is(pg_temp.page(900001, '[{"page": 900001, "parent": null, "contents": {"en": {"path": "/else", "title": "Else", "nav_title": "", "description": "", "seo": {}, "modules": [{"id": 1, "type": "HERO", "data": {"title": "Named"}}]}}}]') #>> '{modules,0,data,title}',
  'Named', 'one with contents has those');
select is(pg_temp.page(900001, '[{"page": 900001, "parent": null, "contents": null}]'), 'null', 'one without is not there');

-- Redirects, as triggers would write them
create function pg_temp.redirects(p_left text[], p_taken text[], p_planned jsonb, p_site text default 'test') returns jsonb language sql as $$
  select jsonb_agg(concat_ws(' ', coalesce(r ->> 'from_path', (r ->> 'row_kind') || ':' || (r ->> 'from_slug')), coalesce(r ->> 'address', r #>> '{row,slug}'), r ->> 'status'))
  from jsonb_array_elements(read_planned('preview_redirects',
    jsonb_build_object('p_site', p_site, 'p_left', p_left, 'p_taken', p_taken, 'p_planned', '{}'::jsonb) || p_planned)::jsonb) r
$$;
insert into redirects (site_id, from_path, page_id, locale) values ('test', '/old', 900001, 'en');
insert into redirects (site_id, from_path, status) values ('test', '/gone', 410);
select is(pg_temp.redirects('{}', '{}', '{}'), '["/gone 410", "/old /one 301"]', 'what is not proposed redirects as it does');
select is(pg_temp.redirects('{}', '{}', '{"p_proposed": [{"page": 900001}]}'), '["/gone 410", "/old /first 301", "/one /first 301"]',
  'an address that a page leaves redirects to it, as earlier ones do');
select is(pg_temp.redirects('{/eins}', '{/gone}', '{}'), '["/eins 410", "/old /one 301"]', 'one that is withdrawn is gone, and one that is taken is not');
select is(pg_temp.redirects('{/one}', '{}', '{"p_proposed": [{"page": 900001, "parent": null, "contents": null}]}'), '["/gone 410", "/one 410"]',
  'a page that is deleted has none');
select is(pg_temp.redirects('{}', '{}', '{"p_proposed": [{"page": 900001, "parent": null, "contents": null, "stays": true}]}'), '["/gone 410", "/old 301"]',
  'one that stays as a draft leads nowhere');
insert into tags (id, slug, sites, localized) values (900001, 'before', '{main}', '{"en": {"name": "A tag"}}');
select is(pg_temp.redirects('{}', '{}', '{"p_proposed_records": {"tag": {"900001": {"tags": [{"id": 900001, "slug": "after", "sites": ["main"], "localized": {"en": {"name": "A tag"}}}]}}}}', 'main'),
  '["tag:before after 301"]', 'a slug that a record leaves redirects to it');

-- The outputs of records
create function pg_temp.routes(p_planned jsonb) returns jsonb language sql as $$
  select jsonb_agg(concat_ws(' ', r ->> 'kind', r ->> 'site', r ->> 'locale', r ->> 'address')) from jsonb_array_elements(read_planned('preview_routes',
    jsonb_build_object('p_rows', '[{"kind": "tag", "ref": 900001}]'::jsonb, 'p_at', now(), 'p_planned', '{}'::jsonb) || p_planned)::jsonb -> 'routes') r
$$;
select is(pg_temp.routes('{}'), '["tag main en before"]', 'a record has those of its live rows');
select is(pg_temp.routes('{"p_proposed_records": {"tag": {"900001": {"tags": [{"id": 900001, "slug": "after", "sites": ["main"], "localized": {"en": {"name": "A tag"}}}]}}}}'),
  '["tag main en after"]', 'or of others that are proposed');
select is(pg_temp.routes('{"p_proposed_records": {"tag": {"900001": null}}}'), null, 'and none once it is gone');
select is(current_setting('app.redirects') || current_setting('app.records'), '', 'of which nothing is left');
select is(restored_rows('[{"name": "tags", "ref": 900001, "expected": {"slug": "before", "localized/en/name": "A tag"}, "values": {"slug": "then"}}]') #> '{0,rows,tags,0}' ->> 'slug',
  'then', 'the rows of a record that is taken back have its old values');
select is(restored_rows('[{"name": "tags", "ref": 900001, "expected": {"slug": "before", "localized/en/name": "A tag"}, "values": {"slug": "then"}}]') #> '{0,rows,tags,0,localized}',
  '{"en": {}}', 'and English, which each has, without a text that it had not');
select ok(not private.is_staff(), 'nobody is of the staff when it was read');
select is(current_setting('app.pages'), '', 'and nothing is proposed');
select is(current_user::text, 'service_role', 'the server is itself again');

select * from finish();
rollback;
