-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.form_sections(p_form_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(s.name order by lower(s.name), s.id), '[]') from public.saved_sections s
    where exists (
      select from private.section_modules(s.content) m cross join lateral jsonb_each(m.locales) l
      where m.type = 'CUSTOM_FORMS' and l.value #> '{data,form}' = to_jsonb(p_form_id)
    )
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.delete_form(p_actor uuid, p_form_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  uses jsonb;
  sections jsonb;
begin
  perform private.act_as(p_actor);
  perform 1 from public.forms f where f.id = p_form_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  uses := public.form_uses(array[p_form_id]);
  if uses <> '[]' then
    return jsonb_build_object('status', 'used', 'uses', uses);
  end if;
  sections := private.form_sections(p_form_id);
  if sections <> '[]' then
    return jsonb_build_object('status', 'in-sections', 'sections', sections);
  end if;
  delete from public.forms f where f.id = p_form_id;
  return '{"status": "deleted"}';
end $function$
;
comment on function public.delete_form(uuid,bigint) is 'Deletes a form that no page shows, neither in a draft nor live, and no saved section; otherwise answers which do. Its submissions stay until they expire.';

revoke all on function private.form_sections(bigint) from public, anon, authenticated, service_role;
grant execute on function private.form_sections(bigint) to service_role;
