-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.publish_claim(p_worker text, p_sites text[], p_at timestamp with time zone, p_limit integer, p_lease_seconds integer, p_of_people boolean DEFAULT false, p_without_bulk boolean DEFAULT false, p_bulk boolean DEFAULT false, p_staged_before timestamp with time zone DEFAULT NULL::timestamp with time zone, p_to_seq bigint DEFAULT NULL::bigint, p_after jsonb DEFAULT NULL::jsonb, p_bundle text DEFAULT NULL::text)
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
  claimed jsonb;
  for_people boolean;
begin
  -- One intake at a time, so that the sequence numbers of the log are in the order in which the index received changes.
  perform pg_advisory_xact_lock(7310);
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
      where o.site_id = any (ready) and o.stale_seq is not null and o.turn >= 9 and o.lease_owner = p_worker and o.stale_seq > o.lease_seq
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
    'next_change_at', (select min(next_change_at) from public.site_outputs where next_change_at is not null and stale_seq is null)
  );
end $function$
;
comment on function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean,boolean,boolean,timestamp with time zone,bigint,jsonb,text) is 'Takes some of the queued changes into the index, marks what the clock changes, and leases stale outputs to a publisher: what people wait for, or all that comes next.';

CREATE OR REPLACE FUNCTION public.publish_leave_paths(p_worker text, p_site text, p_paths text[], p_outputs jsonb, p_lease_seconds integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  free text[];
  others bigint[];
  this_seq bigint;
begin
  perform pg_advisory_xact_lock(7310);
  -- Two that leave one path at the same time would else leave the removal to each other.
  update public.site_outputs o
  set leaving_paths = o.leaving_paths || array(select p from unnest(p_paths) p where p in (o.path, o.taking_path))
  from jsonb_to_recordset(p_outputs) as w (kind text, ref bigint, locale public.locale, listed text)
  where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (p_site, w.kind, w.ref, w.locale, coalesce(w.listed, ''))
    and o.lease_owner = p_worker and (o.path = any (p_paths) or o.taking_path = any (p_paths));
  with owners as materialized (
    select p.path, o.id
    from unnest(p_paths) p (path)
    join public.site_outputs o on o.site_id = p_site and p.path in (o.path, o.taking_path) and p.path <> all (o.leaving_paths)
    where (o.kind, o.ref, o.locale, o.listed_kind) not in (
      select w.kind, w.ref, w.locale, coalesce(w.listed, '')
      from jsonb_to_recordset(p_outputs) as w (kind text, ref bigint, locale public.locale, listed text)
    )
  )
  select array(select p from unnest(p_paths) p where p not in (select w.path from owners w)), array(select distinct w.id from owners w)
  into free, others;
  -- Those who leave a path may have put their file there after the file of the one who has it now: it is checked, and put again.
  if cardinality(others) > 0 then
    insert into public.change_log (message_ids, tags, queued_at) values ('{}', '{}', now()) returning seq into this_seq;
    update public.site_outputs o
    set stale_seq = this_seq,
      turn = case when o.stale_seq is null then private.turn_of(1, o.kind, true) else o.turn end,
      stale_reasons = case
        when o.stale_seq is not null then o.stale_reasons
        else array[case when o.kind = 'page' then 'address:' else '' end || o.kind || ':' || o.ref]
      end
    -- One that waits for its turn will be checked then.
    where o.id = any (others) and (o.stale_seq is null or o.lease_owner is not null);
  end if;
  insert into public.file_removals (site_id, path, worker, until)
  select p_site, p, p_worker, clock_timestamp() + make_interval(secs => p_lease_seconds) from unnest(free) p
  on conflict (site_id, path) do update set worker = excluded.worker, until = excluded.until;
  return to_jsonb(free);
end $function$
;
comment on function public.publish_leave_paths(text,text,text[],jsonb,integer) is 'Paths that outputs of this publisher have left and that no other output has or takes: nobody takes one of them until publish_end_removals. Outputs that have one of the others become stale.';

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
      bytes integer, next_change_at timestamptz, removed boolean, failure jsonb
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
    tags = r.tags,
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
  delete from public.change_log where seq in (
    select c.seq from public.change_log c where c.taken_in_at < now() - interval '1 day' order by c.taken_in_at limit 500
  );
end $function$
;
comment on function public.publish_complete(text,bigint,jsonb) is 'Records what a publisher rendered: paths, dependencies, hashes. An output that changed meanwhile stays stale.';

CREATE OR REPLACE FUNCTION public.build_register(p_build bigint, p_lease_seconds integer, p_outputs jsonb)
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
  insert into public.site_outputs as o
    (site_id, kind, ref, locale, listed_kind, path, tags, content_hash, given_hash, bytes, next_change_at, failure, build_id, rendered_at,
      read_seq)
  select site, r.kind, r.ref, r.locale, coalesce(r.listed, ''), r.path, r.tags, r.hash, r.given, coalesce(r.bytes, 0), r.next_change_at, r.failure,
    p_build, clock_timestamp(), read
  from jsonb_to_recordset(p_outputs) as r (
    kind text, ref bigint, locale public.locale, listed text, path text, tags text[], hash text, given text, bytes integer,
    next_change_at timestamptz, failure jsonb
  )
  on conflict (site_id, kind, ref, locale, listed_kind) do update
    set path = excluded.path, taking_path = null, leaving_paths = '{}', tags = excluded.tags, content_hash = excluded.content_hash,
      given_hash = excluded.given_hash, bytes = excluded.bytes, next_change_at = excluded.next_change_at, failure = excluded.failure, build_id = excluded.build_id,
      rendered_at = excluded.rendered_at, read_seq = greatest(o.read_seq, excluded.read_seq);
end $function$
;
comment on function public.build_register(bigint,integer,jsonb) is 'Records outputs that a full build has written, and extends its lease.';

alter table public.site_outputs add column leaving_paths text[] not null default '{}'::text[];

alter table public.site_outputs drop column is_leaving;
