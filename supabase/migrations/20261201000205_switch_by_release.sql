-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.publish_switched(p_site text, p_before text, p_release text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.site_builds b set release = p_release
  where b.release = p_before and b.id = (
    select max(l.id) from public.site_builds l where l.site_id = p_site and l.outcome in ('live', 'rolled-back')
  )
$function$
;
comment on function public.publish_switched(text,text,text) is 'Notes that what a build has made live is live as another release now, which has links to it and what was published together since.';

revoke all on function public.publish_switched(text,text,text) from public, anon, authenticated, service_role;
grant execute on function public.publish_switched(text,text,text) to service_role;
