-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.make_draft_rows(p_kind text, p_table text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $functionx$
declare
  owner text;
  live_columns text[];
  stored text;
  shown text;
  columns text;
  generated text[];
begin
  select c.owner_key, c.fixed || case when c.owner_key is null then k.machine_columns || '{version,created_at,updated_at}' else '{}' end
  into owner, live_columns
  from private.content_tables c, private.kinds k
  where c.name = p_table and k.kind = p_kind;
  select
    string_agg(case
      when a.attname = coalesce(owner, 'id') then format('d.record_id::%s as %I', private.type_of_id(p_kind), a.attname)
      when a.attname = 'id' then 'coalesce(r.id, r.ordinality) as id'
      when a.attname = any (live_columns) and owner is null
        then format('case when l.id is not null then l.%1$I else coalesce(r.%1$I, %2$s) end as %1$I', a.attname, coalesce(a.fallback, 'null'))
      else format('coalesce(r.%1$I, %2$s) as %1$I', a.attname, case when a.attnotnull then coalesce(a.fallback, 'null') else 'null' end)
    end, E',\n    ' order by a.attname) filter (where a.attgenerated = ''),
    string_agg(case
      when a.attgenerated <> '' then a.fallback
      -- As private.touch() would date it: sitemaps tell the day of a change.
      when a.attname = 'updated_at' and owner is null
        then 'case when to_jsonb(g) - ''live'' = g.live then g.updated_at else now() end'
      else format('g.%I', a.attname)
    end, ', ' order by a.attname),
    string_agg(format('%I %s', a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod)), ', ' order by a.attname),
    coalesce(array_agg(a.attname) filter (where a.attgenerated <> ''), '{}')
  into stored, shown, columns, generated
  from (
    select a.*, pg_catalog.pg_get_expr(d.adbin, d.adrelid) as fallback
    from pg_catalog.pg_attribute a
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped
  ) a;
  if owner is null then
    stored := stored || format(E',\n    to_jsonb(l) - %L::text[] as live', generated);
  end if;
  execute format($function$
create function preview.%1$I() returns table (%7$s)
language plpgsql stable rows 10 set search_path = '' set plan_cache_mode = force_generic_plan
as $body$
#variable_conflict use_column
declare
  merged jsonb := private.merged_in_launch();
  planned text[] := private.planned_records(%6$L);
begin
  -- The live rows are read as well.
  perform set_config('app.preview', 'off', true);
  return query select %4$s from (
    select %3$s
    from public.record_drafts d
    cross join lateral jsonb_populate_recordset(null::public.%2$I, coalesce(merged -> 'records' -> (d.kind || ':' || d.record_id), d.rows) -> %2$L) with ordinality r
    %5$s
    where d.kind = %6$L and d.launch_id is not distinct from private.previewed_launch() and d.rows is not null
      and (planned is null or d.record_id = any (planned))
  ) g;
  perform set_config('app.preview', 'on', true);
end $body$
$function$, 'draft_' || p_table, p_table, stored, shown,
    case when owner is null then format('left join public.%I l on l.id = d.record_id::%s', p_table, private.type_of_id(p_kind)) else '' end,
    p_kind, columns);
end $functionx$
;

create or replace view private.routes with (security_invoker=true) as
 SELECT r.site_id,
    r.kind,
    r.ref,
    r.locale,
    r.address,
    r.noindex,
    r.changed_at,
    r.visible_from,
    r.visible_until
   FROM private.page_routes r
UNION ALL
 SELECT s.id AS site_id,
    r.kind,
    r.id AS ref,
    l.locale,
    (COALESCE((r.section || '/'::text), ''::text) || r.slug) AS address,
    false AS noindex,
    r.updated_at AS changed_at,
    r.publish_from AS visible_from,
    r.publish_until AS visible_until
   FROM ((private.page_rows r
     JOIN public.sites s ON ((s.id = ANY (r.sites))))
     CROSS JOIN LATERAL unnest(s.locales) l(locale))
  WHERE (r.is_published AND (r.localized ? (l.locale)::text))
UNION ALL
 SELECT s.id AS site_id,
    'calendar'::text AS kind,
    e.id AS ref,
    l.locale,
    ((e.category || '/'::text) || e.slug) AS address,
    true AS noindex,
    e.updated_at AS changed_at,
    e.publish_from AS visible_from,
    e.publish_until AS visible_until
   FROM ((public.events e
     JOIN public.sites s ON ((s.id = ANY (e.sites))))
     CROSS JOIN LATERAL unnest(s.locales) l(locale))
  WHERE (e.is_published AND (e.localized ? (l.locale)::text))
UNION ALL
 SELECT s.id AS site_id,
    'inventory'::text AS kind,
    p.id AS ref,
    l.locale,
    p.slug AS address,
    false AS noindex,
    i.changed_at,
    p.publish_from AS visible_from,
    p.publish_until AS visible_until
   FROM (((public.products p
     JOIN public.sites s ON ((s.id = ANY (p.sites))))
     CROSS JOIN LATERAL unnest(s.locales) l(locale))
     CROSS JOIN LATERAL ( SELECT max(i_1.updated_at) AS changed_at
           FROM public.inventory_items i_1
          WHERE (i_1.product_id = p.id)) i)
  WHERE (p.is_published AND (p.localized ? (l.locale)::text) AND (i.changed_at IS NOT NULL) AND (EXISTS ( SELECT 1
           FROM public.pages g
          WHERE ((g.site_id = s.id) AND (g.route = 'products.inventory'::text)))))
UNION ALL
 SELECT s.id AS site_id,
    'catalog_part'::text AS kind,
    b.part AS ref,
    l.locale,
    ''::text AS address,
    true AS noindex,
    NULL::timestamp with time zone AS changed_at,
    NULL::timestamp with time zone AS visible_from,
    NULL::timestamp with time zone AS visible_until
   FROM ((public.sites s
     CROSS JOIN LATERAL unnest(s.locales) l(locale))
     CROSS JOIN LATERAL ( SELECT g.part
           FROM generate_series((0)::bigint, ( SELECT private.catalog_part(max(p.id)) AS catalog_part
                   FROM public.products p)) g(part)) b)
  WHERE (EXISTS ( SELECT 1
           FROM public.products p
          WHERE ((p.id >= (b.part * 500)) AND (p.id < ((b.part + 1) * 500)) AND p.is_published AND (s.id = ANY (p.sites)))));

select private.make_previews();
