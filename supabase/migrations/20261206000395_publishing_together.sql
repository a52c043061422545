-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.build_start(text,text,text,text,integer,text,jsonb,text);

drop function public.roll_site_back(uuid,text,text,text);

drop function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean,boolean,boolean,timestamp with time zone,bigint,jsonb,text);

drop function public.publish_release(text);

drop function public.build_rollback(text,text,text,text);

drop function public.publish_take_paths(text,jsonb);

drop function public.read_redirects(text);

CREATE OR REPLACE FUNCTION private.is_open_launch(p_launch bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  launch public.launches;
begin
  -- Whoever publishes it has its row until it is live: nobody waits for that.
  select * into launch from public.launches l where l.id = p_launch;
  if launch.locked_until > clock_timestamp() then
    return false;
  end if;
  select * into launch from public.launches l where l.id = p_launch for share;
  return coalesce(launch.state in ('open', 'scheduled') and coalesce(launch.locked_until <= clock_timestamp(), true), false);
end $function$
;

CREATE OR REPLACE FUNCTION private.next_lease_number()
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select setval('private.lease_numbers', greatest(
    nextval('private.lease_numbers'), (extract(epoch from clock_timestamp()) * 1000000)::bigint
  ))
$function$
;

CREATE OR REPLACE FUNCTION private.note_lost(p_number bigint, p_site text, p_worker text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  delete from public.lost_leases l where l.lost_at < clock_timestamp() - interval '1 day';
  insert into public.lost_leases (site_id, worker, number) values (p_site, p_worker, p_number)
  on conflict (site_id, worker) do update set number = excluded.number, lost_at = excluded.lost_at;
end $function$
;

CREATE OR REPLACE FUNCTION private.lost_after(p_number bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('site', l.site_id, 'worker', l.worker, 'number', l.number) order by l.number), '[]')
    from public.lost_leases l where l.number > coalesce(p_number, 0)
  );
end $function$
;
comment on function private.lost_after(bigint) is 'The workers that have lost leases since a number.';

CREATE OR REPLACE FUNCTION private.database_id()
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own uuid := (select i.id from private.database_identity i);
begin
  if own is null then
    insert into private.database_identity default values on conflict do nothing;
    own := (select i.id from private.database_identity i);
  end if;
  return own;
end $function$
;
comment on function private.database_id() is 'The name of this database, which it is given when it is asked for first.';

CREATE OR REPLACE FUNCTION private.note_places(p_places jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own uuid;
  last_seq bigint;
  seen bigint;
begin
  if p_places = '[]' then
    return;
  end if;
  own := private.database_id();
  last_seq := coalesce((select max(c.seq) from public.change_log c), 0);
  seen := (select max(p.seq) from jsonb_to_recordset(p_places) p (seq bigint));
  if seen <= last_seq and not exists (
    select from jsonb_to_recordset(p_places) p (database uuid) where p.database <> own
  ) then
    return;
  end if;
  insert into public.unknown_files (site_id, cause)
  select p.site, case when bool_or(p.database <> own) then 'other' else 'later' end
  from jsonb_to_recordset(p_places) p (site text, database uuid, seq bigint)
  -- A database without the site is none that it could be built from.
  join public.sites s on s.id = p.site
  where p.database <> own or p.seq > last_seq
  group by p.site
  on conflict (site_id) do nothing;
  if seen > last_seq then
    insert into public.change_log (seq, message_ids, tags, queued_at) values (seen + 1, '{}', '{}', now());
    perform setval('public.change_log_seq_seq', greatest(seen + 1, (select s.last_value from public.change_log_seq_seq s)));
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.number_builds_above(p_number bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select setval('public.site_builds_id_seq', p_number) from public.site_builds_id_seq s where s.last_value < p_number
$function$
;

CREATE OR REPLACE FUNCTION public.publish_places(p_places jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(7310);
  perform private.note_places(coalesce(
    (select jsonb_agg(p) from jsonb_array_elements(p_places) p where p -> 'seq' <> 'null'), '[]'
  ));
  insert into public.unknown_files (site_id, cause)
  select distinct p.site, 'release'
  from jsonb_to_recordset(p_places) p (site text, release text)
  join public.sites s on s.id = p.site
  left join lateral (
    select b.release, b.outcome from public.site_builds b
    where b.site_id = p.site and b.outcome in ('live', 'rolled-back') order by b.id desc limit 1
  ) b on true
  where p.release is not null and p.release is distinct from b.release
    -- What is put back becomes live when that is known.
    and b.outcome is distinct from 'rolled-back'
    -- What is being put live is told when it is.
    and not exists (select from public.site_builds o where o.site_id = p.site and o.finished_at is null)
    and not exists (
      select from public.publish_rounds r
      where coalesce(r.site_id, p.site) = p.site and r.switching_until > clock_timestamp()
    )
  on conflict (site_id) do nothing;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('site', u.site_id, 'cause', u.cause, 'since', u.noticed_at) order by u.site_id), '[]')
    from public.unknown_files u
  );
end $function$
;
comment on function public.publish_places(jsonb) is 'Compares what places say of the files of sites, as [{site, release, database, seq}], with this database. Answers the sites whose files are of a state that it does not know: they are to be built anew.';

CREATE OR REPLACE FUNCTION private.ready_sites(p_sites text[], p_bundle text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    select s from unnest(p_sites) s
    where not exists (select 1 from public.site_builds b where b.site_id = s and b.finished_at is null)
      and not exists (select 1 from public.unknown_files u where u.site_id = s)
      and 'rolled-back' is distinct from (
        select b.outcome from public.site_builds b
        where b.site_id = s and b.outcome in ('live', 'rolled-back') order by b.id desc limit 1
      )
      and (p_bundle is null or p_bundle = coalesce(private.live_bundle(s), p_bundle))
  );
end $function$
;

CREATE OR REPLACE FUNCTION private.note_run_out(p_worker text, p_ids bigint[], p_number bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  perform private.note_lost(p_number, l.site_id, l.lease_owner)
  from (
    select distinct o.site_id, o.lease_owner from public.site_outputs o
    where o.id = any (p_ids) and o.lease_owner <> p_worker and o.lease_owner <> 'deferred'
      and not exists (
        select 1 from public.publish_rounds r
        where r.worker = o.lease_owner and r.until > clock_timestamp() and r.switching_until is null
      )
  ) l;
end $function$
;

CREATE OR REPLACE FUNCTION public.publish_claim(p_worker text, p_sites text[], p_at timestamp with time zone, p_limit integer, p_lease_seconds integer, p_of_people boolean DEFAULT false, p_without_bulk boolean DEFAULT false, p_bulk boolean DEFAULT false, p_staged_before timestamp with time zone DEFAULT NULL::timestamp with time zone, p_to_seq bigint DEFAULT NULL::bigint, p_after jsonb DEFAULT NULL::jsonb, p_bundle text DEFAULT NULL::text, p_lost_after bigint DEFAULT NULL::bigint, p_places jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  -- More messages than one step takes in.
  many_wait constant integer := 251;
  taken bigint[];
  ready text[];
  ids bigint[];
  goes_on boolean := false;
  due_goes_on boolean := false;
  queue_goes_on boolean;
  first_class integer := case when p_bulk then 3 else 0 end;
  lease_ends timestamptz;
  this_number bigint;
  last_seq bigint;
  -- Outputs up to this number have been searched for all changes that are known.
  searched_to bigint;
  claimed jsonb;
  for_people boolean;
begin
  -- One intake at a time, so that the sequence numbers of the log are in the order in which the index received changes.
  perform pg_advisory_xact_lock(7310);
  perform private.note_places(p_places);
  -- Later claims have later leases.
  lease_ends := clock_timestamp() + make_interval(secs => p_lease_seconds);
  taken := private.take_in_changes(p_at, p_of_people);
  if not p_of_people then
    goes_on := private.search_wide_changes();
    due_goes_on := private.mark_due(p_at);
  end if;
  ready := case when private.is_held(p_worker) then '{}' else private.ready_sites(p_sites, p_bundle) end;
  if p_bulk then
    -- One publisher has all of a site, so that it becomes live together.
    ready := array(
      select s from unnest(ready) s
      where not exists (
        select 1 from public.publish_rounds r where r.site_id = s and r.worker <> p_worker and r.until > clock_timestamp()
      )
    );
  end if;
  if p_bulk or p_staged_before is not null then
    insert into public.publish_rounds as r (worker, site_id, staged_before, until)
    select p_worker, case when p_bulk then ready[1] end, coalesce(p_staged_before, clock_timestamp()), lease_ends
    where ready <> '{}'
    on conflict (worker) do update
      set site_id = excluded.site_id, staged_before = excluded.staged_before, until = excluded.until, switching_until = null;
  end if;
  last_seq := coalesce((select max(seq) from public.change_log), 0);
  ids := private.next_outputs(p_worker, ready, p_limit, first_class, case
    when p_of_people then 1
    -- The changes that wait would make most of what is published now stale again.
    when (select count(*) from (select from pgmq.q_content_changes q where q.vt <= clock_timestamp() limit many_wait) w) = many_wait then 2
    when p_without_bulk then 3
    else 4
  end, p_to_seq, p_after, not (p_of_people or p_without_bulk or p_bulk or p_staged_before is not null));
  perform private.note_taken(p_worker, ids);
  if ids <> '{}' then
    this_number := private.next_lease_number();
    perform private.note_run_out(p_worker, ids, this_number);
  end if;
  searched_to := (select min(coalesce(w.searched_to, -1)) from public.wide_changes w);
  with leased as (
    update public.site_outputs o
    set lease_owner = p_worker, lease_until = lease_ends, lease_seq = o.stale_seq, lease_number = this_number, leaving_paths = '{}'
    where o.id = any (ids)
    returning o.*
  )
  -- Each output looks up its own route: joined as a whole, the view would be read in full, whatever the size of the claim.
  select coalesce(jsonb_agg(jsonb_build_object(
    'site', l.site_id, 'kind', l.kind, 'ref', l.ref, 'locale', l.locale,
    'listed', nullif(l.listed_kind, ''), 'path', l.path, 'taking', l.taking_path, 'hash', l.content_hash, 'given', l.given_hash, 'bytes', l.bytes,
    'seq', l.stale_seq, 'lease', l.lease_number, 'read', l.read_seq, 'reasons', l.stale_reasons, 'address', own.address,
    'of_frame', coalesce(l.frame_seq = l.stale_seq, false) and l.failure is null and l.path is not null
      and coalesce(l.id <= searched_to, true) and coalesce(l.next_change_at > p_at, true),
    'next_change_at', case when l.frame_seq = l.stale_seq then l.next_change_at end,
    -- When a record that is hidden now will be shown.
    'shown_from', case when own.address is null then own.visible_from end,
    'shown', case (select k.scope from private.output_kinds k where k.kind = l.kind)
      when 'record' then own.address is not null
      when 'sitemap' then exists (
        select 1 from private.routes m
        where m.site_id = l.site_id and m.kind = l.listed_kind and m.ref >= l.ref * 500 and m.ref < (l.ref + 1) * 500
      )
      else exists (
        select 1 from private.fixed_outputs f where (f.site_id, f.kind, f.ref, f.locale) = (l.site_id, l.kind, l.ref, l.locale)
      )
    end
  ) order by l.turn, l.stale_seq, l.site_id, l.kind, l.ref, l.locale, l.listed_kind), '[]'),
    coalesce(bool_or(l.turn < 3), false)
  into claimed, for_people
  from leased l
  cross join lateral (
    select
      min(r.address) filter (
        where (r.visible_from is null or r.visible_from <= p_at) and (r.visible_until is null or r.visible_until > p_at)
      ) as address,
      min(r.visible_from) filter (where r.visible_from > p_at) as visible_from
    from private.routes r
    where (r.site_id, r.kind, r.ref, r.locale) = (l.site_id, l.kind, l.ref, l.locale)
  ) own;

  queue_goes_on := exists (
    select 1 from pgmq.q_content_changes q where q.vt <= clock_timestamp() and (q.message ? 'actor' or not p_of_people)
  );
  return jsonb_build_object(
    'watermark', last_seq,
    'message_ids', to_jsonb(taken),
    -- The requests of the server that they were changed for last.
    'requests', (
      select coalesce(jsonb_agg(distinct e.request), '[]')
      from public.change_log c join public.content_edits e on e.id = any (c.edits)
      where e.request is not null and c.seq in (select (o ->> 'seq')::bigint from jsonb_array_elements(claimed) o)
    ),
    'outputs', claimed,
    -- What these have staged is not put in place any more: that comes before anything is read or written.
    'lost', private.lost_after(p_lost_after),
    'at', p_at,
    'for_people', for_people,
    'goes_on', goes_on or due_goes_on or queue_goes_on,
    -- Whether more of what comes before changes of many outputs may follow.
    'few_go_on', due_goes_on or queue_goes_on,
    -- In a form that compares as text.
    'lease_until', to_char(lease_ends at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    -- Where a round goes on.
    'after', (
      select jsonb_build_object('turn', l.turn, 'seq', l.stale_seq, 'kind', l.kind, 'ref', l.ref)
      from public.site_outputs l where p_bulk and l.id = ids[cardinality(ids)]
    ),
    -- Whether something of a round that has ended has changed since it was staged.
    'overtaken', p_bulk and ids = '{}' and exists (
      select 1 from public.site_outputs o
      where o.site_id = any (ready) and o.stale_seq > coalesce(p_to_seq, -1) and o.turn >= 9 and o.lease_owner = p_worker and o.stale_seq > o.lease_seq
    ),
    -- Whether something waits that comes before changes of many outputs.
    'sooner', p_bulk and exists (
      select 1 from unnest(private.ready_sites(array(select i.id from public.sites i), p_bundle)) s (site_id)
      join public.site_outputs o on o.site_id = s.site_id and o.stale_seq is not null and o.turn < 9
        and (o.lease_until is null or o.lease_until < clock_timestamp() or o.stale_seq > o.lease_seq)
    ),
    'bulk_sites', (
      select coalesce(jsonb_agg(s order by s), '[]') from unnest(ready) s
      where p_without_bulk and ids = '{}'
        and exists (select 1 from public.site_outputs o where o.site_id = s and o.stale_seq is not null and o.turn >= 9)
    ),
    -- The oldest change of a person whose outputs others are publishing.
    'with_others', (
      select min(o.stale_seq) from unnest(ready) s (site_id)
      join public.site_outputs o on o.site_id = s.site_id and o.stale_seq is not null and o.turn < 3
        and o.lease_owner not in (p_worker, 'deferred') and o.lease_until >= clock_timestamp()
    ),
    -- Sites that were built from another code bundle.
    'of_other_code', (
      select coalesce(jsonb_agg(s order by s), '[]') from unnest(p_sites) s where p_bundle <> private.live_bundle(s)
    ),
    'next_change_at', (select min(next_change_at) from public.site_outputs where next_change_at is not null and stale_seq is null),
    'database', private.database_id(),
    -- Sites whose files are of a state that this database does not know.
    'unknown_files', (
      select coalesce(jsonb_agg(jsonb_build_object('site', u.site_id, 'cause', u.cause) order by u.site_id), '[]') from public.unknown_files u
    ),
    -- Builds that have not said for too long that they go on.
    'expired_builds', (
      select coalesce(jsonb_agg(jsonb_build_object('build', b.id, 'site', b.site_id, 'release', b.release)), '[]')
      from public.site_builds b
      where b.finished_at is null and b.site_id = any (p_sites) and b.lease_until <= clock_timestamp()
    )
  );
end $function$
;
comment on function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean,boolean,boolean,timestamp with time zone,bigint,jsonb,text,bigint,jsonb) is 'Takes some of the queued changes into the index, marks what the clock changes, and leases stale outputs to a publisher: what people wait for, or all that comes next.';

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
    stale_reasons = case when o.stale_seq is null then array['redirects:' || p_site] else o.stale_reasons end,
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

CREATE OR REPLACE FUNCTION public.publish_take_paths(p_worker text, p_outputs jsonb, p_lost_after bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  busy text[];
  late text[];
begin
  perform pg_advisory_xact_lock(7310);
  -- Whoever was removing a file there, and has not said that it is gone, may do so yet.
  with ended as (
    delete from public.file_removals f
    using jsonb_to_recordset(p_outputs) as w (site text, paths text[])
    where f.site_id = w.site and f.path = any (w.paths) and f.worker <> p_worker and f.until <= clock_timestamp()
    returning f.site_id, f.worker
  )
  select array_agg(distinct e.worker) into late from ended e;
  if late is not null then
    perform private.note_lost(private.next_lease_number(), s.site, l)
    from unnest(late) l, (select distinct w.site from jsonb_to_recordset(p_outputs) as w (site text)) s;
  end if;
  busy := array(
    select distinct w.path
    from jsonb_to_recordset(p_outputs) as w (site text, path text, paths text[])
    join public.file_removals f on f.site_id = w.site and f.path = any (w.paths) and f.worker <> p_worker and f.until > clock_timestamp()
  );
  update public.site_outputs o
  set taking_path = w.path
  from jsonb_to_recordset(p_outputs) as w (site text, kind text, ref bigint, locale public.locale, listed text, path text)
  where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (w.site, w.kind, w.ref, w.locale, coalesce(w.listed, ''))
    and o.lease_owner = p_worker and w.path <> all (busy);
  return case when p_lost_after is null then to_jsonb(busy) else
    jsonb_build_object('busy', busy, 'lost', private.lost_after(p_lost_after)) end;
end $function$
;
comment on function public.publish_take_paths(text,jsonb,bigint) is 'Reserves new paths of leased outputs. Returns those at which another publisher is still removing a file: ask again for them; and, where it is asked, who has lost leases.';

CREATE OR REPLACE FUNCTION private.not_held(p_worker text, p_outputs jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('site', r.site, 'kind', r.kind, 'ref', r.ref, 'locale', r.locale, 'listed', r.listed)), '[]')
    from jsonb_to_recordset(p_outputs) as r (site text, kind text, ref bigint, locale public.locale, listed text, lease bigint)
    where not exists (
      select 1 from public.site_outputs o
      where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (r.site, r.kind, r.ref, r.locale, coalesce(r.listed, ''))
        and o.lease_owner = p_worker and o.lease_number is not distinct from coalesce(r.lease, o.lease_number)
    )
  );
end $function$
;

CREATE OR REPLACE FUNCTION private.complete_outputs(p_worker text, p_watermark bigint, p_outputs jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  lost jsonb;
begin
  perform pg_advisory_xact_lock(7310);
  lost := private.not_held(p_worker, p_outputs);
  -- A sitemap that comes or goes changes the index of sitemaps.
  update public.site_outputs i
  set stale_seq = coalesce((select max(seq) from public.change_log), 0), stale_reasons = array['sitemap'], turn = 8
  from jsonb_to_recordset(p_outputs) as r (site text, kind text, ref bigint, listed text, hash text)
  join public.site_outputs o on o.site_id = r.site and o.kind = 'sitemap' and o.ref = r.ref and o.listed_kind = r.listed
  where r.kind = 'sitemap' and (r.hash is null) <> (o.content_hash is null)
    and i.site_id = r.site and i.kind = 'sitemap_index';
  with results as (
    select * from jsonb_to_recordset(p_outputs) as r (
      site text, kind text, ref bigint, locale public.locale, listed text, seq bigint, path text, tags text[], hash text, given text,
      types text[], bytes integer, next_change_at timestamptz, removed boolean, failure jsonb, lease bigint
    )
  ), late as (
    -- A change that the index received after the lease began, and that the new tags name, may not have been read.
    select r.site, r.kind, r.ref, r.locale, r.listed, max(c.seq) as seq, array_agg(distinct t.tag) as reasons
    from results r
    cross join lateral unnest(r.tags) t (tag)
    join (
      select a.tag, max(l.seq) as seq from public.change_log l cross join unnest(l.tags) a (tag) where l.seq > p_watermark group by a.tag
    ) c using (tag)
    group by r.site, r.kind, r.ref, r.locale, r.listed
  ), removed as (
    delete from public.site_outputs o using results r
    where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (r.site, r.kind, r.ref, r.locale, coalesce(r.listed, ''))
      -- An output that content has, and that has nothing to show now, is remembered with what it depends on.
      and r.removed and r.tags = '{}' and r.next_change_at is null and o.stale_seq = r.seq and o.lease_owner = p_worker
      and o.lease_number is not distinct from coalesce(r.lease, o.lease_number)
  )
  update public.site_outputs o
  set path = case when r.removed then null when r.failure is null then r.path else o.path end,
    taking_path = null,
    leaving_paths = '{}',
    content_hash = case when r.removed then null when r.failure is null then r.hash else o.content_hash end,
    given_hash = case when r.removed then null when r.failure is null then r.given else o.given_hash end,
    bytes = case when r.failure is null then coalesce(r.bytes, 0) else o.bytes end,
    -- What nothing but the frame was changed of depends on what it did.
    tags = coalesce(r.tags, o.tags),
    module_types = coalesce(r.types, o.module_types),
    next_change_at = r.next_change_at,
    failure = r.failure,
    rendered_at = clock_timestamp(),
    lease_owner = null,
    lease_until = null,
    read_seq = greatest(o.read_seq, p_watermark),
    stale_reasons = case when o.stale_seq = r.seq then coalesce(l.reasons, '{}') else o.stale_reasons end,
    turn = case when o.stale_seq = r.seq then 7 else o.turn end,
    stale_seq = case when o.stale_seq <> r.seq then o.stale_seq else l.seq end
  from results r
  left join late l on (l.site, l.kind, l.ref, l.locale) = (r.site, r.kind, r.ref, r.locale) and l.listed is not distinct from r.listed
  where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (r.site, r.kind, r.ref, r.locale, coalesce(r.listed, ''))
    and o.lease_owner = p_worker and o.lease_number is not distinct from coalesce(r.lease, o.lease_number)
    and not (coalesce(r.removed, false) and r.tags = '{}' and r.next_change_at is null and o.stale_seq = r.seq);
  -- A round of many outputs reports them part by part.
  update public.publish_rounds r set until = greatest(r.until, clock_timestamp() + interval '60 seconds'), switching_until = null
  where r.worker = p_worker;
  -- The last one says how far the log goes.
  delete from public.change_log where seq in (
    select c.seq from public.change_log c
    where c.taken_in_at < now() - interval '1 day' and c.seq < (select max(l.seq) from public.change_log l)
    order by c.taken_in_at limit 500
  );
  return lost;
end $function$
;
comment on function private.complete_outputs(text,bigint,jsonb) is 'Records what a publisher rendered: paths, dependencies, hashes. An output that changed meanwhile stays stale. Answers those that it does not hold any more, of which nothing is recorded.';

CREATE OR REPLACE FUNCTION public.publish_complete(p_worker text, p_watermark bigint, p_outputs jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  perform private.complete_outputs(p_worker, p_watermark, p_outputs);
end $function$
;
comment on function public.publish_complete(text,bigint,jsonb) is 'As publish_report does it, without a receipt: for publishers of the version before.';

CREATE OR REPLACE FUNCTION public.publish_rehearse(p_worker text, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  page public.site_outputs;
  claimed jsonb;
begin
  select * into page from public.site_outputs o where o.kind = 'page' and o.path is not null order by o.site_id, o.ref limit 1;
  -- With changes that wait there is no need to.
  if not found or exists (select from pgmq.q_content_changes) then
    return;
  end if;
  begin
    perform private.queue_change(array['page:' || page.ref], jsonb_build_array(jsonb_build_object('kind', 'page', 'ref', page.ref)));
    claimed := public.publish_claim(p_worker, array[page.site_id], p_at, 1, 1);
    perform public.publish_report(p_worker, (claimed ->> 'watermark')::bigint, claimed -> 'outputs', '[]', (
      select jsonb_agg(jsonb_build_object('site', o -> 'site', 'worker', p_worker, 'started_at', p_at, 'message_ids', '[]'::jsonb,
        'outputs', jsonb_build_array(o || jsonb_build_object('since', o -> 'read')), 'items', '[]'::jsonb))
      from jsonb_array_elements(claimed -> 'outputs') o
    ));
    raise exception using errcode = 'RH000';
  exception when sqlstate 'RH000' then
    -- Nothing of it has happened but that the session has planned its statements.
    null;
  end;
end $function$
;
comment on function public.publish_rehearse(text,timestamp with time zone) is 'Takes in a change of a page, claims and reports it, and undoes all of that: a session that has not done so before takes several times as long.';

CREATE OR REPLACE FUNCTION public.publish_release(p_worker text, p_has_ended boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  at_most constant integer := 5000;
  released integer;
begin
  if p_has_ended then
    perform pg_advisory_xact_lock(7310);
    -- What it has put in place and not reported is in no index: nobody goes by what he remembers of the files.
    perform private.note_lost(private.next_lease_number(), h.site_id, p_worker)
    from (select distinct o.site_id from public.site_outputs o where o.lease_owner = p_worker) h;
  end if;
  update public.site_outputs set lease_owner = null, lease_until = null
  where id in (select o.id from public.site_outputs o where o.lease_owner = p_worker limit at_most);
  get diagnostics released = row_count;
  delete from public.file_removals where worker = p_worker;
  delete from public.publish_rounds where worker = p_worker;
  delete from public.publish_holds where worker = p_worker;
  delete from public.taken_leases where worker = p_worker;
  -- Whoever finds it ended looks at what it has made live.
  update public.site_builds set lease_until = least(lease_until, clock_timestamp()) where lease_owner = p_worker and finished_at is null;
  return released = at_most;
end $function$
;
comment on function public.publish_release(text,boolean) is 'Gives back what a publisher of this name held when it ended. Returns whether some of it is left: then call it again. With p_has_ended, others are told that it ended without a report.';

CREATE OR REPLACE FUNCTION public.publish_adopt(p_former text, p_worker text, p_outputs jsonb, p_lease_seconds integer, p_has_ended boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  answer jsonb;
  this_number bigint;
begin
  perform pg_advisory_xact_lock(7310);
  this_number := private.next_lease_number();
  with held as (
    update public.site_outputs o
    set lease_owner = p_worker, lease_until = greatest(o.lease_until, clock_timestamp() + make_interval(secs => p_lease_seconds)),
      lease_number = case when o.lease_owner = p_worker then o.lease_number else this_number end
    from jsonb_to_recordset(p_outputs) as w (site text, kind text, ref bigint, locale public.locale, listed text)
    where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (w.site, w.kind, w.ref, w.locale, coalesce(w.listed, ''))
      and (o.lease_owner = p_worker or (o.lease_owner = p_former and (p_has_ended or (
        o.lease_until < clock_timestamp()
        and not exists (select 1 from public.publish_rounds r where r.worker = p_former and r.until > clock_timestamp())
      ))))
    returning o.*
  )
  select coalesce(jsonb_agg(jsonb_build_object('site', h.site_id, 'kind', h.kind, 'ref', h.ref, 'locale', h.locale,
    'listed', nullif(h.listed_kind, ''), 'lease', h.lease_number, 'path', h.path, 'hash', h.content_hash)), '[]')
  into answer from held h;
  return answer;
end $function$
;
comment on function public.publish_adopt(text,text,jsonb,integer,boolean) is 'Passes leases that have run out, or whose process has ended, to a publisher that reports in its place what it has put live. Answers the outputs that it holds now, as the index has them.';

CREATE OR REPLACE FUNCTION private.record_publish(p_site text, p_cause text, p_message_ids bigint[], p_worker text, p_started_at timestamp with time zone, p_rendered integer, p_items jsonb, p_reads jsonb, p_watermark bigint, p_switch_ms real)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  receipt bigint;
begin
  insert into public.publish_receipts (site_id, cause, message_ids, worker, started_at, rendered, changed, switch_ms)
  values (p_site, case when p_cause = 'change' and exists (
      select 1 from public.change_log c
      where c.message_ids && p_message_ids and exists (select 1 from unnest(c.tags) t where t like 'reconciled:%')
    ) then 'reconciliation' else p_cause end, p_message_ids, p_worker, p_started_at, p_rendered,
    (select count(*) from jsonb_array_elements(p_items) i where i ->> 'change' in ('new', 'changed', 'removed')), p_switch_ms)
  returning id into receipt;
  insert into public.publish_receipt_items (receipt_id, path, locale, change, reasons, seen_live_at, failure)
  select receipt, i.path, i.locale, i.change, i.reasons, i.seen_live_at, i.failure
  from jsonb_to_recordset(p_items) as i (
    path text, locale public.locale, change text, reasons text[], seen_live_at timestamptz, failure jsonb
  );
  perform private.tell_edits(receipt, p_reads, p_watermark);
  return receipt;
end $function$
;

CREATE OR REPLACE FUNCTION public.publish_record(p_site text, p_cause text, p_message_ids bigint[], p_worker text, p_started_at timestamp with time zone, p_rendered integer, p_items jsonb, p_reads jsonb DEFAULT '{}'::jsonb, p_watermark bigint DEFAULT 0, p_switch_ms real DEFAULT NULL::real)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return private.record_publish(
    p_site, p_cause, p_message_ids, p_worker, p_started_at, p_rendered, p_items, p_reads, p_watermark, p_switch_ms
  );
end $function$
;
comment on function public.publish_record(text,text,bigint[],text,timestamp with time zone,integer,jsonb,jsonb,bigint,real) is 'As publish_report does it, for publishers of the version before, who report and record one after the other.';

CREATE OR REPLACE FUNCTION private.record_kept(p_receipt jsonb, p_watermark bigint, p_lost jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  this_site constant text := p_receipt ->> 'site';
  kept integer[];
  items jsonb := p_receipt -> 'items';
begin
  kept := array(
    select (o.number - 1)::integer from jsonb_array_elements(p_receipt -> 'outputs') with ordinality as o (output, number)
    where p_lost = '[]' or not exists (
      select 1 from jsonb_to_recordset(p_lost) as l (site text, kind text, ref bigint, locale text, listed text)
      where l.site = this_site and l.kind = o.output ->> 'kind' and l.ref = (o.output ->> 'ref')::bigint and l.locale = o.output ->> 'locale'
        and l.listed is not distinct from o.output ->> 'listed'
    )
  );
  if kept = '{}' then
    return null;
  end if;
  if p_lost <> '[]' then
    items := (
      select coalesce(jsonb_agg(i.item order by i.number), '[]') from jsonb_array_elements(items) with ordinality as i (item, number)
      where (i.item ->> 'of')::integer = any (kept)
    );
  end if;
  return private.record_publish(
    this_site,
    (
      select case
        when bool_and(p_receipt -> 'outputs' -> k -> 'reasons' = '["clock"]') then 'clock'
        when bool_or(p_receipt -> 'outputs' -> k -> 'reasons' -> 0 = to_jsonb('reconciled:' || this_site)) then 'reconciliation'
        else 'change'
      end
      from unnest(kept) k
    ),
    array(select m::bigint from jsonb_array_elements_text(p_receipt -> 'message_ids') m),
    p_receipt ->> 'worker', (p_receipt ->> 'started_at')::timestamptz, cardinality(kept), items,
    (
      select coalesce(jsonb_object_agg(r.reason, r.since), '{}')
      from (
        select t.reason, min((p_receipt -> 'outputs' -> k ->> 'since')::bigint) as since
        from unnest(kept) k cross join lateral jsonb_array_elements_text(p_receipt -> 'outputs' -> k -> 'reasons') t (reason)
        group by t.reason
      ) r
    ),
    p_watermark, (p_receipt ->> 'switch_ms')::real
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.publish_report(p_worker text, p_watermark bigint, p_outputs jsonb, p_deferred jsonb DEFAULT '[]'::jsonb, p_receipts jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  receipts bigint[];
  lost jsonb;
begin
  -- Before the lock of the index, for which others wait.
  receipts := array(
    select private.record_kept(r.receipt, p_watermark, '[]') from jsonb_array_elements(p_receipts) with ordinality as r (receipt, number)
    order by r.number
  );
  perform pg_advisory_xact_lock(7310);
  lost := case when p_deferred = '[]' then '[]' else private.defer_outputs(p_worker, p_deferred) end
    || private.complete_outputs(p_worker, p_watermark, p_outputs);
  if lost <> '[]' then
    -- A receipt tells what is kept.
    delete from public.publish_receipts r where r.id = any (receipts);
    receipts := array(
      select private.record_kept(r.receipt, p_watermark, lost) from jsonb_array_elements(p_receipts) with ordinality as r (receipt, number)
      order by r.number
    );
  end if;
  return jsonb_build_object('lost', lost, 'receipts', receipts);
end $function$
;
comment on function public.publish_report(text,bigint,jsonb,jsonb,jsonb) is 'Records what a publisher has put in place, gives back what it has not, and stores the receipts, all or nothing. Answers the outputs that it does not hold any more, of which nothing is recorded or told, and the numbers of the receipts.';

CREATE OR REPLACE FUNCTION private.take_in_changes(p_at timestamp with time zone, p_of_people boolean DEFAULT false)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  messages_at_once constant integer := 250;
  entries_at_once constant integer := 600;
  few constant integer := 300;
  reached_at_once constant integer := 1500;
  of_people boolean;
  ids bigint[];
  taken bigint[];
  -- As they were sent, with the locales in which a change shows, and without.
  sent_tags text[];
  these_tags text[];
  these_rows jsonb;
  these_edits bigint[];
  queued timestamptz;
  -- The rows of the largest change of which these are, or of which they are a part.
  row_count integer;
  this_seq bigint;
  class integer;
  reached bigint[];
  is_wide boolean;
  own_ids bigint[];
  own_reasons text[];
begin
  ids := array(
    select q.msg_id from pgmq.q_content_changes q
    where q.message ? 'actor' and q.vt <= clock_timestamp() order by q.msg_id limit messages_at_once
  );
  of_people := cardinality(ids) > 0;
  if not of_people and not p_of_people then
    ids := array(
      select q.msg_id from pgmq.q_content_changes q where q.vt <= clock_timestamp() order by q.msg_id limit messages_at_once
    );
  end if;
  if cardinality(ids) = 0 then
    return '{}';
  end if;
  with fitting as (
    select q.msg_id, row_number() over w as place,
      sum(jsonb_array_length(coalesce(q.message -> 'tags', '[]')) + jsonb_array_length(coalesce(q.message -> 'rows', '[]'))) over w as entries
    from pgmq.q_content_changes q where q.msg_id = any (ids)
    window w as (order by q.msg_id)
  ), gone as (
    delete from pgmq.q_content_changes d
    where d.msg_id in (select f.msg_id from fitting f where f.entries <= entries_at_once or f.place = 1)
    returning d.msg_id, d.enqueued_at, d.message
  )
  select
    (select array_agg(g.msg_id order by g.msg_id) from gone g),
    (select min(g.enqueued_at) from gone g),
    array(select distinct t from gone g, jsonb_array_elements_text(g.message -> 'tags') t),
    (select coalesce(jsonb_agg(distinct r), '[]') from gone g, jsonb_array_elements(g.message -> 'rows') r),
    array(select distinct (g.message ->> 'edit')::bigint from gone g where g.message ? 'edit'),
    (select coalesce(max((g.message ->> 'all')::integer), 0) from gone g)
  into taken, queued, sent_tags, these_rows, these_edits, row_count;
  row_count := greatest(row_count, jsonb_array_length(these_rows));
  if exists (select from unnest(sent_tags) t where private.may_be_of_globals(t)) then
    sent_tags := sent_tags || array(
      select distinct concat_ws('@', g.gives, array_to_string(t.locales, ','))
      from private.globals_dependencies g join private.tags_in_locales(sent_tags) t using (tag)
    );
  end if;
  -- Any change may mend an output whose content cannot be read.
  sent_tags := sent_tags || 'unreadable'::text;
  these_tags := array(select distinct t.tag from private.tags_in_locales(sent_tags) t);
  insert into public.change_log (message_ids, tags, rows, edits, queued_at)
  values (taken, these_tags, these_rows, these_edits, queued)
  returning seq into this_seq;

  reached := private.outputs_with_tags(sent_tags, null, reached_at_once + 1);
  class := case
    when row_count > few / 3 then 3
    when of_people then 0
    else 2
  end;
  perform private.add_outputs(r.kind, array_agg(r.ref), this_seq, p_at, class) from private.changed_records(these_rows) r group by r.kind;
  if these_rows @> '[{"kind": "site"}]' then
    -- A site's locales decide which outputs it has.
    insert into public.site_outputs (site_id, kind, ref, locale, stale_seq, stale_reasons)
    select f.site_id, f.kind, f.ref, f.locale, this_seq, array['site:' || f.site_id]
    from private.fixed_outputs f
    where f.site_id in (select r ->> 'site' from jsonb_array_elements(these_rows) r where r ->> 'kind' = 'site')
      and f.site_id in (select b.site_id from private.built_sites b)
    on conflict (site_id, kind, ref, locale, listed_kind) do nothing;
  end if;
  is_wide := cardinality(reached) > reached_at_once;
  select coalesce(array_agg(r.id), '{}'), coalesce(array_agg(r.reason), '{}') into own_ids, own_reasons
  from private.outputs_of_records(these_rows, sent_tags) r;
  if of_people and cardinality(reached) > few then
    -- Where an old address leads, and what sitemaps list, is live with the page of which a person has changed that.
    select own_ids || coalesce(array_agg(f.id), '{}'), own_reasons || coalesce(array_agg(f.reason), '{}') into own_ids, own_reasons
    from (
      select o.id, min(private.reason_of(t.tag)) as reason
      from public.sites s
      join public.site_outputs o on o.site_id = s.id and o.kind in ('redirects', 'sitemap', 'sitemap_index')
      join unnest(these_tags) t (tag) on t.tag = any (o.tags)
      group by o.id
    ) f;
  end if;
  perform private.mark_outputs(case when is_wide then '{}' else reached end, own_ids, own_reasons, these_tags, this_seq,
    case when cardinality(reached) > few then 3 else class end,
    -- What nobody waits for becomes live together with all that shows it.
    case when cardinality(reached) > few and not of_people then 3 else class end);
  if is_wide then
    insert into public.wide_changes (seq, tags) values (this_seq, sent_tags);
  end if;
  return taken;
end $function$
;

CREATE OR REPLACE FUNCTION public.build_start(p_site text, p_release text, p_bundle text, p_worker text, p_lease_seconds integer, p_by text DEFAULT ''::text, p_code jsonb DEFAULT NULL::jsonb, p_live text DEFAULT NULL::text, p_places jsonb DEFAULT '[]'::jsonb, p_number_above bigint DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  other public.site_builds;
  before public.site_builds;
  build bigint;
  database text := private.reading_code();
begin
  perform pg_advisory_xact_lock(7310);
  select * into other from public.site_builds
  where site_id = p_site and finished_at is null and lease_until > clock_timestamp() and lease_owner <> p_worker limit 1;
  if found then
    return jsonb_build_object('status', 'busy', 'worker', other.lease_owner);
  end if;
  if private.is_held(p_worker) then
    return '{"status": "held"}';
  end if;
  perform private.note_places(p_places);
  perform private.number_builds_above(p_number_above);
  select * into before from public.site_builds b where b.site_id = p_site order by b.id desc limit 1;
  update public.site_builds set finished_at = now(), outcome = 'abandoned' where site_id = p_site and finished_at is null;
  insert into public.site_builds (site_id, release, bundle, code, start_seq, lease_owner, lease_until, requested_by)
  values (p_site, p_release, p_bundle, p_code || jsonb_build_object('database', database),
    coalesce((select max(seq) from public.change_log), 0), p_worker, clock_timestamp() + make_interval(secs => p_lease_seconds), p_by)
  returning id into build;
  return jsonb_build_object('status', 'started', 'build', build, 'at', clock_timestamp(), 'before', case
    when before.outcome = 'live' and before.release = p_live and before.code ->> 'database' = database
      and not exists (select from public.unknown_files u where u.site_id = p_site) then before.code
  end, 'mark', jsonb_build_object('database', private.database_id(), 'seq', (
    select b.start_seq from public.site_builds b where b.id = build
  )));
end $function$
;
comment on function public.build_start(text,text,text,text,integer,text,jsonb,text,jsonb,bigint) is 'Reserves a site for a build. Changes that arrive meanwhile are replayed when it finishes. Answers with the code of the release that is live, where the index describes it and the database reads content as it did then. p_places and p_number_above: what the places of the site have seen.';

CREATE OR REPLACE FUNCTION public.build_keep(p_build bigint, p_lease_seconds integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.site_builds b set lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds)
  where b.id = p_build and b.finished_at is null;
  return found or exists (
    select from public.site_builds b
    where b.id = p_build and b.outcome = 'rolled-back'
      and not exists (select from public.site_builds l where l.site_id = b.site_id and l.id > b.id)
  );
end $function$
;
comment on function public.build_keep(bigint,integer) is 'Extends the lease of a build. Answers false when it has ended, or when another build or roll-back has taken over from a roll-back.';

CREATE OR REPLACE FUNCTION public.build_outcome(p_build bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select b.outcome from public.site_builds b where b.id = p_build
$function$
;
comment on function public.build_outcome(bigint) is 'How a build has ended; null for one that has not.';

CREATE OR REPLACE FUNCTION public.build_register(p_build bigint, p_lease_seconds integer, p_outputs jsonb, p_kept jsonb DEFAULT '[]'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  site text;
  read bigint;
begin
  update public.site_builds set lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds)
  where id = p_build and finished_at is null
  returning site_id, start_seq into site, read;
  if not found then
    raise exception 'build % is no longer running', p_build using errcode = 'object_not_in_prerequisite_state';
  end if;
  if p_kept <> '[]' then
    update public.site_outputs o set build_id = p_build
    from jsonb_to_recordset(p_kept) as r (kind text, ref bigint, locale public.locale, listed text)
    where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (site, r.kind, r.ref, r.locale, coalesce(r.listed, ''));
  end if;
  insert into public.site_outputs as o
    (site_id, kind, ref, locale, listed_kind, path, tags, content_hash, given_hash, module_types, bytes, next_change_at, failure, build_id,
      rendered_at, read_seq)
  select site, r.kind, r.ref, r.locale, coalesce(r.listed, ''), r.path, r.tags, r.hash, r.given, coalesce(r.types, '{}'), coalesce(r.bytes, 0),
    r.next_change_at, r.failure, p_build, clock_timestamp(), read
  from jsonb_to_recordset(p_outputs) as r (
    kind text, ref bigint, locale public.locale, listed text, path text, tags text[], hash text, given text, types text[], bytes integer,
    next_change_at timestamptz, failure jsonb
  )
  on conflict (site_id, kind, ref, locale, listed_kind) do update
    set path = excluded.path, taking_path = null, leaving_paths = '{}', tags = excluded.tags, content_hash = excluded.content_hash,
      given_hash = excluded.given_hash, module_types = excluded.module_types, bytes = excluded.bytes, next_change_at = excluded.next_change_at, failure = excluded.failure, build_id = excluded.build_id,
      rendered_at = excluded.rendered_at, read_seq = greatest(o.read_seq, excluded.read_seq),
      -- What a round has staged of it before is reported by nobody any more.
      lease_owner = null, lease_until = null;
end $function$
;
comment on function public.build_register(bigint,integer,jsonb,jsonb) is 'Records outputs that a build has written, and those that it has kept as they are, and extends its lease.';

CREATE OR REPLACE FUNCTION public.build_finish(p_build bigint, p_outcome text, p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  at_most constant integer := 2000;
  build public.site_builds;
  deleted integer;
  settled integer;
begin
  perform pg_advisory_xact_lock(7310);
  update public.site_builds set finished_at = now(), outcome = p_outcome where id = p_build and finished_at is null
  returning * into build;
  if found and p_outcome = 'live' then
    delete from public.unknown_files u where u.site_id = build.site_id;
    insert into public.wide_changes (seq, site_id, tags)
    select max(c.seq), build.site_id, array(
      select distinct t from public.change_log l, unnest(l.tags) t where l.seq > build.start_seq
    )
    from public.change_log c where c.seq > build.start_seq
    having count(*) > 0;
    -- Records that will be shown later have an output that waits for its time.
    insert into public.site_outputs (site_id, kind, ref, locale, next_change_at, build_id)
    select r.site_id, r.kind, r.ref, r.locale, r.visible_from, p_build
    from private.routes r
    where r.site_id = build.site_id and r.visible_from > p_at and (r.visible_until is null or r.visible_until > p_at)
    on conflict (site_id, kind, ref, locale, listed_kind) do update
      set next_change_at = excluded.next_change_at, build_id = excluded.build_id;
    perform private.analyze_outputs();
    perform private.note_build_history(build.site_id);
  end if;
  select * into build from public.site_builds b where b.id = p_build and b.outcome = 'live';
  if not found then
    return false;
  end if;
  -- Outputs that the build did not write are removed, unless a later change added them.
  delete from public.site_outputs where id in (
    select o.id from public.site_outputs o
    where o.site_id = build.site_id and o.build_id is distinct from p_build and coalesce(o.stale_seq, 0) <= build.start_seq
      and o.read_seq <= build.start_seq
    limit at_most
  );
  get diagnostics deleted = row_count;
  update public.site_outputs set stale_seq = null, stale_reasons = '{}', turn = 7
  where id in (
    select o.id from public.site_outputs o
    where o.site_id = build.site_id and o.stale_seq <= build.start_seq and o.build_id = p_build
      -- What was kept was not read: the clock may have changed it since.
      and o.rendered_at >= build.started_at
    limit at_most
  );
  get diagnostics settled = row_count;
  return greatest(deleted, settled) = at_most;
end $function$
;
comment on function public.build_finish(bigint,text,timestamp with time zone) is 'Ends a full build. When it went live, the index holds just what it wrote, and later changes are replayed on it. Returns whether the index still has to be brought in line: then call it again.';

CREATE OR REPLACE FUNCTION public.build_end_expired(p_build bigint, p_is_live boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  build public.site_builds;
begin
  perform pg_advisory_xact_lock(7310);
  select * into build from public.site_builds b where b.id = p_build;
  if not found or (build.finished_at is null and build.lease_until > clock_timestamp()) then
    return false;
  end if;
  return public.build_finish(p_build, case when p_is_live then 'live' else 'abandoned' end, build.started_at);
end $function$
;
comment on function public.build_end_expired(bigint,boolean) is 'Ends a build that has not said for too long that it goes on, unless it does by now: whoever calls has made sure that it makes nothing live any more, and says whether it has. Answers as build_finish.';

CREATE OR REPLACE FUNCTION public.build_rollback(p_site text, p_release text, p_worker text, p_by text DEFAULT ''::text, p_number_above bigint DEFAULT 0)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rollback bigint;
begin
  perform pg_advisory_xact_lock(7310);
  perform private.number_builds_above(p_number_above);
  -- It takes over: a build that is under way would put something else live.
  update public.site_builds set finished_at = now(), outcome = 'abandoned' where site_id = p_site and finished_at is null;
  insert into public.site_builds (site_id, release, bundle, start_seq, lease_owner, lease_until, finished_at, outcome, requested_by)
  values (p_site, p_release, '', 0, p_worker, now(), now(), 'rolled-back', p_by)
  returning id into rollback;
  return rollback;
end $function$
;
comment on function public.build_rollback(text,text,text,text,bigint) is 'Notes that a site was put back to an earlier release: publishing to it pauses until its next full build, and a build that is under way has ended. Answers with the number of the roll-back.';

CREATE OR REPLACE FUNCTION public.build_state(p_site text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'live', (
      select jsonb_build_object('release', b.release, 'bundle', b.bundle, 'outcome', b.outcome)
      from public.site_builds b
      where b.site_id = p_site and b.outcome in ('live', 'rolled-back') order by b.id desc limit 1
    ),
    'interrupted', exists (
      select 1 from public.site_builds b
      where b.site_id = p_site and b.id > coalesce((
          select max(l.id) from public.site_builds l where l.site_id = p_site and l.outcome in ('live', 'rolled-back')
        ), 0)
    ), 'unknown', exists (select 1 from public.unknown_files u where u.site_id = p_site))
$function$
;
comment on function public.build_state(text) is 'Which release of a site is live, whether a later build did not come to its end, and whether its files are of another state of the database.';

CREATE OR REPLACE FUNCTION private.defer_outputs(p_worker text, p_outputs jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  lost jsonb;
begin
  perform pg_advisory_xact_lock(7310);
  lost := private.not_held(p_worker, p_outputs);
  update public.site_outputs o
  set failure = coalesce(r.failure, o.failure),
    lease_owner = case when r.seconds > 0 then 'deferred' end,
    lease_until = case when r.seconds > 0 then clock_timestamp() + make_interval(secs => r.seconds) end
  from jsonb_to_recordset(p_outputs) as r (
    site text, kind text, ref bigint, locale public.locale, listed text, failure jsonb, seconds double precision, lease bigint
  )
  where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (r.site, r.kind, r.ref, r.locale, coalesce(r.listed, ''))
    and o.lease_owner = p_worker and o.lease_number is not distinct from coalesce(r.lease, o.lease_number);
  return lost;
end $function$
;

CREATE OR REPLACE FUNCTION public.publish_defer(p_worker text, p_outputs jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  perform private.defer_outputs(p_worker, p_outputs);
end $function$
;
comment on function public.publish_defer(text,jsonb) is 'Gives back leased outputs that were not published: nobody claims them before their seconds have passed, and they stay stale with their reasons. The paths that they were to take stay reserved.';

CREATE OR REPLACE FUNCTION public.reconcile_outputs(p_at timestamp with time zone, p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  site text;
  checks bigint[];
  found_missing integer;
  found_extra integer;
  missing jsonb;
  extra jsonb;
  lost bigint[];
  last_seq bigint;
begin
  if not exists (select 1 from private.site_checks) then
    return null;
  end if;
  -- A site that is being built has to wait; what changes on others is in their first build.
  delete from private.site_checks c where c.site_id not in (select b.site_id from private.built_sites b);
  select c.site_id, array_agg(c.id) into site, checks from private.site_checks c
  where not exists (
    select 1 from public.site_builds b where b.site_id = c.site_id and b.finished_at is null
  )
  group by c.site_id order by min(c.id) limit 1;
  if site is null then
    return null;
  end if;
  with routes as materialized (
    select r.kind, r.ref, r.locale, r.visible_from, r.visible_until from private.routes r where r.site_id = site
  ), wanted as materialized (
    select r.kind, r.ref, r.locale, '' as listed, min(r.visible_from) as visible_from
    from routes r where r.visible_until is null or r.visible_until > p_at
    group by r.kind, r.ref, r.locale
    union all
    select f.kind, f.ref, f.locale, '', null from private.fixed_outputs f where f.site_id = site
    union all
    select distinct 'sitemap', r.ref / 500, 'en'::public.locale, r.kind, null::timestamptz
    from routes r where r.kind in (select k.kind from private.output_kinds k where k.sitemap_order is not null)
  ), known as materialized (
    select o.id, o.kind, o.ref, o.locale, o.listed_kind as listed, o.stale_seq is not null as is_stale,
      o.tags <> coalesce(t.tags, '{}') as is_lost
    from public.site_outputs o left join public.output_tags t on t.output_id = o.id where o.site_id = site
  ), missing_ones as (
    select w.* from wanted w
    where not exists (
      select 1 from known k where (k.kind, k.ref, k.locale, k.listed) = (w.kind, w.ref, w.locale, w.listed)
    )
    limit p_limit
  ), extra_ones as (
    select k.* from known k
    where not k.is_stale and not exists (
      select 1 from wanted w where (w.kind, w.ref, w.locale, w.listed) = (k.kind, k.ref, k.locale, k.listed)
    )
    limit p_limit
  )
  select (select jsonb_agg(m) from missing_ones m), (select jsonb_agg(e) from extra_ones e),
    array(select k.id from known k where k.is_lost limit p_limit)
  into missing, extra, lost;

  -- Only now: reading takes long, and whoever publishes waits for this lock.
  perform pg_advisory_xact_lock(7310);
  last_seq := coalesce((select max(l.seq) from public.change_log l), 0);
  insert into public.site_outputs (site_id, kind, ref, locale, listed_kind, stale_seq, stale_reasons, turn, next_change_at)
  select site, m.kind, m.ref, m.locale, m.listed, case when coalesce(m.visible_from, p_at) <= p_at then last_seq end,
    array['reconciled:' || site], private.turn_of(3, m.kind, true), case when m.visible_from > p_at then m.visible_from end
  from jsonb_to_recordset(missing) m (kind text, ref bigint, locale public.locale, listed text, visible_from timestamptz)
  on conflict (site_id, kind, ref, locale, listed_kind) do nothing;
  get diagnostics found_missing = row_count;
  update public.site_outputs o
  set stale_seq = last_seq, stale_reasons = array['reconciled:' || site], turn = private.turn_of(3, o.kind, true)
  from jsonb_to_recordset(extra) e (kind text, ref bigint, locale public.locale, listed text)
  where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (site, e.kind, e.ref, e.locale, e.listed) and o.stale_seq is null;
  get diagnostics found_extra = row_count;
  -- No change could find these by their tags.
  insert into public.output_tags as t (output_id, tags) select o.id, o.tags from public.site_outputs o where o.id = any (lost)
  on conflict (output_id) do update set tags = excluded.tags;
  update public.site_outputs o
  set stale_seq = last_seq, stale_reasons = array['reconciled:' || site], turn = private.turn_of(3, o.kind, true)
  where o.id = any (lost) and o.stale_seq is null;
  -- Whoever asks meanwhile adds a row of its own.
  if coalesce(jsonb_array_length(missing), 0) < p_limit and coalesce(jsonb_array_length(extra), 0) < p_limit
    and cardinality(lost) < p_limit then
    delete from private.site_checks c where c.id = any (checks);
  end if;
  return jsonb_build_object('site', site, 'missing', found_missing, 'extra', found_extra + cardinality(lost));
end $function$
;
comment on function public.reconcile_outputs(timestamp with time zone,integer) is 'Compares the outputs of one site that has to be checked with those that it should have. Answers null when none has to be.';

CREATE OR REPLACE FUNCTION public.reconcile_files(p_site text, p_after bigint, p_limit integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'path', o.path, 'hash', o.content_hash) order by o.id), '[]')
  from (
    select o.id, o.path, o.content_hash from public.site_outputs o
    where o.site_id = p_site and o.id > p_after and o.path is not null and o.content_hash is not null and o.stale_seq is null
      -- One that was put back to an earlier release has other files until its next build.
      and p_site = any (private.ready_sites(array[p_site], null))
    order by o.id limit p_limit
  ) o
$function$
;
comment on function public.reconcile_files(text,bigint,integer) is 'What the index says of the files of a site, some outputs behind an id: those that nobody is to publish.';

CREATE OR REPLACE FUNCTION public.reconcile_files_found(p_site text, p_outputs jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  found_files integer;
begin
  perform pg_advisory_xact_lock(7310);
  update public.site_outputs o
  set stale_seq = coalesce((select max(l.seq) from public.change_log l), 0), stale_reasons = array['reconciled:' || p_site],
    turn = private.turn_of(3, o.kind, true)
  from jsonb_to_recordset(p_outputs) f (id bigint, path text, hash text)
  -- One that was published meanwhile was compared with what was there before.
  where o.id = f.id and o.site_id = p_site and o.path = f.path and o.content_hash = f.hash and o.stale_seq is null;
  get diagnostics found_files = row_count;
  return found_files;
end $function$
;
comment on function public.reconcile_files_found(text,jsonb) is 'Outputs whose files are missing or others than the index says are published again. Answers how many still are as they were read.';

CREATE OR REPLACE FUNCTION public.unknown_sites(p_sites text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('site', u.site_id, 'since', u.noticed_at, 'cause', u.cause) order by u.site_id), '[]')
  from public.unknown_files u where u.site_id = any (p_sites)
$function$
;
comment on function public.unknown_sites(text[]) is 'The sites whose published files are of a state that this database does not know, since when that is known, and of which.';

CREATE OR REPLACE FUNCTION public.publish_health(p_sites text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with oldest as (
    select least(
      (select min(q.enqueued_at) from pgmq.q_content_changes q),
      (select min(c.queued_at) from public.change_log c where c.seq in (select w.seq from public.wide_changes w)),
      (select min(o.stale_since) from public.site_outputs o where o.stale_seq is not null and o.site_id = any (p_sites))
    ) as since
  )
  select jsonb_build_object(
    'pending', private.count_pending(),
    'failed', (select count(*) from public.site_outputs where failure is not null),
    'oldest_since', o.since,
    'oldest_seconds', greatest(0, coalesce(floor(extract(epoch from clock_timestamp() - o.since)), 0)),
    'failures', (
      select coalesce(jsonb_agg(f.failure order by f.place), '[]')
      from (
        select row_number() over (order by w.stale_since nulls last, w.site_id, w.kind, w.ref, w.locale) as place,
          jsonb_build_object('site', w.site_id, 'kind', w.kind, 'ref', w.ref, 'locale', w.locale, 'path', w.path,
            'code', w.failure ->> 'code', 'message', w.failure ->> 'message', 'since', coalesce(w.stale_since, w.rendered_at)) as failure
        from public.site_outputs w
        where w.failure is not null and w.site_id = any (p_sites)
        order by w.stale_since nulls last, w.site_id, w.kind, w.ref, w.locale limit 20
      ) f
    ),
    'paused', public.paused_sites(p_sites),
    'unknown', public.unknown_sites(p_sites),
    -- What the cache in front was not told.
    'untold', (
      select jsonb_build_object('since', min(p.queued_at), 'seconds', coalesce(private.age_seconds(min(p.queued_at)), 0),
        'failure', (array_agg(p.failure order by p.id) filter (where p.failure is not null))[1])
      from public.cache_purges p where p.purged_at is null
    ),
    'last_success', (select r.finished_at from public.publish_receipts r order by r.id desc limit 1)
  )
  from oldest o
$function$
;
comment on function public.publish_health(text[]) is 'How much waits to be published and for how long, which outputs have failed, which sites are paused since they were rolled back, and the last publish.';

CREATE OR REPLACE FUNCTION public.publishing_state(p_sites text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with stale as materialized (
    select o.site_id, private.lane_of(o.turn) as lane, o.stale_since,
      case
        when o.lease_owner is distinct from 'deferred' and (o.lease_until >= clock_timestamp() or exists (
          select 1 from public.publish_rounds r where r.worker = o.lease_owner and r.until > clock_timestamp()
        )) then o.lease_owner
      end as worker
    from public.site_outputs o where o.stale_seq is not null and o.site_id = any (p_sites)
  )
  select jsonb_build_object(
    'changes', (
      select jsonb_build_object('count', count(*), 'since', min(q.enqueued_at)) from pgmq.q_content_changes q
    ),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('site', l.site_id, 'lane', l.lane, 'worker', l.worker, 'count', l.count, 'since', l.since)
        order by l.worker is null, l.site_id, l.lane), '[]')
      from (select s.site_id, s.lane, s.worker, count(*), min(s.stale_since) as since from stale s group by 1, 2, 3) l
    ),
    'failed_count', (select count(*) from public.site_outputs o where o.failure is not null and o.site_id = any (p_sites)),
    'failed', (
      select coalesce(jsonb_agg(f.failed order by f.place), '[]')
      from (
        select row_number() over (order by coalesce(o.stale_since, o.rendered_at) desc, o.id) as place,
          jsonb_build_object('id', o.id, 'site', o.site_id, 'kind', o.kind, 'ref', o.ref, 'locale', o.locale, 'path', o.path,
            'failure', o.failure, 'since', coalesce(o.stale_since, o.rendered_at), 'waits', o.stale_seq is not null) as failed
        from public.site_outputs o
        where o.failure is not null and o.site_id = any (p_sites)
        order by coalesce(o.stale_since, o.rendered_at) desc, o.id limit 50
      ) f
    ),
    'paused', public.paused_sites(p_sites),
    'unknown', public.unknown_sites(p_sites),
    'builds', (
      select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'site', b.site_id, 'release', b.release, 'worker', b.lease_owner,
        'started_at', b.started_at, 'finished_at', b.finished_at, 'by', b.requested_by,
        -- One whose publisher is gone has not said how it ended.
        'outcome', case when b.finished_at is null and b.lease_until < clock_timestamp() then 'abandoned' else b.outcome end
      ) order by b.id desc), '[]')
      from unnest(p_sites) s (id)
      cross join lateral (select * from public.site_builds b where b.site_id = s.id order by b.id desc limit 5) b
    )
  )
$function$
;
comment on function public.publishing_state(text[]) is 'What waits to be published and since when, what is being published by whom, what failed and why, which sites are paused, and the last builds.';

CREATE OR REPLACE FUNCTION public.roll_site_back(p_actor uuid, p_site text, p_release text, p_worker text, p_number_above bigint DEFAULT 0)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_as(p_actor, true);
  return public.build_rollback(p_site, p_release, p_worker, private.person_name(p_actor), p_number_above);
end $function$
;
comment on function public.roll_site_back(uuid,text,text,text,bigint) is 'What build_rollback does, for an administrator.';

CREATE OR REPLACE FUNCTION public.read_redirects(p_site text, p_left text[] DEFAULT '{}'::text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('from_path', r.from_path, 'to_path', r.to_path, 'status', r.status,
    'page_id', r.page_id, 'locale', r.locale, 'address', (
      select l.path from private.live_page_locales l where l.page_id = r.page_id and l.locale = r.locale
    ),
    'row_kind', r.row_kind, 'from_slug', r.from_slug, 'row_id', r.row_id,
    'row', (select p.record from private.link_targets p where p.kind = r.row_kind and p.id = r.row_id),
    'has_stock', r.row_kind = 'product' and exists (
      select 1 from private.routes o where o.site_id = r.site_id and o.kind = 'inventory' and o.ref = r.row_id
    ))
    order by r.from_path, r.row_kind, r.from_slug), '[]')
  from (
    select r.site_id, r.from_path, r.to_path, r.status, r.page_id, r.locale, r.row_kind, r.from_slug, r.row_id
    from public.redirects r where r.site_id = p_site
    union all
    -- As private.keep_withdrawn_path() will have them once the index knows that they were left.
    select p_site, l.path, null, 410, null, null, null, null, null
    from (select distinct unnest(p_left)) l (path)
    where l.path <> '/' and not exists (select from public.redirects r where r.site_id = p_site and r.from_path = l.path)
      and (select count(*) from public.site_outputs o where o.site_id = p_site and l.path in (o.path, o.taking_path)) < 2
  ) r
$function$
;
comment on function public.read_redirects(text,text[]) is 'All redirects of a site, with where each leads now. The paths p_left, of which each is left by the only output that has it, are gone (410) where they have no redirect.';

CREATE OR REPLACE FUNCTION public.publish_prune(p_days integer, p_count integer, p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before timestamptz := now() - make_interval(days => p_days);
  receipts integer;
  builds integer;
  edits integer;
begin
  with kept as (
    select s.id as site_id, (
      select r.id from public.publish_receipts r where r.site_id = s.id order by r.id desc offset p_count limit 1
    ) as beyond
    from public.sites s
  )
  delete from public.publish_receipts
  where id in (
    select r.id
    from public.publish_receipts r
    join kept k on k.site_id = r.site_id
    where r.finished_at < before or r.id <= k.beyond
    order by r.id limit p_limit
  );
  get diagnostics receipts = row_count;
  -- The builds that say what is live, and what happened since, stay.
  delete from public.site_builds
  where id in (
    select b.id
    from public.site_builds b
    where b.finished_at < before
      and b.id < (
        select max(l.id) from public.site_builds l where l.site_id = b.site_id and l.outcome in ('live', 'rolled-back')
      )
    order by b.id limit p_limit
  );
  get diagnostics builds = row_count;
  -- Without a receipt they changed nothing that is published, or their receipt is gone. What is for editors alone never has one.
  perform set_config('content.pruning', 'on', true);
  delete from public.content_edits
  where id in (
    select e.id from public.content_edits e
    where e.made_at < now() - interval '1 day'
      and not exists (select 1 from public.publish_receipt_edits r where r.edit_id = e.id)
      and (e.made_at < before or not exists (
        select 1 from public.edited_records r
        where r.edit_id = e.id and not exists (select 1 from private.watched_tables w where w.name = r.table_name)
      ))
    order by e.id limit p_limit
  );
  get diagnostics edits = row_count;
  perform set_config('content.pruning', '', true);
  delete from public.change_log c
  where c.taken_in_at < now() - interval '1 day' and c.seq < (select max(l.seq) from public.change_log l);
  delete from public.cache_purges where id in (
    select p.id from public.cache_purges p
    where p.queued_at < now() - interval '1 day' and not exists (select from public.receipt_purges r where r.purge_id = p.id)
    order by p.id limit p_limit
  );
  delete from public.file_removals where until < now() - interval '1 hour';
  delete from private.import_rows where staged_at < now() - interval '1 day';
  delete from private.draft_steps where made_at < now() - interval '30 days';
  delete from public.discarded_drafts where discarded_at < now() - interval '30 days';
  with gone as (
    delete from public.record_trash where deleted_at < now() - interval '30 days' returning kind, record_id
  ), media as materialized (
    select g.kind, case when g.record_id ~ '^[0-9]{1,18}$' then g.record_id::bigint end as id from gone g
  ), filed as (
    delete from public.filed_media m using media g where (m.kind, m.record_id) = (g.kind, g.id)
  )
  delete from public.tagged_media m using media g where (m.kind, m.record_id) = (g.kind, g.id);
  delete from public.media_tags t where not exists (select 1 from public.tagged_media m where m.tag_id = t.id);
  delete from private.import_results where finished_at < now() - interval '1 day';
  return jsonb_build_object('receipts', receipts, 'builds', builds, 'more', greatest(receipts, builds, edits) = p_limit);
end $function$
;
comment on function public.publish_prune(integer,integer,integer) is 'Deletes receipts and builds that are older than so many days, and of each site all but so many receipts, at most p_limit of each; and what a day or an hour after its use nobody asks for. Says whether there are more.';

CREATE OR REPLACE FUNCTION public.schedule_launch(p_actor uuid, p_launch bigint, p_at timestamp with time zone, p_zone text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_as(p_actor);
  if p_at is not null and not exists (select from pg_catalog.pg_timezone_names z where z.name = p_zone) then
    return '{"status": "no-zone"}';
  end if;
  update public.launches l
  set state = case when p_at is null then 'open' else 'scheduled' end, publish_at = p_at, time_zone = case when p_at is not null then p_zone end,
    scheduled_by = case when p_at is not null then p_actor end, failure = null
  where l.id = p_launch and l.state in ('open', 'scheduled') and coalesce(l.locked_until <= clock_timestamp(), true);
  return case when found then '{"status": "scheduled"}' else '{"status": "closed"}' end::jsonb;
end $function$
;
comment on function public.schedule_launch(uuid,bigint,timestamp with time zone,text) is 'Says when a launch becomes live by itself; without a moment it does not.';

CREATE OR REPLACE FUNCTION public.lock_launch(p_launch bigint, p_seconds integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.launches l set locked_until = clock_timestamp() + make_interval(secs => p_seconds)
  where l.id = p_launch and l.state in ('open', 'scheduled');
  return found;
end $function$
;
comment on function public.lock_launch(bigint,integer) is 'Keeps the drafts of a launch as they are while it is being published: what somebody adds meanwhile stays a draft. No seconds let go of it.';

CREATE OR REPLACE FUNCTION private.overtaken_items(p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  records jsonb := private.overtaken_records(p_records);
  pages jsonb := (
    select coalesce(jsonb_agg(a.id), '[]') from jsonb_to_recordset(p_pages) a (id bigint, expected bigint)
    join public.pages p on p.id = a.id
    where p.published_revision_id is distinct from a.expected
  );
begin
  return case when records <> '[]' or pages <> '[]' then jsonb_build_object('status', 'conflict', 'pages', pages, 'records', records) end;
end $function$
;

CREATE OR REPLACE FUNCTION public.apply_launch(p_actor uuid, p_launch bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '120s'
AS $function$
declare
  launch public.launches;
  asked jsonb;
  overtaken jsonb;
  ids bigint[];
  addresses jsonb;
  clean bigint[];
  was jsonb;
  parents jsonb;
  behind bigint[];
  done record;
begin
  perform private.act_as(p_actor);
  select * into launch from public.launches l where l.id = p_launch for update;
  if launch.state is null or launch.state not in ('open', 'scheduled') then
    return '{"status": "closed"}';
  end if;
  perform 1 from public.pages p where p.id in (select a.id from jsonb_to_recordset(p_pages) a (id bigint)) order by p.id for no key update;
  -- All of it, as it was read: neither more nor less.
  if exists (
    select from public.launch_pages l
    full join jsonb_to_recordset(p_pages) a (id bigint, saved_at timestamptz) on a.id = l.page_id
    left join public.pages p on p.id = l.page_id
    where coalesce(l.launch_id, p_launch) = p_launch and (l.saved_at is distinct from a.saved_at or p.id is null)
  ) or exists (
    select from (select * from public.record_drafts d where d.launch_id = p_launch) d
    full join jsonb_to_recordset(p_records) r (kind text, id text, saved_at timestamptz) on r.kind = d.kind and r.id = d.record_id
    where d.saved_at is distinct from r.saved_at
  ) then
    return '{"status": "conflict"}';
  end if;
  overtaken := private.overtaken_items(p_pages, p_records);
  if overtaken is not null then
    return overtaken;
  end if;
  asked := (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.page_id, 'parent_id', l.parent_id, 'contents', coalesce(a.contents, l.contents))), '[]')
    from public.launch_pages l
    left join jsonb_to_recordset(p_pages) a (id bigint, contents jsonb) on a.id = l.page_id
    where l.launch_id = p_launch
  );
  clean := array(
    select p.id from public.pages p join jsonb_to_recordset(asked) a (id bigint, contents jsonb) on a.id = p.id
    where p.published_revision_id is not null and jsonb_typeof(a.contents) = 'object' and not private.has_draft_beside(p.id, a.contents)
  );
  ids := array(select a.id from jsonb_to_recordset(asked) a (id bigint));
  addresses := private.draft_addresses(ids);
  was := private.cells_of_others(asked, clean);
  parents := private.draft_parents(asked);
  select * into done from private.write_launch(p_actor, asked, p_records);
  -- A draft without changes of its own is what is live, and others follow in what they have not changed.
  perform private.write_draft(a.id, a.parent_id, a.contents)
  from jsonb_to_recordset(asked) a (id bigint, parent_id bigint, contents jsonb) where a.id = any (clean);
  behind := array(select w.key::bigint from jsonb_each(was) w where not private.follow_live(w.key::bigint, w.value));
  behind := array(
    select unnest(behind) union select (k.value ->> 'page_id')::bigint from jsonb_array_elements(private.settle_addresses(ids, addresses)) k
  );
  update public.launch_pages l set before_revision_id = a.before, before_parent_id = a.before_parent, revision_id = a.revision
  from jsonb_to_recordset(done.pages) a (id bigint, before bigint, before_parent bigint, revision bigint)
  where l.launch_id = p_launch and l.page_id = a.id;
  insert into public.launch_records as l (launch_id, kind, record_id, before_version, version)
  select p_launch, r.kind, r.id, r.version, w.version
  from jsonb_to_recordset(p_records) r (kind text, id text, version integer)
  join jsonb_to_recordset(done.records) w (kind text, id text, version integer) on w.kind = r.kind and w.id = r.id
  on conflict (launch_id, kind, record_id) do update set before_version = excluded.before_version, version = excluded.version;
  update public.launches l
  set state = 'publishing', applied_at = clock_timestamp(), applied_by = p_actor, live_at = null, taken_back_at = null, failure = null,
    edit_id = nullif(current_setting('content.edit', true), '')::bigint, locked_until = null
  where l.id = p_launch;
  behind := array(select distinct b from unnest(behind || private.keep_draft_parents(parents)) b);
  return jsonb_build_object('status', 'applied', 'drafts', cardinality(behind));
end $function$
;
comment on function public.apply_launch(uuid,bigint,jsonb,jsonb) is 'Writes all drafts of a launch in one transaction: all of them as they were read, or none. Their files are put live by a publisher.';

CREATE OR REPLACE FUNCTION private.wait_until(p_at timestamp with time zone, p_worker text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  while clock_timestamp() < p_at loop
    if p_worker is not null and not exists (select from public.publish_holds h where h.worker = p_worker) then
      raise exception 'the publisher has given up this launch' using errcode = 'object_not_in_prerequisite_state';
    end if;
    perform pg_sleep(least(0.05, extract(epoch from p_at - clock_timestamp())));
  end loop;
end $function$
;
comment on function private.wait_until(timestamp with time zone,text) is 'Returns at a moment of the database''s clock, never before.';

CREATE OR REPLACE FUNCTION public.apply_due_launches(p_worker text, p_due jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '120s'
AS $function$
declare
  asked record;
  launch public.launches;
  answer jsonb;
  answers jsonb := '[]';
  latest timestamptz := '-infinity';
  detail text;
begin
  -- Nobody has to be signed in then, but whoever chose the moment must still be on the staff.
  perform set_config('app.assured_before', 'on', true);
  begin
    for asked in
      select a.* from jsonb_to_recordset(p_due) a (launch bigint, pages jsonb, records jsonb) order by a.launch
    loop
      select * into launch from public.launches l where l.id = asked.launch for update;
      if launch.state is distinct from 'scheduled' or launch.publish_at > now() + interval '2 minutes' then
        answer := '{"status": "closed"}';
      else
        begin
          -- Each is an edit of its own.
          perform set_config('content.edit', '', true);
          answer := public.apply_launch(launch.scheduled_by, asked.launch, asked.pages, asked.records);
          -- What is checked at the end of a transaction is refused now, while it can be told of this launch.
          set constraints all immediate;
          set constraints all deferred;
        exception when others then
          get stacked diagnostics detail = pg_exception_detail;
          answer := jsonb_build_object('status', 'error', 'code', sqlstate, 'message', sqlerrm, 'details', detail);
        end;
      end if;
      if answer ->> 'status' in ('applied', 'conflict') then
        latest := greatest(latest, launch.publish_at);
      end if;
      answers := answers || (answer || jsonb_build_object('launch', asked.launch));
    end loop;
    -- There is time to merge it anew, and to write all of them again.
    if answers @> '[{"status": "conflict"}]' and clock_timestamp() < latest then
      raise exception using errcode = 'LN001';
    end if;
  exception when sqlstate 'LN001' then
    return (
      select jsonb_agg(a.value || case when a.value ->> 'status' = 'applied' then '{"status": "undone"}'::jsonb else '{}' end order by a.ordinality)
      from jsonb_array_elements(answers) with ordinality a
    );
  end;
  perform set_config('app.assured_before', '', true);
  perform private.wait_until(latest, p_worker);
  return answers;
end $function$
;
comment on function public.apply_due_launches(text,jsonb) is 'What apply_launch does, for launches that share a moment and in the names of those who chose it. It is done before the moment, and committed at it: until then nobody sees anything of it.';

CREATE OR REPLACE FUNCTION public.apply_due_launch(p_launch bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '120s'
AS $function$
declare
  launch public.launches;
  answer jsonb;
begin
  select * into launch from public.launches l where l.id = p_launch for update;
  if launch.state is distinct from 'scheduled' or launch.publish_at > now() + interval '2 minutes' then
    return '{"status": "closed"}';
  end if;
  perform set_config('app.assured_before', 'on', true);
  answer := public.apply_launch(launch.scheduled_by, p_launch, p_pages, p_records);
  perform set_config('app.assured_before', '', true);
  perform private.wait_until(launch.publish_at, null);
  return answer;
end $function$
;
comment on function public.apply_due_launch(bigint,jsonb,jsonb) is 'What apply_due_launches does for one launch, for publishers of an earlier version, which call it some seconds before the moment.';

CREATE OR REPLACE FUNCTION public.take_launch_back(p_actor uuid, p_launch bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '120s'
AS $function$
declare
  launch public.launches;
  overtaken jsonb;
  ids bigint[];
  addresses jsonb;
  clean bigint[];
  was jsonb;
  parents jsonb;
  done record;
begin
  perform private.act_as(p_actor);
  select * into launch from public.launches l where l.id = p_launch for update;
  if launch.state is distinct from 'live' then
    return '{"status": "closed"}';
  end if;
  -- Only what it has changed.
  if exists (
    select from jsonb_to_recordset(p_pages) a (id bigint)
    where not exists (select from public.launch_pages l where l.launch_id = p_launch and l.page_id = a.id)
  ) or exists (
    select from jsonb_to_recordset(p_records) r (kind text, id text)
    where not exists (select from public.launch_records l where l.launch_id = p_launch and l.kind = r.kind and l.record_id = r.id)
  ) then
    raise exception 'launch % has not changed that', p_launch using errcode = 'invalid_parameter_value';
  end if;
  perform 1 from public.pages p where p.id in (select a.id from jsonb_to_recordset(p_pages) a (id bigint)) order by p.id for no key update;
  if exists (
    select from jsonb_to_recordset(p_pages) a (id bigint)
    left join public.pages p on p.id = a.id
    where p.id is null or not p.is_editable
  ) then
    return '{"status": "conflict"}';
  end if;
  overtaken := private.overtaken_items(p_pages, p_records);
  if overtaken is not null then
    return overtaken;
  end if;
  clean := array(
    select p.id from public.pages p join jsonb_to_recordset(p_pages) a (id bigint, contents jsonb) on a.id = p.id
    where p.published_revision_id is not null and jsonb_typeof(a.contents) = 'object' and not public.page_differs(p.id)
  );
  ids := array(select a.id from jsonb_to_recordset(p_pages) a (id bigint));
  addresses := private.draft_addresses(ids);
  was := private.cells_of_others(p_pages, clean);
  parents := private.draft_parents(p_pages);
  select * into done from private.write_launch(p_actor, p_pages, p_records);
  perform private.write_draft(a.id, a.parent_id, a.contents)
  from jsonb_to_recordset(p_pages) a (id bigint, parent_id bigint, contents jsonb) where a.id = any (clean);
  perform private.follow_live(w.key::bigint, w.value) from jsonb_each(was) w;
  perform private.settle_addresses(ids, addresses);
  -- Its drafts can be changed and published again, on what is live now.
  update public.launch_pages l
  set base_revision_id = p.published_revision_id, base_parent_id = private.live_parent(p.id), saved_at = clock_timestamp()
  from public.pages p where l.launch_id = p_launch and p.id = l.page_id;
  update public.record_drafts d set base_version = r.version, saved_at = clock_timestamp()
  from jsonb_to_recordset(done.records) r (kind text, id text, version integer)
  where d.launch_id = p_launch and d.kind = r.kind and d.record_id = r.id;
  update public.launches l
  set state = 'open', publish_at = null, time_zone = null, scheduled_by = null, live_at = null, taken_back_at = clock_timestamp()
  where l.id = p_launch;
  perform private.keep_draft_parents(parents);
  return '{"status": "taken-back"}';
end $function$
;
comment on function public.take_launch_back(uuid,bigint,jsonb,jsonb) is 'Makes live again what was live before a launch, in one transaction. The drafts of the launch stay in it.';

CREATE OR REPLACE FUNCTION public.settle_launch(p_launch bigint, p_live_at timestamp with time zone, p_failure text DEFAULT NULL::text)
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

CREATE OR REPLACE FUNCTION private.read_as(p_user uuid, p_launch bigint, p_call text, p_args jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  caller text := current_user;
  answer json;
begin
  perform set_config('app.assured_before', 'on', true);
  perform private.act_as(p_user);
  perform set_config('role', 'authenticated', true);
  answer := case p_call
    when 'preview_content' then public.preview_content(p_args ->> 'p_site', p_args ->> 'p_view', (p_args ->> 'p_at')::timestamptz,
      (p_args ->> 'p_globals')::boolean, p_args -> 'p_pages', p_args -> 'p_records', p_args -> 'p_lists', p_launch, p_args -> 'p_merged')
    when 'preview_row' then to_json(public.preview_row(p_args ->> 'p_kind', p_args ->> 'p_slug', p_launch))
    when 'preview_sitemap' then public.preview_sitemap(p_args ->> 'p_site', p_args ->> 'p_kind', (p_args ->> 'p_part')::bigint,
      (p_args ->> 'p_at')::timestamptz, p_launch, p_args -> 'p_merged')
    when 'preview_sitemap_index' then to_json(public.preview_sitemap_index(p_args ->> 'p_site', (p_args ->> 'p_at')::timestamptz, p_launch,
      p_args -> 'p_merged'))
    when 'preview_found' then to_json(public.preview_found(p_args ->> 'p_site', (p_args ->> 'p_locale')::public.locale, p_launch, p_args -> 'p_merged'))
    when 'preview_page' then to_json(public.preview_page(p_args ->> 'p_site', (p_args ->> 'p_locale')::public.locale, p_args ->> 'p_path', p_launch))
  end;
  perform set_config('role', caller, true);
  perform set_config('app.assured_before', '', true);
  perform set_config('app.actor', '', true);
  return answer;
end $function$
;

CREATE OR REPLACE FUNCTION public.read_shared(p_link bigint, p_hash text, p_call text, p_args jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  link public.launch_links;
begin
  select * into link from public.launch_links l where l.id = p_link and l.digest = p_hash;
  if link.id is null or private.state_of_link(link) <> 'open' then
    raise exception 'this link shows nothing' using errcode = 'insufficient_privilege';
  end if;
  return private.read_as(link.created_by, link.launch_id, p_call, p_args);
end $function$
;
comment on function public.read_shared(bigint,text,text,jsonb) is 'What a preview function answers for the launch of a link, whatever launch the arguments name. Refused for a link that has ended or was revoked, and once whoever shared it is not on the staff any more.';

CREATE OR REPLACE FUNCTION public.read_due(p_launch bigint, p_call text, p_args jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  launch public.launches;
begin
  select * into launch from public.launches l where l.id = p_launch;
  if launch.state is distinct from 'scheduled' then
    raise exception 'this launch has no moment' using errcode = 'insufficient_privilege';
  end if;
  return private.read_as(launch.scheduled_by, p_launch, p_call, p_args);
end $function$
;
comment on function public.read_due(bigint,text,jsonb) is 'What a preview function answers for a launch that has a moment, as whoever chose that would read it: a publisher draws its files before.';

-- By hand: only what is said of it differs.
comment on table public.change_log is 'Changes taken from the queue, in the order in which the index received them, those received together in one row. Deleted after a day, but for the last one; until then a render that began before a change notices it.';

-- By hand: no table has this sequence.
create sequence private.lease_numbers;

create table public.lost_leases (
  site_id text not null,
  worker text not null,
  -- Leases of the worker with smaller numbers are lost.
  number bigint not null,
  lost_at timestamptz not null default clock_timestamp(),
  primary key (site_id, worker)
);
alter table public.lost_leases enable row level security;
comment on table public.lost_leases is 'Workers whose leases of a site have run out, or whose process has ended, before they reported. Every publisher is told with its next claim, and sees to it that they put nothing in place any more before it reads or writes a file itself.';

create table private.database_identity (
  id uuid not null default gen_random_uuid(),
  is_only boolean primary key default true check (is_only)
);
comment on table private.database_identity is 'Names this database. It stays the same in backups, and in all that is put back.';

create table public.unknown_files (
  site_id text primary key,
  -- Of a later state of this database, of another database, or of a build that it does not know as the one that is live.
  cause text not null check (cause in ('later', 'other', 'release')),
  noticed_at timestamptz not null default clock_timestamp()
);
alter table public.unknown_files enable row level security;
comment on table public.unknown_files is 'Sites whose published files are of a state that this database does not know. Nothing is published to them until they are built anew.';

alter table public.launches add column locked_until timestamp with time zone;

alter table public.site_outputs add column lease_number bigint;

alter table public.launches add constraint launches_locked_until_range CHECK (private.is_moment(locked_until));

CREATE INDEX site_builds_unfinished_idx ON public.site_builds USING btree (site_id) WHERE (finished_at IS NULL);

create policy lost_leases_read on public.lost_leases for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy unknown_files_read on public.unknown_files for select to authenticated using (( SELECT private.is_staff() AS is_staff));

revoke all on sequence private.lease_numbers from public, anon, authenticated, service_role;
grant select, update, usage on sequence private.lease_numbers to service_role;

revoke all on table public.lost_leases from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.lost_leases to service_role;
grant select on table public.lost_leases to authenticated;

revoke all on table private.database_identity from public, anon, authenticated, service_role;

revoke all on table public.unknown_files from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.unknown_files to service_role;
grant select on table public.unknown_files to authenticated;

revoke all on function private.next_lease_number() from public, anon, authenticated, service_role;
grant execute on function private.next_lease_number() to service_role;

revoke all on function private.note_lost(bigint,text,text) from public, anon, authenticated, service_role;
grant execute on function private.note_lost(bigint,text,text) to service_role;

revoke all on function private.lost_after(bigint) from public, anon, authenticated, service_role;
grant execute on function private.lost_after(bigint) to service_role;

revoke all on function private.database_id() from public, anon, authenticated, service_role;
grant execute on function private.database_id() to service_role;

revoke all on function private.note_places(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.note_places(jsonb) to service_role;

revoke all on function private.number_builds_above(bigint) from public, anon, authenticated, service_role;
grant execute on function private.number_builds_above(bigint) to service_role;

revoke all on function public.publish_places(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.publish_places(jsonb) to service_role;

revoke all on function private.note_run_out(text,bigint[],bigint) from public, anon, authenticated, service_role;
grant execute on function private.note_run_out(text,bigint[],bigint) to service_role;

revoke all on function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean,boolean,boolean,timestamp with time zone,bigint,jsonb,text,bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean,boolean,boolean,timestamp with time zone,bigint,jsonb,text,bigint,jsonb) to service_role;

revoke all on function public.publish_claim_redirects(text,text,integer,bigint) from public, anon, authenticated, service_role;
grant execute on function public.publish_claim_redirects(text,text,integer,bigint) to service_role;

revoke all on function public.publish_take_paths(text,jsonb,bigint) from public, anon, authenticated, service_role;
grant execute on function public.publish_take_paths(text,jsonb,bigint) to service_role;

revoke all on function private.not_held(text,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.not_held(text,jsonb) to service_role;

revoke all on function private.complete_outputs(text,bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.complete_outputs(text,bigint,jsonb) to service_role;

revoke all on function public.publish_release(text,boolean) from public, anon, authenticated, service_role;
grant execute on function public.publish_release(text,boolean) to service_role;

revoke all on function public.publish_adopt(text,text,jsonb,integer,boolean) from public, anon, authenticated, service_role;
grant execute on function public.publish_adopt(text,text,jsonb,integer,boolean) to service_role;

revoke all on function private.record_publish(text,text,bigint[],text,timestamp with time zone,integer,jsonb,jsonb,bigint,real) from public, anon, authenticated, service_role;
grant execute on function private.record_publish(text,text,bigint[],text,timestamp with time zone,integer,jsonb,jsonb,bigint,real) to service_role;

revoke all on function private.record_kept(jsonb,bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.record_kept(jsonb,bigint,jsonb) to service_role;

revoke all on function public.publish_report(text,bigint,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.publish_report(text,bigint,jsonb,jsonb,jsonb) to service_role;

revoke all on function public.build_start(text,text,text,text,integer,text,jsonb,text,jsonb,bigint) from public, anon, authenticated, service_role;
grant execute on function public.build_start(text,text,text,text,integer,text,jsonb,text,jsonb,bigint) to service_role;

revoke all on function public.build_keep(bigint,integer) from public, anon, authenticated, service_role;
grant execute on function public.build_keep(bigint,integer) to service_role;

revoke all on function public.build_outcome(bigint) from public, anon, authenticated, service_role;
grant execute on function public.build_outcome(bigint) to service_role;

revoke all on function public.build_end_expired(bigint,boolean) from public, anon, authenticated, service_role;
grant execute on function public.build_end_expired(bigint,boolean) to service_role;

revoke all on function public.build_rollback(text,text,text,text,bigint) from public, anon, authenticated, service_role;
grant execute on function public.build_rollback(text,text,text,text,bigint) to service_role;

revoke all on function private.defer_outputs(text,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.defer_outputs(text,jsonb) to service_role;

revoke all on function public.reconcile_files(text,bigint,integer) from public, anon, authenticated, service_role;
grant execute on function public.reconcile_files(text,bigint,integer) to service_role;

revoke all on function public.reconcile_files_found(text,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.reconcile_files_found(text,jsonb) to service_role;

revoke all on function public.unknown_sites(text[]) from public, anon, authenticated, service_role;
grant execute on function public.unknown_sites(text[]) to service_role;

revoke all on function public.roll_site_back(uuid,text,text,text,bigint) from public, anon, authenticated, service_role;
grant execute on function public.roll_site_back(uuid,text,text,text,bigint) to service_role;

revoke all on function public.read_redirects(text,text[]) from public, anon, authenticated, service_role;
grant execute on function public.read_redirects(text,text[]) to service_role;

revoke all on function public.lock_launch(bigint,integer) from public, anon, authenticated, service_role;
grant execute on function public.lock_launch(bigint,integer) to service_role;

revoke all on function private.overtaken_items(jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.overtaken_items(jsonb,jsonb) to service_role;

revoke all on function private.wait_until(timestamp with time zone,text) from public, anon, authenticated, service_role;
grant execute on function private.wait_until(timestamp with time zone,text) to service_role;

revoke all on function public.apply_due_launches(text,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.apply_due_launches(text,jsonb) to service_role;

revoke all on function private.read_as(uuid,bigint,text,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.read_as(uuid,bigint,text,jsonb) to service_role;

revoke all on function public.read_due(bigint,text,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.read_due(bigint,text,jsonb) to service_role;
