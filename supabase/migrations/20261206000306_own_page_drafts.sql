-- Functions are created before the tables that they read.
set local check_function_bodies = off;

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
begin
  return (
    with latest as (
      select s.page_id, max(s.saved_at) as saved_at
      from (select s.page_id, s.saved_at from public.draft_saves s where s.saved_by = p_user order by s.id desc limit looked_at) s
      group by s.page_id
    ), changed as materialized (
      -- What is live since then has it, or is somebody else's to publish.
      select p.id, p.site_id, l.saved_at
      from latest l
      join public.pages p on p.id = l.page_id
      left join public.page_revisions r on r.id = p.published_revision_id
      where r.created_at is null or l.saved_at > r.created_at
      order by l.saved_at desc, p.id limit compared
    ), drafts as (
      select c.* from changed c where public.page_differs(c.id) order by c.saved_at desc, c.id limit p_limit
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'site', d.site_id, 'saved_at', d.saved_at, 'locales', (
      select coalesce(jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title)), '{}')
      from public.page_locales l where l.page_id = d.id
    )) order by d.saved_at desc, d.id), '[]')
    from drafts d
  );
end $function$
;
comment on function public.own_page_drafts(uuid,integer) is 'The pages whose drafts somebody has changed since they were published, by the last 2,000 saves, the latest first.';

CREATE INDEX draft_saves_saved_by_idx ON public.draft_saves USING btree (saved_by, id);

revoke all on function public.own_page_drafts(uuid,integer) from public, anon, authenticated, service_role;
grant execute on function public.own_page_drafts(uuid,integer) to authenticated;
grant execute on function public.own_page_drafts(uuid,integer) to service_role;
