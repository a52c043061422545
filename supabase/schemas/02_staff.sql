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

-- PL/pgSQL, which caches plans: policies call this once for each table of a statement, and a draft is dozens of statements.
create function private.is_staff() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select 1 from public.staff s where s.user_id = (select private.actor()) and s.disabled_at is null
  );
end $$;
comment on function private.is_staff is 'Whether the acting person is an active member of the staff.';
grant execute on function private.is_staff to authenticated, service_role;

create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select 1 from public.staff s
    where s.user_id = (select private.actor()) and s.disabled_at is null and s.role = 'admin'
  );
end $$;
comment on function private.is_admin is 'Whether the acting person is an active administrator.';
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
  using (user_id = (select auth.uid()) or (select private.is_staff()));
revoke all on public.staff from anon, authenticated;
grant select on public.staff to authenticated;
grant all on public.staff to service_role;

create function public.read_own_staff() returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select jsonb_build_object('role', s.role, 'email', s.email, 'disabled_at', s.disabled_at)
    from public.staff s where s.user_id = auth.uid()
  );
end $$;
comment on function public.read_own_staff is 'The caller''s own row of the staff list; null for everybody else.';
revoke execute on function public.read_own_staff from public, anon;
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
