begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(5);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example'), ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example'),
  ('00000000-0000-0000-0000-00000000000f', 'visitor@test.example');
insert into staff (user_id, email, role, disabled_at) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', 'admin', null),
  ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example', 'editor', '2026-01-01T00:00:00Z');

set local role authenticated;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000e';
select is(read_own_staff(), '{"role": "admin", "email": "editor@test.example", "needs": null, "disabled_at": null}', 'somebody of the staff sees their row');
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000d';
select isnt(read_own_staff() ->> 'disabled_at', null, 'somebody who is disabled learns it');
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000f';
select is(read_own_staff(), null, 'nobody else has one');
set local role anon;
select throws_ok('select read_own_staff()', '42501', null, 'visitors may not ask');
reset role;

select is(
  (select count(*) from pg_proc p join pg_language l on l.oid = p.prolang
   where p.proname in ('assemble_modules', 'flatten_modules', 'save_mark', 'read_page_changes', 'read_draft_state')
     and l.lanname = 'plpgsql'),
  5::bigint, 'what a draft is read with keeps its plans');

select * from finish();
rollback;
