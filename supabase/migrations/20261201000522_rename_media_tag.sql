-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.rename_media_tag(p_actor uuid, p_id bigint, p_name text, p_unite boolean)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  other bigint;
begin
  perform private.act_as(p_actor);
  perform pg_advisory_xact_lock(hashtextextended('media tags', 0));
  if not exists (select from public.media_tags t where t.id = p_id) then
    return 'not-found';
  end if;
  select t.id into other from public.media_tags t where lower(t.name) = lower(p_name) and t.id <> p_id order by t.name = p_name desc, t.id limit 1;
  if not found then
    update public.media_tags t set name = p_name where t.id = p_id and t.name <> p_name;
    return 'renamed';
  elsif not p_unite then
    return 'taken';
  end if;
  insert into public.tagged_media (tag_id, kind, record_id)
  select other, m.kind, m.record_id from public.tagged_media m where m.tag_id = p_id
  on conflict do nothing;
  delete from public.media_tags t where t.id = p_id;
  return 'united';
end $function$
;
comment on function public.rename_media_tag(uuid,bigint,text,boolean) is 'Gives a tag another name. Where another tag has it, all media of the one get the other, if that is wanted. Answers renamed, united, taken or not-found.';

revoke all on function public.rename_media_tag(uuid,bigint,text,boolean) from public, anon, authenticated, service_role;
grant execute on function public.rename_media_tag(uuid,bigint,text,boolean) to service_role;
