-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.build_start(text,text,text,text,integer,text,jsonb,text);

drop function public.roll_site_back(uuid,text,text,text);

drop function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean,boolean,boolean,timestamp with time zone,bigint,jsonb,text);

drop function public.build_rollback(text,text,text,text);

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

CREATE OR REPLACE FUNCTION public.publish_claim(p_worker text, p_sites text[], p_at timestamp with time zone, p_limit integer, p_lease_seconds integer, p_of_people boolean DEFAULT false, p_without_bulk boolean DEFAULT false, p_bulk boolean DEFAULT false, p_staged_before timestamp with time zone DEFAULT NULL::timestamp with time zone, p_to_seq bigint DEFAULT NULL::bigint, p_after jsonb DEFAULT NULL::jsonb, p_bundle text DEFAULT NULL::text, p_places jsonb DEFAULT '[]'::jsonb)
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
  searched_to := (select min(coalesce(w.searched_to, -1)) from public.wide_changes w);
  with leased as (
    update public.site_outputs o
    set lease_owner = p_worker, lease_until = lease_ends, lease_seq = o.stale_seq, leaving_paths = '{}'
    where o.id = any (ids)
    returning o.*
  )
  -- Each output looks up its own route: joined as a whole, the view would be read in full, whatever the size of the claim.
  select coalesce(jsonb_agg(jsonb_build_object(
    'site', l.site_id, 'kind', l.kind, 'ref', l.ref, 'locale', l.locale,
    'listed', nullif(l.listed_kind, ''), 'path', l.path, 'taking', l.taking_path, 'hash', l.content_hash, 'given', l.given_hash, 'bytes', l.bytes,
    'seq', l.stale_seq, 'read', l.read_seq, 'reasons', l.stale_reasons, 'address', own.address,
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
comment on function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean,boolean,boolean,timestamp with time zone,bigint,jsonb,text,jsonb) is 'Takes some of the queued changes into the index, marks what the clock changes, and leases stale outputs to a publisher: what people wait for, or all that comes next.';

CREATE OR REPLACE FUNCTION public.publish_complete(p_worker text, p_watermark bigint, p_outputs jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  perform pg_advisory_xact_lock(7310);
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
      types text[], bytes integer, next_change_at timestamptz, removed boolean, failure jsonb
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
    and o.lease_owner = p_worker
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
end $function$
;
comment on function public.publish_complete(text,bigint,jsonb) is 'Records what a publisher rendered: paths, dependencies, hashes. An output that changed meanwhile stays stale.';

CREATE OR REPLACE FUNCTION public.publish_release(p_worker text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  at_most constant integer := 5000;
  released integer;
begin
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
comment on function public.publish_release(text) is 'Gives back what a publisher of this name held when it ended. Returns whether some of it is left: then call it again.';

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

comment on table public.change_log is 'Changes taken from the queue, in the order in which the index received them, those received together in one row. Deleted after a day, but for the last one; until then a render that began before a change notices it.';

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

CREATE INDEX site_builds_unfinished_idx ON public.site_builds USING btree (site_id) WHERE (finished_at IS NULL);

create policy unknown_files_read on public.unknown_files for select to authenticated using (( SELECT private.is_staff() AS is_staff));

revoke all on table private.database_identity from public, anon, authenticated, service_role;

revoke all on table public.unknown_files from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.unknown_files to service_role;
grant select on table public.unknown_files to authenticated;

revoke all on function private.database_id() from public, anon, authenticated, service_role;
grant execute on function private.database_id() to service_role;

revoke all on function private.note_places(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.note_places(jsonb) to service_role;

revoke all on function private.number_builds_above(bigint) from public, anon, authenticated, service_role;
grant execute on function private.number_builds_above(bigint) to service_role;

revoke all on function public.publish_places(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.publish_places(jsonb) to service_role;

revoke all on function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean,boolean,boolean,timestamp with time zone,bigint,jsonb,text,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean,boolean,boolean,timestamp with time zone,bigint,jsonb,text,jsonb) to service_role;

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

revoke all on function public.unknown_sites(text[]) from public, anon, authenticated, service_role;
grant execute on function public.unknown_sites(text[]) to service_role;

revoke all on function public.roll_site_back(uuid,text,text,text,bigint) from public, anon, authenticated, service_role;
grant execute on function public.roll_site_back(uuid,text,text,text,bigint) to service_role;
