-- The functions of a publisher: it receives changes, leases stale outputs, and reports what it rendered. Statements
-- that run for every change cache their plans: planning them would take longer than running them.

-- Brings the index in line with the routes of some records: outputs that are new or may have to go become stale. The routes are
-- read once: each mention of the view costs the start of a large plan.
create function private.refresh_outputs(p_kind text, p_refs bigint[], p_seq bigint, p_at timestamptz)
returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  kinds text[] := array(select k.kind from private.output_kinds k where k.content_kind = p_kind);
begin
  with shown as materialized (
    select r.* from private.routes r
    where r.kind = any (kinds) and r.ref = any (p_refs) and r.site_id in (select b.site_id from private.built_sites b)
  ), outputs as (
    insert into public.site_outputs (site_id, kind, ref, locale, stale_seq, stale_reasons, next_change_at)
    select r.site_id, r.kind, r.ref, r.locale,
      case when coalesce(r.visible_from, p_at) <= p_at then p_seq end,
      array[p_kind || ':' || r.ref],
      case when r.visible_from > p_at then r.visible_from end
    from shown r
    where r.visible_until is null or r.visible_until > p_at
    on conflict (site_id, kind, ref, locale, listed_kind) do nothing
  )
  insert into public.site_outputs (site_id, kind, ref, locale, listed_kind, stale_seq, stale_reasons)
  select distinct r.site_id, 'sitemap', r.ref / 500, 'en'::public.locale, r.kind, p_seq, array['sitemap:' || r.kind || ':' || r.ref / 500]
  from shown r
  where r.kind in (select k.kind from private.output_kinds k where k.kind = p_kind and k.sitemap_order is not null)
  on conflict (site_id, kind, ref, locale, listed_kind) do nothing;

  update public.site_outputs o
  set stale_seq = p_seq,
    stale_reasons = case when p_kind || ':' || o.ref = any (o.stale_reasons) then o.stale_reasons
      else o.stale_reasons || (p_kind || ':' || o.ref) end
  -- The key begins with the site: without it, the whole index would be read.
  where o.site_id = any (array(select s.id from public.sites s)) and o.kind = any (kinds) and o.ref = any (p_refs)
    -- An output that depends on the product is stale already, with the product as its reason.
    and (p_kind not in ('catalog_part', 'inventory') or o.stale_seq is distinct from p_seq);

  -- A product is also a line of the catalog's data, and its stock has a page, which is in a sitemap of its own.
  if p_kind = 'product' then
    perform private.refresh_outputs('catalog_part',
      array(select distinct private.catalog_part(r) from unnest(p_refs) r), p_seq, p_at);
    perform private.refresh_outputs('inventory', p_refs, p_seq, p_at);
    update public.site_outputs o
    set stale_seq = p_seq,
      stale_reasons = array(select distinct t from unnest(o.stale_reasons || ('sitemap:inventory:' || o.ref)) t)
    where o.site_id = any (array(select s.id from public.sites s)) and o.kind = 'sitemap'
      and o.listed_kind = 'inventory' and o.ref = any (array(select r / 500 from unnest(p_refs) r));
  end if;
end $$;

create function private.take_in_changes(p_at timestamptz) returns bigint[]
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  message record;
  taken bigint[] := '{}';
  this_seq bigint;
  these_tags text[];
  row_kind text;
begin
  for message in
    with gone as (
      delete from pgmq.q_content_changes d
      where d.msg_id in (
        select q.msg_id from pgmq.q_content_changes q where q.vt <= clock_timestamp() order by q.msg_id limit 500
        for update skip locked
      )
      returning d.msg_id, d.enqueued_at, d.message
    )
    select gone.* from gone order by gone.msg_id
  loop
    these_tags := array(select jsonb_array_elements_text(message.message -> 'tags'));
    these_tags := these_tags || array(
      select distinct 'globals:' || g.site_id from private.globals_dependencies g where g.tag = any (these_tags)
    );
    -- Any change may mend an output whose content cannot be read.
    these_tags := these_tags || 'unreadable'::text;
    insert into public.change_log (message_id, tags, rows, queued_at)
    values (message.msg_id, these_tags, coalesce(message.message -> 'rows', '[]'), message.enqueued_at)
    returning seq into this_seq;
    update public.site_outputs o
    set stale_seq = this_seq,
      stale_reasons = array(
        select distinct reason from (
          select unnest(o.stale_reasons) as reason
          union all select t from unnest(o.tags) t where t = any (these_tags)
        ) reasons order by reason limit 20
      )
    where o.tags && these_tags;
    for row_kind in
      select distinct r ->> 'kind' from jsonb_array_elements(message.message -> 'rows') r where r ? 'ref'
    loop
      perform private.refresh_outputs(row_kind,
        array(select (r ->> 'ref')::bigint from jsonb_array_elements(message.message -> 'rows') r where r ->> 'kind' = row_kind),
        this_seq, p_at);
    end loop;
    -- A site's locales decide which outputs it has.
    insert into public.site_outputs (site_id, kind, ref, locale, stale_seq, stale_reasons)
    select f.site_id, f.kind, f.ref, f.locale, this_seq, array['site:' || f.site_id]
    from private.fixed_outputs f
    where f.site_id in (select r ->> 'site' from jsonb_array_elements(message.message -> 'rows') r where r ->> 'kind' = 'site')
      and f.site_id in (select b.site_id from private.built_sites b)
    on conflict (site_id, kind, ref, locale, listed_kind) do nothing;
    taken := taken || message.msg_id;
  end loop;
  return taken;
end $$;

create function public.publish_claim(
  p_worker text, p_sites text[], p_at timestamptz, p_limit integer, p_lease_seconds integer
) returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  taken bigint[];
  ready text[];
  claimed jsonb;
begin
  -- One intake at a time, so that the sequence numbers of the log are in the order in which the index received changes.
  perform pg_advisory_xact_lock(7310);
  taken := private.take_in_changes(p_at);
  update public.site_outputs
  set stale_seq = coalesce((select max(seq) from public.change_log), 0), stale_reasons = array['clock'], next_change_at = null
  where next_change_at <= p_at and stale_seq is null;

  -- Sites that are being built wait for the build, and a site that was rolled back stays as it is until its next one.
  ready := array(
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
  with candidates as (
    select o.site_id, o.kind, o.ref, o.locale, o.listed_kind
    from public.site_outputs o
    where o.stale_seq is not null
      and o.site_id = any (ready)
      and (o.lease_until is null or o.lease_until < clock_timestamp() or o.lease_owner = p_worker)
    order by o.kind like 'sitemap%', o.stale_seq, (o.kind || ':' || o.ref) = any (o.stale_reasons) desc, o.site_id, o.kind, o.ref, o.locale,
      o.listed_kind
    limit p_limit
    for update skip locked
  ), leased as (
    update public.site_outputs o
    set lease_owner = p_worker, lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds)
    from candidates c
    where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (c.site_id, c.kind, c.ref, c.locale, c.listed_kind)
    returning o.*
  )
  -- Each output looks up its own route: joined as a whole, the view would be read in full, whatever the size of the claim.
  select coalesce(jsonb_agg(jsonb_build_object(
    'site', l.site_id, 'kind', l.kind, 'ref', l.ref, 'locale', l.locale,
    'listed', nullif(l.listed_kind, ''), 'path', l.path, 'taking', l.taking_path, 'hash', l.content_hash,
    'seq', l.stale_seq, 'reasons', l.stale_reasons, 'address', own.address,
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
  ) order by l.kind like 'sitemap%', l.stale_seq, (l.kind || ':' || l.ref) = any (l.stale_reasons) desc, l.site_id, l.kind, l.ref, l.locale,
    l.listed_kind), '[]')
  into claimed
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
    'next_change_at', (select min(next_change_at) from public.site_outputs where next_change_at is not null)
  );
end $$;
comment on function public.publish_claim is
  'Takes queued changes into the index, marks what the clock changes, and leases stale outputs to a publisher.';
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
begin
  perform pg_advisory_xact_lock(7310);
  free := array(
    select p from unnest(p_paths) p
    where not exists (
      select 1 from public.site_outputs o
      where o.site_id = p_site and (o.path = p or o.taking_path = p)
        and (o.kind, o.ref, o.locale, o.listed_kind) not in (
          select w.kind, w.ref, w.locale, coalesce(w.listed, '')
          from jsonb_to_recordset(p_outputs) as w (kind text, ref bigint, locale public.locale, listed text)
        )
    )
  );
  insert into public.file_removals (site_id, path, worker, until)
  select p_site, p, p_worker, clock_timestamp() + make_interval(secs => p_lease_seconds) from unnest(free) p
  on conflict (site_id, path) do update set worker = excluded.worker, until = excluded.until;
  return to_jsonb(free);
end $$;
comment on function public.publish_leave_paths is
  'Paths that outputs of this publisher have left and that no other output has or takes. Nobody takes one of them until publish_end_removals.';
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
  set stale_seq = coalesce((select max(seq) from public.change_log), 0), stale_reasons = array['sitemap']
  from jsonb_to_recordset(p_outputs) as r (site text, kind text, ref bigint, listed text, hash text)
  join public.site_outputs o on o.site_id = r.site and o.kind = 'sitemap' and o.ref = r.ref and o.listed_kind = r.listed
  where r.kind = 'sitemap' and (r.hash is null) <> (o.content_hash is null)
    and i.site_id = r.site and i.kind = 'sitemap_index';
  with results as (
    select * from jsonb_to_recordset(p_outputs) as r (
      site text, kind text, ref bigint, locale public.locale, listed text, seq bigint, path text, tags text[], hash text, bytes integer,
      next_change_at timestamptz, removed boolean, failure jsonb
    )
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
    -- A change that the index received after the lease began, and that the new tags name, may not have been read.
    stale_reasons = case when o.stale_seq = r.seq then '{}' else o.stale_reasons end,
    stale_seq = case
      when o.stale_seq <> r.seq then o.stale_seq
      else (select max(c.seq) from public.change_log c where c.seq > p_watermark and c.tags && r.tags)
    end
  from results r
  where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (r.site, r.kind, r.ref, r.locale, coalesce(r.listed, ''))
    and o.lease_owner = p_worker
    and not (coalesce(r.removed, false) and r.tags = '{}' and r.next_change_at is null and o.stale_seq = r.seq);
  delete from public.change_log where taken_in_at < now() - interval '1 day';
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
  p_site text, p_cause text, p_message_ids bigint[], p_worker text, p_started_at timestamptz, p_rendered integer, p_items jsonb
) returns bigint
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  receipt bigint;
begin
  insert into public.publish_receipts (site_id, cause, message_ids, worker, started_at, rendered, changed)
  values (p_site, case when p_cause = 'change' and exists (
      select 1 from public.change_log c
      where c.message_id = any (p_message_ids) and exists (select 1 from unnest(c.tags) t where t like 'reconciled:%')
    ) then 'reconciliation' else p_cause end, p_message_ids, p_worker, p_started_at, p_rendered,
    (select count(*) from jsonb_array_elements(p_items) i where i ->> 'change' in ('new', 'changed', 'removed')))
  returning id into receipt;
  insert into public.publish_receipt_items (receipt_id, path, locale, change, reasons, seen_live_at, failure)
  select receipt, i.path, i.locale, i.change, i.reasons, i.seen_live_at, i.failure
  from jsonb_to_recordset(p_items) as i (
    path text, locale public.locale, change text, reasons text[], seen_live_at timestamptz, failure jsonb
  );
  return receipt;
end $$;
comment on function public.publish_record is 'Stores the receipt of a publish.';
revoke execute on function public.publish_record from public, anon, authenticated;
grant execute on function public.publish_record to service_role;

-- Queued changes that no publisher has received yet.
create function public.publish_pending() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'pending', (select count(*) from pgmq.q_content_changes) + (select count(*) from public.site_outputs where stale_seq is not null)
      + (select count(*) from private.site_checks c where c.site_id in (select b.site_id from private.built_sites b)),
    'tags', (select coalesce(jsonb_agg(distinct t), '[]') from pgmq.q_content_changes q, jsonb_array_elements_text(q.message -> 'tags') t),
    'rows', (select coalesce(jsonb_agg(distinct r), '[]') from pgmq.q_content_changes q, jsonb_array_elements(q.message -> 'rows') r),
    'failed', (select count(*) from public.site_outputs where failure is not null)
  )
$$;
comment on function public.publish_pending is 'How much waits to be published, and which tags the waiting changes carry.';
revoke execute on function public.publish_pending from public, anon, authenticated;
grant execute on function public.publish_pending to service_role;
