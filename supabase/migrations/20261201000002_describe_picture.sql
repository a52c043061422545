-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.with_alternative_texts(p_localized jsonb, p_texts jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_localized || coalesce(jsonb_object_agg(t.key, case
    when t.value = '' then (p_localized -> t.key) - 'alt'
    else coalesce(p_localized -> t.key, '{}') || jsonb_build_object('alt', t.value)
  end), '{}')
  from jsonb_each_text(p_texts) t
  where t.value <> '' or p_localized ? t.key
$function$
;
comment on function private.with_alternative_texts(jsonb,jsonb) is 'Texts of a picture with other alternative texts, by locale; an empty one is taken out.';

CREATE OR REPLACE FUNCTION public.describe_picture(p_actor uuid, p_kind text, p_id bigint, p_version integer, p_texts jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  saved integer;
begin
  perform private.act_as(p_actor);
  if p_kind = 'image' then
    update public.images i
    set is_decorative = (p_texts ->> 'decorative')::boolean, localized = private.with_alternative_texts(i.localized, p_texts -> 'alt')
    where i.id = p_id and i.version = p_version
    returning i.version into saved;
  elsif p_kind = 'vector' then
    update public.vectors v
    set localized = private.with_alternative_texts(v.localized, p_texts -> 'alt')
    where v.id = p_id and v.version = p_version
    returning v.version into saved;
  end if;
  return saved;
end $function$
;
comment on function public.describe_picture(uuid,text,bigint,integer,jsonb) is 'Saves the alternative texts of an image or a vector, and whether an image is decorative; answers its new version, and null where it is not at the given version any more.';

revoke all on function private.with_alternative_texts(jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.with_alternative_texts(jsonb,jsonb) to public;

revoke all on function public.describe_picture(uuid,text,bigint,integer,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.describe_picture(uuid,text,bigint,integer,jsonb) to service_role;
