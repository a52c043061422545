-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.note_waiting()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.stale_since := case when new.stale_seq is not null then clock_timestamp() end;
  if new.stale_seq is null then
    new.frame_seq := null;
  end if;
  return new;
end $function$
;

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
  delete from public.change_log where seq in (
    select c.seq from public.change_log c where c.taken_in_at < now() - interval '1 day' order by c.taken_in_at limit 500
  );
end $function$
;
comment on function public.publish_complete(text,bigint,jsonb) is 'Records what a publisher rendered: paths, dependencies, hashes. An output that changed meanwhile stays stale.';

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
    perform public.publish_complete(p_worker, (claimed ->> 'watermark')::bigint, claimed -> 'outputs');
    raise exception using errcode = 'RH000';
  exception when sqlstate 'RH000' then
    -- Nothing of it has happened but that the session has planned its statements.
    null;
  end;
end $function$
;
comment on function public.publish_rehearse(text,timestamp with time zone) is 'Takes in a change of a page, claims and reports it, and undoes all of that: a session that has not done so before takes several times as long.';

CREATE OR REPLACE FUNCTION private.mark_outputs(p_ids bigint[], p_own_ids bigint[], p_own_reasons text[], p_tags text[], p_seq bigint, p_class integer, p_own_class integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  with found as (
    select f.id, array_agg(f.reason) filter (where f.reason is not null) as own
    from (select unnest(p_ids) as id, null::text as reason union all select * from unnest(p_own_ids, p_own_reasons)) f
    group by f.id
  ), builds as (
    select b.site_id, max(b.start_seq) as start_seq from public.site_builds b where b.finished_at is null group by b.site_id
  ), named as (
    -- Joined: compared one with another, thousands of tags would take seconds.
    select o.id, array_agg(distinct private.reason_of(t.tag)) as tags, bool_and(t.tag = 'globals:' || o.site_id) as are_of_frame
    from found f
    join public.site_outputs o on o.id = f.id
    cross join lateral unnest(o.tags) t (tag)
    join unnest(p_tags) c (tag) using (tag)
    group by o.id
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

CREATE OR REPLACE FUNCTION private.search_wide_changes()
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  -- The lock is held meanwhile, and a person's claim waits for it. A claim of many gives 150: the search stays ahead of them.
  at_most constant integer := 200;
  held_at_most constant integer := 10000;
  few_tags constant integer := 8;
  change public.wide_changes;
  scanned_to bigint;
  ids bigint[];
begin
  select * into change from public.wide_changes w where w.searched_to is not null limit 1;
  if not found then
    -- All that wait are searched for together, if they concern the same sites.
    with waiting as (
      delete from public.wide_changes w
      where w.site_id is not distinct from (select f.site_id from public.wide_changes f order by f.id limit 1)
      returning w.*
    )
    insert into public.wide_changes (seq, site_id, tags, searched_to)
    select max(w.seq), min(w.site_id), array(select distinct t from waiting a, unnest(a.tags) t), 0 from waiting w
    having count(*) > 0
    returning * into change;
    if change.seq is null then
      return false;
    end if;
    -- Where they are few of a large index, most of what a search reads is not what it is for.
    ids := private.outputs_with_tags(change.tags, change.site_id, held_at_most + 1);
    if cardinality(ids) <= held_at_most then
      change.output_ids := array(select distinct i from unnest(ids) i order by i);
      update public.wide_changes w set output_ids = change.output_ids where w.id = change.id;
    end if;
  end if;
  if change.output_ids is not null then
    ids := array(select i from unnest(change.output_ids) i where i > change.searched_to order by i limit at_most);
    scanned_to := ids[cardinality(ids)];
  else
    with scanned as materialized (
      select o.id, o.site_id, o.kind, o.locale, o.failure, o.tags from public.site_outputs o where o.id > change.searched_to order by o.id limit at_most * 4
    ), changed as materialized (
      select c.tag, c.locales from private.tags_in_locales(change.tags) c
    ), tagged as (
      -- Thousands are joined once and as a whole: for each output anew, or compared one with another, they would take seconds.
      select s.*, t.tag as has
      from scanned s cross join lateral unnest(s.tags) t (tag)
      where cardinality(change.tags) > few_tags and (change.site_id is null or s.site_id = change.site_id)
    ), matching as (
      select distinct t.id
      from tagged t
      join changed c on c.tag = t.has
      where private.is_in_locales(c.locales, t.kind, t.locale, t.failure)
      union
      select s.id
      from scanned s
      where cardinality(change.tags) <= few_tags and (change.site_id is null or s.site_id = change.site_id) and exists (
        select from changed c where c.tag = any (s.tags) and private.is_in_locales(c.locales, s.kind, s.locale, s.failure)
      )
      order by 1 limit at_most
    )
    select array_agg(m.id), case when count(*) = at_most then max(m.id) else (select max(s.id) from scanned s) end
    into ids, scanned_to from matching m;
  end if;
  if scanned_to is null then
    delete from public.wide_changes w where w.id = change.id;
    return exists (select 1 from public.wide_changes);
  end if;
  perform private.mark_outputs(ids, '{}', '{}', array(select t.tag from private.tags_in_locales(change.tags) t), change.seq, 3, 3);
  update public.wide_changes w set searched_to = scanned_to where w.id = change.id;
  return true;
end $function$
;

alter table public.site_outputs add column frame_seq bigint;

revoke all on function public.publish_rehearse(text,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.publish_rehearse(text,timestamp with time zone) to service_role;
