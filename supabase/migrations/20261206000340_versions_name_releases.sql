-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.list_page_revisions(p_page_id bigint, p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    with edits as materialized (
      -- A publish writes its revision in the transaction that its edit is of.
      select distinct e.id, e.made_at, e.takes_back
      from public.edited_records d join public.content_edits e on e.id = d.edit_id
      where d.table_name = 'published_page_locales' and d.ref = p_page_id::text
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'number', r.number, 'at', r.created_at, 'by', private.person_name(r.created_by),
      'is_live', r.id = p.published_revision_id,
      'receipt', (
        select min(l.receipt_id) from edits e join public.publish_receipt_edits l on l.edit_id = e.id where e.made_at = r.created_at
      ),
      'takes_back', (select min(e.takes_back) from edits e where e.made_at = r.created_at),
      'release', (
        select min(l.name) from public.launch_pages i join public.launches l on l.id = i.launch_id
        where i.page_id = r.page_id and i.revision_id = r.id
      ),
      'locales', (
        select coalesce(jsonb_agg(l.locale order by l.locale), '[]') from public.page_revision_locales l where l.revision_id = r.id
      )) order by r.number desc), '[]')
    from (
      select * from public.page_revisions r where r.page_id = p_page_id order by r.number desc limit least(p_limit, 500)
    ) r
    left join public.pages p on p.id = r.page_id
  );
end $function$
;
comment on function public.list_page_revisions(bigint,integer) is 'What was published of a page, the newest first: who, when, with which launch, and the receipt that tells of it, while that is on record.';
