-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.save_page_settings(uuid,bigint,bigint,jsonb,bigint,bigint);

CREATE OR REPLACE FUNCTION public.save_page_settings(p_actor uuid, p_page_id bigint, p_parent_id bigint, p_locales jsonb, p_version bigint, p_from_parent bigint, p_removed public.locale[] DEFAULT '{}'::public.locale[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  latest public.draft_saves;
  refusal jsonb;
begin
  perform private.act_as(p_actor);
  select * into page from public.pages where id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  latest := private.settings_save(p_page_id);
  if coalesce(latest.id, 0) <> p_version or page.parent_id is distinct from p_from_parent then
    return jsonb_build_object('status', 'conflict', 'version', coalesce(latest.id, 0), 'settings', private.page_settings(p_page_id),
      'saved_by', latest.saved_by, 'saved_at', latest.saved_at);
  end if;
  -- English is what other languages fall back to, and a page that the site needs is in all of them.
  if cardinality(p_removed) > 0 and (page.route is not null or 'en' = any (p_removed)) then
    return '{"status": "fixed"}';
  end if;
  refusal := private.put_page_names(page, p_parent_id, p_locales);
  if refusal is null and cardinality(p_removed) > 0 then
    insert into public.draft_saves (page_id, locale, action, content, version, saved_by)
    select l.page_id, l.locale, 'describe', '{}', l.version, p_actor
    from public.page_locales l where l.page_id = p_page_id and l.locale = any (p_removed);
    delete from public.page_locales l where l.page_id = p_page_id and l.locale = any (p_removed);
  end if;
  return coalesce(refusal, jsonb_build_object('status', 'saved', 'version', coalesce((private.settings_save(p_page_id)).id, 0)));
end $function$
;
comment on function public.save_page_settings(uuid,bigint,bigint,jsonb,bigint,bigint,public.locale[]) is 'Saves the settings of a page''s draft, and takes it out of languages, unless somebody saved them since the version and the parent that the caller started from.';

CREATE OR REPLACE FUNCTION public.set_page_lock(p_actor uuid, p_page_id bigint, p_is_locked boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_as(p_actor, true);
  update public.pages p set is_editable = not p_is_locked where p.id = p_page_id and p.is_editable = p_is_locked;
  if not found and not exists (select from public.pages p where p.id = p_page_id) then
    return '{"status": "not-found"}';
  end if;
  return '{"status": "saved"}';
end $function$
;
comment on function public.set_page_lock(uuid,bigint,boolean) is 'Locks a page, which nobody changes or deletes then, or unlocks it; for administrators. What is live of it stays.';

revoke all on function public.save_page_settings(uuid,bigint,bigint,jsonb,bigint,bigint,public.locale[]) from public, anon, authenticated, service_role;
grant execute on function public.save_page_settings(uuid,bigint,bigint,jsonb,bigint,bigint,public.locale[]) to service_role;

revoke all on function public.set_page_lock(uuid,bigint,boolean) from public, anon, authenticated, service_role;
grant execute on function public.set_page_lock(uuid,bigint,boolean) to service_role;
