-- What every column of content can hold at most, by its type, whoever writes: values beyond it would be taken by the database and by nobody
-- who reads them. The schemas in src have the same limits, with words for them.

create function private.bound_columns(p_table text) returns void
language plpgsql set search_path = ''
as $$
declare
  bound record;
begin
  for bound in
    select a.attname as name, b.suffix, b.condition
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_type t on t.oid = a.atttypid
    cross join lateral (select exists (
      -- A tree of an index takes no entry of more than 2704 bytes.
      select from pg_catalog.pg_index i
      join pg_catalog.pg_class c on c.oid = i.indexrelid
      join pg_catalog.pg_am m on m.oid = c.relam and m.amname = 'btree'
      where i.indrelid = a.attrelid and a.attnum = any (i.indkey)
    ) as is_indexed) x
    cross join lateral (
      select 'range' as suffix, case
          when t.typname = 'timestamptz' then format('private.is_moment(%I)', a.attname)
          when t.typname = 'date' then format('%I between %L::date and %L::date', a.attname, '0001-01-01', '9999-12-31')
          when t.typname = 'int8' and a.attidentity <> '' then format('%I between 1 and 9007199254740991', a.attname)
          when t.typname = 'int8' then format('%I between -9007199254740991 and 9007199254740991', a.attname)
          when t.typname in ('numeric', 'float8', 'float4') then format('%I between -1.7e308 and 1.7e308', a.attname)
        end as condition
      union all
      select 'length', case when t.typname in ('text', 'varchar') then
          format(case when x.is_indexed then 'octet_length(%I) <= 2000' else 'length(%I) <= 20000' end, a.attname)
        end
      union all
      select 'list', case
          when t.typname = '_text' then format('private.are_texts(%I)', a.attname)
          when t.typcategory = 'A' then format('private.is_list(%I)', a.attname)
        end
    ) b
    where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and b.condition is not null
    order by a.attnum
  loop
    execute format('alter table public.%I add constraint %I check (%s)',
      p_table, p_table || '_' || bound.name || '_' || bound.suffix, bound.condition);
  end loop;
end $$;
comment on function private.bound_columns is
  'For the schema: a check of each column of a table by its type, `<table>_<column>_range`, `_length` or `_list`.';
revoke execute on function private.bound_columns from public;

select private.bound_columns(t.name) from private.content_tables t order by t.place;
-- What is kept of them, and of records.
select private.bound_columns(t.name)
from unnest(array[
  'releases', 'release_records', 'release_links', 'record_drafts', 'record_versions', 'record_trash', 'discarded_drafts', 'replaced_files', 'list_views'
]) with ordinality t (name, place) order by t.place;
