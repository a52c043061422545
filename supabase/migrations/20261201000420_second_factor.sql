-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop policy staff_read on public.staff;

CREATE OR REPLACE FUNCTION private.has_second_factor(p_user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select from private.second_factors f where f.user_id = p_user_id)
    or exists (select from auth.mfa_factors f where f.user_id = p_user_id and f.status::text = 'verified');
end $function$
;

CREATE OR REPLACE FUNCTION private.is_assured()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.actor();
  -- The server, which acts for a person, has no token of that person.
  by_server boolean := nullif(current_setting('app.actor', true), '') is not null;
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  if not by_server and claims ? 'session_id' and not exists (
    select from auth.sessions s where s.id = (claims ->> 'session_id')::uuid and s.user_id = person
  ) then
    return false;
  end if;
  if not private.has_second_factor(person) then
    return not exists (
      select from private.sign_in_rules r join public.staff s on s.user_id = person
      where r.second_factor_of = 'everybody' or (r.second_factor_of = 'admins' and s.role = 'admin')
    );
  end if;
  return exists (
    select from private.checked_sessions c join auth.sessions s on s.id = c.session_id
    where c.user_id = person and s.user_id = person and (s.not_after is null or s.not_after > now())
      and (by_server or c.session_id = (claims ->> 'session_id')::uuid and case c.means
        when 'app' then claims ->> 'aal' = 'aal2'
        else (claims ->> 'iat')::numeric >= extract(epoch from c.tokens_since)
      end)
  );
end $function$
;
comment on function private.is_assured() is 'Whether the acting person has given the second factor that the person has or needs: in this session, or for the server in any that lives.';

CREATE OR REPLACE FUNCTION private.is_staff()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from public.staff s where s.user_id = (select private.actor()) and s.disabled_at is null
  ) and private.is_assured();
end $function$
;
comment on function private.is_staff() is 'Whether the acting person is an active member of the staff, and has given a second factor where one is asked for.';

CREATE OR REPLACE FUNCTION private.is_admin()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from public.staff s
    where s.user_id = (select private.actor()) and s.disabled_at is null and s.role = 'admin'
  ) and private.is_assured();
end $function$
;
comment on function private.is_admin() is 'Whether the acting person is an active administrator, and has given a second factor where one is asked for.';

CREATE OR REPLACE FUNCTION private.own_staff()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select jsonb_build_object('role', s.role, 'email', s.email, 'disabled_at', s.disabled_at, 'needs', case
      when private.is_assured() then null
      when private.has_second_factor(s.user_id) then 'code'
      else 'second factor'
    end)
    from public.staff s where s.user_id = auth.uid()
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.read_own_staff()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.own_staff()
$function$
;
comment on function public.read_own_staff() is 'The caller''s own row of the staff list, and what this session lacks: a code of the second factor, or a second factor; null for everybody else.';

CREATE OR REPLACE FUNCTION private.second_factor_of(p_user_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('since', (select f.since from private.second_factors f where f.user_id = p_user_id), 'codes_left', (
    select count(*) from private.recovery_codes r where r.user_id = p_user_id and r.used_at is null
  ))
  where private.has_second_factor(p_user_id) and ((select private.is_admin()) or p_user_id = (select private.actor()))
$function$
;
comment on function private.second_factor_of(uuid) is 'Since when somebody has a second factor, and how many recovery codes; only administrators and the person learn it.';

CREATE OR REPLACE FUNCTION private.who_needs_second_factor()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select r.second_factor_of from private.sign_in_rules r), 'nobody')
$function$
;

CREATE OR REPLACE FUNCTION public.list_colleagues()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if not private.is_admin() then
    raise exception 'only administrators may do this' using errcode = 'insufficient_privilege';
  end if;
  return (
    select jsonb_build_object('second_factor_of', private.who_needs_second_factor(), 'people',
      coalesce(jsonb_agg(jsonb_build_object('id', s.user_id, 'email', s.email, 'name', s.name, 'role', s.role,
        'disabled_at', s.disabled_at, 'added_at', s.created_at, 'seen_at', private.last_seen(s.user_id),
        'has_second_factor', private.second_factor_of(s.user_id) is not null
      ) order by s.disabled_at is not null, lower(coalesce(nullif(s.name, ''), s.email)), s.user_id), '[]'))
    from public.staff s
  );
end $function$
;
comment on function public.list_colleagues() is 'Everybody on the staff, with role, second factor and when each was last seen, and who has to have a second factor. For administrators.';

CREATE OR REPLACE FUNCTION public.read_own_profile()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select jsonb_build_object('id', s.user_id, 'email', s.email, 'name', s.name, 'role', s.role,
      'sessions', private.own_sessions(), 'second_factor', private.second_factor_of(s.user_id))
    from public.staff s where s.user_id = private.actor() and s.disabled_at is null
  );
end $function$
;
comment on function public.read_own_profile() is 'Name, role, sessions and second factor of the caller; null for who is not on the staff.';

CREATE OR REPLACE FUNCTION private.note_staff_change(p_user_id uuid, p_before jsonb, p_after jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.staff_edits (actor, user_id, operation, before, after)
  values (private.actor(), p_user_id, 'update', p_before, p_after)
$function$
;
comment on function private.note_staff_change(uuid,jsonb,jsonb) is 'Writes into the audit log what is not a column of the staff list.';

CREATE OR REPLACE FUNCTION private.check_session(p_user_id uuid, p_session_id uuid, p_means text, p_tokens_since timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from private.checked_sessions c
  where c.user_id = p_user_id and not exists (select from auth.sessions s where s.id = c.session_id);
  insert into private.checked_sessions (session_id, user_id, means, tokens_since)
  values (p_session_id, p_user_id, p_means, p_tokens_since)
  on conflict (session_id) do update set means = excluded.means, tokens_since = excluded.tokens_since, checked_at = now();
end $function$
;

CREATE OR REPLACE FUNCTION private.accept_code(p_user_id uuid, p_session_id uuid, p_code text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from auth.sessions s where s.id = p_session_id and s.user_id = p_user_id and s.aal::text = 'aal2') then
    return 'not verified';
  end if;
  delete from private.used_codes u where u.user_id = p_user_id and u.used_at < now() - interval '10 minutes';
  insert into private.used_codes (user_id, code) values (p_user_id, p_code) on conflict do nothing;
  if not found then
    return 'used';
  end if;
  perform private.check_session(p_user_id, p_session_id, 'app', now());
  return 'accepted';
end $function$
;

CREATE OR REPLACE FUNCTION private.replace_recovery_codes(p_user_id uuid, p_hashes text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.recovery_codes r where r.user_id = p_user_id;
  insert into private.recovery_codes (user_id, hash) select p_user_id, unnest(p_hashes);
end $function$
;

CREATE OR REPLACE FUNCTION private.begin_second_factor(p_user_id uuid, p_hashes text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.second_factors (user_id) values (p_user_id) on conflict (user_id) do update set since = now();
  perform private.replace_recovery_codes(p_user_id, p_hashes);
end $function$
;

CREATE OR REPLACE FUNCTION public.accept_code(p_user_id uuid, p_session_id uuid, p_code text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select jsonb_build_object('status', private.accept_code(p_user_id, p_session_id, p_code))
$function$
;
comment on function public.accept_code(uuid,uuid,text) is 'After Supabase Auth has raised a session to aal2 by a code: uses the code up, and lets the session do what the person may do.';

CREATE OR REPLACE FUNCTION public.begin_second_factor(p_user_id uuid, p_session_id uuid, p_code text, p_hashes text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  answer text := private.accept_code(p_user_id, p_session_id, p_code);
begin
  if answer = 'accepted' then
    perform set_config('app.actor', p_user_id::text, true);
    perform private.begin_second_factor(p_user_id, p_hashes);
    perform private.note_staff_change(p_user_id, '{"second_factor": false}', '{"second_factor": true}');
  end if;
  return jsonb_build_object('status', answer);
end $function$
;
comment on function public.begin_second_factor(uuid,uuid,text,text[]) is 'The same when the app was set up just now, with the hashes of the recovery codes.';

CREATE OR REPLACE FUNCTION private.use_recovery_code(p_user_id uuid, p_session_id uuid, p_hash text, p_tokens_since timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from auth.sessions s where s.id = p_session_id and s.user_id = p_user_id) then
    return null;
  end if;
  update private.recovery_codes r set used_at = now()
  where r.user_id = p_user_id and r.hash = p_hash and r.used_at is null;
  if not found then
    return null;
  end if;
  perform private.check_session(p_user_id, p_session_id, 'recovery code', p_tokens_since);
  return (select count(*) from private.recovery_codes r where r.user_id = p_user_id and r.used_at is null);
end $function$
;

CREATE OR REPLACE FUNCTION public.use_recovery_code(p_user_id uuid, p_session_id uuid, p_hash text, p_tokens_since timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  codes_left integer := private.use_recovery_code(p_user_id, p_session_id, p_hash, p_tokens_since);
begin
  if codes_left is null then
    return '{"status": "refused"}';
  end if;
  perform set_config('app.actor', p_user_id::text, true);
  perform private.note_staff_change(p_user_id, jsonb_build_object('recovery_codes', codes_left + 1), jsonb_build_object('recovery_codes', codes_left));
  return '{"status": "accepted"}';
end $function$
;
comment on function public.use_recovery_code(uuid,uuid,text,timestamp with time zone) is 'Uses a recovery code up, and lets a session do what the person may do, with the tokens that were issued since a moment.';

CREATE OR REPLACE FUNCTION public.renew_recovery_codes(p_actor uuid, p_hashes text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_as(p_actor);
  perform private.replace_recovery_codes(p_actor, p_hashes);
  perform private.note_staff_change(p_actor, null, jsonb_build_object('recovery_codes', cardinality(p_hashes)));
end $function$
;
comment on function public.renew_recovery_codes(uuid,text[]) is 'New recovery codes of the acting person; none of those before works any more.';

CREATE OR REPLACE FUNCTION private.forget_second_factor(p_user_id uuid, p_is_everywhere boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  had_one boolean := private.has_second_factor(p_user_id);
begin
  delete from auth.sessions s
  where s.user_id = p_user_id
    and (p_is_everywhere or had_one and not exists (select from private.checked_sessions c where c.session_id = s.id));
  delete from auth.mfa_factors f where f.user_id = p_user_id;
  delete from private.second_factors f where f.user_id = p_user_id;
  delete from private.recovery_codes r where r.user_id = p_user_id;
  delete from private.checked_sessions c where c.user_id = p_user_id;
  return had_one;
end $function$
;

CREATE OR REPLACE FUNCTION public.end_second_factor(p_actor uuid, p_user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_as(p_actor);
  if p_user_id is distinct from p_actor and not private.is_admin() then
    raise exception 'only administrators may do this' using errcode = 'insufficient_privilege';
  end if;
  if not private.forget_second_factor(p_user_id, p_user_id <> p_actor) then
    return '{"status": "none"}';
  end if;
  perform private.note_staff_change(p_user_id, '{"second_factor": true}', '{"second_factor": false}');
  return '{"status": "ended"}';
end $function$
;
comment on function public.end_second_factor(uuid,uuid) is 'Ends the own second factor, or as an administrator that of a colleague, who is signed out everywhere.';

CREATE OR REPLACE FUNCTION public.reset_second_factor(p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  person uuid := (select s.user_id from public.staff s where s.email = lower(p_email));
begin
  if person is null or not private.forget_second_factor(person, true) then
    return '{"status": "none"}';
  end if;
  perform private.note_staff_change(person, '{"second_factor": true}', '{"second_factor": false}');
  return '{"status": "ended"}';
end $function$
;
comment on function public.reset_second_factor(text) is 'For the operator: ends the second factor of a member of the staff, as the last administrator may need it.';

CREATE OR REPLACE FUNCTION private.require_second_factor(p_of text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  earlier text := private.who_needs_second_factor();
begin
  insert into private.sign_in_rules (second_factor_of) values (p_of)
  on conflict (is_only) do update set second_factor_of = excluded.second_factor_of;
  return earlier;
end $function$
;

CREATE OR REPLACE FUNCTION public.require_second_factor(p_actor uuid, p_of text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  earlier text;
begin
  perform private.act_as(p_actor, true);
  if p_of <> 'nobody' and private.second_factor_of(p_actor) is null then
    return '{"status": "own first"}';
  end if;
  earlier := private.require_second_factor(p_of);
  if earlier <> p_of then
    perform private.note_staff_change(null, jsonb_build_object('second_factor_of', earlier), jsonb_build_object('second_factor_of', p_of));
  end if;
  return '{"status": "saved"}';
end $function$
;
comment on function public.require_second_factor(uuid,text) is 'Says who has to have a second factor: nobody, administrators or everybody. Who has none may only set one up from then on.';

CREATE OR REPLACE FUNCTION private.end_session(p_user_id uuid, p_session_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.sessions s where s.id = p_session_id and s.user_id = p_user_id;
  return found;
end $function$
;

CREATE OR REPLACE FUNCTION public.end_session(p_actor uuid, p_session_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_as(p_actor);
  return jsonb_build_object('status', case when private.end_session(p_actor, p_session_id) then 'ended' else 'none' end);
end $function$
;
comment on function public.end_session(uuid,uuid) is 'Signs the acting person out of one place: its tokens count nowhere from then on.';

create table private.second_factors (
  user_id uuid primary key references auth.users (id) on delete cascade,
  since timestamptz not null default now()
);
comment on table private.second_factors is 'Who has set up a second factor here. It counts until it is ended here: whoever takes it out of Supabase Auth by itself is asked for a code all the same.';

create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  used_at timestamptz,
  primary key (user_id, hash)
);
comment on table private.recovery_codes is 'Hashes of the codes that stand in for the app of a second factor, once each.';

create table private.sign_in_rules (
  is_only boolean primary key default true check (is_only),
  second_factor_of text not null check (second_factor_of in ('nobody', 'admins', 'everybody'))
);
comment on table private.sign_in_rules is 'Who of the staff has to have a second factor; without a row nobody.';

create table private.checked_sessions (
  session_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  means text not null check (means in ('app', 'recovery code')),
  -- A recovery code raises no claim of a token: only tokens count that were issued for it.
  tokens_since timestamptz not null,
  checked_at timestamptz not null default now()
);
comment on table private.checked_sessions is 'Sessions for which the server has checked a second factor. One that was raised to aal2 past the server, where codes are neither counted nor used up, is not here.';

create table private.used_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code text not null,
  used_at timestamptz not null default now(),
  primary key (user_id, code)
);
comment on table private.used_codes is 'Codes of the app that were used in the last minutes: none works twice, although Supabase Auth would take it again.';

alter table public.staff_edits alter column user_id drop not null;

CREATE INDEX checked_sessions_user_id_idx ON private.checked_sessions USING btree (user_id);

create policy staff_read on public.staff for select to authenticated using (( SELECT private.is_staff() AS is_staff));

revoke all on table private.second_factors from public, anon, authenticated, service_role;

revoke all on table private.recovery_codes from public, anon, authenticated, service_role;

revoke all on table private.sign_in_rules from public, anon, authenticated, service_role;

revoke all on table private.checked_sessions from public, anon, authenticated, service_role;

revoke all on table private.used_codes from public, anon, authenticated, service_role;

revoke all on function private.has_second_factor(uuid) from public, anon, authenticated, service_role;

revoke all on function private.is_assured() from public, anon, authenticated, service_role;
grant execute on function private.is_assured() to authenticated;
grant execute on function private.is_assured() to service_role;

revoke all on function private.own_staff() from public, anon, authenticated, service_role;
grant execute on function private.own_staff() to authenticated;
grant execute on function private.own_staff() to service_role;

revoke all on function private.second_factor_of(uuid) from public, anon, authenticated, service_role;
grant execute on function private.second_factor_of(uuid) to authenticated;
grant execute on function private.second_factor_of(uuid) to service_role;

revoke all on function private.who_needs_second_factor() from public, anon, authenticated, service_role;
grant execute on function private.who_needs_second_factor() to authenticated;
grant execute on function private.who_needs_second_factor() to service_role;

revoke all on function private.note_staff_change(uuid,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.note_staff_change(uuid,jsonb,jsonb) to service_role;

revoke all on function private.check_session(uuid,uuid,text,timestamp with time zone) from public, anon, authenticated, service_role;

revoke all on function private.accept_code(uuid,uuid,text) from public, anon, authenticated, service_role;
grant execute on function private.accept_code(uuid,uuid,text) to service_role;

revoke all on function private.replace_recovery_codes(uuid,text[]) from public, anon, authenticated, service_role;
grant execute on function private.replace_recovery_codes(uuid,text[]) to service_role;

revoke all on function private.begin_second_factor(uuid,text[]) from public, anon, authenticated, service_role;
grant execute on function private.begin_second_factor(uuid,text[]) to service_role;

revoke all on function public.accept_code(uuid,uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.accept_code(uuid,uuid,text) to service_role;

revoke all on function public.begin_second_factor(uuid,uuid,text,text[]) from public, anon, authenticated, service_role;
grant execute on function public.begin_second_factor(uuid,uuid,text,text[]) to service_role;

revoke all on function private.use_recovery_code(uuid,uuid,text,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function private.use_recovery_code(uuid,uuid,text,timestamp with time zone) to service_role;

revoke all on function public.use_recovery_code(uuid,uuid,text,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.use_recovery_code(uuid,uuid,text,timestamp with time zone) to service_role;

revoke all on function public.renew_recovery_codes(uuid,text[]) from public, anon, authenticated, service_role;
grant execute on function public.renew_recovery_codes(uuid,text[]) to service_role;

revoke all on function private.forget_second_factor(uuid,boolean) from public, anon, authenticated, service_role;
grant execute on function private.forget_second_factor(uuid,boolean) to service_role;

revoke all on function public.end_second_factor(uuid,uuid) from public, anon, authenticated, service_role;
grant execute on function public.end_second_factor(uuid,uuid) to service_role;

revoke all on function public.reset_second_factor(text) from public, anon, authenticated, service_role;
grant execute on function public.reset_second_factor(text) to service_role;

revoke all on function private.require_second_factor(text) from public, anon, authenticated, service_role;
grant execute on function private.require_second_factor(text) to service_role;

revoke all on function public.require_second_factor(uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.require_second_factor(uuid,text) to service_role;

revoke all on function private.end_session(uuid,uuid) from public, anon, authenticated, service_role;
grant execute on function private.end_session(uuid,uuid) to service_role;

revoke all on function public.end_session(uuid,uuid) from public, anon, authenticated, service_role;
grant execute on function public.end_session(uuid,uuid) to service_role;
