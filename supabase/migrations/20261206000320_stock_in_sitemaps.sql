-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.record_changes(p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  asked record;
  t record;
  args text[];
  live jsonb;
  olds jsonb[];
  news jsonb[];
  values_of jsonb[];
  tags text[] := '{}';
  rows jsonb := '[]';
  found_tags text[];
  refs bigint[];
begin
  for asked in select * from jsonb_to_recordset(p_records) r (kind text, id text, rows jsonb) loop
    live := private.record_rows(asked.kind, asked.id, true);
    for t in
      select c.name, c.owner_key, g.tgargs, p.proname
      from private.content_tables c
      join pg_catalog.pg_trigger g on g.tgrelid = format('public.%I', c.name)::regclass and not g.tgisinternal
        and g.tgname in (c.name || '_queue_update', c.name || '_queue')
      join pg_catalog.pg_proc p on p.oid = g.tgfoid
      where private.table_of_kind(asked.kind) in (c.name, c.owner_name)
    loop
      args := string_to_array(encode(t.tgargs, 'escape'), '\000');
      olds := array(select r.value from jsonb_array_elements(coalesce(live -> t.name, '[]')) r);
      -- As the columns of the table write the values. What is not written stays.
      execute format($q$
        select array(
          select coalesce(o.row, '{}') || n.row || case when n.row ? 'localized' and coalesce(o.row, '{}') ? 'locales'
            then jsonb_build_object('locales', private.locales_of(n.row -> 'localized')) else '{}' end
          from jsonb_array_elements($1) r
          cross join lateral (
            select jsonb_object_agg(e.key, e.value) as row
            from jsonb_each(to_jsonb(jsonb_populate_record(null::public.%1$I, r.value -> 'row'))) e where r.value -> 'row' ? e.key
          ) n
          left join unnest($2) o (row) on %2$L and o.row -> 'id' = n.row -> 'id'
          where r.value ->> 'table' = %1$L
        )$q$, t.name, t.owner_key is null)
      into news using coalesce(nullif(asked.rows, 'null'), '[]'), olds;
      if t.proname = 'queue_site_change' then
        values_of := olds || news;
        tags := tags || array(select distinct args[1] || ':' || coalesce(v ->> 'site_id', v ->> 'id') from unnest(values_of) v where olds <> news);
        rows := rows || (
          select coalesce(jsonb_agg(jsonb_build_object('kind', 'site', 'site', v ->> 'id')), '[]') from unnest(news) v where args[1] = 'site' and olds <> news
        );
        continue;
      end if;
      if t.owner_key is null and cardinality(olds) = 1 and cardinality(news) = 1 then
        found_tags := private.tags_of_updates(t.name, args[1], args[2], olds, news);
      elsif t.owner_key is not null and array(select v - 'id' - 'created_at' from unnest(olds) v) = array(select v - 'id' - 'created_at' from unnest(news) v) then
        continue;
      else
        values_of := olds || news;
        found_tags := private.tags_of_records(t.name, args[1], array(select distinct (v ->> args[2])::bigint from unnest(values_of) v));
      end if;
      values_of := olds || news;
      refs := array(select distinct (v ->> args[2])::bigint from unnest(values_of) v);
      if args[3] <> '' and (cardinality(olds) <> cardinality(news) or exists (
        select from unnest(string_to_array(args[3], ',')) c where olds[1] -> c is distinct from news[1] -> c
      )) then
        found_tags := found_tags || ('list:' || args[1]) || array(
          select distinct 'list:' || args[1] || '/' || g.column_name || '/' || (v ->> g.column_name)
          from private.list_groups g cross join unnest(values_of) v where g.table_name = t.name and v ->> g.column_name is not null
        );
      end if;
      if args[4]::boolean and (cardinality(olds) <> cardinality(news)
        or not exists (select from private.shapes s where s.kind = args[1] and s.shape = 'link')
        or exists (select from unnest(refs) r where args[1] || '/link:' || r = any (found_tags))
      ) then
        rows := rows || (select coalesce(jsonb_agg(jsonb_build_object('kind', args[1], 'ref', r)), '[]') from unnest(refs) r);
        found_tags := found_tags || array(select distinct 'sitemap:' || args[1] || ':' || r / 500 from unnest(refs) r);
      end if;
      tags := tags || found_tags;
    end loop;
  end loop;
  return jsonb_build_object('tags', to_jsonb(array(select distinct u from unnest(tags) u order by u)), 'rows', rows);
end $function$
;
comment on function public.record_changes(jsonb) is 'The tags and rows that publishing drafts of records, or deleting them, would put on the change queue.';
