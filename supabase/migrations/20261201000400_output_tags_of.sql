-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.output_tags_of(p_site text, p_after bigint)
 RETURNS json
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(json_agg(json_build_array(o.id, o.path, o.tags) order by o.id), '[]')
  from (
    select o.id, o.path, o.tags from public.site_outputs o
    where o.site_id = p_site and o.id > p_after and o.path is not null order by o.id limit 1000
  ) o;
$function$
;
comment on function public.output_tags_of(text,bigint) is 'What the outputs of a site depend on, as [id, path, tags], a thousand behind an id: for places that are sent a whole release.';

revoke all on function public.output_tags_of(text,bigint) from public, anon, authenticated, service_role;
grant execute on function public.output_tags_of(text,bigint) to service_role;
