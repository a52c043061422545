-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.find_submissions(p_form_id bigint, p_search text, p_offset integer, p_limit integer, p_is_read boolean, p_from timestamp with time zone, p_until timestamp with time zone, p_site text, p_locale public.locale, p_before bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  -- Wildcards of `like` are escaped.
  wanted text := '%' || replace(replace(replace(lower(btrim(p_search)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  is_short boolean := length(btrim(p_search)) < 3;
  number bigint := case when btrim(p_search) ~ '^[0-9]{1,15}$' then btrim(p_search)::bigint end;
begin
  if not private.is_staff() then
    return '{"count": 0, "results": [], "versions": {}}';
  end if;
  return (with found as materialized (
    select s.id from public.form_submissions s
    where s.form_id = p_form_id
      and (p_is_read is null or p_is_read = (s.read_at is not null))
      and (p_from is null or s.submitted_at >= p_from)
      and (p_until is null or s.submitted_at < p_until)
      and (p_site is null or s.site_id = p_site)
      and (p_locale is null or s.locale = p_locale)
      and (p_before is null or s.id < p_before)
      and case
        when wanted = '%%' then true
        -- No index of trigrams has them: all are read, once.
        when is_short then s.words like wanted or lower(s.notes) like wanted or s.id = number
        else s.id in (
          select f.id from public.form_submissions f where f.words like wanted
          union all
          select f.id from public.form_submissions f where lower(f.notes) like wanted
          union all
          select number where number is not null
        )
      end
  ), page as (
    select s.* from public.form_submissions s
    where s.id in (select f.id from found f order by f.id desc offset p_offset limit p_limit)
  )
  select jsonb_build_object(
    'count', (select count(*) from found),
    'results', coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'form_title', p.form_title, 'version', p.form_version, 'site', p.site_id,
      'locale', p.locale, 'page_path', p.page_path, 'submitted_at', p.submitted_at, 'read_at', p.read_at, 'notes', p.notes,
      'delete_after', p.delete_after, 'answers', p.content) order by p.id desc) from page p), '[]'),
    -- The fields as each visitor saw them.
    'versions', coalesce((select jsonb_object_agg(v.version, v.content) from public.form_versions v
      where v.form_id = p_form_id and v.version in (select p.form_version from page p)), '{}')
  ));
end $function$
;
