-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.record_edits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  told_at_most constant integer := 200;
  read_at_most constant integer := 1000;
  id_column text := tg_argv[0];
  -- What is counted, or made of other columns; of a page what its draft has, or its published addresses tell.
  untold text[] := array['version', 'created_at', 'updated_at', 'search_text'] || case tg_table_name
    when 'pages' then array['parent_id', 'structure_version', 'published_revision_id']
    when 'sites' then '{}'
    -- Made of the texts.
    else array['locales']
  end;
  -- A publish of a page is told as a whole: which revision was live in which language, and which is.
  is_whole boolean := tg_table_name = 'published_page_locales';
  edit bigint;
  row_count bigint;
  found jsonb;
begin
  if tg_op = 'INSERT' then
    -- A new page is a draft.
    if tg_table_name = 'pages' then
      return null;
    end if;
    select count(*) into row_count from new_rows;
    select jsonb_agg(jsonb_build_array(null, to_jsonb(n))) into found from (select * from new_rows limit read_at_most) n;
  elsif tg_op = 'DELETE' then
    select count(*) into row_count from old_rows;
    select jsonb_agg(jsonb_build_array(to_jsonb(o), null)) into found from (select * from old_rows limit read_at_most) o;
  else
    select count(*) into row_count from new_rows;
    -- Side by side without a join, as in private.queue_row_changes.
    select jsonb_agg(jsonb_build_array(p.o, p.n)) into found
    from unnest(
      array(select to_jsonb(o) from old_rows o limit read_at_most), array(select to_jsonb(n) from new_rows n limit read_at_most)
    ) p (o, n)
    where p.o - untold is distinct from p.n - untold;
    -- Of the rows that are not read nobody knows whether they differ.
    row_count := greatest(row_count - read_at_most, 0) + coalesce(jsonb_array_length(found), 0);
  end if;
  if row_count = 0 then
    return null;
  end if;
  edit := private.current_edit();
  with told as (
    insert into public.edited_records (edit_id, table_name, ref, operation, before, after, omitted)
    select edit, tg_table_name, coalesce(v.n, v.o) ->> coalesce(nullif(id_column, ''), 'id'), lower(tg_op),
      d.before, d.after, d.omitted
    from jsonb_array_elements(found) with ordinality r (value, place)
    cross join lateral (
      select nullif(r.value -> 0, 'null') - untold as o, nullif(r.value -> 1, 'null') - untold as n
    ) v
    cross join lateral (
      select w.* from (select v.o as before, v.n as after, '{}'::text[] as omitted) w where is_whole
      union all
      select w.* from private.differing_fields(v.o, v.n) w where not is_whole
    ) d
    where r.place <= told_at_most - (select count(*) from public.edited_records e where e.edit_id = edit)
    returning 1
  )
  update public.content_edits e set further_records = e.further_records + row_count - (select count(*) from told)
  where e.id = edit and row_count > (select count(*) from told);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.queue_row_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Of more rows at once it is not looked up what differs.
  few constant integer := 300;
  kind text := tg_argv[0];
  id_column text := tg_argv[1];
  list_columns text[] := string_to_array(tg_argv[2], ',');
  has_page boolean := tg_argv[3]::boolean;
  ids bigint[];
  ignored constant text[] := array['version', 'updated_at'];
  olds jsonb[];
  news jsonb[];
  tags text[];
  placed bigint[];
  lists_change boolean := cardinality(list_columns) > 0;
  lists text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct (to_jsonb(n) ->> id_column)::bigint) into ids from new_rows n;
    lists := array(
      select distinct g.column_name || '/' || (to_jsonb(n) ->> g.column_name)
      from private.list_groups g cross join new_rows n where g.table_name = tg_table_name
    );
  elsif tg_op = 'DELETE' then
    select array_agg(distinct (to_jsonb(o) ->> id_column)::bigint) into ids from old_rows o;
    lists := array(
      select distinct g.column_name || '/' || (to_jsonb(o) ->> g.column_name)
      from private.list_groups g cross join old_rows o where g.table_name = tg_table_name
    );
  else
    -- Side by side without a join: the rows of a statement are planned as one row, and thousands were compared each with all others.
    olds := array(select to_jsonb(o) - ignored from old_rows o);
    news := array(select to_jsonb(n) - ignored from new_rows n);
    select array_agg(c.o), array_agg(c.n) into olds, news from unnest(olds, news) c (o, n) where c.o is distinct from c.n;
    -- A change of the id itself is a deletion and an insertion.
    select array_agg(distinct (r ->> id_column)::bigint) into ids from unnest(olds || news) r;
    lists := array(
      select distinct g.column_name || '/' || (r ->> g.column_name)
      from private.list_groups g cross join unnest(olds || news) r where g.table_name = tg_table_name
    );
    lists_change := exists (
      select 1 from unnest(olds, news) r (o, n) cross join unnest(list_columns || id_column) c
      where cardinality(list_columns) > 0 and r.o -> c is distinct from r.n -> c
        -- A list has the records that exist in its locale.
        and (c <> 'localized' or private.locales_that_differ(r.o -> c, r.n -> c, '{}') is null)
    );
  end if;
  if ids is null then
    return null;
  end if;
  placed := ids;
  if tg_op = 'UPDATE' and cardinality(olds) <= few then
    if private.keeps_order(tg_table_name, olds, news) then
      return null;
    end if;
    tags := private.tags_of_updates(tg_table_name, kind, id_column, olds, news);
    if exists (select 1 from private.shapes s where s.kind = tg_argv[0] and s.shape = 'link') then
      -- Whether and where a record has a page is the same.
      placed := array(select id from unnest(ids) id where kind || '/link:' || id = any (tags));
    end if;
  else
    tags := private.tags_of_records(tg_table_name, kind, ids);
  end if;
  perform private.queue_change(
    tags
      || case when lists_change then 'list:' || kind || array(select 'list:' || kind || '/' || l from unnest(lists) l where l is not null) else '{}' end
      || case when has_page then (
        select array_agg(distinct 'sitemap:' || kind || ':' || id / 500) from unnest(ids) id
      ) else '{}' end,
    case when has_page then (
      select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'ref', id)), '[]') from unnest(placed) id
    ) else '[]' end
  );
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_machine_values(p_import uuid, p_table text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  columns text[];
  id_type text;
begin
  select k.machine_columns, private.type_of_id(k.kind) into columns, id_type from private.kinds k where k.table_name = p_table;
  if coalesce(cardinality(columns), 0) = 0 then
    return;
  end if;
  execute format($q$
    -- By id in one value: what was just staged is planned as one row, and thousands were compared each with all others.
    with given as materialized (
      select coalesce(jsonb_object_agg(g.content ->> 'id', g.content -> 'machine'), '{}') as by_id from private.import_rows g
      where g.import_id = $1 and g.target = 'records' and jsonb_typeof(g.content -> 'machine') = 'object'
    )
    update private.import_rows s
    set content = s.content || (
      select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(to_jsonb(r)) c
      where c.key = any ($2) and not coalesce((g.by_id -> r.id::text) ? c.key, false)
    )
    from public.%1$I r cross join given g
    where s.import_id = $1 and s.target = %1$L and r.id = (s.content ->> 'id')::%2$s$q$, p_table, id_type)
  using p_import, columns;
end $function$
;
