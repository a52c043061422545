begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(43);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example'), ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example');
insert into staff (user_id, email, disabled_at) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', null),
  ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example', now());
insert into sites (id, locales, localized) values ('test', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id, is_editable) values (900001, 'test', true), (900002, 'test', true), (900003, 'test', false);
insert into modules (id, page_id, parent_id, slot, type, position) values
  (900001, 900001, null, null, 'ACCORDION', 0), (900002, 900001, null, null, 'TEXT_BLOCK', 1),
  (900011, 900001, 900001, 'a', 'TEXT_BLOCK', 0), (900012, 900001, 900001, 'a', 'NEWS', 1), (900013, 900001, 900001, 'b', 'HERO', 0),
  (900021, 900002, null, null, 'TEXT_BLOCK', 0);
insert into module_locales (module_id, locale, data) values
  (900001, 'en', '{"title": "outer"}'), (900001, 'de', '{"title": "außen"}'), (900002, 'en', '{"body": "text"}'),
  (900011, 'en', '{"body": "inner"}'), (900011, 'de', '{"body": "innen"}'), (900012, 'en', '{}'), (900013, 'en', '{}'), (900021, 'en', '{}');

create function pg_temp.slot_of(p_slot text) returns bigint[] language sql as
  $$ select array_agg(id order by position) from public.modules where parent_id = 900001 and slot = p_slot $$;

-- Visitors and people who are not on the staff
set local role anon;
select throws_ok($$select arrange_modules('00000000-0000-0000-0000-00000000000e', 900001, '{900001}', 1)$$, '42501', null, 'visitors do not arrange');
select throws_ok($$select insert_module('00000000-0000-0000-0000-00000000000e', 900001, 'HERO', 0, '{}', 1, 1)$$, '42501', null, 'or add');
set local role authenticated;
select throws_ok($$select arrange_modules('00000000-0000-0000-0000-00000000000e', 900001, '{900001}', 1)$$, '42501', null, 'nor does anybody else but the server');
set local role service_role;
select throws_ok($$select arrange_modules('00000000-0000-0000-0000-00000000000d', 900001, '{900001}', 1)$$, '42501', null,
  'which arranges nothing for a disabled member');
select throws_ok($$select insert_module('00000000-0000-0000-0000-00000000000d', 900001, 'HERO', 0, '{}', 1, 1)$$, '42501', null, 'and adds nothing');
select throws_ok($$select move_module('00000000-0000-0000-0000-00000000000d', 900001, 900001, 0, 1)$$, '42501', null, 'and moves nothing');

-- A slot
select is(arrange_modules('00000000-0000-0000-0000-00000000000e', 900001, '{900012,900011}', 1, 900001, 'a') ->> 'version', '2', 'an editor arranges the modules of a slot');
select is(pg_temp.slot_of('a'), '{900012,900011}', 'they stand in that order');
select is(pg_temp.slot_of('b'), '{900013}', 'the other slot is as it was');
select is((select array_agg(id order by position) from modules where page_id = 900001 and parent_id is null), '{900001,900002}', 'and so is the page');
select is(arrange_modules('00000000-0000-0000-0000-00000000000e', 900001, '{900011,900013}', 2, 900001, 'a') ->> 'status', 'not-found', 'a module of another slot is not arranged here');
select is(arrange_modules('00000000-0000-0000-0000-00000000000e', 900001, '{900011}', 2) ->> 'status', 'not-found', 'nor one inside a module on the page itself');
select is(arrange_modules('00000000-0000-0000-0000-00000000000e', 900001, '{900021}', 2) ->> 'status', 'not-found', 'nor one of another page');
select is(arrange_modules('00000000-0000-0000-0000-00000000000e', 900001, '{900011,900011}', 2, 900001, 'a') ->> 'status', 'not-found', 'nor one twice');
select is(insert_module('00000000-0000-0000-0000-00000000000e', 900001, 'QUOTE', 1, '{"quote": "q"}', 1, 2, 900001, 'a') ->> 'status', 'saved', 'an editor adds to a slot');
select is((select type from modules where id = (pg_temp.slot_of('a'))[2]), 'QUOTE', 'at the position asked for');
select is(insert_module('00000000-0000-0000-0000-00000000000e', 900001, 'QUOTE', 0, '{}', 1, 3) ->> 'status', 'saved', 'and to the page');

-- Who was faster
select is(arrange_modules('00000000-0000-0000-0000-00000000000e', 900001, '{}', 3) ->> 'status', 'conflict', 'nothing is arranged from an old structure');
select is(insert_module('00000000-0000-0000-0000-00000000000e', 900001, 'HERO', 0, '{}', 1, 3) ->> 'status', 'conflict', 'or added');
select is(arrange_modules('00000000-0000-0000-0000-00000000000e', 900001, '{}', 3) ->> 'changed_by', '00000000-0000-0000-0000-00000000000e', 'the answer says who changed it');
select ok((arrange_modules('00000000-0000-0000-0000-00000000000e', 900001, '{}', 3) ->> 'changed_at')::timestamptz <= now(), 'and when');
select is(insert_module('00000000-0000-0000-0000-00000000000e', 900002, 'HERO', 0, '{}', 1, 9) ->> 'changed_by', null, 'as far as the history knows');

-- Pages that are not to be edited
select is(arrange_modules('00000000-0000-0000-0000-00000000000e', 900003, '{}', 1) ->> 'status', 'not-editable', 'a page that is not editable is not arranged');
select is(insert_module('00000000-0000-0000-0000-00000000000e', 900003, 'HERO', 0, '{}', 1, 1) ->> 'status', 'not-editable', 'or added to');
select is(arrange_modules('00000000-0000-0000-0000-00000000000e', -1, '{}', 1) ->> 'status', 'not-found', 'a page that does not exist is not arranged');
select is(insert_module('00000000-0000-0000-0000-00000000000e', -1, 'HERO', 0, '{}', 1, 1) ->> 'status', 'not-found', 'or added to');

-- From one place to another
select is(move_module('00000000-0000-0000-0000-00000000000e', 900001, 900002, 1, 4, 900001, 'b') ->> 'version', '5', 'an editor moves a module into a slot');
select is(pg_temp.slot_of('b'), '{900013,900002}', 'to the position asked for');
select is(move_module('00000000-0000-0000-0000-00000000000e', 900001, 900001, 0, 5, 900001, 'b') ->> 'status', 'not-found', 'a module does not go into itself');
update modules set type = 'ACCORDION' where id = 900013;
insert into modules (id, page_id, parent_id, slot, type, position) values (900014, 900001, 900013, 'a', 'TEXT_BLOCK', 0);
select is(move_module('00000000-0000-0000-0000-00000000000e', 900001, 900001, 0, 5, 900013, 'a') ->> 'status', 'not-found', 'or into what is inside of it');
select is(move_module('00000000-0000-0000-0000-00000000000e', 900001, 900021, 0, 5, 900001, 'b') ->> 'status', 'not-found', 'nor does one of another page come here');
select is(move_module('00000000-0000-0000-0000-00000000000e', 900001, 900002, 0, 5, 900021, 'a') ->> 'status', 'not-found', 'or go there');
select is(move_module('00000000-0000-0000-0000-00000000000e', 900001, 900002, 0, 4) ->> 'status', 'conflict', 'nothing is moved in an old structure');
select is(move_module('00000000-0000-0000-0000-00000000000e', 900003, 900002, 0, 1) ->> 'status', 'not-editable', 'or on a page that is not editable');
select is(move_module('00000000-0000-0000-0000-00000000000e', 900001, 900002, 9, 5) ->> 'status', 'saved', 'it comes out again');
select is((select array_agg(id order by position) from modules where page_id = 900001 and parent_id is null and type <> 'QUOTE'), '{900001,900002}', 'to the end, behind which there is nothing');

-- What is removed
select is(arrange_modules('00000000-0000-0000-0000-00000000000e', 900001, array_remove(pg_temp.slot_of('a'), 900011), 6, 900001, 'a') ->> 'status', 'saved', 'an editor removes a module of a slot');
select results_eq($$select locale::text, content #>> '{data,body}', (content ->> 'parent')::bigint, content ->> 'slot', saved_by
    from draft_saves where module_id = 900011 and action = 'remove' order by id$$,
  $$values ('en', 'inner', 900001::bigint, 'a', '00000000-0000-0000-0000-00000000000e'::uuid),
    ('de', 'innen', 900001, 'a', '00000000-0000-0000-0000-00000000000e')$$, 'the history keeps its data in every locale, its place, and who removed it');
select is(arrange_page(900001, '{900002}', 7) ->> 'status', 'saved', 'an editor removes modules of the page');
select is((select count(*) from modules where page_id = 900001), 1::bigint, 'with what is inside them');
select results_eq($$select distinct module_id from draft_saves where page_id = 900001 and action = 'remove' and module_id in (900001, 900012, 900013) order by 1$$,
  array[900001, 900012, 900013]::bigint[], 'the history keeps them all');
set local role authenticated;
select throws_ok($$delete from draft_saves where page_id = 900001$$, '42501', null, 'and nobody takes anything out of it');
reset role;
select set_config('content.importing', 'on', true);
delete from modules where id = 900021;
select is((select count(*) from draft_saves where module_id = 900021 and action = 'remove'), 0::bigint, 'an import brings its own history');

select * from finish();
rollback;
