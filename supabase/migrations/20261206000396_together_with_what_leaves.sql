-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.publish_claim_redirects(p_worker text, p_site text, p_lease_seconds integer, p_lost_after bigint DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  found_here public.site_outputs;
  this_number bigint;
begin
  perform pg_advisory_xact_lock(7310);
  select * into found_here from public.site_outputs o where o.site_id = p_site and o.kind = 'redirects';
  if not found then
    return '{"status": "none"}';
  end if;
  if found_here.lease_owner not in (p_worker, 'deferred') and (
    found_here.lease_until >= clock_timestamp()
    or exists (select from public.publish_rounds r where r.worker = found_here.lease_owner and r.until > clock_timestamp())
  ) and not exists (
    -- A round that has staged it, and is not putting it live: what it has is older.
    select from public.publish_rounds r
    where r.worker = found_here.lease_owner and r.site_id = p_site and found_here.lease_until <= r.staged_before
      and coalesce(r.switching_until < clock_timestamp(), true)
  ) then
    return '{"status": "busy"}';
  end if;
  perform private.note_taken(p_worker, array[found_here.id]);
  this_number := private.next_lease_number();
  perform private.note_run_out(p_worker, array[found_here.id], this_number);
  update public.site_outputs o
  set stale_seq = w.seq, lease_seq = w.seq,
    turn = case when o.stale_seq is null then private.turn_of(2, o.kind, false) else o.turn end,
    -- For what leaves, and for what it was stale before.
    stale_reasons = case when o.stale_seq is null then '{}' else array_remove(o.stale_reasons, 'redirects:' || p_site) end
      || ('redirects:' || p_site),
    lease_owner = p_worker, lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds), lease_number = this_number,
    leaving_paths = '{}'
  from (select coalesce(found_here.stale_seq, (select max(c.seq) from public.change_log c), 0) as seq) w
  where o.id = found_here.id
  returning o.* into found_here;
  return jsonb_build_object('status', 'claimed', 'lost', private.lost_after(p_lost_after), 'output', jsonb_build_object(
    'site', p_site, 'kind', found_here.kind, 'ref', found_here.ref, 'locale', found_here.locale, 'listed', null, 'path', found_here.path,
    'taking', found_here.taking_path, 'hash', found_here.content_hash, 'given', found_here.given_hash, 'bytes', found_here.bytes,
    'seq', found_here.stale_seq, 'lease', found_here.lease_number, 'read', found_here.read_seq, 'reasons', found_here.stale_reasons, 'address', null, 'of_frame', false,
    'next_change_at', null, 'shown_from', null, 'shown', exists (
      select from private.fixed_outputs f
      where (f.site_id, f.kind, f.ref, f.locale) = (p_site, found_here.kind, found_here.ref, found_here.locale)
    )));
end $function$
;
comment on function public.publish_claim_redirects(text,text,integer,bigint) is 'Leases the redirects of a site to a publisher that is about to remove files, stale or not, so that they are live in the same switch: busy while another publisher has them.';

CREATE OR REPLACE FUNCTION public.settle_launch(p_launch bigint, p_live_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_failure text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_live_at is not null then
    -- The clock of the database has committed it, and that of the publisher may be behind.
    update public.launches l
    set state = 'live', live_at = case when l.publish_at <= clock_timestamp() then greatest(p_live_at, l.publish_at) else p_live_at end
    where l.id = p_launch and l.state = 'publishing';
  else
    -- What cannot be published is not tried again and again: a person looks at it.
    update public.launches l set state = 'open', publish_at = null, time_zone = null, failure = p_failure, failed_at = l.publish_at, locked_until = null
    where l.id = p_launch and l.state = 'scheduled';
  end if;
  return found;
end $function$
;
comment on function public.settle_launch(bigint,timestamp with time zone,text) is 'Notes when the files of a launch were live, or why it could not be published at its moment.';
