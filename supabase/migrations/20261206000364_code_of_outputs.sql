-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.build_start(text,text,text,text,integer,text);

drop function public.build_register(bigint,integer,jsonb);

drop function public.build_targets(text,timestamp with time zone);

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
    tags = r.tags,
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

CREATE OR REPLACE FUNCTION private.reading_code()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select md5(string_agg(md5(t.part), '' order by t.part)) from (
    select concat(p.oid::regprocedure, p.prosrc, p.prosqlbody) as part from pg_catalog.pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    union all
    select concat(c.oid::regclass, r.ev_action) from pg_catalog.pg_rewrite r join pg_catalog.pg_class c on c.oid = r.ev_class
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    union all
    -- Columns that are computed of others.
    select concat(d.adrelid::regclass, d.adnum, d.adbin) from pg_catalog.pg_attrdef d join pg_catalog.pg_class c on c.oid = d.adrelid
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    union all
    select k::text from private.kinds k
    union all
    select k::text from private.output_kinds k
  ) t
$function$
;

CREATE OR REPLACE FUNCTION public.build_start(p_site text, p_release text, p_bundle text, p_worker text, p_lease_seconds integer, p_by text DEFAULT ''::text, p_code jsonb DEFAULT NULL::jsonb, p_live text DEFAULT NULL::text)
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
  select * into before from public.site_builds b where b.site_id = p_site order by b.id desc limit 1;
  update public.site_builds set finished_at = now(), outcome = 'abandoned' where site_id = p_site and finished_at is null;
  insert into public.site_builds (site_id, release, bundle, code, start_seq, lease_owner, lease_until, requested_by)
  values (p_site, p_release, p_bundle, p_code || jsonb_build_object('database', database),
    coalesce((select max(seq) from public.change_log), 0), p_worker, clock_timestamp() + make_interval(secs => p_lease_seconds), p_by)
  returning id into build;
  return jsonb_build_object('status', 'started', 'build', build, 'at', clock_timestamp(), 'before', case
    when before.outcome = 'live' and before.release = p_live and before.code ->> 'database' = database then before.code
  end);
end $function$
;
comment on function public.build_start(text,text,text,text,integer,text,jsonb,text) is 'Reserves a site for a build. Changes that arrive meanwhile are replayed when it finishes. Answers with the code of the release that is live, where the index describes it and the database reads content as it did then.';

CREATE OR REPLACE FUNCTION public.build_targets(p_site text, p_at timestamp with time zone, p_with_files boolean DEFAULT false, p_changed_types text[] DEFAULT NULL::text[])
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  answer json;
  -- The outputs of changes that are still searched for are not known.
  is_known constant boolean := p_changed_types is not null
    and not exists (select from public.wide_changes w where coalesce(w.site_id, p_site) = p_site);
begin
  with routes as materialized (
    select r.kind, r.ref, r.locale, r.address, r.visible_from, r.visible_until from private.routes r where r.site_id = p_site
  )
  select coalesce(
    json_agg(
      case when p_with_files then
        json_build_array(t.kind, t.ref, t.locale, t.address, t.listed, o.path, o.given_hash, o.content_hash, o.bytes,
          is_known and o.path is not null and o.stale_seq is null and coalesce(o.next_change_at > p_at, true)
            and not o.module_types && p_changed_types
            -- It goes by which sitemaps there are, which is known when they have been read.
            and t.kind <> 'sitemap_index')
      else json_build_array(t.kind, t.ref, t.locale, t.address, t.listed) end
      order by t.kind, t.ref, t.locale, t.listed), '[]')
  into answer
  from (
    select r.kind, r.ref, r.locale, r.address, null as listed from routes r
    where (r.visible_from is null or r.visible_from <= p_at) and (r.visible_until is null or r.visible_until > p_at)
    union all
    select f.kind, f.ref, f.locale, null, null from private.fixed_outputs f where f.site_id = p_site
    union all
    select distinct 'sitemap', r.ref / 500, 'en'::public.locale, null, r.kind
    from routes r
    where r.kind in (select k.kind from private.output_kinds k where k.sitemap_order is not null)
  ) t
  left join public.site_outputs o on p_with_files and o.site_id = p_site and o.kind = t.kind and o.ref = t.ref and o.locale = t.locale
    and o.listed_kind = coalesce(t.listed, '') and o.failure is null and o.taking_path is null;
  return answer;
end $function$
;
comment on function public.build_targets(text,timestamp with time zone,boolean,text[]) is 'Every output of a site, as [kind, ref, locale, address, the kind that a sitemap lists]; with files also the path, the hashes and the bytes of that which is live and whole, and whether it need not be read: nothing that it shows has changed, nor any of these types of modules. Without types everything is read.';

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
      rendered_at = excluded.rendered_at, read_seq = greatest(o.read_seq, excluded.read_seq);
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

alter table public.site_outputs add column module_types text[] not null default '{}'::text[];

alter table public.site_builds add column code jsonb;

revoke all on function private.reading_code() from public, anon, authenticated, service_role;
grant execute on function private.reading_code() to service_role;

revoke all on function public.build_start(text,text,text,text,integer,text,jsonb,text) from public, anon, authenticated, service_role;
grant execute on function public.build_start(text,text,text,text,integer,text,jsonb,text) to service_role;

revoke all on function public.build_targets(text,timestamp with time zone,boolean,text[]) from public, anon, authenticated, service_role;
grant execute on function public.build_targets(text,timestamp with time zone,boolean,text[]) to service_role;

revoke all on function public.build_register(bigint,integer,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.build_register(bigint,integer,jsonb,jsonb) to service_role;
