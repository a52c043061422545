-- The functions of a publisher: it leases stale outputs, and reports what it rendered.

-- Sites that are being built wait for the build, and a site that was rolled back stays as it is until its next one.
create function private.ready_sites(p_sites text[]) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select s from unnest(p_sites) s
    where not exists (
        select 1 from public.site_builds b
        where b.site_id = s and b.finished_at is null and b.lease_until > clock_timestamp()
      )
      and 'rolled-back' is distinct from (
        select b.outcome from public.site_builds b
        where b.site_id = s and b.outcome in ('live', 'rolled-back') order by b.id desc limit 1
      )
  );
end $$;

-- Makes the outputs stale that the clock changes. Returns whether more than one statement may touch are due.
create function private.mark_due(p_at timestamptz) returns boolean
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  at_most constant integer := 500;
  marked integer;
begin
  with due as (
    select o.id from public.site_outputs o
    where o.next_change_at <= p_at and o.stale_seq is null and o.next_change_at is not null
    order by o.next_change_at limit at_most
  )
  update public.site_outputs o
  set stale_seq = coalesce((select max(seq) from public.change_log), 0), stale_reasons = array['clock'],
    turn = private.turn_of(1, o.kind, false), next_change_at = null
  from due d where o.id = d.id;
  get diagnostics marked = row_count;
  return marked = at_most;
end $$;

-- The outputs that come next, all of one class, of the first `p_classes`, so that nobody waits for a batch of another one. Each site is
-- read in the order of its own index: one whose outputs wait for a build does not hold up the others.
create function private.next_outputs(p_worker text, p_sites text[], p_limit integer, p_classes integer) returns bigint[]
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return array(
    with candidates as (
      select c.*
      from unnest(p_sites) s (site_id)
      cross join lateral (
        select o.id, o.turn, o.stale_seq, o.site_id, o.kind, o.ref, o.locale, o.listed_kind
        from public.site_outputs o
        where o.site_id = s.site_id and o.stale_seq is not null and o.turn < p_classes * 3
          and (o.lease_until is null or o.lease_until < clock_timestamp() or o.lease_owner = p_worker)
        order by o.turn, o.stale_seq, o.kind, o.ref, o.locale, o.listed_kind
        limit p_limit
      ) c
    )
    select c.id from candidates c
    where c.turn / 3 = (select min(f.turn) / 3 from candidates f)
    order by c.turn, c.stale_seq, c.site_id, c.kind, c.ref, c.locale, c.listed_kind
    limit p_limit
  );
end $$;

create function public.publish_claim(
  p_worker text, p_sites text[], p_at timestamptz, p_limit integer, p_lease_seconds integer, p_of_people boolean default false
) returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- More messages than one step takes in.
  many_wait constant integer := 251;
  taken bigint[];
  ready text[];
  ids bigint[];
  goes_on boolean := false;
  claimed jsonb;
  for_people boolean;
begin
  -- One intake at a time, so that the sequence numbers of the log are in the order in which the index received changes.
  perform pg_advisory_xact_lock(7310);
  taken := private.take_in_changes(p_at, p_of_people);
  if not p_of_people then
    goes_on := private.search_wide_changes();
    goes_on := private.mark_due(p_at) or goes_on;
  end if;
  ready := private.ready_sites(p_sites);
  ids := private.next_outputs(p_worker, ready, p_limit, case
    when p_of_people then 1
    -- The changes that wait would make most of what is published now stale again.
    when (select count(*) from (select from pgmq.q_content_changes q where q.vt <= clock_timestamp() limit many_wait) w) = many_wait then 2
    else 4
  end);
  with leased as (
    update public.site_outputs o
    set lease_owner = p_worker, lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds)
    where o.id = any (ids)
    returning o.*
  )
  -- Each output looks up its own route: joined as a whole, the view would be read in full, whatever the size of the claim.
  select coalesce(jsonb_agg(jsonb_build_object(
    'site', l.site_id, 'kind', l.kind, 'ref', l.ref, 'locale', l.locale,
    'listed', nullif(l.listed_kind, ''), 'path', l.path, 'taking', l.taking_path, 'hash', l.content_hash,
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

  return jsonb_build_object(
    'watermark', coalesce((select max(seq) from public.change_log), 0),
    'message_ids', to_jsonb(taken),
    'outputs', claimed,
    'at', p_at,
    'for_people', for_people,
    'goes_on', goes_on or exists (
      select 1 from pgmq.q_content_changes q where q.vt <= clock_timestamp() and (q.message ? 'actor' or not p_of_people)
    ),
    -- The oldest change of a person whose outputs others are publishing.
    'with_others', (
      select min(o.stale_seq) from unnest(ready) s (site_id)
      join public.site_outputs o on o.site_id = s.site_id and o.stale_seq is not null and o.turn < 3
        and o.lease_owner not in (p_worker, 'deferred') and o.lease_until >= clock_timestamp()
    ),
    'next_change_at', (select min(next_change_at) from public.site_outputs where next_change_at is not null and stale_seq is null)
  );
end $$;
comment on function public.publish_claim is
  'Takes some of the queued changes into the index, marks what the clock changes, and leases stale outputs to a publisher: what people wait for, or all that comes next.';
revoke execute on function public.publish_claim from public, anon, authenticated;
grant execute on function public.publish_claim to service_role;

-- Who has a path is decided here, before a file is put there and before one is removed: a path passes from one output to another
-- while publishers work side by side.
create function public.publish_take_paths(p_worker text, p_outputs jsonb) returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  busy text[];
begin
  perform pg_advisory_xact_lock(7310);
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
  return to_jsonb(busy);
end $$;
comment on function public.publish_take_paths is
  'Reserves new paths of leased outputs. Returns those at which another publisher is still removing a file: ask again for them.';
revoke execute on function public.publish_take_paths from public, anon, authenticated;
grant execute on function public.publish_take_paths to service_role;

create function public.publish_leave_paths(
  p_worker text, p_site text, p_paths text[], p_outputs jsonb, p_lease_seconds integer
) returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  free text[];
  others bigint[];
  this_seq bigint;
begin
  perform pg_advisory_xact_lock(7310);
  with owners as materialized (
    select p.path, o.id
    from unnest(p_paths) p (path)
    join public.site_outputs o on o.site_id = p_site and (o.path = p.path or o.taking_path = p.path)
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
end $$;
comment on function public.publish_leave_paths is
  'Paths that outputs of this publisher have left and that no other output has or takes: nobody takes one of them until publish_end_removals. Outputs that have one of the others become stale.';
revoke execute on function public.publish_leave_paths from public, anon, authenticated;
grant execute on function public.publish_leave_paths to service_role;

create function public.publish_end_removals(p_worker text) returns void
language sql set search_path = ''
as $$
  delete from public.file_removals where worker = p_worker;
$$;
comment on function public.publish_end_removals is 'The files of the paths that this publisher has left are removed.';
revoke execute on function public.publish_end_removals from public, anon, authenticated;
grant execute on function public.publish_end_removals to service_role;

create function public.publish_complete(p_worker text, p_watermark bigint, p_outputs jsonb) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
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
      site text, kind text, ref bigint, locale public.locale, listed text, seq bigint, path text, tags text[], hash text, bytes integer,
      next_change_at timestamptz, removed boolean, failure jsonb
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
    content_hash = case when r.removed then null when r.failure is null then r.hash else o.content_hash end,
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
  delete from public.change_log where seq in (
    select c.seq from public.change_log c where c.taken_in_at < now() - interval '1 day' order by c.taken_in_at limit 500
  );
end $$;
comment on function public.publish_complete is
  'Records what a publisher rendered: paths, dependencies, hashes. An output that changed meanwhile stays stale.';
revoke execute on function public.publish_complete from public, anon, authenticated;
grant execute on function public.publish_complete to service_role;

create function public.publish_release(p_worker text) returns void
language sql set search_path = ''
as $$
  update public.site_outputs set lease_owner = null, lease_until = null where lease_owner = p_worker;
  delete from public.file_removals where worker = p_worker;
  update public.site_builds set finished_at = now(), outcome = 'abandoned' where lease_owner = p_worker and finished_at is null;
$$;
comment on function public.publish_release is 'Gives back everything that a publisher of this name held when it ended.';
revoke execute on function public.publish_release from public, anon, authenticated;
grant execute on function public.publish_release to service_role;

create function public.publish_record(
  p_site text, p_cause text, p_message_ids bigint[], p_worker text, p_started_at timestamptz, p_rendered integer, p_items jsonb,
  p_reads jsonb default '{}', p_watermark bigint default 0
) returns bigint
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  receipt bigint;
begin
  insert into public.publish_receipts (site_id, cause, message_ids, worker, started_at, rendered, changed)
  values (p_site, case when p_cause = 'change' and exists (
      select 1 from public.change_log c
      where c.message_ids && p_message_ids and exists (select 1 from unnest(c.tags) t where t like 'reconciled:%')
    ) then 'reconciliation' else p_cause end, p_message_ids, p_worker, p_started_at, p_rendered,
    (select count(*) from jsonb_array_elements(p_items) i where i ->> 'change' in ('new', 'changed', 'removed')))
  returning id into receipt;
  insert into public.publish_receipt_items (receipt_id, path, locale, change, reasons, seen_live_at, failure)
  select receipt, i.path, i.locale, i.change, i.reasons, i.seen_live_at, i.failure
  from jsonb_to_recordset(p_items) as i (
    path text, locale public.locale, change text, reasons text[], seen_live_at timestamptz, failure jsonb
  );
  perform private.tell_edits(receipt, p_reads, p_watermark);
  return receipt;
end $$;
comment on function public.publish_record is
  'Stores the receipt of a publish. p_reads says for each reason after which change of the log its outputs had been read before.';
revoke execute on function public.publish_record from public, anon, authenticated;
grant execute on function public.publish_record to service_role;

-- Queued changes that no publisher has received yet.
-- Messages, searches and comparisons that have not become stale outputs yet count as one each.
create function private.count_pending() returns bigint
language sql stable set search_path = ''
as $$
  select (select count(*) from pgmq.q_content_changes) + (select count(*) from public.site_outputs where stale_seq is not null)
    + (select count(*) from private.site_checks c where c.site_id in (select b.site_id from private.built_sites b))
    + (select count(*) from public.wide_changes)
$$;

create function public.publish_pending() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'pending', private.count_pending(),
    'tags', (select coalesce(jsonb_agg(distinct t), '[]') from pgmq.q_content_changes q, jsonb_array_elements_text(q.message -> 'tags') t),
    'rows', (select coalesce(jsonb_agg(distinct r), '[]') from pgmq.q_content_changes q, jsonb_array_elements(q.message -> 'rows') r),
    'failed', (select count(*) from public.site_outputs where failure is not null)
  )
$$;
comment on function public.publish_pending is 'How much waits to be published, and which tags the waiting changes carry.';
revoke execute on function public.publish_pending from public, anon, authenticated;
grant execute on function public.publish_pending to service_role;
