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
  -- Outputs up to this number have been searched for all changes that are known.
  searched_to bigint;
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
    'next_change_at', (select min(next_change_at) from public.site_outputs where next_change_at is not null and stale_seq is null)
  );
end $function$
;
comment on function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean,boolean,boolean,timestamp with time zone,bigint,jsonb,text) is 'Takes some of the queued changes into the index, marks what the clock changes, and leases stale outputs to a publisher: what people wait for, or all that comes next.';

CREATE OR REPLACE FUNCTION private.mark_outputs(p_ids bigint[], p_own_ids bigint[], p_own_reasons text[], p_tags text[], p_seq bigint, p_class integer, p_own_class integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  few_tags constant integer := 8;
begin
  with found as (
    select f.id, array_agg(f.reason) filter (where f.reason is not null) as own
    from (select unnest(p_ids) as id, null::text as reason union all select * from unnest(p_own_ids, p_own_reasons)) f
    group by f.id
  ), builds as (
    select b.site_id, max(b.start_seq) as start_seq from public.site_builds b where b.finished_at is null group by b.site_id
  ), named as (
    select m.id, array_agg(distinct private.reason_of(m.tag)) as tags, bool_and(m.tag = 'globals:' || m.site_id) as are_of_frame
    from (
      select o.id, o.site_id, c.tag
      from found f
      join public.site_outputs o on o.id = f.id
      join unnest(p_tags) c (tag) on c.tag = any (o.tags)
      where cardinality(p_tags) <= few_tags
      union all
      -- Joined: compared one with another, thousands of tags would take seconds.
      select o.id, o.site_id, t.tag
      from found f
      join public.site_outputs o on o.id = f.id
      cross join lateral unnest(o.tags) t (tag)
      join unnest(p_tags) c (tag) using (tag)
      where cardinality(p_tags) > few_tags
    ) m
    group by m.id
  ), due as (
    select o.id, n.reasons, is_of_frame,
      private.turn_of(case when f.own is null then p_class else p_own_class end, o.kind,
        f.own is not null or (o.kind || ':' || o.ref) = any (n.reasons)) as turn,
      o.stale_seq is null or o.lease_owner is not null or o.stale_seq <= greatest(o.read_seq, b.start_seq) as is_unseen
    from found f
    join public.site_outputs o on o.id = f.id
    left join builds b on b.site_id = o.site_id
    left join named m on m.id = o.id
    cross join lateral (select f.own is null and coalesce(m.are_of_frame, false) as is_of_frame) w
    cross join lateral (
      select array(
        select r.reason from (
          select distinct on (x.reason) x.reason, x.place from (
            select unnest(f.own) as reason, 0 as place
            union all select unnest(m.tags), 1
            union all select t, 2 from unnest(o.stale_reasons) t where o.stale_seq is not null
          ) x order by x.reason, x.place
        ) r order by r.place, r.reason limit 20
      ) as reasons
    ) n
    where o.read_seq < p_seq and (o.stale_seq is distinct from p_seq or (o.frame_seq is not null and not is_of_frame))
  )
  update public.site_outputs o
  set stale_seq = case when d.is_unseen or d.turn < o.turn then p_seq else o.stale_seq end,
    frame_seq = case
      when d.is_of_frame and (o.stale_seq is null or o.frame_seq = o.stale_seq)
        then case when d.is_unseen or d.turn < o.turn then p_seq else o.stale_seq end
    end,
    turn = case when o.stale_seq is null then d.turn else least(o.turn, d.turn) end,
    stale_reasons = array(select r from unnest(d.reasons) r order by r)
  from due d
  where o.id = d.id
    and (d.is_unseen or d.turn < o.turn or (p_class < 3 and not d.reasons <@ o.stale_reasons)
      or (o.frame_seq is not null and not d.is_of_frame));
end $function$
;
