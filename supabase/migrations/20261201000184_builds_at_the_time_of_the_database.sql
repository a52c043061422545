-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.build_start(p_site text, p_release text, p_bundle text, p_worker text, p_lease_seconds integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  other public.site_builds;
  build bigint;
begin
  perform pg_advisory_xact_lock(7310);
  select * into other from public.site_builds
  where site_id = p_site and finished_at is null and lease_until > clock_timestamp() and lease_owner <> p_worker limit 1;
  if found then
    return jsonb_build_object('status', 'busy', 'worker', other.lease_owner);
  end if;
  update public.site_builds set finished_at = now(), outcome = 'abandoned' where site_id = p_site and finished_at is null;
  insert into public.site_builds (site_id, release, bundle, start_seq, lease_owner, lease_until)
  values (p_site, p_release, p_bundle, coalesce((select max(seq) from public.change_log), 0), p_worker,
    clock_timestamp() + make_interval(secs => p_lease_seconds))
  returning id into build;
  return jsonb_build_object('status', 'started', 'build', build, 'at', clock_timestamp());
end $function$
;
comment on function public.build_start(text,text,text,text,integer) is 'Reserves a site for a full build. Changes that arrive meanwhile are replayed when it finishes.';
