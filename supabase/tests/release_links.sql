-- Links of releases: what they show, to whom, and until when; and releases whose moment comes while nobody is signed in.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(26);

insert into auth.users (id, email) values ('00000000-0000-0000-0000-0000000000e1', 'edith@test.example');
insert into staff (user_id, email, name) values ('00000000-0000-0000-0000-0000000000e1', 'edith@test.example', 'Edith');
insert into sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id) overriding system value values (9001, 'main'), (9002, 'main');
insert into page_locales (page_id, locale, site_id, path, title, nav_title) values (9001, 'en', 'main', '/a', 'First', 'A'), (9002, 'en', 'main', '/b', 'B', 'B');
insert into tags (id, slug, localized) values (901, 'air', '{"en": {"name": "Air"}}');
select publish_pages('{9001,9002}');

create function pg_temp.e() returns uuid language sql as $$ select '00000000-0000-0000-0000-0000000000e1'::uuid $$;
create function pg_temp.hash() returns text language sql as $$ select repeat('a', 64) $$;
create temporary table l as select create_release(pg_temp.e(), 'Spring') as id;
create temporary table o as select create_release(pg_temp.e(), 'Other') as id;
insert into release_pages (release_id, page_id, title, base_revision_id, contents)
select l.id, 9001, 'First', p.published_revision_id, '{"en": {"path": "/moved", "title": "Released", "nav_title": "L", "description": "", "seo": {}, "modules": []}}'
from l, pages p where p.id = 9001;
insert into release_pages (release_id, page_id, title) select id, 9002, 'B' from l;
insert into record_drafts (kind, record_id, release_id, base_version, data, rows)
select 'tag', '901', l.id, null, '{}', '{"tags": [{"id": 901, "slug": "wind", "localized": {"en": {"name": "Wind"}}}]}' from l;

create function pg_temp.share(p_days integer) returns bigint language sql as $$
  select (share_release(pg_temp.e(), (select id from l), pg_temp.hash(), p_days, ' The board ') ->> 'id')::bigint
$$;
select throws_ok('select pg_temp.share(32)', '23514', null, 'a link ends');
select throws_ok($$select share_release(gen_random_uuid(), (select id from l), pg_temp.hash(), 7, '')$$, '42501', null, 'only staff make one');
create temporary table k as select pg_temp.share(7) as id;
grant select on l, o, k to service_role, authenticated;
select is(release_links_of((select id from l)) #>> '{0,for_whom}', 'The board', 'a link is listed');
select ok(release_links_of((select id from l))::text !~ pg_temp.hash(), 'without what opens it');
select is(open_shared((select id from k), pg_temp.hash()) ->> 'state', 'open', 'a link opens');
select is(open_shared((select id from k), repeat('b', 64)), null, 'with its own secret alone');

create function pg_temp.shared(p_call text, p_args jsonb, p_hash text default pg_temp.hash()) returns jsonb language sql as $$
  select read_shared((select id from k), p_hash, p_call, p_args)::jsonb
$$;
create function pg_temp.page(p_path text) returns jsonb language sql as $$
  select pg_temp.shared('preview_page', jsonb_build_object('p_site', 'main', 'p_locale', 'en', 'p_path', p_path))
$$;
set local role service_role;
select is(pg_temp.page('/moved'), '9001', 'it shows a page where the release has it');
select is(pg_temp.page('/a'), null, 'not where it is live');
select is(pg_temp.page('/b'), null, 'and none that leaves the site');
select is(pg_temp.shared('preview_row', '{"p_kind": "tag", "p_slug": "wind"}'), '901', 'and a record of the release');
select is(current_user::text, 'service_role', 'whoever asks is who it was');
create function pg_temp.content() returns jsonb language sql as $$
  select pg_temp.shared('preview_content', jsonb_build_object('p_site', 'main', 'p_view', 'published', 'p_at', now(), 'p_globals', false,
    'p_pages', '[[9001, "en", null], [9002, "en", null]]'::jsonb, 'p_records', '{}'::jsonb, 'p_lists', '{}'::jsonb, 'p_release', (select id from o)))
$$;
select is(pg_temp.content() #>> '{pages,pages,0,title}', 'Released', 'of its own release, whatever is asked for');
select is(pg_temp.content() #> '{pages,pages,1}', 'null', 'without what leaves');
select is(pg_temp.shared('publish_pages', '{}'), null, 'it calls nothing else');
select throws_ok($$select pg_temp.shared('preview_row', '{}', repeat('b', 64))$$, '42501', null, 'another secret shows nothing');
reset role;
select is((select title from published_page_locales where page_id = 9001), 'First', 'what is live stays as it is');

update release_links set created_at = now() - interval '8 days', expires_at = now() - interval '1 second';
select is(open_shared((select id from k), pg_temp.hash()) ->> 'state', 'expired', 'a link ends by itself');
set local role service_role;
select throws_ok($$select pg_temp.page('/moved')$$, '42501', null, 'and shows nothing then');
reset role;
update release_links set expires_at = now() + interval '1 day';
select ok(revoke_release_link(pg_temp.e(), (select id from k)), 'it is taken back');
select is(open_shared((select id from k), pg_temp.hash()) ->> 'state', 'revoked', 'and shows nothing then');
update release_links set revoked_at = null;
update staff set disabled_at = now();
select is(open_shared((select id from k), pg_temp.hash()) ->> 'state', 'revoked', 'it goes with whoever has shared the release');
update staff set disabled_at = null;

-- Nobody has to be signed in at the moment of a release: not with a second factor either.
insert into private.second_factors (user_id) values (pg_temp.e());
set local role service_role;
select is(pg_temp.page('/moved'), '9001', 'a link is good while whoever has shared it is signed out');
reset role;
select throws_ok($$select apply_release(pg_temp.e(), (select id from o), '[]', '[]')$$, '42501', null, 'a release is not published for somebody who is signed out');
update releases set state = 'scheduled', publish_at = now() + interval '1 hour', time_zone = 'UTC', scheduled_by = pg_temp.e() where id = (select id from o);
create function pg_temp.apply_due() returns text language sql as $$
  select apply_due_releases('w', jsonb_build_array(jsonb_build_object('release', (select id from o), 'pages', '[]'::jsonb, 'records', '[]'::jsonb))) #>> '{0,status}'
$$;
select is(pg_temp.apply_due(), 'closed', 'not long before its moment either');
update releases set publish_at = now() where id = (select id from o);
select is(pg_temp.apply_due(), 'applied', 'but at the moment that this person chose');

select is(jsonb_path_query_array(release_calendar(now() - interval '1 hour', now() + interval '1 hour', '{"product": ["display_name"]}'), '$.entries[*].title'), '["Other"]', 'the calendar has it');
select * from finish();
rollback;
