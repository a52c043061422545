begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(37);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example'), ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example');
insert into staff (user_id, email, name, disabled_at) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', 'Eva Editor', null),
  ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example', '', now());
insert into sites (id, locales, localized) values ('test', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id) values (900001, 'test'), (900002, 'test'), (900003, 'test');
insert into page_locales (page_id, locale, site_id, path, title) values
  (900001, 'en', 'test', '/one', 'One'), (900001, 'de', 'test', '/eins', 'Eins'), (900002, 'en', 'test', '/two', 'Two'),
  (900003, 'en', 'test', '/three', 'Three');
insert into modules (id, page_id, type, position, parent_id, slot) values
  (900001, 900001, 'HERO', 0, null, null), (900002, 900001, 'ACCORDION', 1, null, null), (900003, 900001, 'TEXT_BLOCK', 0, 900002, 'a'),
  (900004, 900001, 'QUOTE', 2, null, null);
insert into module_locales (module_id, locale, data) values
  (900001, 'en', '{"title": "A hero"}'), (900001, 'de', '{"title": "Ein Held"}'), (900002, 'en', '{}'), (900003, 'en', '{"body": "inside"}'),
  (900004, 'en', '{"heading": {"title": "A quote"}}');

-- Visitors and people who are not on the staff
set local role anon;
select throws_ok($$select read_page_changes(900001)$$, '42501', null, 'visitors do not read what a draft changes');
select throws_ok($$select discard_draft('00000000-0000-0000-0000-00000000000e', 900001, 1, 0)$$, '42501', null, 'or discard it');
set local role authenticated;
select throws_ok($$select private.record_discard(900001, 'discarded')$$, '42501', null, 'nobody but the server writes into the history');
set local role service_role;
select throws_ok($$select discard_draft('00000000-0000-0000-0000-00000000000d', 900001, 1, 0)$$, '42501', null, 'for a disabled member nothing is discarded');

set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000e';
create function pg_temp.changes() returns jsonb language sql as $$ select read_page_changes(900001) $$;
create function pg_temp.last_save() returns bigint language sql as $$ select (read_page_changes(900001) ->> 'last_save')::bigint $$;
create function pg_temp.structure_version() returns integer language sql as $$ select structure_version from pages where id = 900001 $$;

-- A page that was never published
select is(pg_temp.changes() -> 'is_published', 'false', 'a page that was never published says so');
select is(discard_draft('00000000-0000-0000-0000-00000000000e', 900001, 1, pg_temp.last_save()) ->> 'status', 'not-published', 'and cannot be put back');
select publish_pages('{900001,900002}');
select is(pg_temp.changes() -> 'edits', '[]', 'a published page has no edits');
select is(pg_temp.changes() -> 'details', '[]', 'and no changed details');
select is(discard_draft('00000000-0000-0000-0000-00000000000e', 900001, 1, pg_temp.last_save()) ->> 'version', '1', 'discarding nothing changes nothing');

-- What is changed
select save_module('00000000-0000-0000-0000-00000000000e', 900001, 'en', '{"title": "Another hero"}', 1, 1);
select is(pg_temp.changes() #> '{edits,0,locale}', '"en"', 'an edit is told with its locale');
select is(jsonb_array_length(pg_temp.changes() -> 'edits'), 1, 'and not for a locale that has its own data');
select is(pg_temp.changes() #>> '{edits,0,saved,by}', 'Eva Editor', 'and with who saved it');
select save_module('00000000-0000-0000-0000-00000000000e', 900002, 'en', '{"heading": {"title": "H"}}', 1, 1);
select is(jsonb_array_length(pg_temp.changes() -> 'edits'), 2, 'what a locale falls back to is told once');
select save_module('00000000-0000-0000-0000-00000000000e', 900004, 'de', '{"heading": {"title": "Ein Zitat"}}', 1, 0);
select is((select jsonb_agg(e -> 'locale') from jsonb_array_elements(pg_temp.changes() -> 'edits') e where e ->> 'id' = '900004'), '["de"]',
  'a first translation is an edit of its locale');
update page_locales set title = 'Eins und mehr', seo = '{"noindex": true}' where page_id = 900001 and locale = 'de';
select is(pg_temp.changes() #> '{details,0,fields}', '["title", "seo"]', 'changed page details are told by field');
update pages set parent_id = 900002 where id = 900001;
select is(pg_temp.changes() -> 'is_moved', 'true', 'and so is another place in the tree');
select add_module(900001, 'KEY_FIGURES', 0, null, null, '{"heading": {"title": "New"}}', 1, 1);
update modules set parent_id = (select id from modules where page_id = 900001 and type = 'KEY_FIGURES'), slot = 'x' where id = 900004;
select arrange_page(900001, array[(select id from modules where page_id = 900001 and type = 'KEY_FIGURES'), 900001], 2);
select is(pg_temp.changes() #>> '{draft,0,title}', 'New', 'the structure of the draft has the added module');
select is((select jsonb_agg(l -> 'id') from jsonb_array_elements(pg_temp.changes() -> 'live') l), '[900001, 900002, 900003, 900004]',
  'and what is live has all that it had');

-- Discarding
select is(discard_draft('00000000-0000-0000-0000-00000000000e', 900001, 2, pg_temp.last_save()) ->> 'status', 'conflict', 'from an old structure nothing is discarded');
select is(discard_draft('00000000-0000-0000-0000-00000000000e', 900001, 3, pg_temp.last_save() - 1) ->> 'status', 'conflict', 'or after a save that the caller has not seen');
select is(discard_draft('00000000-0000-0000-0000-00000000000e', 900001, 3, pg_temp.last_save() - 1) #>> '{saved,by}', 'Eva Editor', 'which is told by who saved');
select ok(page_differs(900001), 'the draft is as it was');
select is(discard_draft('00000000-0000-0000-0000-00000000000e', 900001, 3, pg_temp.last_save()) ->> 'version', '4', 'an editor discards the draft');
select ok(not page_differs(900001), 'then it equals what is published');
select results_eq($$select id, parent_id, slot, position from modules where page_id = 900001 order by id$$,
  $$values (900001::bigint, null::bigint, null::text, 0), (900002, null, null, 1), (900003, 900002, 'a', 0), (900004, null, null, 2)$$,
  'its modules are back with their ids and places');
select results_eq($$select module_id, locale::text, data ->> 'title' from module_locales where module_id in (900001, 900004) order by 1, 2$$,
  $$values (900001::bigint, 'de', 'Ein Held'), (900001, 'en', 'A hero'), (900004, 'en', null)$$, 'with each locale''s data, and none where it had none');
select results_eq($$select title from page_locales where page_id = 900001 order by locale$$, array['One', 'Eins'], 'and the details of the page');
select is((select parent_id from pages where id = 900001), null, 'in its place of the tree');
select is((select version from module_locales where module_id = 900002 and locale = 'en'), 3,
  'a module that comes back goes on counting its versions');
select is(save_module('00000000-0000-0000-0000-00000000000e', 900004, 'de', '{"heading": {"title": "Neu"}}', 1, 0) ->> 'version', '2', 'and so does a locale that is translated again');

-- Nothing is lost
select is((select count(*) from draft_saves where page_id = 900001 and action = 'discard'), 1::bigint, 'the history has what was discarded');
select is((select s.content #>> '{structure,0,locales,en,data,heading,title}' from draft_saves s where s.page_id = 900001 and s.action = 'discard'),
  'New', 'with the added module');
select is((select s.content #>> '{details,de,title}' from draft_saves s where s.page_id = 900001 and s.action = 'discard'), 'Eins und mehr',
  'and the details of the page');
select is((select saved_by from draft_saves where page_id = 900001 and action = 'discard'), '00000000-0000-0000-0000-00000000000e'::uuid,
  'and who discarded it');

-- An address that is taken
update page_locales set path = '/elsewhere' where page_id = 900001 and locale = 'en';
update page_locales set path = '/one' where page_id = 900003 and locale = 'en';
select throws_ok($$select discard_draft('00000000-0000-0000-0000-00000000000e', 900001, 4, pg_temp.last_save())$$, '23505', null, 'a published address that another draft has taken is not taken back');
select is((select path from page_locales where page_id = 900001 and locale = 'en'), '/elsewhere', 'the draft stays as it was');
select is((select count(*) from draft_saves where page_id = 900001 and action = 'discard'), 1::bigint, 'and the history says nothing');

select * from finish();
rollback;
