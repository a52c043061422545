-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.publish_claim(p_worker text, p_sites text[], p_at timestamp with time zone, p_limit integer, p_lease_seconds integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;
comment on function public.publish_claim(text,text[],timestamp with time zone,integer,integer) is 'Takes queued changes into the index, marks what the clock changes, and leases stale outputs to a publisher.';

CREATE OR REPLACE FUNCTION public.publish_take_paths(p_worker text, p_outputs jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;
comment on function public.publish_take_paths(text,jsonb) is 'Reserves new paths of leased outputs. Returns those at which another publisher is still removing a file: ask again for them.';

CREATE OR REPLACE FUNCTION public.publish_leave_paths(p_worker text, p_site text, p_paths text[], p_outputs jsonb, p_lease_seconds integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;
comment on function public.publish_leave_paths(text,text,text[],jsonb,integer) is 'Paths that outputs of this publisher have left and that no other output has or takes. Nobody takes one of them until publish_end_removals.';

CREATE OR REPLACE FUNCTION public.publish_end_removals(p_worker text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from public.file_removals where worker = p_worker;
$function$
;
comment on function public.publish_end_removals(text) is 'The files of the paths that this publisher has left are removed.';

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
      and r.removed and r.next_change_at is null and o.stale_seq = r.seq and o.lease_owner = p_worker
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
    and not (coalesce(r.removed, false) and r.next_change_at is null and o.stale_seq = r.seq);
  delete from public.change_log where taken_in_at < now() - interval '1 day';
end $function$
;
comment on function public.publish_complete(text,bigint,jsonb) is 'Records what a publisher rendered: paths, dependencies, hashes. An output that changed meanwhile stays stale.';

CREATE OR REPLACE FUNCTION public.publish_release(p_worker text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.site_outputs set lease_owner = null, lease_until = null where lease_owner = p_worker;
  delete from public.file_removals where worker = p_worker;
  update public.site_builds set finished_at = now(), outcome = 'abandoned' where lease_owner = p_worker and finished_at is null;
$function$
;
comment on function public.publish_release(text) is 'Gives back everything that a publisher of this name held when it ended.';

CREATE OR REPLACE FUNCTION public.build_register(p_build bigint, p_lease_seconds integer, p_outputs jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  site text;
begin
  update public.site_builds set lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds)
  where id = p_build and finished_at is null
  returning site_id into site;
  if not found then
    raise exception 'build % is no longer running', p_build using errcode = 'object_not_in_prerequisite_state';
  end if;
  insert into public.site_outputs as o
    (site_id, kind, ref, locale, listed_kind, path, tags, content_hash, bytes, next_change_at, failure, build_id, rendered_at)
  select site, r.kind, r.ref, r.locale, coalesce(r.listed, ''), r.path, r.tags, r.hash, coalesce(r.bytes, 0), r.next_change_at, r.failure, p_build,
    clock_timestamp()
  from jsonb_to_recordset(p_outputs) as r (
    kind text, ref bigint, locale public.locale, listed text, path text, tags text[], hash text, bytes integer,
    next_change_at timestamptz, failure jsonb
  )
  on conflict (site_id, kind, ref, locale, listed_kind) do update
    set path = excluded.path, taking_path = null, tags = excluded.tags, content_hash = excluded.content_hash, bytes = excluded.bytes,
      next_change_at = excluded.next_change_at, failure = excluded.failure, build_id = excluded.build_id,
      rendered_at = excluded.rendered_at;
end $function$
;
comment on function public.build_register(bigint,integer,jsonb) is 'Records outputs that a full build has written, and extends its lease.';

create table public.file_removals (
  site_id text not null references public.sites (id) on delete cascade,
  path text not null,
  worker text not null,
  until timestamptz not null,
  primary key (site_id, path)
);
alter table public.file_removals enable row level security;
comment on table public.file_removals is 'Paths whose files a publisher is removing. Nobody puts a file there until it has finished, or until it should have.';

alter table public.site_outputs add column taking_path text;

CREATE INDEX site_outputs_taking_path_idx ON public.site_outputs USING btree (site_id, taking_path) WHERE (taking_path IS NOT NULL);

CREATE INDEX file_removals_worker_idx ON public.file_removals USING btree (worker);

create policy file_removals_read on public.file_removals for select to authenticated using (( SELECT private.is_staff() AS is_staff));

revoke all on table public.file_removals from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.file_removals to service_role;
grant select on table public.file_removals to authenticated;

revoke all on function public.publish_take_paths(text,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.publish_take_paths(text,jsonb) to service_role;

revoke all on function public.publish_leave_paths(text,text,text[],jsonb,integer) from public, anon, authenticated, service_role;
grant execute on function public.publish_leave_paths(text,text,text[],jsonb,integer) to service_role;

revoke all on function public.publish_end_removals(text) from public, anon, authenticated, service_role;
grant execute on function public.publish_end_removals(text) to service_role;
