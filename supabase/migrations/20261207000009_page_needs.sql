-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.record_needs(p_leaving jsonb, p_places jsonb)
 RETURNS TABLE(kind text, id bigint, module text, path text, module_id bigint, locale text, data jsonb, named bigint[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  at_most constant integer := 1000;
  gone record;
  known jsonb;
  names text[];
  places jsonb;
begin
  if not private.is_staff() then
    return;
  end if;
  for gone in
    with leaving as (
      select x.kind, n.value::bigint as id from jsonb_to_recordset(p_leaving) x (kind text, ids jsonb) cross join lateral jsonb_array_elements_text(x.ids) n
    )
    select g.kind, array_agg(distinct g.id) as ids
    from (
      select * from leaving
      union all
      select 'link', l.id from leaving g join public.links l on (g.kind = 'page' and l.page_id = g.id) or (l.row_kind = g.kind and l.row_id = g.id)
    ) g group by g.kind order by g.kind
  loop
    places := (select jsonb_agg(p.value) from jsonb_array_elements(p_places) p where p.value ->> 'kind' = gone.kind);
    continue when places is null;
    known := jsonb_build_object('ids', to_jsonb(gone.ids));
    names := array(
      select t.prefix || n.id
      from unnest(gone.ids) n (id)
      cross join lateral (
        select gone.kind || ':' union all select gone.kind || '/' || s.shape || ':' from private.shapes s where s.kind = gone.kind
      ) t (prefix)
    );
    return query
    with needing as materialized (
      select x.module, x.path from jsonb_to_recordset(places) x (module text, path text)
    ), drafts as (
      select distinct on (m.page_id, m.id, p.path) m.page_id, p.module, p.path, m.id as module_id, l.locale::text as locale, l.data
      from needing p
      join public.modules m on m.type::text = p.module
      join public.module_locales l on l.module_id = m.id and jsonb_path_exists(l.data, p.path::jsonpath, known, true)
      order by m.page_id, m.id, p.path, l.locale
    ), live as (
      select distinct l.page_id, p.module, p.path
      from public.site_outputs o
      join public.published_page_locales l on l.page_id = o.ref and l.locale = o.locale
      join public.page_revision_locales r on r.revision_id = l.revision_id and r.locale = l.locale
      cross join lateral private.flatten_modules(r.modules::jsonb) m
      join needing p on p.module = m.type
      where o.kind = 'page' and o.path is not null and o.tags && names
        and jsonb_path_exists(m.data, p.path::jsonpath, known, true)
    )
    select 'page', coalesce(d.page_id, v.page_id) as page_id, coalesce(d.module, v.module), coalesce(d.path, v.path),
      d.module_id, d.locale, d.data, gone.ids
    from drafts d full join live v on v.page_id = d.page_id and v.module = d.module and v.path = d.path
    order by page_id, d.module_id limit at_most;
    return query
    select distinct on (s.id, p.path) 'shared_module', s.id, p.module, p.path, null::bigint, l.key, l.value -> 'data', gone.ids
    from public.shared_modules s
    join jsonb_to_recordset(places) p (module text, path text) on p.module = s.type::text
    cross join lateral jsonb_each(s.localized) l
    where jsonb_path_exists(l.value -> 'data', p.path::jsonpath, known, true)
    order by s.id, p.path, l.key limit at_most;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.record_needs(p_leaving jsonb, p_places jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(n)), '[]') from private.record_needs(p_leaving, p_places) n
$function$
;
comment on function public.record_needs(jsonb,jsonb) is 'The modules of pages, and shared modules, that cannot be shown once some records and pages are not on the site any more, each with those of a kind that it may name. For staff; others get an empty answer.';

revoke all on function private.record_needs(jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.record_needs(jsonb,jsonb) to authenticated;
grant execute on function private.record_needs(jsonb,jsonb) to service_role;

revoke all on function public.record_needs(jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.record_needs(jsonb,jsonb) to authenticated;
grant execute on function public.record_needs(jsonb,jsonb) to service_role;
