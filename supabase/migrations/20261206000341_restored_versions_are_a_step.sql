-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.restore_draft(p_actor uuid, p_page_id bigint, p_contents jsonb, p_expected_version integer, p_last_save bigint)
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
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable then
    return '{"status": "not-editable"}';
  end if;
  perform 1 from public.modules where page_id = p_page_id order by id for update;
  select * into latest from public.draft_saves where page_id = p_page_id order by id desc limit 1;
  if page.structure_version <> p_expected_version or coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'saved', private.save_mark(latest));
  end if;
  -- Only modules that are, or were, of this page.
  if exists (
    select 1 from jsonb_each(p_contents) c
    cross join lateral private.flatten_modules(c.value -> 'modules') f
    join public.modules m on m.id = f.id
    where m.page_id <> p_page_id
  ) then
    raise exception 'the contents have a module of another page than %', p_page_id using errcode = 'invalid_parameter_value';
  end if;
  perform private.record_discard(p_page_id);
  perform set_config('content.draft_step', 'restore', true);
  perform private.replace_draft(p_page_id, page.parent_id, p_contents);
  return '{"status": "saved"}';
end $function$
;
comment on function public.restore_draft(uuid,bigint,jsonb,integer,bigint) is 'Gives the draft of a page other contents, by locale as a revision has them, unless somebody has saved since the caller looked. What it had stays in the history.';
