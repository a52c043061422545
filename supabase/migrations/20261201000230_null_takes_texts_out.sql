-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.with_alternative_texts(p_localized jsonb, p_texts jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_localized || coalesce(jsonb_object_agg(t.key, case
    when coalesce(t.value, '') = '' then (p_localized -> t.key) - 'alt'
    else coalesce(p_localized -> t.key, '{}') || jsonb_build_object('alt', t.value)
  end), '{}')
  from jsonb_each_text(p_texts) t
  where t.value <> '' or p_localized ? t.key
$function$
;
comment on function private.with_alternative_texts(jsonb,jsonb) is 'Texts of a picture with other alternative texts, by locale; an empty one, or null, is taken out.';
