-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.has_saved_what_waits(p_page_id bigint, p_user uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from unnest(private.cells_that_wait(private.live_cells(p_page_id), private.draft_cells(p_page_id))) cell
    where p_user = (
      select s.saved_by from public.draft_saves s
      where s.page_id = p_page_id and case
        when private.cell_locale(cell) is null then s.locale is null or s.action in ('add', 'remove')
        else s.locale::text = private.cell_locale(cell) and s.module_id is not distinct from private.cell_module(cell)
      end
      order by s.id desc limit 1
    )
  );
end $function$
;
revoke all on function private.has_saved_what_waits(bigint,uuid) from public, anon, authenticated, service_role;
grant execute on function private.has_saved_what_waits(bigint,uuid) to authenticated;
grant execute on function private.has_saved_what_waits(bigint,uuid) to service_role;

CREATE OR REPLACE FUNCTION public.own_page_drafts(p_user uuid, p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  looked_at constant integer := 2000;
  compared constant integer := 100;
  -- Where parts are compared, which takes longer.
  searched constant integer := 20;
begin
  return (
    with latest as (
      select s.page_id, max(s.saved_at) as saved_at
      from (select s.page_id, s.saved_at from public.draft_saves s where s.saved_by = p_user order by s.id desc limit looked_at) s
      group by s.page_id
    ), pages as materialized (
      select p.id, p.site_id, l.saved_at, coalesce(l.saved_at > r.created_at, true) as is_newer
      from latest l
      join public.pages p on p.id = l.page_id
      left join public.page_revisions r on r.id = p.published_revision_id
    ), changed as materialized (
      select * from pages where is_newer order by saved_at desc, id limit compared
    ), published as materialized (
      select * from pages where not is_newer order by saved_at desc, id limit searched
    ), drafts as (
      select d.* from (
        select c.* from changed c where public.page_differs(c.id)
        union all
        -- What is live since then has it, or is somebody else's to publish, unless it was left out when a part was published.
        select p.* from published p where case when public.page_differs(p.id) then private.has_saved_what_waits(p.id, p_user) end
      ) d
      order by d.saved_at desc, d.id limit p_limit
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'site', d.site_id, 'saved_at', d.saved_at, 'locales', (
      select coalesce(jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title)), '{}')
      from public.page_locales l where l.page_id = d.id
    )) order by d.saved_at desc, d.id), '[]')
    from drafts d
  );
end $function$
;
