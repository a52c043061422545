-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.purge_seen(bigint,text[],text);

CREATE OR REPLACE FUNCTION public.purge_seen(p_purge bigint, p_paths text[], p_failure text DEFAULT NULL::text, p_milliseconds_ago double precision[] DEFAULT NULL::double precision[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  overtaken text[];
begin
  update public.cache_purge_paths c
  -- No clock but this one is asked: it has to agree with the moment at which the files were live.
  set seen_at = clock_timestamp() - make_interval(secs => coalesce(s.milliseconds_ago, 0) / 1000)
  from unnest(p_paths, p_milliseconds_ago) as s (path, milliseconds_ago)
  where c.purge_id = p_purge and c.path = s.path and c.seen_at is null;
  update public.publish_receipt_items i set seen_live_at = c.seen_at
  from public.receipt_purges r, public.cache_purge_paths c
  where r.purge_id = p_purge and c.purge_id = p_purge and i.receipt_id = r.receipt_id and i.path = c.path
    and c.path = any (p_paths) and i.change in ('new', 'changed', 'removed');
  -- What has changed again is seen by the later purge.
  overtaken := array(
    select c.path from public.cache_purge_paths c
    join public.cache_purges p on p.id = c.purge_id
    where c.purge_id = p_purge and c.seen_at is null and exists (
      select from public.cache_purge_paths l join public.cache_purges q on q.id = l.purge_id
      where l.path = c.path and l.purge_id > p_purge and q.site_id = p.site_id and not q.is_again
    )
  );
  update public.cache_purges p set seen_at = case when p_failure is null then clock_timestamp() end, failure = p_failure
  where p.id = p_purge and (p_failure is not null or not exists (
    select from public.cache_purge_paths c where c.purge_id = p_purge and c.seen_at is null and c.path <> all (overtaken)
  ));
  return to_jsonb(overtaken);
end $function$
;
comment on function public.purge_seen(bigint,text[],text,double precision[]) is 'Notes paths that were seen through the public address, now or so many milliseconds ago, in the receipts too. Returns those that a later purge looks for.';

revoke all on function public.purge_seen(bigint,text[],text,double precision[]) from public, anon, authenticated, service_role;
grant execute on function public.purge_seen(bigint,text[],text,double precision[]) to service_role;
