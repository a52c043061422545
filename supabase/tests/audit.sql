begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(20);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000a', 'admin@test.example'), ('00000000-0000-0000-0000-00000000000e', 'editor@test.example');
insert into staff (user_id, email, name, role) values
  ('00000000-0000-0000-0000-00000000000a', 'admin@test.example', 'Ada', 'admin'),
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', 'Ed', 'editor');
insert into tags (id, slug, localized) values (900001, 'air', '{"en": {"name": "Air"}}');
delete from content_edits where true;
delete from staff_edits where true;
-- As in transactions of their own.
create function pg_temp.begin_edit(p_actor text default null) returns void language sql as
  $$ select set_config('content.edit', '', true), set_config('app.actor', coalesce(p_actor, ''), true) $$;

select pg_temp.begin_edit('00000000-0000-0000-0000-00000000000e');
update tags set localized = '{"en": {"name": "Fresh air"}}' where id = 900001;
select pg_temp.begin_edit('00000000-0000-0000-0000-00000000000a');
set local role service_role;
select is(change_colleague('00000000-0000-0000-0000-00000000000a', '00000000-0000-0000-0000-00000000000e', 'admin', false) ->> 'status', 'saved', 'a role changes');
reset role;
select pg_temp.begin_edit();
update tags set localized = '{"en": {"name": "Air"}}' where id = 900001;

-- Reading
create function pg_temp.found(p_filter jsonb) returns jsonb language sql as $$
  select jsonb_path_query_array(list_edits(p_filter, 10), '$.edits[*].by')
$$;
set local role authenticated;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000e';
select is(pg_temp.found('{}'), '[null, "Ada", "Ed"]', 'staff see who changed what, SQL included');
select is(pg_temp.found('{"person": "00000000-0000-0000-0000-00000000000a"}'), '["Ada"]', 'of one person');
select is(pg_temp.found('{"tables": ["tags"]}'), '[null, "Ed"]', 'of one kind of record');
select is(pg_temp.found('{"from": "2099-01-01"}'), '[]', 'of a time');
select is(jsonb_array_length(list_edits('{}', 10, (select min(id) + 1 from content_edits)) -> 'edits'), 1, 'and those before one of them');
select is(jsonb_path_query_first(list_edits('{"tables": ["staff"]}', 10), '$.records[0]') - 'edit' - 'omitted' - 'ref',
  '{"table": "staff", "operation": "update", "before": {"role": "editor"}, "after": {"role": "admin"}}', 'with old and new words');
select throws_ok($$update content_edits set actor = null where true$$, '42501', null, 'they change no edit');
select throws_ok($$delete from content_edits where true$$, '42501', null, 'and delete none');
select throws_ok($$update edited_records set before = null where true$$, '42501', null, 'nor its words');
select throws_ok($$delete from edited_records where true$$, '42501', null, 'in no way');
select throws_ok($$update staff_edits set actor = null where true$$, '42501', null, 'nor who made whom an administrator');

-- The server
set local role service_role;
set local request.jwt.claim.sub = '';
select throws_ok($$update content_edits set actor = null where true$$, '23001', null, 'nor does the server change who it was');
select throws_ok($$update edited_records set after = '{}' where true$$, '23001', null, 'or the words');
select throws_ok($$delete from content_edits where true$$, '23001', null, 'it deletes no edit');
select throws_ok($$delete from edited_records where true$$, '23001', null, 'and no words');
select throws_ok($$delete from staff_edits where true$$, '23001', null, 'of nobody');
select throws_ok($$truncate edited_records$$, '42501', null, 'not even all');
reset role;
update content_edits set made_at = now() - interval '2 years' where actor is null;
set local role service_role;
select lives_ok($$select publish_prune(90, 100, 100)$$, 'what is old goes');
select is((select count(*) from content_edits), 1::bigint, 'by itself');

select * from finish();
rollback;
