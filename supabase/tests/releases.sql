-- Releases: drafts go in and come out, become live together or not at all, and go back.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(67);

insert into auth.users (id, email) values ('00000000-0000-0000-0000-0000000000e1', 'edith@test.example');
insert into staff (user_id, email, name) values ('00000000-0000-0000-0000-0000000000e1', 'edith@test.example', 'Edith');
insert into sites (id, locales, localized) values ('main', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id) overriding system value values (9001, 'main'), (9002, 'main'), (9003, 'main');
insert into page_locales (page_id, locale, site_id, path, title, nav_title)
values (9001, 'en', 'main', '/a', 'First', 'A'), (9001, 'de', 'main', '/a-de', 'Erste', 'A'), (9002, 'en', 'main', '/b', 'B', 'B'),
  (9003, 'en', 'main', '/new', 'New', 'New');
insert into modules (id, page_id, type, position) overriding system value values (9001, 9001, 'TEXT_BLOCK', 0);
insert into module_locales (module_id, locale, data) values (9001, 'en', '{"text": "one"}'), (9001, 'de', '{"text": "eins"}');
insert into tags (id, slug, localized) values (901, 'air', '{"en": {"name": "Air"}}'), (902, 'water', '{"en": {"name": "Water"}}');
select publish_pages('{9001,9002}');

create function pg_temp.e() returns uuid language sql as $$ select '00000000-0000-0000-0000-0000000000e1'::uuid $$;
create temporary table l as select create_release(pg_temp.e(), ' Spring ') as id;
create function pg_temp.l() returns bigint language sql as $$ select id from l $$;
create function pg_temp.add(p_page bigint, p_save bigint default null) returns text language sql as $$ select add_page_to_release(pg_temp.e(), pg_temp.l(), p_page, p_save) ->> 'status' $$;
create function pg_temp.live(p_page bigint) returns bigint language sql as $$ select published_revision_id from pages where id = p_page $$;
create function pg_temp.pages() returns jsonb language sql as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', i.page_id, 'saved_at', i.saved_at, 'expected', pg_temp.live(i.page_id))), '[]') from release_pages i where release_id = pg_temp.l()
$$;
create function pg_temp.records(p_version integer) returns jsonb language sql as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'id', d.record_id, 'saved_at', d.saved_at, 'version', case when d.base_version is not null then p_version end,
    'rows', jsonb_build_array(jsonb_build_object('table', 'tags', 'row', d.data || jsonb_build_object('id', d.record_id::bigint))))), '[]')
  from record_drafts d where release_id = pg_temp.l()
$$;
create function pg_temp.apply(p_version integer default 1) returns text language sql as $$
  select apply_release(pg_temp.e(), pg_temp.l(), pg_temp.pages(), pg_temp.records(p_version)) ->> 'status'
$$;

-- Going in.
select is((select name from releases), 'Spring', 'a release has a name');
select is(pg_temp.add(9001), 'unchanged', 'a page without changes has nothing for a release');
update module_locales set data = '{"text": "two"}' where module_id = 9001 and locale = 'en';
select is(pg_temp.add(9001, 1), 'conflict', 'nor does one that somebody has saved since');
select is(pg_temp.add(9001), 'added', 'a draft goes into a release');
select ok(not page_differs(9001), 'what is published by itself is what is live then');
select is(release_changes(pg_temp.l()) -> 'same', '[{"page": 9001, "locale": "de"}]', 'a page stays as it is in the languages that are as they are live');
savepoint same;
update release_pages set contents = jsonb_set(contents, '{en}', private.published_locale(9001, 'en') || '{"path": "/c"}');
select is(release_changes(pg_temp.l()) -> 'same', '[]', 'not where another language moves, which every language names');
rollback to same;
update release_pages set contents = jsonb_set(contents, '{en,seo}', '{"noindex": true}');
select is(release_changes(pg_temp.l()) -> 'same', '[]', 'nor where English changes what it lends to search engines');
rollback to same;
update release_pages set contents = contents - 'en';
select is(release_changes(pg_temp.l()) -> 'same', '[]', 'nor where a language goes');
rollback to same;
update release_pages set parent_id = 9002;
select is(release_changes(pg_temp.l()) -> 'same', '[]', 'nor below another page');
rollback to same;
select is(pg_temp.add(9003), 'added', 'so does a page that was never live');
select is((select count(*) from page_locales where page_id = 9003), 1::bigint, 'which keeps its draft');
select is(pg_temp.add(9999), 'not-found', 'there is no page with another number');
select save_record_draft(pg_temp.e(), 'tag', '901', '{"slug": "air", "localized": {"en": {"name": "Clean air"}}}', null);
select is(add_record_to_release(pg_temp.e(), pg_temp.l(), 'tag', '901') ->> 'status', 'added', 'and a record');
select is(add_record_to_release(pg_temp.e(), pg_temp.l(), 'tag', '902') ->> 'status', 'unchanged', 'not one without a draft');
select is(read_record('tag', '901') -> 'draft', 'null', 'whose own draft is free again');
select is(read_record('tag', '901', pg_temp.l()) #>> '{draft,data,localized,en,name}', 'Clean air', 'beside that of the release');
select is(save_record_draft(pg_temp.e(), 'tag', null, '{"slug": "fire", "localized": {"en": {"name": "Fire"}}}', null, null, null, pg_temp.l()) ->> 'status', 'saved', 'a new record is made in a release');
select is(releases_of(9001, null, null) #>> '{0,name}', 'Spring', 'a page says which release it is in');

-- A typo is mended meanwhile.
update module_locales set data = '{"text": "eins!"}' where module_id = 9001 and locale = 'de';
select publish_draft(pg_temp.e(), 9001);
select is((select data #>> '{text}' from module_locales where module_id = 9001 and locale = 'en'), 'one', 'without what waits in the release');

-- Coming out.
select is(take_page_out(pg_temp.e(), pg_temp.l(), 9001, true, true, (select saved_at from release_pages where page_id = 9001)) ->> 'status', 'taken-out', 'what waits can be the draft of its page again');
select is((select data #>> '{text}' from module_locales where module_id = 9001 and locale = 'en'), 'two', 'as it was');
select is(pg_temp.add(9001), 'added', 'and goes in again');
update module_locales set data = '{"text": "other"}' where module_id = 9001 and locale = 'en';
select is(take_page_out(pg_temp.e(), pg_temp.l(), 9001, true, false, (select saved_at from release_pages where page_id = 9001)) ->> 'status', 'has-draft', 'not over other changes');
select discard_draft(pg_temp.e(), 9001, (select structure_version from pages where id = 9001), (select max(id) from draft_saves where page_id = 9001));

-- All or nothing.
select is(delete_release(pg_temp.e(), pg_temp.l()) ->> 'status', 'not-empty', 'a release with drafts is not deleted');
select is(apply_release(pg_temp.e(), pg_temp.l(), pg_temp.pages() - 0, pg_temp.records(1)) ->> 'status', 'conflict', 'what was read is all of it');
update tags set localized = '{"en": {"name": "Air!"}}' where id = 901;
select is(pg_temp.apply(), 'conflict', 'and nobody has published since');
select is(apply_release(pg_temp.e(), pg_temp.l(), pg_temp.pages(), pg_temp.records(1)) -> 'records', '[{"id": "901", "kind": "tag"}]', 'or it says what was');
select is((select count(*) from published_page_locales where page_id = 9003), 0::bigint, 'otherwise nothing is live');
update page_locales set path = '/later' where page_id = 9003;
update page_locales set path = '/new' where page_id = 9002;
select throws_ok($$select publish_pages('{9002}'); select pg_temp.apply(2)$$, '23505', null, 'nor where another page has an address');
update page_locales set path = '/b' where page_id = 9002;
select publish_pages('{9002}');
select is(pg_temp.apply(2), 'applied', 'then all of it is written');
select is((select jsonb_object_agg(name, localized #>> '{en,name}') from (select slug as name, localized from tags) t), '{"air": "Clean air", "fire": "Fire", "water": "Water"}', 'records');
select results_eq('select path from published_page_locales where site_id = ''main'' order by path', array['/a', '/a-de', '/b', '/new'], 'and pages');
select ok(not page_differs(9001), 'the draft follows');
select is((select count(distinct id) from content_edits e where e.id = (select edit_id from releases)), 1::bigint, 'as one edit');
select is(pg_temp.apply(2), 'closed', 'once');
select is(add_record_to_release(pg_temp.e(), pg_temp.l(), 'tag', '902') ->> 'status', 'closed', 'and nothing goes in any more');
select ok(settle_release(pg_temp.l(), now()), 'a publisher says when it was live');

-- Going back.
create function pg_temp.back() returns text language sql as $$
  select take_release_back(pg_temp.e(), pg_temp.l(),
    (select jsonb_agg(jsonb_build_object('id', i.page_id, 'expected', pg_temp.live(i.page_id), 'parent_id', i.before_parent_id, 'contents', private.revision_contents(i.before_revision_id)))
      from release_pages i where release_id = pg_temp.l()),
    (select jsonb_agg(jsonb_build_object('kind', r.kind, 'id', r.record_id, 'version', r.version, 'rows', (
      select jsonb_agg(jsonb_build_object('table', t.key, 'row', w.value))
      from record_versions v, jsonb_each(v.data) t, jsonb_array_elements(t.value) w where v.kind = r.kind and v.record_id = r.record_id and v.number = r.before_version
    ))) from release_records r where release_id = pg_temp.l())) ->> 'status'
$$;
select throws_ok($$select take_release_back(pg_temp.e(), pg_temp.l(), '[{"id": 9002}]', '[]')$$, '22023', null, 'only what it has changed goes back');
select is(pg_temp.back(), 'taken-back', 'it goes back as one');
select is((select jsonb_object_agg(name, localized #>> '{en,name}') from (select slug as name, localized from tags) t), '{"air": "Air!", "water": "Water"}', 'with what had come');
select results_eq('select path from published_page_locales where site_id = ''main'' order by path', array['/a', '/a-de', '/b'], 'and pages');
select is((select state from releases), 'open', 'and can be changed');
select is(pg_temp.apply(4), 'applied', 'and published again');

-- Moments.
create temporary table m as select create_release(pg_temp.e(), 'Later') as id;
select is(schedule_release(pg_temp.e(), (select id from m), now() + interval '1 day', 'Europe/Nowhere') ->> 'status', 'no-zone', 'a moment is in a time zone that there is');
select is(schedule_release(pg_temp.e(), (select id from m), now() + interval '1 day', 'Europe/Zurich') ->> 'status', 'scheduled', 'a release has a moment');
select ok(settle_release((select id from m), null, 'No'), 'a publisher says why it could not be published');
select ok((select state = 'open' and failure = 'No' and publish_at is null from releases where name = 'Later'), 'that is gone when it cannot be published');

-- Nothing is committed before a moment.
create temporary table due as select create_release(pg_temp.e(), 'Due') as id;
create function pg_temp.due() returns bigint language sql as $$ select id from due $$;
create function pg_temp.apply_due() returns text language sql as $$
  select apply_due_releases('w', jsonb_build_array(jsonb_build_object('release', pg_temp.due(), 'pages', '[]'::jsonb, 'records', '[]'::jsonb))) #>> '{0,status}'
$$;
select is(schedule_release(pg_temp.e(), pg_temp.due(), clock_timestamp() + interval '300 ms', 'UTC') ->> 'status', 'scheduled', 'a release is due soon');
select ok(lock_release(pg_temp.due(), 10), 'while it is published');
select is(add_record_to_release(pg_temp.e(), pg_temp.due(), 'tag', '902') ->> 'status', 'closed', 'nothing more goes into it');
select is(schedule_release(pg_temp.e(), pg_temp.due(), null, 'UTC') ->> 'status', 'closed', 'nor does its moment change');
select throws_ok('select pg_temp.apply_due()', '55000', null, 'it is given up with the publisher that has asked for it');
select publish_hold('w', 10);
select is(pg_temp.apply_due(), 'applied', 'otherwise it is written');
select ok((select clock_timestamp() >= publish_at from releases where id = pg_temp.due()), 'and the moment has come when that ends');
select is(pg_temp.apply_due(), 'closed', 'once');
create temporary table later as select create_release(pg_temp.e(), 'A little later') as id;
select schedule_release(pg_temp.e(), (select id from later), clock_timestamp() + interval '2 s', 'UTC');
select results_eq(
  $$select a #>> '{0,status}', (a #>> '{0,edit}')::bigint is not distinct from (select edit_id from releases where id = (select id from later)), clock_timestamp() < (select publish_at from releases where id = (select id from later))
    from apply_due_releases('w', jsonb_build_array(jsonb_build_object('release', (select id from later), 'pages', '[]'::jsonb, 'records', '[]'::jsonb)), false) a$$,
  $$values ('applied', true, true)$$, 'where somebody else waits it is written before, and named in the log by its edit');
select await_releases('w', array[(select id from later)]);
select ok((select clock_timestamp() >= publish_at from releases where id = (select id from later)), 'and waited for');
select publish_end_hold('w');
update releases set publish_at = clock_timestamp() + interval '1 minute' where id = (select id from later);
select throws_ok(format('select await_releases(%L, array[%s])', 'w', (select id from later)), '55000', null, 'as long as its publisher goes on');

-- Addresses.
insert into release_pages (release_id, page_id, title, contents) select id, 9002, 'B', '{"en": {"path": "/New"}, "de": {"path": "/b-de"}}' from m;
select is(jsonb_path_query_array(release_clashes((select id from m)), '$[*].title'), '["New"]', 'an address of a page that is live is taken, in whatever spelling');
insert into releases (name) values ('Other');
insert into release_pages (release_id, page_id, title, contents) select id, 9001, 'A', '{"de": {"path": "/b-de"}}' from releases where name = 'Other';
select is(jsonb_path_query_array(release_clashes((select id from m)), '$[*] ? (@.locale == "de").release'), '["Other"]', 'and one that another release gives away is named');

-- One prepares a release, and the others wait.
select is(publish_hold('a', 10) ->> 'status', 'alone', 'a publisher prepares a release');
select is(publish_hold('b', 10) ->> 'status', 'held', 'another one does not meanwhile');
select is(publish_claim('b', '{main}', now(), 10, 60) -> 'outputs', '[]', 'nor does it read what is written already');
select is(build_start('main', 'r', 'b', 'b', 60) ->> 'status', 'held', 'nor does a build');
select is(search_refresh(100), false, 'nor is it found');
select publish_end_hold('a');
select is(publish_hold('b', 10) ->> 'status', 'alone', 'until it is live');
select * from finish();
rollback;
