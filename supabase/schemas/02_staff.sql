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

-- PL/pgSQL, which caches plans: policies call this once for each table of a statement, and a draft is dozens of statements.
create function private.is_staff() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select 1 from public.staff s where s.user_id = (select auth.uid()) and s.disabled_at is null
  );
end $$;
comment on function private.is_staff is 'Whether the caller is signed in and an active member of the staff.';
grant execute on function private.is_staff to anon, authenticated, service_role;

create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select 1 from public.staff s
    where s.user_id = (select auth.uid()) and s.disabled_at is null and s.role = 'admin'
  );
end $$;
comment on function private.is_admin is 'Whether the caller is signed in and an active administrator.';
grant execute on function private.is_admin to anon, authenticated, service_role;

alter table public.staff enable row level security;
create policy staff_read on public.staff for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_staff()));
create policy staff_insert on public.staff for insert to authenticated with check ((select private.is_admin()));
create policy staff_update on public.staff for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy staff_delete on public.staff for delete to authenticated using ((select private.is_admin()));
revoke all on public.staff from anon, authenticated;
grant select, insert, update, delete on public.staff to authenticated;
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

create function private.protect_content(p_table text, p_visible text) returns void
language plpgsql set search_path = ''
as $$
declare
  has_version boolean;
  -- A trigger before an update sees generated columns as null.
  generated_columns text;
begin
  select coalesce(bool_or(a.attname = 'version'), false),
    coalesce(string_agg(quote_literal(a.attname), ', ' order by a.attnum) filter (where a.attgenerated <> ''), '')
  into has_version, generated_columns
  from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped;
  execute format('alter table public.%I enable row level security', p_table);
  if p_visible is null then
    execute format('create policy %I on public.%I for select to authenticated using ((select private.is_staff()))',
      p_table || '_read', p_table);
  elsif p_visible = 'true' then
    execute format('create policy %I on public.%I for select to anon, authenticated using (true)', p_table || '_read', p_table);
  else
    execute format('create policy %I on public.%I for select to anon using (%s)', p_table || '_read', p_table, p_visible);
    execute format('create policy %I on public.%I for select to authenticated using ((select private.is_staff()) or %s)',
      p_table || '_staff_read', p_table, p_visible);
  end if;
  execute format('create policy %I on public.%I for insert to authenticated with check ((select private.is_staff()))',
    p_table || '_insert', p_table);
  execute format('create policy %I on public.%I for update to authenticated
    using ((select private.is_staff())) with check ((select private.is_staff()))', p_table || '_update', p_table);
  execute format('create policy %I on public.%I for delete to authenticated using ((select private.is_staff()))',
    p_table || '_delete', p_table);
  execute format('revoke all on public.%I from anon, authenticated', p_table);
  if p_visible is not null then
    execute format('grant select on public.%I to anon', p_table);
  end if;
  execute format('grant select, insert, update, delete on public.%I to authenticated', p_table);
  execute format('grant all on public.%I to service_role', p_table);
  if has_version then
    execute format('create trigger %I before update on public.%I for each row execute function private.touch(%s)',
      p_table || '_touch', p_table, generated_columns);
  end if;
end $$;
comment on function private.protect_content is
  'For migrations: row level security, policies, grants and the version trigger of a content table. Visitors read the rows for which the given expression holds, or none if it is null; staff read and write all.';
revoke execute on function private.protect_content from public;
