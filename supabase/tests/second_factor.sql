-- A second factor counts in the database: what a session may do that was signed in to with the password, a code, or a recovery code.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(43);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000a', 'admin@test.example'), ('00000000-0000-0000-0000-00000000000e', 'editor@test.example');
insert into staff (user_id, email, name, role) values
  ('00000000-0000-0000-0000-00000000000a', 'admin@test.example', 'Ada', 'admin'),
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', 'Ed', 'editor');
insert into auth.sessions (id, user_id, aal) values
  ('00000000-0000-0000-0000-0000000000a1', '00000000-0000-0000-0000-00000000000a', 'aal1'),
  ('00000000-0000-0000-0000-0000000000e1', '00000000-0000-0000-0000-00000000000e', 'aal1'),
  ('00000000-0000-0000-0000-0000000000e2', '00000000-0000-0000-0000-00000000000e', 'aal1');

-- What somebody may do with a token: sees the colleagues, and what the session lacks.
create function pg_temp.with_token(p_who text, p_session text, p_aal text, p_age interval default '0') returns text language plpgsql as $$
declare
  seen bigint;
  needs text;
begin
  perform set_config('app.actor', '', true);
  perform set_config('request.jwt.claims', jsonb_build_object('sub', '00000000-0000-0000-0000-00000000000' || p_who,
    'session_id', '00000000-0000-0000-0000-0000000000' || p_session, 'aal', p_aal, 'iat', floor(extract(epoch from now() - p_age)))::text, true);
  perform set_config('request.jwt.claim.sub', '00000000-0000-0000-0000-00000000000' || p_who, true);
  set local role authenticated;
  select count(*) from public.staff into seen;
  needs := public.read_own_staff() ->> 'needs';
  reset role;
  perform set_config('request.jwt.claims', '', true);
  perform set_config('request.jwt.claim.sub', '', true);
  return seen || coalesce(' needs a ' || needs, '');
end $$;
-- What the server may do for somebody.
create function pg_temp.by_server(p_who text) returns text language plpgsql as $$
begin
  perform public.rename_self(('00000000-0000-0000-0000-00000000000' || p_who)::uuid, 'Name');
  return 'done';
exception when insufficient_privilege then
  return 'refused';
end $$;
create function pg_temp.id(p_end text) returns uuid language sql as $$
  select overlay('00000000-0000-0000-0000-000000000000' placing p_end from 37 - length(p_end))::uuid
$$;
create function pg_temp.hash(p_code text) returns text language sql as $$ select encode(sha256(p_code::bytea), 'hex') $$;

-- Without one
select is(pg_temp.with_token('e', 'e1', 'aal1'), '2', 'who has no second factor needs none');
select is(pg_temp.with_token('e', 'e3', 'aal1'), '0 needs a second factor', 'but a session that lives');
select is(pg_temp.by_server('e'), 'done', 'and the server acts for them');
insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
values (pg_temp.id('ef'), pg_temp.id('e'), 'totp', 'unverified', now(), now());
select is(pg_temp.with_token('e', 'e1', 'aal1'), '2', 'one that is not set up yet counts for nothing');

-- Set up
update auth.mfa_factors set status = 'verified' where id = pg_temp.id('ef');
select is(pg_temp.with_token('e', 'e1', 'aal1'), '0 needs a code', 'with one the password alone opens nothing');
select is(pg_temp.by_server('e'), 'refused', 'not by way of the server either');
select is(begin_second_factor(pg_temp.id('e'), pg_temp.id('e1'), '111111', array[pg_temp.hash('one')]) ->> 'status', 'not verified',
  'a session that Auth has not raised is not let in');
update auth.sessions set aal = 'aal2' where id = pg_temp.id('e1');
select is(pg_temp.with_token('e', 'e1', 'aal2'), '0 needs a code', 'one that was raised past the server opens nothing');
select is(begin_second_factor(pg_temp.id('e'), pg_temp.id('e1'), '111111', array[pg_temp.hash('one'), pg_temp.hash('two')]) ->> 'status', 'accepted',
  'a code that the server has checked lets it in');
select is(pg_temp.with_token('e', 'e1', 'aal2'), '2', 'with the tokens that were raised');
select is(pg_temp.with_token('e', 'e1', 'aal1'), '0 needs a code', 'and not with those of before');
select is(pg_temp.with_token('e', 'e2', 'aal2'), '0 needs a code', 'nor with another session');
select is(pg_temp.with_token('e', 'a1', 'aal2'), '0 needs a code', 'nor with that of somebody else');
select is(pg_temp.by_server('e'), 'done', 'and the server acts for them again');
select results_eq($$select user_id, actor, before, after from staff_edits order by id desc limit 1$$,
  $$values (pg_temp.id('e'), pg_temp.id('e'), '{"second_factor": false}'::jsonb, '{"second_factor": true}'::jsonb)$$, 'the audit log has it');

-- Codes
update auth.sessions set aal = 'aal2' where id = pg_temp.id('e2');
select is(accept_code(pg_temp.id('e'), pg_temp.id('e2'), '111111') ->> 'status', 'used', 'a code works once');
select is(pg_temp.with_token('e', 'e2', 'aal2'), '0 needs a code', 'whoever sends it');
select is(accept_code(pg_temp.id('e'), pg_temp.id('a1'), '222222') ->> 'status', 'not verified', 'and for no session of somebody else');
select is(accept_code(pg_temp.id('e'), pg_temp.id('e2'), '222222') ->> 'status', 'accepted', 'the next one works');
select is(pg_temp.with_token('e', 'e2', 'aal2'), '2', 'for that session');
delete from private.checked_sessions where session_id = pg_temp.id('e2');
update auth.sessions set aal = 'aal1' where id = pg_temp.id('e2');

-- Recovery codes
select is(use_recovery_code(pg_temp.id('e'), pg_temp.id('e2'), pg_temp.hash('three'), now()) ->> 'status', 'refused', 'a wrong recovery code is refused');
select is(use_recovery_code(pg_temp.id('a'), pg_temp.id('a1'), pg_temp.hash('one'), now()) ->> 'status', 'refused', 'and one of somebody else');
select is(use_recovery_code(pg_temp.id('e'), pg_temp.id('a1'), pg_temp.hash('one'), now()) ->> 'status', 'refused', 'and the own one for the session of somebody else');
select is(use_recovery_code(pg_temp.id('e'), pg_temp.id('e2'), pg_temp.hash('one'), now() - interval '1 second') ->> 'status', 'accepted', 'the own one is not');
select is(pg_temp.with_token('e', 'e2', 'aal1'), '2', 'and stands in for the app');
select is(pg_temp.with_token('e', 'e2', 'aal1', '1 minute'), '0 needs a code', 'with tokens that were issued for it');
select is(use_recovery_code(pg_temp.id('e'), pg_temp.id('e2'), pg_temp.hash('one'), now()) ->> 'status', 'refused', 'once');
select lives_ok($$select renew_recovery_codes(pg_temp.id('e'), array[pg_temp.hash('new')])$$, 'new ones are made');
select is(use_recovery_code(pg_temp.id('e'), pg_temp.id('e2'), pg_temp.hash('two'), now()) ->> 'status', 'refused', 'and those of before are gone');

-- Taken out of Auth by itself
delete from auth.mfa_factors where id = pg_temp.id('ef');
select is(pg_temp.with_token('e', 'e3', 'aal1'), '0 needs a code', 'what was set up here is ended here');

-- Ended
select throws_ok($$select end_second_factor(pg_temp.id('e'), pg_temp.id('a'))$$, '42501', null, 'an editor ends that of nobody else');
insert into auth.sessions (id, user_id, aal) values (pg_temp.id('e4'), pg_temp.id('e'), 'aal1');
select is(end_second_factor(pg_temp.id('e'), pg_temp.id('e')) ->> 'status', 'ended', 'the own one ends');
select is(pg_temp.with_token('e', 'e1', 'aal2'), '2', 'the session stays');
select is(pg_temp.with_token('e', 'e4', 'aal1'), '0 needs a second factor', 'and one that waited for a code is not let in by it');
select is(end_second_factor(pg_temp.id('e'), pg_temp.id('e')) ->> 'status', 'none', 'there is none any more');

-- Required
select is(require_second_factor(pg_temp.id('a'), 'everybody') ->> 'status', 'own first', 'who asks for one has one');
insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
values (pg_temp.id('af'), pg_temp.id('a'), 'totp', 'verified', now(), now());
update auth.sessions set aal = 'aal2' where id = pg_temp.id('a1');
select is(begin_second_factor(pg_temp.id('a'), pg_temp.id('a1'), '333333', '{}') ->> 'status', 'accepted', 'an administrator sets one up');
select is(require_second_factor(pg_temp.id('a'), 'admins') ->> 'status', 'saved', 'and asks administrators for one');
select is(pg_temp.with_token('e', 'e1', 'aal1'), '2', 'which editors do not need');
select is(require_second_factor(pg_temp.id('a'), 'everybody') ->> 'status', 'saved', 'and then everybody');
select is(pg_temp.with_token('e', 'e1', 'aal1') || pg_temp.by_server('e'), '0 needs a second factorrefused', 'who can do nothing without');
select throws_ok($$select require_second_factor(pg_temp.id('e'), 'nobody')$$, '42501', null, 'editors do not decide it');

-- Sessions
select is(end_session(pg_temp.id('a'), pg_temp.id('e1')) ->> 'status' || (end_session(pg_temp.id('a'), pg_temp.id('a1')) ->> 'status'), 'noneended',
  'people end their own sessions');

select * from finish();
rollback;
