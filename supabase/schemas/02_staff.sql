-- Staff, and the access rules that content tables share.

create type public.staff_role as enum ('editor', 'admin');

create table public.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null check (email = lower(email) and email ~ '^[^@\s]+@[^@\s]+$'),
  name text not null default '',
  role public.staff_role not null default 'editor',
  disabled_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (email)
);
comment on table public.staff is 'Who may edit: one row for each person, beside the account in auth.users.';
create trigger staff_touch before update on public.staff for each row execute function private.touch();

-- The data API is for reading. What people write, the server writes for them, through functions that are for the service role alone:
-- such a function begins with `perform private.act_as(p_actor)`, and who did what is private.actor() wherever it is noted.
create function private.actor() returns uuid
language sql stable set search_path = ''
as $$
  select coalesce(nullif(current_setting('app.actor', true), '')::uuid, auth.uid())
$$;
comment on function private.actor is 'Who acts: the person for whom the server called, or else whoever is signed in; null for the server itself.';

-- A second factor is Supabase Auth's: a verified row of auth.mfa_factors. It counts here, so that it counts wherever the staff check does.
create table private.second_factors (
  user_id uuid primary key references auth.users (id) on delete cascade,
  since timestamptz not null default now()
);
comment on table private.second_factors is
  'Who has set up a second factor here. It counts until it is ended here: whoever takes it out of Supabase Auth by itself is asked for a code all the same.';
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
comment on table private.checked_sessions is
  'Sessions for which the server has checked a second factor. One that was raised to aal2 past the server, where codes are neither counted nor used up, is not here.';
create index checked_sessions_user_id_idx on private.checked_sessions (user_id);

create function private.has_second_factor(p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.second_factors f where f.user_id = p_user_id)
    or exists (select from auth.mfa_factors f where f.user_id = p_user_id and f.status::text = 'verified');
end $$;
revoke execute on function private.has_second_factor from public;

create function private.is_assured() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
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
  -- What somebody had the server do later was asked for in a session that was checked then.
  if by_server and current_setting('app.assured_before', true) = 'on' then
    return true;
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
end $$;
comment on function private.is_assured is
  'Whether the acting person has given the second factor that the person has or needs: in this session, or for the server in any that lives.';
revoke execute on function private.is_assured from public;
grant execute on function private.is_assured to authenticated, service_role;

-- Whoever leaves the staff is signed out everywhere, and stays so when somebody enables the account again.
create function private.end_sessions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.sessions s where s.user_id = old.user_id;
  return null;
end $$;
create trigger staff_sessions_disabled after update of disabled_at on public.staff
  for each row when (new.disabled_at is not null) execute function private.end_sessions();
create trigger staff_sessions_deleted after delete on public.staff
  for each row execute function private.end_sessions();
revoke execute on function private.end_sessions from public;

-- PL/pgSQL, which caches plans: policies call this once for each table of a statement, and a draft is dozens of statements.
create function private.is_staff() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- As private.read_as() has it, for as long as it reads.
  if current_setting('app.reads_for_server', true) = 'on' then
    return true;
  end if;
  return exists (
    select 1 from public.staff s where s.user_id = (select private.actor()) and s.disabled_at is null
  ) and private.is_assured();
end $$;
comment on function private.is_staff is 'Whether the acting person is an active member of the staff, and has given a second factor where one is asked for.';
grant execute on function private.is_staff to authenticated, service_role;

create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select 1 from public.staff s
    where s.user_id = (select private.actor()) and s.disabled_at is null and s.role = 'admin'
  ) and private.is_assured();
end $$;
comment on function private.is_admin is 'Whether the acting person is an active administrator, and has given a second factor where one is asked for.';
grant execute on function private.is_admin to authenticated, service_role;

create function private.act_as(p_actor uuid, p_as_admin boolean default false) returns void
language plpgsql set search_path = ''
as $$
begin
  perform set_config('app.actor', coalesce(p_actor::text, ''), true);
  if p_actor is null or not private.is_staff() or (p_as_admin and not private.is_admin()) then
    raise exception 'only % may do this', case when p_as_admin then 'administrators' else 'staff' end
      using errcode = 'insufficient_privilege';
  end if;
end $$;
comment on function private.act_as is
  'For functions that only the server may call: what the transaction does from here on is done by this member of the staff. Refused to everybody else.';
revoke execute on function private.act_as from public;
grant execute on function private.act_as to service_role;

alter table public.staff enable row level security;
create policy staff_read on public.staff for select to authenticated
  using ((select private.is_staff()));
revoke all on public.staff from anon, authenticated;
grant select on public.staff to authenticated;
grant all on public.staff to service_role;

create function private.own_staff() returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select jsonb_build_object('role', s.role, 'email', s.email, 'disabled_at', s.disabled_at, 'needs', case
      when private.is_assured() then null
      when private.has_second_factor(s.user_id) then 'code'
      else 'second factor'
    end)
    from public.staff s where s.user_id = auth.uid()
  );
end $$;
revoke execute on function private.own_staff from public;
grant execute on function private.own_staff to authenticated, service_role;

create function public.read_own_staff() returns jsonb
language sql stable set search_path = ''
as $$
  select private.own_staff()
$$;
comment on function public.read_own_staff is
  'The caller''s own row of the staff list, and what this session lacks: a code of the second factor, or a second factor; null for everybody else.';
grant execute on function public.read_own_staff to authenticated, service_role;

create function private.protect_table(p_table text) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('alter table public.%I enable row level security', p_table);
  execute format('create policy %I on public.%I for select to authenticated using ((select private.is_staff()))',
    p_table || '_read', p_table);
  execute format('revoke all on public.%I from public, anon, authenticated', p_table);
  execute format('grant select on public.%I to authenticated', p_table);
  execute format('grant all on public.%I to service_role', p_table);
end $$;
comment on function private.protect_table is
  'For migrations: row level security, policy and grants of a table. Staff read it, nobody writes it but the server, and others do not see it.';
revoke execute on function private.protect_table from public;

create function private.protect_content(p_table text) returns void
language plpgsql set search_path = ''
as $$
declare
  has_version boolean;
  -- A trigger before an update sees generated columns as null.
  generated_columns text;
  json_column text;
begin
  perform private.protect_table(p_table);
  for json_column in
    select a.attname from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', p_table)::regclass and a.atttypid = 'jsonb'::regtype and not a.attisdropped
    order by a.attnum
  loop
    execute format('alter table public.%I add constraint %I check (private.is_bounded_json(%I))',
      p_table, p_table || '_' || json_column || '_bounds', json_column);
  end loop;
  select coalesce(bool_or(a.attname = 'version'), false),
    coalesce(string_agg(quote_literal(a.attname), ', ' order by a.attnum) filter (where a.attgenerated <> ''), '')
  into has_version, generated_columns
  from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped;
  if has_version then
    execute format('create trigger %I before update on public.%I for each row execute function private.touch(%s)',
      p_table || '_touch', p_table, generated_columns);
  end if;
end $$;
comment on function private.protect_content is
  'For migrations: what private.protect_table does, the bounds of stored JSON, and the trigger that counts versions.';
revoke execute on function private.protect_content from public;
