-- Work that people throw away: not what they have not seen, and it can be brought back.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(67);

insert into auth.users (id, email) values ('00000000-0000-0000-0000-0000000000e1', 'edith@test.example'), ('00000000-0000-0000-0000-0000000000e2', 'otto@test.example');
insert into staff (user_id, email, name) values
  ('00000000-0000-0000-0000-0000000000e1', 'edith@test.example', 'Edith'), ('00000000-0000-0000-0000-0000000000e2', 'otto@test.example', 'Otto');
insert into sites (id, locales, localized) values ('main', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id) values (9001, 'main'), (9002, 'main'), (9003, 'main'), (9004, 'main'), (9006, 'main');
insert into pages (id, site_id, parent_id, is_editable) values (9005, 'main', 9004, false);
insert into page_locales (page_id, locale, site_id, path, title) values
  (9001, 'en', 'main', '/a', 'First'), (9002, 'en', 'main', '/b', 'Second'), (9003, 'en', 'main', '/new', 'New'),
  (9004, 'en', 'main', '/above', 'Above'), (9005, 'en', 'main', '/above/locked', 'Locked'), (9006, 'en', 'main', '/other', 'Other');
insert into modules (id, page_id, type, position) values (9001, 9001, 'TEXT_BLOCK', 0), (9002, 9002, 'TEXT_BLOCK', 0);
insert into module_locales (module_id, locale, data) values (9001, 'en', '{"text": "one"}'), (9002, 'en', '{"text": "one"}');
insert into tags (id, slug, localized) values (901, 'air', '{"en": {"name": "Air"}}'), (902, 'water', '{"en": {"name": "Water"}}');
select publish_pages('{9001,9002,9004,9005,9006}');

set local role service_role;
create function pg_temp.edith() returns uuid language sql as $$ select '00000000-0000-0000-0000-0000000000e1'::uuid $$;
create function pg_temp.otto() returns uuid language sql as $$ select '00000000-0000-0000-0000-0000000000e2'::uuid $$;
create temporary table l as select create_release(pg_temp.edith(), 'Spring') as id;
create function pg_temp.l() returns bigint language sql as $$ select id from l $$;
create function pg_temp.name_tag(p_id text, p_name text, p_release bigint default null) returns timestamptz language sql as $$
  select (save_record_draft(pg_temp.otto(), 'tag', p_id, jsonb_build_object('slug', 'air', 'localized', jsonb_build_object('en', jsonb_build_object('name', p_name))),
    (select saved_at from record_drafts where kind = 'tag' and record_id = p_id and release_id is not distinct from p_release), null, null, p_release) ->> 'saved_at')::timestamptz
$$;
create function pg_temp.write(p_module bigint, p_text text) returns void language sql as $$
  update module_locales set data = jsonb_build_object('text', p_text) where module_id = p_module and locale = 'en'
$$;
create function pg_temp.last_save(p_page bigint) returns bigint language sql as $$ select coalesce(max(id), 0) from draft_saves where page_id = p_page $$;
create function pg_temp.in_release(p_page bigint) returns timestamptz language sql as $$ select saved_at from release_pages where page_id = p_page $$;
-- The last that was thrown away: why, from which release, who had saved it, and its text or name.
create function pg_temp.kept(p_kind text, p_id text) returns text language sql as $$
  select concat_ws(' ', d ->> 'why', d ->> 'release', d ->> 'saved_by', coalesce(d #>> '{data,localized,en,name}', d #>> '{data,en,modules,0,data,text}'))
  from jsonb_array_elements(list_discarded_drafts(p_kind, p_id, true)) d limit 1
$$;
create function pg_temp.count_kept() returns bigint language sql as $$ select count(*) from discarded_drafts $$;

-- The draft of a record.
create temporary table seen as select pg_temp.name_tag('901', 'Fresh air') as at;
select is(discard_record_draft(pg_temp.edith(), 'tag', '901') ->> 'status', 'unseen', 'a tab that says nothing of what it has seen throws nothing away');
select pg_temp.name_tag('901', 'Mountain air');
select is(discard_record_draft(pg_temp.edith(), 'tag', '901', (select at from seen)) - 'at', '{"status": "newer", "saved": {}}'::jsonb || jsonb_build_object('saved',
  jsonb_build_object('at', (select saved_at from record_drafts where record_id = '901'), 'by', 'Otto')), 'nor a newer draft of a colleague, who is named');
select is(pg_temp.count_kept(), 0::bigint, 'and nothing is written down');
select is(discard_record_draft(pg_temp.edith(), 'tag', '901', (select saved_at from record_drafts where record_id = '901')) ->> 'status', 'discarded', 'what was seen is');
select is(pg_temp.kept('tag', '901'), 'discarded Otto Mountain air', 'and is kept');
select is(read_discarded_draft((select max(id) from discarded_drafts)) #>> '{data,slug}', 'air', 'as it was');
select is(discard_record_draft(pg_temp.edith(), 'tag', '901', now()) ->> 'status', 'no-draft', 'there is nothing twice');
select throws_ok($$update discarded_drafts set why = 'deleted' where true$$, null, null, 'nobody changes what was kept');

-- Another one in the place of a draft.
select pg_temp.name_tag('901', 'Sea air');
select is(save_record_draft(pg_temp.edith(), 'tag', '901', '{"slug": "old"}', (select at from seen), null, null, null, true) ->> 'status', 'conflict', 'a version is not brought back over a newer draft');
select is(save_record_draft(pg_temp.edith(), 'tag', '901', '{"slug": "old"}', (select saved_at from record_drafts where record_id = '901'), null, null, null, true) ->> 'status',
  'saved', 'over one that was seen it is');
select is(pg_temp.kept('tag', '901'), 'replaced Otto Sea air', 'which is kept');

-- A record in a release.
select pg_temp.name_tag('901', 'Air of Otto');
select is(add_record_to_release(pg_temp.otto(), pg_temp.l(), 'tag', '901') ->> 'status', 'added', 'a draft goes into a release');
select pg_temp.name_tag('901', 'Air of both');
select is(add_record_to_release(pg_temp.edith(), pg_temp.l(), 'tag', '901', null, (select at from seen)) ->> 'status', 'conflict', 'a draft that was saved meanwhile does not');
select is(add_record_to_release(pg_temp.edith(), pg_temp.l(), 'tag', '901', null, (select at from seen)) #>> '{saved,by}', 'Otto', 'and it is said who saved it');
select is(add_record_to_release(pg_temp.edith(), pg_temp.l(), 'tag', '901') #>> '{saved,by}', 'Otto', 'another one does not take its place unseen');
select is(add_record_to_release(pg_temp.edith(), pg_temp.l(), 'tag', '901', (select at from seen)) ->> 'status', 'occupied', 'nor that of a newer one');
select is(add_record_to_release(pg_temp.edith(), pg_temp.l(), 'tag', '901', (select saved_at from record_drafts where release_id is not null)) ->> 'status', 'added', 'of one that was seen it does');
select is(pg_temp.kept('tag', '901'), 'replaced Spring Otto Air of Otto', 'which is kept');
select is(take_record_out(pg_temp.edith(), pg_temp.l(), 'tag', '901', false) ->> 'status', 'unseen', 'what is in it is not thrown away by an old tab');
select is(take_record_out(pg_temp.edith(), pg_temp.l(), 'tag', '901', false, (select at from seen)) ->> 'status', 'newer', 'nor where it is newer');
select is(take_record_out(pg_temp.edith(), pg_temp.l(), 'tag', '901', true, (select at from seen)) ->> 'status', 'newer', 'nor moved then');
select is(take_record_out(pg_temp.edith(), pg_temp.l(), 'tag', '901', false, (select saved_at from record_drafts where release_id is not null)) ->> 'status', 'taken-out', 'what was seen is');
select is(pg_temp.kept('tag', '901'), 'taken-out Spring Edith Air of both', 'and is kept');

-- Deleting records.
create function pg_temp.remove(p_id text, p_saved_at timestamptz, p_version integer default null, p_keep boolean default false) returns jsonb language sql as $$
  select delete_records(pg_temp.edith(), jsonb_build_array(jsonb_build_object('kind', 'tag', 'id', p_id, 'saved_at', p_saved_at, 'version', p_version)), p_keep)
$$;
select pg_temp.name_tag('902', 'Rain');
select is(pg_temp.remove('902', null) #>> '{records,0,saved,by}', 'Otto', 'a record with a draft that was not seen is not deleted');
select is(pg_temp.remove('902', null, null, true) #>> '{kept,0,id}', '902', 'it stays where many are');
select is(pg_temp.remove('902', (select saved_at from record_drafts where record_id = '902'), 7) ->> 'status', 'newer', 'nor one that was published since');
select is(read_seen_records('tag', '{902}') #>> '{0,version}', '1', 'which is told before');
select is(pg_temp.remove('902', (select saved_at from record_drafts where record_id = '902'), 1) ->> 'status', 'deleted', 'otherwise it is');
select is(pg_temp.kept('tag', '902'), 'deleted Otto Rain', 'with its draft, which is kept');
create temporary table made as
select save_record_draft(pg_temp.otto(), 'tag', null, '{"slug": "snow", "localized": {"en": {"name": "Snow"}}}', null) ->> 'id' as id;
select is(pg_temp.remove((select id from made), (select saved_at from record_drafts where record_id = (select id from made))) ->> 'status', 'deleted', 'so is one that was never published');
select is(list_deleted_records('tag', '{localized,en,name}') #>> '{0,title}', 'Snow', 'which is among those that can be restored');
select is(restore_record(pg_temp.edith(), 'tag', (select id from made)) ->> 'status', 'restored', 'and is');
select is((select data ->> 'slug' from record_drafts where record_id = (select id from made)), 'snow', 'as a draft');
select is(list_deleted_records('tag', '{localized,en,name}') #>> '{1,title}', null, 'and not among them any more');
select is(restore_record(pg_temp.edith(), 'tag', '901') ->> 'status', 'not-found', 'what is live is not restored');

-- The draft of a page.
select pg_temp.write(9001, 'two');
select is(discard_draft(pg_temp.otto(), 9001, 1, pg_temp.last_save(9001)) ->> 'status', 'saved', 'a draft is discarded');
select is(pg_temp.kept('page', '9001'), 'discarded two', 'and is kept');
select is(discard_draft(pg_temp.otto(), 9001, 2, pg_temp.last_save(9001)) ->> 'version', '2', 'what is live is not');
select pg_temp.write(9001, 'three');
select is(restore_draft(pg_temp.edith(), 9001, private.draft_contents(9001) || jsonb_build_object('en', private.draft_locale(9001, 'en') || '{"title": "Other"}'), 2, pg_temp.last_save(9001)) ->> 'status',
  'saved', 'a version is brought back');
select is(pg_temp.kept('page', '9001'), 'replaced Otto three', 'over a draft that is kept');
update pages set parent_id = 9006 where id = 9001;
select discard_draft(pg_temp.otto(), 9001, (select structure_version from pages where id = 9001), pg_temp.last_save(9001));
create function pg_temp.bring_back() returns text language sql as $$
  select restore_draft(pg_temp.edith(), 9001, d.data, p.structure_version, pg_temp.last_save(9001), d.id) ->> 'status'
  from pages p, (select * from discarded_drafts where kind = 'page' and why = 'discarded' order by id desc limit 1) d where p.id = 9001
$$;
select is(pg_temp.bring_back(), 'saved', 'what was discarded comes back');
select is((select parent_id from pages where id = 9001), 9006::bigint, 'to its place in the tree');
select discard_draft(pg_temp.otto(), 9001, (select structure_version from pages where id = 9001), pg_temp.last_save(9001));
update pages set parent_id = 9001 where id = 9006;
select is(pg_temp.bring_back(), 'saved', 'also where that is below it by now');
select is((select parent_id from pages where id = 9001), null, 'but not there');
update pages set parent_id = null where id = 9006;
select discard_draft(pg_temp.otto(), 9001, (select structure_version from pages where id = 9001), pg_temp.last_save(9001));
select pg_temp.write(9001, 'three');
select is(discard_draft(pg_temp.otto(), 9005, 1, pg_temp.last_save(9005)) ->> 'status', 'not-editable', 'that of a locked page stays');

-- A page in a release.
create function pg_temp.add(p_page bigint, p_replaces timestamptz default null) returns text language sql as $$
  select add_page_to_release(pg_temp.edith(), pg_temp.l(), p_page, null, p_replaces) ->> 'status'
$$;
create temporary table before as select pg_temp.count_kept() as count;
select is(pg_temp.add(9001), 'added', 'what moves into a release');
select is(pg_temp.count_kept(), (select count from before), 'is not thrown away');
select pg_temp.write(9001, 'four');
select is(pg_temp.add(9001), 'occupied', 'another draft does not take its place unseen');
select is(add_cells_to_release(pg_temp.edith(), pg_temp.l(), 9001, '{9001:en}', pg_temp.last_save(9001)) ->> 'status', 'occupied', 'nor does a part of it');
select is(add_removal_to_release(pg_temp.edith(), pg_temp.l(), 9001) ->> 'status', 'occupied', 'nor that the page leaves the site');
select is(pg_temp.add(9001, pg_temp.in_release(9001)), 'added', 'after it was seen it does');
select is(pg_temp.kept('page', '9001'), 'replaced Spring Edith three', 'and it is kept');
select is(take_page_out(pg_temp.edith(), pg_temp.l(), 9001, false) ->> 'status', 'unseen', 'what is in it is not thrown away by an old tab');
select is(take_page_out(pg_temp.edith(), pg_temp.l(), 9001, false, false, '2020-01-01') #>> '{saved,by}', 'Edith', 'nor where it is newer');
select is(take_page_out(pg_temp.edith(), pg_temp.l(), 9001, false, false, pg_temp.in_release(9001)) ->> 'status', 'taken-out', 'what was seen is');
select is(pg_temp.kept('page', '9001'), 'taken-out Spring Edith four', 'and is kept');
select is(pg_temp.add(9003), 'added', 'a page that was never live');
insert into draft_saves (page_id, action, content, version, saved_at) values (9003, 'describe', '{}', 1, clock_timestamp());
update page_locales set title = 'Newer' where page_id = 9003;
select is(take_page_out(pg_temp.edith(), pg_temp.l(), 9003, true, false, pg_temp.in_release(9003)) ->> 'status', 'has-draft', 'is not put back over what somebody has saved since');

-- Deleting pages.
select is(delete_page(pg_temp.edith(), 9002, true) ->> 'status', 'unseen', 'a page is not deleted by an old tab');
select is(delete_page(pg_temp.edith(), 9002, true, null, pg_temp.last_save(9002) - 1) ->> 'status', 'newer', 'nor with a newer draft');

-- A locked page below one that moves.
select is(change_page(pg_temp.edith(), 9004, null, '{"en": {"path": "/elsewhere", "title": "Above"}}', pg_temp.last_save(9004)),
  '{"status": "locked", "pages": [{"id": 9005, "title": "Locked"}]}', 'a page does not move away from above a locked one, which is named');
select is((select path from page_locales where page_id = 9005), '/above/locked', 'which stays where it is');
select is(change_page(pg_temp.edith(), 9004, null, '{"en": {"path": "/above", "title": "Higher"}}', pg_temp.last_save(9004)) ->> 'status', 'saved', 'its title changes');

insert into pages (id, site_id, parent_id, created_at) values (9007, 'main', 9006, '2020-01-01');
insert into page_locales (page_id, locale, site_id, path, title) values (9007, 'en', 'main', '/other/below', 'Below');
update pages set created_at = '2020-01-01' where id = 9006;
select is(change_page(pg_temp.edith(), 9006, null, '{"en": {"path": "/moved", "title": "Other"}}', pg_temp.last_save(9006)) ->> 'status', 'saved', 'others move');
set constraints all immediate;
set constraints all deferred;
update pages set is_editable = false where id = 9007;
select is(undo_draft(pg_temp.edith(), 9006, (read_draft_steps(pg_temp.edith(), 9006) #>> '{undo,id}')::bigint, 'en'),
  '{"status": "locked", "pages": [{"id": 9007, "title": "Below"}]}', 'and not back once a page below is locked');
select throws_ok($$update page_locales set path = '/away' where page_id = 9007$$, '55000', null, 'whose address nobody of the staff changes in any other way');

-- For 30 days.
reset role;
alter table discarded_drafts disable trigger user;
update discarded_drafts set discarded_at = now() - interval '31 days' where kind = 'tag';
select publish_prune(365, 100, 1000);
select is((select count(*) from discarded_drafts where kind = 'tag'), 0::bigint, 'after 30 days it is gone');

select * from finish();
rollback;
