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
-- Views and single columns count as well; nobody is an exception.
select is_empty($$
  select r, c.oid::regclass, p
  from pg_class c, unnest('{anon,authenticated}'::text[]) r, unnest('{insert,update,delete,truncate,references,trigger}'::text[]) p
  where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and case when p in ('insert', 'update', 'references') then has_any_column_privilege(r, c.oid, p) else has_table_privilege(r, c.oid, p) end$$,
  'only the server writes, whoever has signed in');
select is_empty($$
  select c.oid::regclass from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and has_any_column_privilege('anon', c.oid, 'select')$$,
  'visitors read nothing');
select is_empty($$
  select p.tablename, p.policyname from pg_policies p
  where p.schemaname = 'public' and (p.cmd <> 'SELECT' or p.roles <> '{authenticated}'
    -- A restrictive policy only takes rows away.
    or p.permissive = 'PERMISSIVE' and p.qual not like '%private.is_staff()%')$$,
  'every policy is one by which staff read');
select is_empty($$select p.policyname from pg_policies p where p.schemaname = 'storage' and (p.cmd <> 'SELECT' or p.roles <> '{authenticated}')$$,
  'and so it is with stored files');
select is_empty($$select name from tables t where not has_table_privilege('service_role', t.oid, 'select, insert, update, delete')$$,
  'the service role does everything everywhere');
select is_empty($$select name from tables t where obj_description(t.oid, 'pg_class') is null$$, 'every table says what it is');
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

select * from finish();
rollback;
