-- Reading all content out.

-- A revision is exported with its page: none could be read back without it.
create function private.exported_rows(p_table text) returns text
language sql immutable set search_path = ''
as $$
  select format('public.%I r', p_table)
    || case when p_table = 'page_revisions' then ' where exists (select 1 from public.pages p where p.id = r.page_id)' else ' where true' end
$$;
comment on function private.exported_rows is 'The rows of a content table that an export has, as the end of a query.';

create function public.export_count() returns bigint
language plpgsql stable set search_path = '' set statement_timeout = '10min'
as $$
declare
  t record;
  rows bigint;
  answer bigint := 0;
begin
  for t in select k.table_name as name from private.kinds k loop
    execute format('select count(*) from %s', private.exported_rows(t.name)) into rows;
    answer := answer + rows;
  end loop;
  return answer;
end $$;
comment on function public.export_count is 'How many records an export has.';

create function public.export_rows(p_table text, p_limit integer, p_after text default null) returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC' set statement_timeout = '10min'
as $$
declare
  answer jsonb;
begin
  if not exists (select 1 from private.content_tables c where c.name = p_table and 'id' = any (c.keys)) then
    raise exception 'no content table %', p_table using errcode = 'undefined_table';
  end if;
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(t) order by t.id), ''[]'')
      from (select r.* from %s and ($1 is null or r.id > $1::%s) order by r.id limit $2) t',
    private.exported_rows(p_table), case when p_table = 'sites' then 'text' else 'bigint' end)
  into answer using p_after, p_limit;
  return answer;
end $$;
comment on function public.export_rows is 'Rows of a content table after an id, in the order of their ids.';

create function public.export_children(p_table text, p_owner text, p_owners bigint[]) returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC' set statement_timeout = '10min'
as $$
declare
  answer jsonb;
  sorting text;
begin
  if not exists (select 1 from private.content_tables c where c.name = p_table) then
    raise exception 'no content table %', p_table using errcode = 'undefined_table';
  end if;
  select string_agg(format('t.%I', a.attname), ', ' order by a.attname <> p_owner, a.attname <> 'position', a.attnum) into sorting
  from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', p_table)::regclass
    and a.attname in (p_owner, 'position', 'id', 'property_id', 'document_id', 'related_id', 'application_id', 'product_id',
      'tag_id', 'story_group_id', 'locale', 'version');
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(t) order by %3$s), ''[]'') from public.%1$I t where t.%2$I = any ($1)',
    p_table, p_owner, sorting)
  into answer using p_owners;
  return answer;
end $$;
comment on function public.export_children is 'The rows that belong to rows of another table, in order.';
