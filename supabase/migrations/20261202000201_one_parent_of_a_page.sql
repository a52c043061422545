-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.discard_draft(p_actor uuid, p_page_id bigint, p_expected_version integer, p_last_save bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  latest public.draft_saves;
begin
  perform private.act_as(p_actor);
  select * into page from public.pages where id = p_page_id for update;
  if not found then
    return jsonb_build_object('status', 'not-found');
  end if;
  if page.published_revision_id is null then
    return jsonb_build_object('status', 'not-published');
  end if;
  perform 1 from public.modules where page_id = p_page_id order by id for update;
  select * into latest from public.draft_saves where page_id = p_page_id order by id desc limit 1;
  if page.structure_version <> p_expected_version or coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'version', page.structure_version, 'saved', private.save_mark(latest));
  end if;
  if not public.page_differs(p_page_id) then
    return jsonb_build_object('status', 'saved', 'version', page.structure_version);
  end if;
  perform private.record_discard(p_page_id);
  perform set_config('content.draft_step', 'discard', true);
  perform private.replace_draft(p_page_id,
    (select l.parent_id from public.published_page_locales l where l.page_id = p_page_id order by l.locale limit 1),
    private.revision_contents(page.published_revision_id));
  return jsonb_build_object('status', 'saved', 'version', page.structure_version + 1);
end $function$
;
comment on function public.discard_draft(uuid,bigint,integer,bigint) is 'Puts a draft back to what is published, with the ids of its modules, unless somebody has saved since the caller looked.';

CREATE OR REPLACE FUNCTION private.live_parent(p_page_id bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select l.parent_id from public.published_page_locales l where l.page_id = p_page_id order by l.locale limit 1
$function$
;

create or replace view private.page_parents with (security_invoker=true) as
 SELECT id,
        CASE
            WHEN (published_revision_id IS NULL) THEN parent_id
            ELSE ( SELECT l.parent_id
               FROM public.published_page_locales l
              WHERE (l.page_id = p.id)
              ORDER BY l.locale
             LIMIT 1)
        END AS parent_id
   FROM public.pages p;
