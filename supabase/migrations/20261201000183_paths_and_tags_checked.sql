-- Functions are created before the tables that they read.
set local check_function_bodies = off;

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
end $function$
;
comment on function public.publish_leave_paths(text,text,text[],jsonb,integer) is 'Paths that outputs of this publisher have left and that no other output has or takes: nobody takes one of them until publish_end_removals. Outputs that have one of the others become stale.';

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
    select 1 from public.site_builds b where b.site_id = c.site_id and b.finished_at is null and b.lease_until > clock_timestamp()
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
