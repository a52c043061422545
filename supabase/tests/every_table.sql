-- What holds for every table, so that a new one cannot forget it.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(9);

create temporary view tables as
select c.oid, c.relname as name
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p');

select is_empty('select name from tables t join pg_class c using (oid) where not c.relrowsecurity', 'row level security is on everywhere');
select is_empty($$select name from tables t, unnest('{insert,update,delete,truncate}'::text[]) p where has_table_privilege('anon', t.oid, p)$$,
  'visitors write nowhere');
select is_empty($$select name from tables t where has_table_privilege('authenticated', t.oid, 'truncate')$$, 'nobody who signs in can truncate');
select is_empty($$select name from tables t where not has_table_privilege('service_role', t.oid, 'select, insert, update, delete')$$,
  'the service role does everything everywhere');
select is_empty($$select name from tables t where obj_description(t.oid, 'pg_class') is null$$, 'every table says what it is');
select is_empty($$select p.tablename from pg_policies p where p.schemaname = 'public' and p.cmd <> 'SELECT' and 'anon' = any (p.roles)$$,
  'no policy lets visitors write');
select is_empty($$
  select table_name from information_schema.columns a
  where table_schema = 'public' and column_name = 'version' and data_type = 'integer'
    and exists (
      select from information_schema.columns u
      where u.table_schema = 'public' and u.table_name = a.table_name and u.column_name = 'updated_at'
    )
    and not exists (
      select from pg_trigger t where t.tgrelid = format('public.%I', table_name)::regclass and t.tgname = table_name || '_touch'
    )$$, 'every version is counted by a trigger');
select is_empty($$
  select table_name, column_name from information_schema.columns
  where table_schema = 'public' and column_name in ('created_at', 'updated_at')
    and (data_type <> 'timestamp with time zone' or is_nullable = 'YES' or column_default is null)$$, 'times have a zone and a default');
select is_empty($$
  select p.oid::regprocedure from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prosecdef and has_function_privilege('anon', p.oid, 'execute')$$,
  'visitors call no function that has more rights than they have');

select * from finish();
rollback;
