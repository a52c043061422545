begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(24);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000a', 'admin@test.example'), ('00000000-0000-0000-0000-00000000000b', 'second@test.example'),
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example'), ('00000000-0000-0000-0000-00000000000f', 'new@test.example');
insert into staff (user_id, email, name, role) values
  ('00000000-0000-0000-0000-00000000000a', 'admin@test.example', 'Ada', 'admin'),
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', 'Ed', 'editor');
update auth.users set created_at = '2026-01-01' where email = 'editor@test.example';
insert into auth.sessions (id, user_id, created_at, updated_at) values
  ('00000000-0000-0000-0000-0000000000e1', '00000000-0000-0000-0000-00000000000e', '2026-01-01', '2026-01-02');

create function pg_temp.change(p_actor text, p_user text, p_role staff_role, p_is_disabled boolean) returns text language sql as $$
  select change_colleague(('00000000-0000-0000-0000-00000000000' || p_actor)::uuid, ('00000000-0000-0000-0000-00000000000' || p_user)::uuid, p_role, p_is_disabled) ->> 'status'
$$;

-- Editors
set local role authenticated;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000e';
set local request.jwt.claims = '{"sub": "00000000-0000-0000-0000-00000000000e", "session_id": "00000000-0000-0000-0000-0000000000e1"}';
select throws_ok($$select list_colleagues()$$, '42501', null, 'an editor does not see the list of colleagues');
select is(read_own_profile() ->> 'name', 'Ed', 'but the own profile');
select is(jsonb_path_query_array(read_own_profile(), '$.sessions[*].is_this'), '[true]', 'with the session that is this one');
select is(private.last_seen('00000000-0000-0000-0000-00000000000a'), null, 'and not when others were seen');
select throws_ok($$select add_colleague('00000000-0000-0000-0000-00000000000a', '00000000-0000-0000-0000-00000000000f', 'new@test.example', 'New', 'admin')$$,
  '42501', null, 'nobody adds colleagues but by way of the server');
set local role service_role;
set local request.jwt.claim.sub = '';
set local request.jwt.claims = '';
select throws_ok($$select pg_temp.change('e', 'e', 'admin', false)$$, '42501', null, 'which makes no editor an administrator by their own word');
select throws_ok($$select add_colleague('00000000-0000-0000-0000-00000000000e', '00000000-0000-0000-0000-00000000000f', 'new@test.example', 'New', 'editor')$$,
  '42501', null, 'and adds nobody for an editor');
select lives_ok($$select rename_self('00000000-0000-0000-0000-00000000000e', 'Edith')$$, 'the own name is changed');
select is((select name from staff where email = 'editor@test.example'), 'Edith', 'by everybody');

-- Administrators
select set_config('app.actor', '00000000-0000-0000-0000-00000000000a', true);
select is(private.last_seen('00000000-0000-0000-0000-00000000000e'), timestamptz '2026-01-02', 'an administrator sees when others were seen');
select is(add_colleague('00000000-0000-0000-0000-00000000000a', '00000000-0000-0000-0000-00000000000f', 'New@test.example', 'New', 'editor') ->> 'status', 'added', 'an administrator adds somebody');
select is((select email || role from staff where name = 'New'), 'new@test.exampleeditor', 'with a role');
select is(add_colleague('00000000-0000-0000-0000-00000000000a', '00000000-0000-0000-0000-00000000000f', 'new@test.example', 'Again', 'admin') ->> 'status', 'known', 'once');
select is((select role::text from staff where name = 'New'), 'editor', 'and inviting again changes nothing');
select is(pg_temp.change('a', 'a', 'admin', true), 'last-admin', 'the last administrator is not disabled');
select is(pg_temp.change('a', 'a', 'editor', false), 'last-admin', 'nor made an editor');
select is(pg_temp.change('a', 'f', 'admin', false), 'saved', 'with another one');
select is(pg_temp.change('a', 'a', 'editor', false), 'saved', 'they may step down');
select throws_ok($$select pg_temp.change('a', 'f', 'editor', false)$$, '42501', null, 'and then change nobody');
select is(pg_temp.change('f', 'e', 'editor', true), 'saved', 'somebody is disabled');
reset role;
select is_empty($$select from auth.sessions where user_id = '00000000-0000-0000-0000-00000000000e'$$, 'and signed out everywhere');
insert into auth.sessions (id, user_id, created_at, updated_at) values
  ('00000000-0000-0000-0000-0000000000e2', '00000000-0000-0000-0000-00000000000e', '2026-01-01', '2026-01-02');
set local role service_role;
select is(pg_temp.change('f', 'e', 'editor', false), 'saved', 'once enabled');
reset role;
select isnt_empty($$select from auth.sessions where user_id = '00000000-0000-0000-0000-00000000000e'$$, 'the sessions since then live');
set local role service_role;
select pg_temp.change('f', 'e', 'editor', true);
select throws_ok($$select rename_self('00000000-0000-0000-0000-00000000000e', 'Ed')$$, '42501', null, 'and does nothing any more');

select * from finish();
rollback;
