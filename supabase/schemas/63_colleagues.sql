-- Colleagues: who may edit, as administrators see and change it, and what everybody may know and change of the own account.

-- Accounts and their sessions are Supabase's: people read them only through these functions.
create function private.last_seen(p_user_id uuid) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select max(v.seen_at)
  from auth.users u
  cross join lateral (
    select u.last_sign_in_at as seen_at
    union all
    select s.updated_at from auth.sessions s where s.user_id = u.id
  ) v
  -- The embedded Auth signs an account in as it is made, before anybody has a password.
  where u.id = p_user_id and v.seen_at > u.created_at + interval '1 second'
    and ((select private.is_admin()) or p_user_id = (select private.actor()))
$$;
comment on function private.last_seen is 'When somebody signed in or renewed a session last; only administrators and the person learn it.';
revoke execute on function private.last_seen from public;
grant execute on function private.last_seen to authenticated, service_role;

create function private.own_sessions() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'began_at', s.created_at, 'seen_at', coalesce(s.updated_at, s.created_at),
    'browser', s.user_agent,
    'is_this', s.id::text = nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id'
  ) order by coalesce(s.updated_at, s.created_at) desc), '[]')
  from auth.sessions s
  where s.user_id = (select private.actor()) and (s.not_after is null or s.not_after > now()) and (select private.is_staff())
$$;
comment on function private.own_sessions is 'The sessions of the acting member of the staff.';
revoke execute on function private.own_sessions from public;
grant execute on function private.own_sessions to authenticated, service_role;

create function private.second_factor_of(p_user_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('since', (select f.since from private.second_factors f where f.user_id = p_user_id), 'codes_left', (
    select count(*) from private.recovery_codes r where r.user_id = p_user_id and r.used_at is null
  ))
  where private.has_second_factor(p_user_id) and ((select private.is_admin()) or p_user_id = (select private.actor()))
$$;
comment on function private.second_factor_of is 'Since when somebody has a second factor, and how many recovery codes; only administrators and the person learn it.';
revoke execute on function private.second_factor_of from public;
grant execute on function private.second_factor_of to authenticated, service_role;

create function private.who_needs_second_factor() returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce((select r.second_factor_of from private.sign_in_rules r), 'nobody')
$$;
revoke execute on function private.who_needs_second_factor from public;
grant execute on function private.who_needs_second_factor to authenticated, service_role;

create function public.list_colleagues() returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
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
end $$;
comment on function public.list_colleagues is
  'Everybody on the staff, with role, second factor and when each was last seen, and who has to have a second factor. For administrators.';
grant execute on function public.list_colleagues to authenticated, service_role;

create function public.read_own_profile() returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select jsonb_build_object('id', s.user_id, 'email', s.email, 'name', s.name, 'role', s.role,
      'sessions', private.own_sessions(), 'second_factor', private.second_factor_of(s.user_id))
    from public.staff s where s.user_id = private.actor() and s.disabled_at is null
  );
end $$;
comment on function public.read_own_profile is 'Name, role, sessions and second factor of the caller; null for who is not on the staff.';
grant execute on function public.read_own_profile to authenticated, service_role;

create function public.add_colleague(p_actor uuid, p_user_id uuid, p_email text, p_name text, p_role public.staff_role) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.act_as(p_actor, true);
  insert into public.staff (user_id, email, name, role) values (p_user_id, lower(p_email), p_name, p_role)
  on conflict do nothing;
  return jsonb_build_object('status', case when found then 'added' else 'known' end);
end $$;
comment on function public.add_colleague is 'Puts an account on the staff; somebody who is on it stays as they are.';

create function public.change_colleague(p_actor uuid, p_user_id uuid, p_role public.staff_role, p_is_disabled boolean) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.act_as(p_actor, true);
  -- Two administrators who disable each other at the same time: the second sees what the first did.
  perform 1 from public.staff s where s.role = 'admin' or s.user_id = p_user_id order by s.user_id for update;
  if not private.is_admin() then
    raise exception 'only administrators may do this' using errcode = 'insufficient_privilege';
  end if;
  if not exists (select 1 from public.staff s where s.user_id = p_user_id) then
    return '{"status": "not-found"}';
  end if;
  if (p_is_disabled or p_role <> 'admin') and not exists (
    select 1 from public.staff s where s.role = 'admin' and s.disabled_at is null and s.user_id <> p_user_id
  ) and exists (
    select 1 from public.staff s where s.role = 'admin' and s.disabled_at is null and s.user_id = p_user_id
  ) then
    return '{"status": "last-admin"}';
  end if;
  update public.staff s
  set role = p_role, disabled_at = case when p_is_disabled then coalesce(s.disabled_at, now()) end
  where s.user_id = p_user_id and (s.role, s.disabled_at is not null) is distinct from (p_role, p_is_disabled);
  return '{"status": "saved"}';
end $$;
comment on function public.change_colleague is
  'Gives a member of the staff a role, and disables or enables them. The last active administrator stays one.';

create function public.rename_self(p_actor uuid, p_name text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.act_as(p_actor);
  update public.staff s set name = p_name where s.user_id = p_actor and s.name <> p_name;
end $$;
comment on function public.rename_self is 'Changes the name by which colleagues know the acting person.';
