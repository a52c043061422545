-- What stands between an editor and a draft: functions that were planned anew with every call, and who asks.

-- A function in SQL with a search path of its own is planned whenever it is called, and those of a draft call each other for
-- every locale. In PL/pgSQL the same statements keep their plans.
do $convert$
declare
  f record;
begin
  for f in
    select p.oid, p.pronamespace::regnamespace as room, p.proname as name, p.proretset as is_set, p.prosrc as statement,
      case p.provolatile when 'i' then 'immutable' else 'stable' end as volatility
    from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and p.proname in ('assemble_modules', 'flatten_modules', 'save_mark', 'read_page_changes', 'read_draft_state',
        'page_differs', 'find_page')
  loop
    execute format(
      'create or replace function %s.%I(%s) returns %s language plpgsql %s set search_path = '''' '
        'set plan_cache_mode = force_generic_plan as %L',
      f.room, f.name, pg_get_function_arguments(f.oid), pg_get_function_result(f.oid), f.volatility,
      E'#variable_conflict use_column\nbegin\n  return '
        || case when f.is_set then 'query' || f.statement || ';' else '(' || f.statement || ');' end || E'\nend'
    );
  end loop;
end $convert$;

-- Policies ask this once for each table of each statement, and a draft is dozens of statements.
create or replace function private.is_staff() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select 1 from public.staff s where s.user_id = (select auth.uid()) and s.disabled_at is null
  );
end $$;
create or replace function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select 1 from public.staff s
    where s.user_id = (select auth.uid()) and s.disabled_at is null and s.role = 'admin'
  );
end $$;

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
grant execute on function public.read_own_staff to authenticated;
