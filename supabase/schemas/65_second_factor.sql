-- The second factor of signing in, as the server checks it and as people set it up, renew it and end it. What counts is in 02_staff.sql.

create table private.used_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code text not null,
  used_at timestamptz not null default now(),
  primary key (user_id, code)
);
comment on table private.used_codes is 'Codes of the app that were used in the last minutes: none works twice, although Supabase Auth would take it again.';

create function private.note_staff_change(p_user_id uuid, p_before jsonb, p_after jsonb) returns void
language sql set search_path = ''
as $$
  insert into public.staff_edits (actor, user_id, operation, before, after)
  values (private.actor(), p_user_id, 'update', p_before, p_after)
$$;
comment on function private.note_staff_change is 'Writes into the audit log what is not a column of the staff list.';
revoke execute on function private.note_staff_change from public;
grant execute on function private.note_staff_change to service_role;

create function private.check_session(p_user_id uuid, p_session_id uuid, p_means text, p_tokens_since timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from private.checked_sessions c
  where c.user_id = p_user_id and not exists (select from auth.sessions s where s.id = c.session_id);
  insert into private.checked_sessions (session_id, user_id, means, tokens_since)
  values (p_session_id, p_user_id, p_means, p_tokens_since)
  on conflict (session_id) do update set means = excluded.means, tokens_since = excluded.tokens_since, checked_at = now();
end $$;
revoke execute on function private.check_session from public;

create function private.accept_code(p_user_id uuid, p_session_id uuid, p_code text) returns text
language plpgsql security definer set search_path = ''
as $$
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
end $$;
revoke execute on function private.accept_code from public;
grant execute on function private.accept_code to service_role;

create function private.replace_recovery_codes(p_user_id uuid, p_hashes text[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.recovery_codes r where r.user_id = p_user_id;
  insert into private.recovery_codes (user_id, hash) select p_user_id, unnest(p_hashes);
end $$;
revoke execute on function private.replace_recovery_codes from public;
grant execute on function private.replace_recovery_codes to service_role;

create function private.begin_second_factor(p_user_id uuid, p_hashes text[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.second_factors (user_id) values (p_user_id) on conflict (user_id) do update set since = now();
  perform private.replace_recovery_codes(p_user_id, p_hashes);
end $$;
revoke execute on function private.begin_second_factor from public;
grant execute on function private.begin_second_factor to service_role;

create function public.accept_code(p_user_id uuid, p_session_id uuid, p_code text) returns jsonb
language sql set search_path = ''
as $$
  select jsonb_build_object('status', private.accept_code(p_user_id, p_session_id, p_code))
$$;
comment on function public.accept_code is
  'After Supabase Auth has raised a session to aal2 by a code: uses the code up, and lets the session do what the person may do.';

create function public.begin_second_factor(p_user_id uuid, p_session_id uuid, p_code text, p_hashes text[]) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  answer text := private.accept_code(p_user_id, p_session_id, p_code);
begin
  if answer = 'accepted' then
    perform set_config('app.actor', p_user_id::text, true);
    perform private.begin_second_factor(p_user_id, p_hashes);
    perform private.note_staff_change(p_user_id, '{"second_factor": false}', '{"second_factor": true}');
  end if;
  return jsonb_build_object('status', answer);
end $$;
comment on function public.begin_second_factor is 'The same when the app was set up just now, with the hashes of the recovery codes.';

create function private.use_recovery_code(p_user_id uuid, p_session_id uuid, p_hash text, p_tokens_since timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
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
end $$;
revoke execute on function private.use_recovery_code from public;
grant execute on function private.use_recovery_code to service_role;

create function public.use_recovery_code(p_user_id uuid, p_session_id uuid, p_hash text, p_tokens_since timestamptz) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  codes_left integer := private.use_recovery_code(p_user_id, p_session_id, p_hash, p_tokens_since);
begin
  if codes_left is null then
    return '{"status": "refused"}';
  end if;
  perform set_config('app.actor', p_user_id::text, true);
  perform private.note_staff_change(p_user_id, jsonb_build_object('recovery_codes', codes_left + 1), jsonb_build_object('recovery_codes', codes_left));
  return '{"status": "accepted"}';
end $$;
comment on function public.use_recovery_code is
  'Uses a recovery code up, and lets a session do what the person may do, with the tokens that were issued since a moment.';

create function public.renew_recovery_codes(p_actor uuid, p_hashes text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.act_as(p_actor);
  perform private.replace_recovery_codes(p_actor, p_hashes);
  perform private.note_staff_change(p_actor, null, jsonb_build_object('recovery_codes', cardinality(p_hashes)));
end $$;
comment on function public.renew_recovery_codes is 'New recovery codes of the acting person; none of those before works any more.';

-- A session that waits for a code must not be let in because the factor goes: such sessions end.
create function private.forget_second_factor(p_user_id uuid, p_is_everywhere boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  had_one boolean;
begin
  -- Of two that end it at once one has ended it.
  perform pg_advisory_xact_lock(hashtextextended('second factor ' || p_user_id, 0));
  had_one := private.has_second_factor(p_user_id);
  delete from auth.sessions s
  where s.user_id = p_user_id
    and (p_is_everywhere or had_one and not exists (select from private.checked_sessions c where c.session_id = s.id));
  delete from auth.mfa_factors f where f.user_id = p_user_id;
  delete from private.second_factors f where f.user_id = p_user_id;
  delete from private.recovery_codes r where r.user_id = p_user_id;
  delete from private.checked_sessions c where c.user_id = p_user_id;
  return had_one;
end $$;
revoke execute on function private.forget_second_factor from public;
grant execute on function private.forget_second_factor to service_role;

create function public.end_second_factor(p_actor uuid, p_user_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
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
end $$;
comment on function public.end_second_factor is
  'Ends the own second factor, or as an administrator that of a colleague, who is signed out everywhere.';

create function public.reset_second_factor(p_email text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  person uuid := (select s.user_id from public.staff s where s.email = lower(p_email));
begin
  if person is null or not private.forget_second_factor(person, true) then
    return '{"status": "none"}';
  end if;
  perform private.note_staff_change(person, '{"second_factor": true}', '{"second_factor": false}');
  return '{"status": "ended"}';
end $$;
comment on function public.reset_second_factor is 'For the operator: ends the second factor of a member of the staff, as the last administrator may need it.';

create function private.require_second_factor(p_of text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  earlier text := private.who_needs_second_factor();
begin
  insert into private.sign_in_rules (second_factor_of) values (p_of)
  on conflict (is_only) do update set second_factor_of = excluded.second_factor_of;
  return earlier;
end $$;
revoke execute on function private.require_second_factor from public;
grant execute on function private.require_second_factor to service_role;

create function public.require_second_factor(p_actor uuid, p_of text) returns jsonb
language plpgsql set search_path = ''
as $$
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
end $$;
comment on function public.require_second_factor is
  'Says who has to have a second factor: nobody, administrators or everybody. Who has none may only set one up from then on.';

create function private.end_session(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.sessions s where s.id = p_session_id and s.user_id = p_user_id;
  return found;
end $$;
revoke execute on function private.end_session from public;
grant execute on function private.end_session to service_role;

create function public.end_session(p_actor uuid, p_session_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.act_as(p_actor);
  return jsonb_build_object('status', case when private.end_session(p_actor, p_session_id) then 'ended' else 'none' end);
end $$;
comment on function public.end_session is 'Signs the acting person out of one place: its tokens count nowhere from then on.';
