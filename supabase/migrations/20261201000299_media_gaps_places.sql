-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.used_media(p_kind text, p_places jsonb)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  f record;
begin
  for f in
    select c.name, a.attname as col
    from pg_catalog.pg_constraint x
    join pg_catalog.pg_attribute a on a.attrelid = x.conrelid and a.attnum = x.conkey[1]
    join private.content_tables c on format('public.%I', c.name)::regclass = x.conrelid
    where x.contype = 'f' and cardinality(x.conkey) = 1 and x.confrelid = format('public.%I', private.table_of_kind(p_kind))::regclass
  loop
    return query execute format('select distinct r.%1$I from public.%2$I r where r.%1$I is not null', f.col, f.name);
  end loop;
  for f in
    select x.* from jsonb_to_recordset(p_places) x (kind text, "table" text, "column" text, path text)
    join private.content_tables c on c.name = x."table"
    where x.kind is not null
  loop
    return query execute format('select v.value::bigint from public.%I r
      cross join lateral jsonb_path_query(to_jsonb(r.%I), %L::jsonpath, ''{}'', true) v (value) where jsonb_typeof(v.value) = ''number''',
      f."table", f."column", f.path);
  end loop;
  return query select v.value::bigint
    from jsonb_to_recordset(p_places) p (module text, path text)
    join public.modules m on m.type::text = p.module
    join public.module_locales l on l.module_id = m.id
    cross join lateral jsonb_path_query(l.data, p.path::jsonpath, '{}', true) v (value)
    where jsonb_typeof(v.value) = 'number';
  -- Published pages and records know what they show.
  return query select distinct split_part(t.tag, ':', 2)::bigint
    from public.site_outputs o cross join lateral unnest(o.tags) t (tag)
    where t.tag ~ format('^%s(/[^:]+)?:[0-9]{1,15}$', p_kind);
  -- Any number of a draft may be the id of something that it shows.
  return query select distinct trunc(v.value::numeric)::bigint
    from public.record_drafts d cross join lateral jsonb_path_query(d.data, '$.** ? (@.type() == "number")') v (value)
    where v.value::numeric between 1 and 1000000000000;
end $function$
;
