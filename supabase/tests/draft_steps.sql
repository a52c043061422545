begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(57);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000a', 'a@test.example'), ('00000000-0000-0000-0000-00000000000b', 'b@test.example');
insert into staff (user_id, email, name) values
  ('00000000-0000-0000-0000-00000000000a', 'a@test.example', 'Ada'), ('00000000-0000-0000-0000-00000000000b', 'b@test.example', 'Ben');
insert into sites (id, locales, localized) values ('test', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
-- Made before this transaction: the first state of a page is no step.
insert into pages (id, site_id, created_at) values (900001, 'test', '2026-01-01'), (900002, 'test', '2026-01-01'), (900003, 'test', '2026-01-01');
select set_config('content.draft_steps', 'off', true);
update pages set parent_id = 900001 where id = 900002;
insert into page_locales (page_id, locale, site_id, path, title) values
  (900001, 'en', 'test', '/one', 'One'), (900001, 'de', 'test', '/eins', 'Eins'), (900002, 'en', 'test', '/one/two', 'Two'), (900003, 'en', 'test', '/three', 'Three');
insert into modules (id, page_id, type, position, parent_id, slot) values
  (900001, 900001, 'HERO', 0, null, null), (900002, 900001, 'ACCORDION', 1, null, null), (900003, 900001, 'TEXT_BLOCK', 0, 900002, 'a'),
  (900004, 900001, 'QUOTE', 2, null, null);
insert into module_locales (module_id, locale, data) values
  (900001, 'en', '{"title": "A hero"}'), (900001, 'de', '{"title": "Ein Held"}'), (900002, 'en', '{}'), (900003, 'en', '{"body": "inside"}'),
  (900003, 'de', '{"body": "innen"}'), (900004, 'en', '{"heading": {"title": "A quote"}}');
select set_config('content.draft_steps', '', true);

create temporary table people (name text, id uuid);
insert into people values ('Ada', '00000000-0000-0000-0000-00000000000a'), ('Ben', '00000000-0000-0000-0000-00000000000b');
grant select on people to service_role;
-- What the end of a transaction does.
create function pg_temp.done(p_answer jsonb) returns text language plpgsql as $$
begin
  set constraints private.draft_steps_close immediate;
  set constraints private.draft_steps_close deferred;
  return p_answer ->> 'status';
end $$;
create function pg_temp.who(p_name text) returns uuid language sql as $$ select id from people where name = p_name $$;
create function pg_temp.save(p_name text, p_module bigint, p_locale public.locale, p_data jsonb) returns text language sql as $$
  select pg_temp.done(save_module(pg_temp.who(p_name), p_module, p_locale, p_data, 1,
    coalesce((select version from public.module_locales where module_id = p_module and locale = p_locale), 0))) $$;
create function pg_temp.arrange(p_name text, p_ids bigint[], p_parent bigint default null, p_slot text default null) returns text language sql as $$
  select pg_temp.done(arrange_modules(pg_temp.who(p_name), 900001, p_ids, (select structure_version from public.pages where id = 900001), p_parent, p_slot)) $$;
create function pg_temp.next(p_name text, p_what text) returns jsonb language sql as $$
  select read_draft_steps(pg_temp.who(p_name), 900001) -> p_what $$;
create function pg_temp.undo(p_name text, p_locale public.locale default 'en') returns jsonb language sql as $$
  select undo_draft(pg_temp.who(p_name), 900001, (pg_temp.next(p_name, 'undo') ->> 'id')::bigint, p_locale) $$;
create function pg_temp.redo(p_name text) returns jsonb language sql as $$
  select redo_draft(pg_temp.who(p_name), 900001, (pg_temp.next(p_name, 'redo') ->> 'id')::bigint, 'en') $$;
create function pg_temp.draft() returns jsonb language sql as $$
  select jsonb_build_object('modules', private.assemble_modules(900001, null, 'en'), 'german', private.assemble_modules(900001, null, 'de'),
    'details', (select jsonb_agg(jsonb_build_array(l.page_id, l.locale, l.path, l.title, l.seo) order by l.page_id, l.locale) from public.page_locales l where l.page_id in (900001, 900002)),
    'parent', (select parent_id from public.pages where id = 900001)) $$;
create function pg_temp.order_of() returns bigint[] language sql as $$
  select array_agg(id order by position, id) from public.modules where page_id = 900001 and parent_id is null $$;
create temporary table states (name text, draft jsonb);
grant select, insert on states to service_role;

-- Who may
set local role authenticated;
select throws_ok($$select undo_draft('00000000-0000-0000-0000-00000000000a', 900001, 1, 'en')$$, '42501', null, 'nobody but the server undoes');
select throws_ok('select 1 from private.draft_steps', '42501', null, 'or reads steps');
set local role service_role;
select is(pg_temp.next('Ada', 'undo'), 'null', 'nobody has done anything yet');
insert into states select 'first', pg_temp.draft();

-- Saving
select is(pg_temp.save('Ada', 900001, 'en', '{"title": "Another hero"}'), 'saved', 'a module is saved');
select is(pg_temp.next('Ada', 'undo') ->> 'what', 'edit', 'which is a step');
select is(pg_temp.next('Ada', 'undo') ->> 'title', 'Another hero', 'of that module');
select is(pg_temp.next('Ben', 'undo'), 'null', 'of the person who did it');
select is(pg_temp.undo('Ada') ->> 'status', 'saved', 'which is undone');
select is(pg_temp.draft(), (select draft from states where name = 'first'), 'and the draft is what it was');
select is(pg_temp.undo('Ada') ->> 'status', 'conflict', 'it is undone once');
select is(pg_temp.redo('Ada') #>> '{step,title}', 'Another hero', 'and done again');
select is(pg_temp.save('Ben', 900001, 'en', '{"title": "The hero of Ben"}'), 'saved', 'somebody else builds upon it');
select is(pg_temp.undo('Ada') ->> 'status', 'built-upon', 'then it is not undone');
select is(pg_temp.undo('Ada') #>> '{obstacle,by}', 'Ben', 'and the answer says who stands in the way');
select is((select data ->> 'title' from module_locales where module_id = 900001 and locale = 'en'), 'The hero of Ben', 'nothing has changed');
select is(pg_temp.undo('Ben') ->> 'status', 'saved', 'once that is undone');
select is(pg_temp.undo('Ada') ->> 'status', 'saved', 'it can be');
select is(pg_temp.redo('Ben') ->> 'status', 'built-upon', 'what was built upon it is not done again before it');
select is(pg_temp.redo('Ada') ->> 'status', 'saved', 'in their order');
select is(pg_temp.redo('Ben') ->> 'status', 'saved', 'both are');
select pg_temp.undo('Ben');
select pg_temp.undo('Ada');

-- Removing, with what is inside and in all languages
select is(pg_temp.arrange('Ada', '{900001,900004}'), 'saved', 'a module is removed with what is inside it');
select is(pg_temp.next('Ada', 'undo') ->> 'what', 'remove', 'as one step');
select is(pg_temp.next('Ada', 'undo') ->> 'count', '1', 'told as the one module');
select is(pg_temp.next('Ada', 'redo'), 'null', 'after which nothing is done again');
select is(pg_temp.undo('Ada', 'de') ->> 'status', 'english-only', 'the structure is changed in English only');
select is(pg_temp.arrange('Ben', '{900004,900001}'), 'saved', 'somebody else moves the others');
select is(pg_temp.undo('Ada') ->> 'status', 'saved', 'which does not stand in the way');
select is(pg_temp.undo('Ben') ->> 'status', 'saved', 'nor does it the other way round');
select is(pg_temp.draft(), (select draft from states where name = 'first'), 'and all is back: the places, the languages and what was inside');
select is(pg_temp.redo('Ada') ->> 'status', 'saved', 'and gone again');
select is(pg_temp.order_of(), '{900001,900004}', 'with what was inside');
select pg_temp.undo('Ada');

-- Adding, and adding inside of it
select is(pg_temp.done(insert_module(pg_temp.who('Ada'), 900001, 'ACCORDION', 1, '{}', 1, (select structure_version from pages where id = 900001))), 'saved', 'a module is added');
select is(pg_temp.done(insert_module(pg_temp.who('Ben'), 900001, 'QUOTE', 0, '{}', 1, (select structure_version from pages where id = 900001),
  (select id from modules where page_id = 900001 and type = 'ACCORDION' and id <> 900002), 'x')), 'saved', 'and somebody else adds one inside of it');
select is(pg_temp.undo('Ada') #>> '{obstacle,by}', 'Ben', 'then it stays');
select pg_temp.undo('Ben');
select is(pg_temp.undo('Ada') ->> 'status', 'saved', 'until that is gone');

-- Moving past several others
create function pg_temp.move(p_name text, p_module bigint, p_position integer) returns text language sql as $$
  select pg_temp.done(move_module(pg_temp.who(p_name), 900001, p_module, p_position, (select structure_version from public.pages where id = 900001))) $$;
select is(pg_temp.move('Ada', 900002, 0), 'saved', 'a module is moved past another one');
select is(pg_temp.next('Ada', 'undo') ->> 'module_id', '900002', 'the step is of the one that was moved');
select pg_temp.move('Ada', 900002, 1);
select is(pg_temp.undo('Ada') ->> 'status', 'saved', 'it goes on moving, and that is undone');
select is(pg_temp.draft(), (select draft from states where name = 'first'), 'to where it began');
select pg_temp.move('Ada', 900004, 1);
select pg_temp.move('Ada', 900004, 0);
select is(pg_temp.order_of(), '{900004,900001,900002}', 'one is moved past two');
select is(pg_temp.undo('Ada') ->> 'status', 'saved', 'that is undone');
select is(pg_temp.draft(), (select draft from states where name = 'first'), 'as one step');
select pg_temp.move('Ada', 900004, 1);
select pg_temp.move('Ben', 900001, 2);
select pg_temp.move('Ada', 900004, 1);
select pg_temp.undo('Ada');
select is(pg_temp.order_of(), '{900004,900002,900001}', 'what somebody else does in between parts them');
select pg_temp.undo('Ben');
select pg_temp.undo('Ada');
select is(pg_temp.draft(), (select draft from states where name = 'first'), 'and each is undone by itself');

-- The page itself
update pages set parent_id = 900003 where id = 900001;
select pg_temp.done(null);
select is((select author from private.draft_steps where page_id = 900001 order by id desc limit 1), pg_temp.who('Ada'), 'whoever acts is the author');
select is(pg_temp.done(change_page(pg_temp.who('Ada'), 900001, null, '{"en": {"path": "/uno", "title": "Uno"}, "de": {"path": "/eins", "title": "Eins"}}',
  (select max(id) from draft_saves where page_id = 900001))), 'saved', 'a page is renamed and moved');
select is((select count(*) from private.draft_steps where page_id = 900002), 0::bigint, 'for pages below it is no step');
select pg_temp.undo('Ada');
select pg_temp.undo('Ada');
select is(pg_temp.draft(), (select draft from states where name = 'first'), 'and back, with the pages below it');

-- Languages
create function pg_temp.settle(p_locales jsonb, p_removed locale[] default '{}') returns text language sql as $$
  select pg_temp.done(save_page_settings(pg_temp.who('Ada'), 900001, null, p_locales,
    (read_page_settings(900001) ->> 'version')::bigint, null, p_removed)) $$;
select is(pg_temp.settle('{"en": {"path": "/one", "title": "The first"}}', '{de}'), 'saved', 'a page is taken out of a language');
select results_eq($$select s -> 'taken_out_of', s -> 'put_into', s -> 'fields', s -> 'locales' from pg_temp.next('Ada', 'undo') s$$,
  $$values ('["de"]'::jsonb, '[]'::jsonb, '["title"]'::jsonb, '["en"]'::jsonb)$$, 'which is told as that, and not as its fields');
select is(pg_temp.undo('Ada') #>> '{step,taken_out_of}', '["de"]', 'also when it is undone');
select is(pg_temp.settle('{"en": {"path": "/one", "title": "One"}, "de": {"path": "/eins", "title": "Eins"}}'), 'saved', 'nothing else has changed');
select is(pg_temp.draft(), (select draft from states where name = 'first'), 'and all is back');

-- Discarding
select publish_pages('{900001}');
select pg_temp.save('Ada', 900004, 'de', '{"heading": {"title": "Ein Zitat"}}');
insert into states select 'before discarding', pg_temp.draft();
select pg_temp.done(discard_draft(pg_temp.who('Ada'), 900001, (select structure_version from pages where id = 900001), (select max(id) from draft_saves where page_id = 900001)));
select is(pg_temp.next('Ada', 'undo') ->> 'what', 'discard', 'discarding a draft is a step');
select pg_temp.undo('Ada');
select is(pg_temp.draft(), (select draft from states where name = 'before discarding'), 'that is undone like any other');

-- What is left
reset role;
delete from page_locales where page_id = 900002;
update pages set parent_id = null where id = 900002;
delete from pages where id = 900001;
select is_empty('select 1 from private.draft_steps where page_id = 900001', 'the steps of a page go with it');
update private.draft_steps set made_at = now() - interval '40 days' where true;
select publish_prune(365, 10, 100);
select is_empty('select 1 from private.draft_steps', 'and after thirty days');

select * from finish();
rollback;
