-- Full builds. Changes that arrive meanwhile are replayed on the new index.

-- Names what the database reads content with: its functions and views, and which kinds there are.
create function private.reading_code() returns text
language sql stable set search_path = ''
as $$
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
$$;
revoke execute on function private.reading_code from public;
grant execute on function private.reading_code to service_role;

create function public.build_start(
  p_site text, p_name text, p_bundle text, p_worker text, p_lease_seconds integer, p_by text default '', p_code jsonb default null,
  p_live text default null, p_places jsonb default '[]', p_number_above bigint default 0
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  other public.site_builds;
  before public.site_builds;
  build bigint;
  database text := private.reading_code();
begin
  perform private.lock_index();
  select * into other from public.site_builds
  where site_id = p_site and finished_at is null and lease_until > clock_timestamp() and lease_owner <> p_worker limit 1;
  if found then
    return jsonb_build_object('status', 'busy', 'worker', other.lease_owner);
  end if;
  if private.is_held(p_worker) then
    return '{"status": "held"}';
  end if;
  perform private.note_places(p_places, private.database_id());
  perform private.number_builds_above(p_number_above);
  select * into before from public.site_builds b where b.site_id = p_site order by b.id desc limit 1;
  update public.site_builds set finished_at = now(), outcome = 'abandoned' where site_id = p_site and finished_at is null;
  insert into public.site_builds (site_id, name, bundle, code, start_seq, lease_owner, lease_until, requested_by)
  values (p_site, p_name, p_bundle, p_code || jsonb_build_object('database', database),
    coalesce((select max(seq) from public.change_log), 0), p_worker, clock_timestamp() + make_interval(secs => p_lease_seconds), p_by)
  returning id into build;
  return jsonb_build_object('status', 'started', 'build', build, 'at', clock_timestamp(), 'before', case
    when before.outcome = 'live' and before.name = p_live and before.code ->> 'database' = database
      and not exists (select from public.unknown_files u where u.site_id = p_site) then before.code
  end, 'mark', jsonb_build_object('database', private.database_id(), 'seq', (
    select b.start_seq from public.site_builds b where b.id = build
  )));
end $$;
comment on function public.build_start is
  'Reserves a site for a build. Changes that arrive meanwhile are replayed when it finishes. Answers with the code of the build that is live, where the index describes it and the database reads content as it did then. p_places and p_number_above: what the places of the site have seen.';
revoke execute on function public.build_start from public, anon, authenticated;
grant execute on function public.build_start to service_role;

create function public.build_keep(p_build bigint, p_lease_seconds integer) returns boolean
language plpgsql set search_path = ''
as $$
begin
  update public.site_builds b set lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds)
  where b.id = p_build and b.finished_at is null;
  return found or exists (
    select from public.site_builds b
    where b.id = p_build and b.outcome = 'rolled-back'
      and not exists (select from public.site_builds l where l.site_id = b.site_id and l.id > b.id)
  );
end $$;
comment on function public.build_keep is
  'Extends the lease of a build. Answers false when it has ended, or when another build or roll-back has taken over from a roll-back.';
revoke execute on function public.build_keep from public, anon, authenticated;
grant execute on function public.build_keep to service_role;

create function public.build_outcome(p_build bigint) returns text
language sql stable set search_path = ''
as $$
  select b.outcome from public.site_builds b where b.id = p_build
$$;
comment on function public.build_outcome is 'How a build has ended; null for one that has not.';
revoke execute on function public.build_outcome from public, anon, authenticated;
grant execute on function public.build_outcome to service_role;

create function public.build_targets(
  p_site text, p_at timestamptz, p_with_files boolean default false, p_changed_types text[] default null
) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
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
end $$;
comment on function public.build_targets is
  'Every output of a site, as [kind, ref, locale, address, the kind that a sitemap lists]; with files also the path, the hashes and the bytes of that which is live and whole, and whether it need not be read: nothing that it shows has changed, nor any of these types of modules. Without types everything is read.';
revoke execute on function public.build_targets from public, anon, authenticated;
grant execute on function public.build_targets to service_role;

create function public.build_register(p_build bigint, p_lease_seconds integer, p_outputs jsonb, p_kept jsonb default '[]') returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
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
    set path = excluded.path, taking_path = null, leaving_paths = '{}', taken_paths = '{}', tags = excluded.tags, content_hash = excluded.content_hash,
      given_hash = excluded.given_hash, module_types = excluded.module_types, bytes = excluded.bytes, next_change_at = excluded.next_change_at, failure = excluded.failure, build_id = excluded.build_id,
      rendered_at = excluded.rendered_at, read_seq = greatest(o.read_seq, excluded.read_seq),
      -- What a round has staged of it before is reported by nobody any more.
      lease_owner = null, lease_until = null;
end $$;
comment on function public.build_register is
  'Records outputs that a build has written, and those that it has kept as they are, and extends its lease.';
revoke execute on function public.build_register from public, anon, authenticated;
grant execute on function public.build_register to service_role;

create function public.output_tags_of(p_site text, p_after bigint) returns json
language sql stable set search_path = ''
as $$
  select coalesce(json_agg(json_build_array(o.id, o.path, o.tags) order by o.id), '[]')
  from (
    select o.id, o.path, o.tags from public.site_outputs o
    where o.site_id = p_site and o.id > p_after and o.path is not null order by o.id limit 1000
  ) o;
$$;
comment on function public.output_tags_of is
  'What the outputs of a site depend on, as [id, path, tags], a thousand behind an id: for places that are sent a whole build.';
revoke execute on function public.output_tags_of from public, anon, authenticated;
grant execute on function public.output_tags_of to service_role;

create function public.build_finish(p_build bigint, p_outcome text, p_at timestamptz) returns boolean
language plpgsql set search_path = ''
as $$
declare
  at_most constant integer := 2000;
  build public.site_builds;
  deleted integer;
  settled integer;
begin
  perform private.lock_index();
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
  update public.site_outputs set stale_seq = null, stale_reasons = '{}', turn = default
  where id in (
    select o.id from public.site_outputs o
    where o.site_id = build.site_id and o.stale_seq <= build.start_seq and o.build_id = p_build
      -- What was kept was not read: the clock may have changed it since.
      and o.rendered_at >= build.started_at
    limit at_most
  );
  get diagnostics settled = row_count;
  return greatest(deleted, settled) = at_most;
end $$;
comment on function public.build_finish is
  'Ends a full build. When it went live, the index holds just what it wrote, and later changes are replayed on it. Returns whether the index still has to be brought in line: then call it again.';
revoke execute on function public.build_finish from public, anon, authenticated;
grant execute on function public.build_finish to service_role;

create function public.build_end_expired(p_build bigint, p_is_live boolean) returns boolean
language plpgsql set search_path = ''
as $$
declare
  build public.site_builds;
begin
  perform private.lock_index();
  select * into build from public.site_builds b where b.id = p_build;
  if not found or (build.finished_at is null and build.lease_until > clock_timestamp()) then
    return false;
  end if;
  return public.build_finish(p_build, case when p_is_live then 'live' else 'abandoned' end, build.started_at);
end $$;
comment on function public.build_end_expired is
  'Ends a build that has not said for too long that it goes on, unless it does by now: whoever calls has made sure that it makes nothing live any more, and says whether it has. Answers as build_finish.';
revoke execute on function public.build_end_expired from public, anon, authenticated;
grant execute on function public.build_end_expired to service_role;

create function public.build_rollback(p_site text, p_name text, p_worker text, p_by text default '', p_number_above bigint default 0)
returns bigint
language plpgsql set search_path = ''
as $$
declare
  rollback bigint;
begin
  perform private.lock_index();
  perform private.number_builds_above(p_number_above);
  -- It takes over: a build that is under way would put something else live.
  update public.site_builds set finished_at = now(), outcome = 'abandoned' where site_id = p_site and finished_at is null;
  insert into public.site_builds (site_id, name, bundle, start_seq, lease_owner, lease_until, finished_at, outcome, requested_by)
  values (p_site, p_name, '', 0, p_worker, now(), now(), 'rolled-back', p_by)
  returning id into rollback;
  return rollback;
end $$;
comment on function public.build_rollback is
  'Notes that a site was put back to an earlier build: publishing to it pauses until its next full build, and a build that is under way has ended. Answers with the number of the roll-back.';
revoke execute on function public.build_rollback from public, anon, authenticated;
grant execute on function public.build_rollback to service_role;

create function public.publish_switched(p_site text, p_before text, p_name text) returns void
language sql set search_path = ''
as $$
  update public.site_builds b set name = p_name
  where b.name = p_before and b.id = (
    select max(l.id) from public.site_builds l where l.site_id = p_site and l.outcome in ('live', 'rolled-back')
  )
$$;
comment on function public.publish_switched is
  'Notes that what a build has made live is live as another build now, which has links to it and what was published together since.';
revoke execute on function public.publish_switched from public, anon, authenticated;
grant execute on function public.publish_switched to service_role;

create function public.build_state(p_site text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'live', (
      select jsonb_build_object('name', b.name, 'bundle', b.bundle, 'outcome', b.outcome)
      from public.site_builds b
      where b.site_id = p_site and b.outcome in ('live', 'rolled-back') order by b.id desc limit 1
    ),
    'interrupted', exists (
      select 1 from public.site_builds b
      where b.site_id = p_site and b.id > coalesce((
          select max(l.id) from public.site_builds l where l.site_id = p_site and l.outcome in ('live', 'rolled-back')
        ), 0)
    ), 'unknown', exists (select 1 from public.unknown_files u where u.site_id = p_site))
$$;
comment on function public.build_state is
  'Which build of a site is live, whether a later build did not come to its end, and whether its files are of another state of the database.';
revoke execute on function public.build_state from public, anon, authenticated;
grant execute on function public.build_state to service_role;
