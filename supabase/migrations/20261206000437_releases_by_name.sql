-- What the code called a launch is a release, and the directory of a site that a full build writes is named by its build.
-- Constraints, indexes, triggers, policies, sequences and functions follow.
alter table public.launches rename to releases;
alter table public.launch_pages rename to release_pages;
alter table public.launch_records rename to release_records;
alter table public.launch_links rename to release_links;
alter table public.launch_media rename to release_media;
alter table public.release_pages rename column launch_id to release_id;
alter table public.release_records rename column launch_id to release_id;
alter table public.release_links rename column launch_id to release_id;
alter table public.release_media rename column launch_id to release_id;
alter table public.record_drafts rename column launch_id to release_id;
alter table public.discarded_drafts rename column launch_name to release_name;
alter table public.site_builds rename column release to name;

do $$
declare
  named record;
begin
  for named in
    select format('alter table %s rename constraint %I to %I', c.conrelid::regclass, c.conname, replace(replace(c.conname, 'launches', 'releases'), 'launch', 'release')) as change
    from pg_constraint c where c.connamespace = 'public'::regnamespace and c.conname like '%launch%'
    union all
    select format('alter %s %s rename to %I', case r.relkind when 'S' then 'sequence' else 'index' end, r.oid::regclass,
      replace(replace(r.relname, 'launches', 'releases'), 'launch', 'release'))
    from pg_class r
    where r.relnamespace = 'public'::regnamespace and r.relname like '%launch%'
      and (r.relkind = 'S' or r.relkind = 'i' and not exists (select from pg_constraint c where c.conindid = r.oid and c.contype in ('p', 'u', 'x')))
    union all
    select format('alter trigger %I on %s rename to %I', t.tgname, t.tgrelid::regclass, replace(replace(t.tgname, 'launches', 'releases'), 'launch', 'release'))
    from pg_trigger t join pg_class r on r.oid = t.tgrelid
    where not t.tgisinternal and r.relnamespace = 'public'::regnamespace and t.tgname like '%launch%'
    union all
    select format('alter policy %I on %s rename to %I', p.polname, p.polrelid::regclass, replace(replace(p.polname, 'launches', 'releases'), 'launch', 'release'))
    from pg_policy p join pg_class r on r.oid = p.polrelid
    where r.relnamespace = 'public'::regnamespace and p.polname like '%launch%'
    union all
    -- Views read what they call by its number. Whatever has a parameter by that name is made anew below.
    select format('alter function %s rename to %I', f.oid::regprocedure, replace(replace(f.proname, 'launches', 'releases'), 'launch', 'release'))
    from pg_proc f
    where f.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and f.proname like '%launch%'
      and not exists (select from unnest(f.proargnames) a (name) where a.name like '%launch%')
  loop
    execute named.change;
  end loop;
end $$;

-- The names of parameters cannot be changed: these are made anew below.
do $$
declare
  old regprocedure;
begin
  for old in
    select f.oid from pg_proc f
    where f.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and (exists (select from unnest(f.proargnames) a (name) where a.name like '%launch%')
        or f.proname in ('build_start', 'build_rollback', 'roll_site_back', 'publish_switched', 'publish_release', 'find_circles'))
  loop
    execute format('drop function %s', old);
  end loop;
end $$;

alter function private.page_foresight(bigint, bigint, jsonb) rename to page_proposal;

alter table public.unknown_files drop constraint unknown_files_cause_check;
update public.unknown_files set cause = 'build' where cause = 'release';
alter table public.unknown_files add constraint unknown_files_cause_check check (cause in ('later', 'other', 'build'));

-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.known_media(p_kind text, p_ids bigint[])
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_kind not in ('image', 'vector', 'file', 'document', 'video') then
    raise exception 'a % is no medium', p_kind using errcode = 'invalid_parameter_value';
  end if;
  return query execute format('select r.id from public.%I r where r.id = any ($1)', private.table_of_kind(p_kind)) using p_ids;
  return query select d.record_id::bigint from public.record_drafts d
    where d.kind = p_kind and d.release_id is null and d.base_version is null and d.record_id = any (p_ids::text[]);
end $function$
;

CREATE OR REPLACE FUNCTION private.is_open_release(p_release bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  release public.releases;
begin
  -- Whoever publishes it has its row until it is live: nobody waits for that.
  select * into release from public.releases l where l.id = p_release;
  if release.locked_until > clock_timestamp() then
    return false;
  end if;
  select * into release from public.releases l where l.id = p_release for share;
  return coalesce(release.state in ('open', 'scheduled') and coalesce(release.locked_until <= clock_timestamp(), true), false);
end $function$
;

CREATE OR REPLACE FUNCTION private.state_of_link(p_link public.release_links)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when p_link.revoked_at is not null then 'revoked'
    when p_link.expires_at <= now() then 'expired'
    when not exists (select from public.staff s where s.user_id = p_link.created_by and s.disabled_at is null) then 'revoked'
    else 'open'
  end
$function$
;
comment on function private.state_of_link(public.release_links) is 'Whether a link still shows its release. It ends with the membership of whoever shared it.';

CREATE OR REPLACE FUNCTION private.places_of_other_builds(p_places jsonb)
 RETURNS TABLE(site text, cause text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select distinct p.site, 'build'
  from jsonb_to_recordset(p_places) p (site text, build text)
  join public.sites s on s.id = p.site
  left join lateral (
    select b.name, b.outcome from public.site_builds b
    where b.site_id = p.site and b.outcome in ('live', 'rolled-back') order by b.id desc limit 1
  ) b on true
  where p.build is not null and p.build is distinct from b.name
    -- What is put back becomes live when that is known.
    and b.outcome is distinct from 'rolled-back'
    -- What is being put live is told when it is.
    and not exists (select from public.site_builds o where o.site_id = p.site and o.finished_at is null)
    and not exists (
      select from public.publish_rounds r
      where coalesce(r.site_id, p.site) = p.site and r.switching_until > clock_timestamp()
    )
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
  ), private.database_id());
  insert into public.unknown_files (site_id, cause)
  select o.site, o.cause from private.places_of_other_builds(p_places) o
  on conflict (site_id) do nothing;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('site', u.site_id, 'cause', u.cause, 'since', u.noticed_at) order by u.site_id), '[]')
    from public.unknown_files u
  );
end $function$
;
comment on function public.publish_places(jsonb) is 'Compares what places say of the files of sites, as [{site, build, database, seq}], with this database. Answers the sites whose files are of a state that it does not know: they are to be built anew.';

CREATE OR REPLACE FUNCTION public.publish_claim(p_worker text, p_sites text[], p_at timestamp with time zone, p_limit integer, p_lease_seconds integer, p_of_people boolean DEFAULT false, p_without_bulk boolean DEFAULT false, p_bulk boolean DEFAULT false, p_staged_before timestamp with time zone DEFAULT NULL::timestamp with time zone, p_to_seq bigint DEFAULT NULL::bigint, p_after jsonb DEFAULT NULL::jsonb, p_bundle text DEFAULT NULL::text, p_lost_after bigint DEFAULT NULL::bigint, p_places jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  -- More messages than one step takes in.
  many_wait constant integer := 251;
  own_id constant uuid := private.database_id();
  taken bigint[];
  ready text[];
  ids bigint[];
  goes_on boolean := false;
  due_goes_on boolean := false;
  queue_goes_on boolean;
  first_class integer := case when p_bulk then 3 else 0 end;
  lease_ends timestamptz;
  this_number bigint;
  last_seq bigint;
  -- Outputs up to this number have been searched for all changes that are known.
  searched_to bigint;
  claimed jsonb;
  for_people boolean;
begin
  -- One intake at a time, so that the sequence numbers of the log are in the order in which the index received changes.
  perform pg_advisory_xact_lock(7310);
  perform private.note_places(p_places, own_id);
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
  if ids <> '{}' then
    this_number := private.next_lease_number();
    perform private.note_run_out(p_worker, ids, this_number);
  end if;
  searched_to := (select min(coalesce(w.searched_to, -1)) from public.wide_changes w);
  with leased as (
    update public.site_outputs o
    set lease_owner = p_worker, lease_until = lease_ends, lease_seq = o.stale_seq, lease_number = this_number, leaving_paths = '{}'
    where o.id = any (ids)
    returning o.*
  )
  -- Each output looks up its own route: joined as a whole, the view would be read in full, whatever the size of the claim.
  select coalesce(jsonb_agg(jsonb_build_object(
    'site', l.site_id, 'kind', l.kind, 'ref', l.ref, 'locale', l.locale,
    'listed', nullif(l.listed_kind, ''), 'path', l.path, 'taking', l.taking_path, 'taken', l.taken_paths, 'hash', l.content_hash, 'given', l.given_hash, 'bytes', l.bytes,
    'seq', l.stale_seq, 'lease', l.lease_number, 'read', l.read_seq, 'reasons', l.stale_reasons, 'address', own.address,
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
    -- What these have staged is not put in place any more: that comes before anything is read or written.
    'lost', private.lost_after(p_lost_after),
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
    'database', own_id,
    -- Sites whose files are of a state that this database does not know.
    'unknown_files', (
      select coalesce(jsonb_agg(jsonb_build_object('site', u.site_id, 'cause', u.cause) order by u.site_id), '[]') from public.unknown_files u
    ),
    -- Builds that have not said for too long that they go on.
    'expired_builds', (
      select coalesce(jsonb_agg(jsonb_build_object('build', b.id, 'site', b.site_id, 'name', b.name)), '[]')
      from public.site_builds b
      where b.finished_at is null and b.site_id = any (p_sites) and b.lease_until <= clock_timestamp()
    )
  );
end $function$
;
comment on function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean,boolean,boolean,timestamp with time zone,bigint,jsonb,text,bigint,jsonb) is 'Takes some of the queued changes into the index, marks what the clock changes, and leases stale outputs to a publisher: what people wait for, or all that comes next.';

CREATE OR REPLACE FUNCTION public.publish_hold(p_worker text, p_seconds integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(7310);
  if private.is_held(p_worker) then
    return '{"status": "held"}';
  end if;
  insert into public.publish_holds as h (worker, until) values (p_worker, clock_timestamp() + make_interval(secs => p_seconds))
  on conflict (worker) do update set until = greatest(h.until, excluded.until);
  return jsonb_build_object('status', case
    when exists (
      select from public.site_outputs o where o.lease_until > clock_timestamp() and o.lease_owner not in (p_worker, 'deferred')
    ) or exists (
      select from public.site_builds b where b.finished_at is null and b.lease_until > clock_timestamp()
    ) then 'waiting' else 'alone' end);
end $function$
;
comment on function public.publish_hold(text,integer) is 'Keeps others from reading content for files, so that a release can be written before its moment. Answers whether some of them still do, or whether another publisher prepares a release.';

CREATE OR REPLACE FUNCTION public.publish_end_hold(p_worker text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from public.publish_holds where worker = p_worker;
  -- What has waited goes on.
  perform pg_notify('content_changes', '');
end $function$
;
comment on function public.publish_end_hold(text) is 'A release is live, or was not published: others go on.';

CREATE OR REPLACE FUNCTION public.publish_release_leases(p_worker text, p_has_ended boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  at_most constant integer := 5000;
  released integer;
begin
  if p_has_ended then
    perform pg_advisory_xact_lock(7310);
    -- What it has put in place and not reported is in no index: nobody goes by what he remembers of the files.
    perform private.note_lost(private.next_lease_number(), h.site_id, p_worker)
    from (select distinct o.site_id from public.site_outputs o where o.lease_owner = p_worker) h;
  end if;
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
comment on function public.publish_release_leases(text,boolean) is 'Gives back what a publisher of this name held when it ended. Returns whether some of it is left: then call it again. With p_has_ended, others are told that it ended without a report.';

CREATE OR REPLACE FUNCTION public.build_start(p_site text, p_name text, p_bundle text, p_worker text, p_lease_seconds integer, p_by text DEFAULT ''::text, p_code jsonb DEFAULT NULL::jsonb, p_live text DEFAULT NULL::text, p_places jsonb DEFAULT '[]'::jsonb, p_number_above bigint DEFAULT 0)
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
end $function$
;
comment on function public.build_start(text,text,text,text,integer,text,jsonb,text,jsonb,bigint) is 'Reserves a site for a build. Changes that arrive meanwhile are replayed when it finishes. Answers with the code of the build that is live, where the index describes it and the database reads content as it did then. p_places and p_number_above: what the places of the site have seen.';

CREATE OR REPLACE FUNCTION public.output_tags_of(p_site text, p_after bigint)
 RETURNS json
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(json_agg(json_build_array(o.id, o.path, o.tags) order by o.id), '[]')
  from (
    select o.id, o.path, o.tags from public.site_outputs o
    where o.site_id = p_site and o.id > p_after and o.path is not null order by o.id limit 1000
  ) o;
$function$
;
comment on function public.output_tags_of(text,bigint) is 'What the outputs of a site depend on, as [id, path, tags], a thousand behind an id: for places that are sent a whole build.';

CREATE OR REPLACE FUNCTION public.build_rollback(p_site text, p_name text, p_worker text, p_by text DEFAULT ''::text, p_number_above bigint DEFAULT 0)
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
  insert into public.site_builds (site_id, name, bundle, start_seq, lease_owner, lease_until, finished_at, outcome, requested_by)
  values (p_site, p_name, '', 0, p_worker, now(), now(), 'rolled-back', p_by)
  returning id into rollback;
  return rollback;
end $function$
;
comment on function public.build_rollback(text,text,text,text,bigint) is 'Notes that a site was put back to an earlier build: publishing to it pauses until its next full build, and a build that is under way has ended. Answers with the number of the roll-back.';

CREATE OR REPLACE FUNCTION public.publish_switched(p_site text, p_before text, p_name text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.site_builds b set name = p_name
  where b.name = p_before and b.id = (
    select max(l.id) from public.site_builds l where l.site_id = p_site and l.outcome in ('live', 'rolled-back')
  )
$function$
;
comment on function public.publish_switched(text,text,text) is 'Notes that what a build has made live is live as another build now, which has links to it and what was published together since.';

CREATE OR REPLACE FUNCTION public.build_state(p_site text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$
;
comment on function public.build_state(text) is 'Which build of a site is live, whether a later build did not come to its end, and whether its files are of another state of the database.';

CREATE OR REPLACE FUNCTION public.reconcile_files(p_site text, p_after bigint, p_limit integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'path', o.path, 'hash', o.content_hash) order by o.id), '[]')
  from (
    select o.id, o.path, o.content_hash from public.site_outputs o
    where o.site_id = p_site and o.id > p_after and o.path is not null and o.content_hash is not null and o.stale_seq is null
      -- One that was put back to an earlier build has other files until its next build.
      and p_site = any (private.ready_sites(array[p_site], null))
    order by o.id limit p_limit
  ) o
$function$
;
comment on function public.reconcile_files(text,bigint,integer) is 'What the index says of the files of a site, some outputs behind an id: those that nobody is to publish.';

CREATE OR REPLACE FUNCTION public.output_history_note(p_site text, p_outputs jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.output_history (site_id, path, content_hash)
  select p_site, r.path, r.hash
  from jsonb_to_recordset(p_outputs) as r (path text, hash text)
  where r.hash is distinct from (
    select h.content_hash from public.output_history h
    where h.site_id = p_site and h.path = r.path order by h.since desc, h.id desc limit 1
  );
$function$
;
comment on function public.output_history_note(text,jsonb) is 'Notes what is public from now on at some paths, as when a site was put back to an earlier build.';

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
      select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'site', b.site_id, 'name', b.name, 'worker', b.lease_owner,
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
comment on function public.publishing_state(text[]) is 'What waits to be published and since when, what is being published by whom, what failed and why, which sites are paused or have files of a state that is not known, and the last builds.';

CREATE OR REPLACE FUNCTION public.roll_site_back(p_actor uuid, p_site text, p_name text, p_worker text, p_number_above bigint DEFAULT 0)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_as(p_actor, true);
  return public.build_rollback(p_site, p_name, p_worker, private.person_name(p_actor), p_number_above);
end $function$
;
comment on function public.roll_site_back(uuid,text,text,text,bigint) is 'What build_rollback does, for an administrator.';

CREATE OR REPLACE FUNCTION public.page_states(p_page_ids bigint[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id,
      'modules', (select count(*) from public.modules m where m.page_id = p.id),
      'falling_back', (
        select coalesce(jsonb_object_agg(l.locale, (
          select count(*) from public.modules m
          where m.page_id = p.id
            and not exists (select 1 from public.module_locales d where d.module_id = m.id and d.locale = l.locale)
            and not exists (select 1 from private.shared_on_pages s where s.module_id = m.id and s.localized ? l.locale::text)
        )), '{}')
        from public.page_locales l where l.page_id = p.id and l.locale <> 'en'
      ),
      'publish_at', (
        select min(c.publish_at) from public.release_pages i join public.releases c on c.id = i.release_id
        where i.page_id = p.id and c.state = 'scheduled'
      )
    ) order by p.id), '[]')
    from public.pages p where p.id = any (p_page_ids)
  );
end $function$
;
comment on function public.page_states(bigint[]) is 'Of pages how many modules their drafts have, how many of them fall back to English in each other language, and when a release publishes them.';

CREATE OR REPLACE FUNCTION private.addresses_given_up(p_site text, p_locales jsonb)
 RETURNS TABLE(page_id bigint, locale public.locale, path text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select distinct on (d.page_id, d.locale) d.page_id, d.locale, i.contents #>> array[d.locale::text, 'path']
  from jsonb_each(p_locales) n
  join public.page_locales d on d.site_id = p_site and d.locale = n.key::public.locale
    and private.file_of(d.path) = private.file_of(n.value ->> 'path')
  join public.pages p on p.id = d.page_id and p.is_editable
  join public.published_page_locales v on v.page_id = d.page_id and v.locale = d.locale and v.path = d.path
  join public.release_pages i on i.page_id = d.page_id and i.contents #>> array[d.locale::text, 'path'] <> d.path
  join public.releases s on s.id = i.release_id and s.state in ('open', 'scheduled')
  where not exists (
    select from public.page_locales o
    where o.site_id = d.site_id and o.locale = d.locale and o.page_id <> d.page_id
      and private.file_of(o.path) = private.file_of(i.contents #>> array[d.locale::text, 'path'])
  )
  order by d.page_id, d.locale, s.publish_at nulls last, s.id
$function$
;

CREATE OR REPLACE FUNCTION private.give_up_addresses(p_page_id bigint, p_site text, p_locales jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  steps text := coalesce(current_setting('content.draft_steps', true), '');
begin
  -- It is no step of the drafts that make way.
  perform set_config('content.draft_steps', 'off', true);
  update public.page_locales l set path = g.path
  from private.addresses_given_up(p_site, p_locales) g
  where l.page_id = g.page_id and l.locale = g.locale and l.page_id is distinct from p_page_id;
  perform set_config('content.draft_steps', steps, true);
end $function$
;
comment on function private.give_up_addresses(bigint,text,jsonb) is 'Makes way for a draft: others that leave these addresses with a release get the address that they have there.';

CREATE OR REPLACE FUNCTION public.set_page_lock(p_actor uuid, p_page_id bigint, p_is_locked boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  waits_in text;
begin
  perform private.act_as(p_actor, true);
  perform 1 from public.pages p where p.id = p_page_id for update;
  select l.name into waits_in
  from public.release_pages i join public.releases l on l.id = i.release_id
  where p_is_locked and i.page_id = p_page_id and l.state <> 'live'
  order by l.publish_at nulls last, l.id limit 1;
  if found then
    return jsonb_build_object('status', 'in-release', 'release', waits_in);
  end if;
  update public.pages p set is_editable = not p_is_locked where p.id = p_page_id and p.is_editable = p_is_locked;
  if not found and not exists (select from public.pages p where p.id = p_page_id) then
    return '{"status": "not-found"}';
  end if;
  return '{"status": "saved"}';
end $function$
;
comment on function public.set_page_lock(uuid,bigint,boolean) is 'Locks a page, which nobody changes, publishes or deletes then, or unlocks it; for administrators. Not one that waits in a release. What is live of it stays.';

CREATE OR REPLACE FUNCTION public.list_page_revisions(p_page_id bigint, p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    with edits as materialized (
      -- A publish writes its revision in the transaction that its edit is of.
      select distinct e.id, e.made_at, e.takes_back
      from public.edited_records d join public.content_edits e on e.id = d.edit_id
      where d.table_name = 'published_page_locales' and d.ref = p_page_id::text
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'number', r.number, 'at', r.created_at, 'by', private.person_name(r.created_by),
      'is_live', r.id = p.published_revision_id,
      'receipt', (
        select min(l.receipt_id) from edits e join public.publish_receipt_edits l on l.edit_id = e.id where e.made_at = r.created_at
      ),
      'takes_back', (select min(e.takes_back) from edits e where e.made_at = r.created_at),
      'release', (
        select min(l.name) from public.release_pages i join public.releases l on l.id = i.release_id
        where i.page_id = r.page_id and i.revision_id = r.id
      ),
      'locales', (
        select coalesce(jsonb_agg(l.locale order by l.locale), '[]') from public.page_revision_locales l where l.revision_id = r.id
      )) order by r.number desc), '[]')
    from (
      select * from public.page_revisions r where r.page_id = p_page_id order by r.number desc limit least(p_limit, 500)
    ) r
    left join public.pages p on p.id = r.page_id
  );
end $function$
;
comment on function public.list_page_revisions(bigint,integer) is 'What was published of a page, the newest first: who, when, with which release, and the receipt that tells of it, while that is on record.';

CREATE OR REPLACE FUNCTION public.search_refresh(p_limit integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  due_kind text;
  refs bigint[];
  due jsonb;
begin
  perform pg_advisory_xact_lock(7320);
  -- What a release has written is found once it is live.
  if private.is_held('') then
    return false;
  end if;
  with taken as (
    -- A record that is due several times is written once.
    delete from private.search_due d
    using (select distinct n.kind, n.ref from (select * from private.search_due f order by f.id limit p_limit) n) first
    where (d.kind, d.ref) = (first.kind, first.ref)
    returning d.kind, d.ref
  )
  select jsonb_object_agg(t.kind, t.refs) into due from (select kind, jsonb_agg(distinct ref) as refs from taken group by kind) t;
  for due_kind in select jsonb_object_keys(coalesce(due, '{}')) loop
    refs := array(select jsonb_array_elements_text(due -> due_kind)::bigint);
    case due_kind
      when 'series' then
        insert into private.search_due (kind, ref) select 'product', p.id from public.products p where p.series_id = any (refs);
      when 'category' then
        insert into private.search_due (kind, ref)
        select 'product', p.id from public.products p where p.primary_category_id = any (refs);
      when 'product' then
        insert into private.search_due (kind, ref)
        select distinct 'document', pd.document_id from public.product_documents pd where pd.product_id = any (refs);
      when 'author' then
        insert into private.search_due (kind, ref) select 'post', p.id from public.posts p where p.author_id = any (refs);
      when 'tag' then
        insert into private.search_due (kind, ref)
        select distinct 'post', t.post_id from public.post_tags t where t.tag_id = any (refs);
      when 'shared_module' then
        insert into private.search_due (kind, ref)
        select distinct 'page', o.ref from public.site_outputs o
        where o.kind = 'page' and o.tags && array(select 'shared_module/card:' || r from unnest(refs) r);
      when 'application' then
        insert into private.search_due (kind, ref) select 'listed_page', g.page_id from private.application_pages g;
      when 'page' then
        insert into private.search_due (kind, ref) select 'listed_application', a.id from public.applications a;
        -- Records without their own page are found on the page with a route that shows them.
        if exists (
          select 1 from public.pages p
          where p.id = any (refs) and p.route in (select k.shown_on_route from private.kinds k)
        ) then
          perform private.search_everything(
            array(select 'listed_' || k.kind from private.kinds k where k.shown_on_route is not null));
        end if;
      when 'all' then
        perform private.search_everything(array(select k.kind from private.kinds k where k.search_rank is not null));
      else
        null;
    end case;
    if due_kind not in ('category', 'author', 'tag', 'shared_module', 'all') then
      -- A listed record is written alone, without the records that depend on it.
      perform private.search_write(replace(due_kind, 'listed_', ''), refs);
    end if;
  end loop;
  return exists (select 1 from private.search_due);
end $function$
;
comment on function public.search_refresh(integer) is 'Writes some of the entries that are due again; answers whether more are due.';

CREATE OR REPLACE FUNCTION private.form_holders(p_form_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    with holders as (
      select 'saved section' as what, s.name
      from public.saved_sections s
      where exists (
        select from private.section_modules(s.content) m cross join lateral jsonb_each(m.locales) l
        where m.type = 'CUSTOM_FORMS' and l.value #> '{data,form}' = to_jsonb(p_form_id)
      )
      union
      select 'shared module', s.name
      from public.shared_modules s
      where s.type = 'CUSTOM_FORMS'
        and exists (select from jsonb_each(s.localized) l where l.value #> '{data,form}' = to_jsonb(p_form_id))
      union
      select 'shared module', coalesce(s.name, d.data ->> 'name', d.record_id)
      from public.record_drafts d
      left join public.shared_modules s on s.id::text = d.record_id
      where d.kind = 'shared_module' and d.data ->> 'type' = 'CUSTOM_FORMS'
        and jsonb_path_exists(d.data, '$.localized.*.data ? (@.form == $form)', jsonb_build_object('form', p_form_id))
      union
      select 'release', l.name
      from public.releases l
      join public.release_pages p on p.release_id = l.id
      where l.state <> 'live'
        and jsonb_path_exists(p.contents, 'strict $.** ? (@.type == "CUSTOM_FORMS").data ? (@.form == $form)', jsonb_build_object('form', p_form_id), true)
    )
    select coalesce(jsonb_agg(jsonb_build_object('what', h.what, 'name', h.name) order by h.what, lower(h.name), h.name), '[]') from holders h
  );
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_record_draft(p_draft public.record_drafts, p_why text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.discarded_drafts (kind, record_id, data, rows, base_version, why, release_name, saved_by, saved_at, discarded_by)
  values (p_draft.kind, p_draft.record_id, p_draft.data, p_draft.rows, p_draft.base_version, p_why,
    (select l.name from public.releases l where l.id = p_draft.release_id), p_draft.saved_by, p_draft.saved_at, private.actor())
$function$
;
comment on function private.keep_record_draft(public.record_drafts,text) is 'Keeps a draft of a record that is thrown away.';

CREATE OR REPLACE FUNCTION private.keep_release_page(p_item public.release_pages, p_why text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.discarded_drafts (kind, record_id, data, parent_id, why, release_name, saved_by, saved_at, discarded_by)
  select 'page', p_item.page_id::text, p_item.contents, p_item.parent_id, p_why,
    (select l.name from public.releases l where l.id = p_item.release_id), p_item.saved_by, p_item.saved_at, private.actor()
  where p_item.contents is not null
$function$
;
comment on function private.keep_release_page(public.release_pages,text) is 'Keeps what a release had of a page and is thrown away.';

CREATE OR REPLACE FUNCTION public.list_discarded_drafts(p_kind text, p_id text, p_with_data boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'data', case when p_with_data then d.data end, 'why', d.why, 'release', d.release_name,
    'saved_at', d.saved_at, 'saved_by', private.person_name(d.saved_by), 'discarded_at', d.discarded_at,
    'discarded_by', private.person_name(d.discarded_by)) order by d.id desc), '[]')
  from (
    select d.* from public.discarded_drafts d
    where d.kind = p_kind and d.record_id = p_id and d.discarded_at > now() - interval '30 days'
    order by d.id desc limit 200
  ) d
$function$
;
comment on function public.list_discarded_drafts(text,text,boolean) is 'The drafts of a page or a record that were thrown away in the last 30 days, the last one first: why, from which release, and by whom.';

CREATE OR REPLACE FUNCTION private.draft_summary(p_kind text, p_id text, p_release bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('data', d.data, 'base', d.base_version, 'saved_at', d.saved_at, 'saved_by', private.person_name(d.saved_by))
  from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.release_id is not distinct from p_release
$function$
;

CREATE OR REPLACE FUNCTION public.records_with_drafts(p_kind text, p_ids text[], p_release bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', i.id,
    'rows', a.rows,
    'draft', private.draft_summary(p_kind, i.id, p_release),
    -- A change past the editor is the next version.
    'version', case when s.rows is not null then coalesce(v.number, 0) + (s.rows is distinct from v.data)::integer end) order by i.place), '[]')
  from unnest(p_ids) with ordinality i (id, place)
  left join private.rows_of_records(p_kind, p_ids, true) a on a.id = i.id
  left join private.rows_of_records(p_kind, p_ids) s on s.id = i.id
  left join lateral (
    select v.* from public.record_versions v where v.kind = p_kind and v.record_id = i.id order by v.number desc limit 1
  ) v on true
$function$
;
comment on function public.records_with_drafts(text,text[],bigint) is 'Records with their drafts, and the numbers of their live versions, in the order in which they are asked for.';

CREATE OR REPLACE FUNCTION public.read_record(p_kind text, p_id text, p_release bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select public.records_with_drafts(p_kind, array[p_id], p_release) -> 0
$function$
;
comment on function public.read_record(text,text,bigint) is 'A record with its draft, the one of a release where that is named, and the number of its live version.';

CREATE OR REPLACE FUNCTION public.save_record_draft(p_actor uuid, p_kind text, p_id text, p_data jsonb, p_base timestamp with time zone, p_version integer DEFAULT NULL::integer, p_rows jsonb DEFAULT NULL::jsonb, p_release bigint DEFAULT NULL::bigint, p_replaces boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  own_id text := p_id;
  stored public.record_drafts;
  live integer;
begin
  perform private.act_as(p_actor);
  if p_release is not null and not private.is_open_release(p_release) then
    return '{"status": "closed"}';
  end if;
  if own_id is null then
    own_id := nextval(pg_catalog.pg_get_serial_sequence(format('public.%I', private.table_of_kind(p_kind)), 'id'))::text;
  end if;
  perform private.lock_record(p_kind, own_id);
  select d.* into stored from public.record_drafts d
  where d.kind = p_kind and d.record_id = own_id and d.release_id is not distinct from p_release;
  if stored.saved_at is distinct from p_base then
    return jsonb_build_object('status', 'conflict', 'draft', private.draft_summary(p_kind, own_id, p_release));
  end if;
  if stored.kind is null then
    live := private.add_version(p_kind, own_id, null);
    if live is null and p_id is not null then
      return '{"status": "not-found"}';
    end if;
    -- What the person has seen, which may have been overtaken since.
    live := coalesce(p_version, live);
  else
    live := coalesce(p_version, stored.base_version);
    if p_replaces and stored.data is distinct from p_data then
      perform private.keep_record_draft(stored, 'replaced');
    end if;
  end if;
  insert into public.record_drafts as d (kind, record_id, release_id, base_version, data, rows, saved_by)
  values (p_kind, own_id, p_release, live, p_data, p_rows, p_actor)
  on conflict on constraint record_drafts_key do update
    set base_version = excluded.base_version, data = excluded.data, rows = excluded.rows, saved_by = excluded.saved_by, saved_at = clock_timestamp()
  returning * into stored;
  return jsonb_build_object('status', 'saved', 'id', own_id, 'saved_at', stored.saved_at);
end $function$
;
comment on function public.save_record_draft(uuid,text,text,jsonb,timestamp with time zone,integer,jsonb,bigint,boolean) is 'Saves a record as a draft, unless somebody has saved one since the moment p_base: then answers that one. Without an id it gets a new one. p_version: the live version that it was begun with, or that it has been brought up to. p_rows: the rows that it would be, for previews. p_release: the release whose draft it is. p_replaces: the draft that there is is kept, since another one takes its place.';

CREATE OR REPLACE FUNCTION public.discard_record_draft(p_actor uuid, p_kind text, p_id text, p_base timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  stored public.record_drafts;
  refusal jsonb;
begin
  perform private.act_as(p_actor);
  perform private.lock_record(p_kind, p_id);
  select d.* into stored from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.release_id is null for update;
  if not found then
    return '{"status": "no-draft"}';
  end if;
  refusal := private.refuse_unseen(stored.saved_at, stored.saved_by, p_base);
  if refusal is not null then
    return refusal;
  end if;
  perform private.keep_record_draft(stored, 'discarded');
  delete from public.record_drafts d where d.id = stored.id;
  return '{"status": "discarded"}';
end $function$
;
comment on function public.discard_record_draft(uuid,text,text,timestamp with time zone) is 'Drops the draft of a record, from where it can be brought back, unless somebody has saved one since the moment p_base: then says who.';

CREATE OR REPLACE FUNCTION public.publish_records(p_actor uuid, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  asked record;
  draft public.record_drafts;
  live integer;
  conflicts jsonb := '[]';
  done jsonb := '[]';
begin
  perform private.act_as(p_actor);
  for asked in select * from jsonb_to_recordset(p_records) r (kind text, id text, saved_at timestamptz, rows jsonb) order by r.kind, r.id loop
    if asked.rows -> 0 ->> 'table' is distinct from private.table_of_kind(asked.kind)
      or asked.rows #>> '{0,row,id}' is distinct from asked.id or exists (
        select from jsonb_array_elements(asked.rows) r
        where r.value ->> 'table' not in (
          select c.name from private.content_tables c where private.table_of_kind(asked.kind) in (c.name, c.owner_name)
        )
      ) then
      raise exception 'these are no rows of % %', asked.kind, asked.id using errcode = 'invalid_parameter_value';
    end if;
    perform private.lock_record(asked.kind, asked.id);
    execute format('select from public.%I r where r.id = $1::%s for update', private.table_of_kind(asked.kind), private.type_of_id(asked.kind))
    using asked.id;
    select d.* into draft from public.record_drafts d
    where d.kind = asked.kind and d.record_id = asked.id and d.release_id is null;
    live := private.add_version(asked.kind, asked.id, null);
    if draft.saved_at is distinct from asked.saved_at or draft.base_version is distinct from live then
      conflicts := conflicts || jsonb_build_object('kind', asked.kind, 'id', asked.id,
        'why', case when draft.saved_at is distinct from asked.saved_at then 'draft' else 'live' end);
    end if;
  end loop;
  if conflicts <> '[]' then
    return jsonb_build_object('status', 'conflict', 'conflicts', conflicts);
  end if;
  perform private.write_records((
    select jsonb_agg(w.value order by r.ordinality, w.ordinality)
    from jsonb_array_elements(p_records) with ordinality r
    cross join lateral jsonb_array_elements(r.value -> 'rows') with ordinality w
  ));
  for asked in select * from jsonb_to_recordset(p_records) r (kind text, id text) loop
    done := done || jsonb_build_object('kind', asked.kind, 'id', asked.id, 'version', private.add_version(asked.kind, asked.id, p_actor));
    delete from public.record_drafts d where d.kind = asked.kind and d.record_id = asked.id and d.release_id is null;
    delete from public.record_trash d where d.kind = asked.kind and d.record_id = asked.id;
  end loop;
  return jsonb_build_object('status', 'published', 'records', done,
    'edit', nullif(current_setting('content.edit', true), '')::bigint);
end $function$
;
comment on function public.publish_records(uuid,jsonb) is 'Makes drafts live, all of them or none: none where one was saved again, or its live version is not the one that it was begun with. Says which.';

CREATE OR REPLACE FUNCTION public.record_versions_of(p_kind text, p_id text, p_limit integer DEFAULT 100)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('number', v.number, 'rows', v.data, 'made_at', v.made_at, 'made_by', private.person_name(v.made_by),
    'receipt', (select min(e.receipt_id) from public.publish_receipt_edits e where e.edit_id = v.edit_id),
    'takes_back', (select e.takes_back from public.content_edits e where e.id = v.edit_id),
    'release', (
      select min(l.name) from public.release_records i join public.releases l on l.id = i.release_id
      where i.kind = v.kind and i.record_id = v.record_id and i.version = v.number
    )) order by v.number desc), '[]')
  from (
    select v.* from public.record_versions v where v.kind = p_kind and v.record_id = p_id order by v.number desc limit least(p_limit, 200)
  ) v
$function$
;
comment on function public.record_versions_of(text,text,integer) is 'The newest versions of a record, each with its rows by table, the release that it went live with, and the receipt that tells of it, while that is on record.';

CREATE OR REPLACE FUNCTION public.import_records(p_actor uuid, p_kind text, p_import uuid, p_publish boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  own_table text;
  ids text[];
  conflicts jsonb;
  written integer := 0;
begin
  perform private.act_as(p_actor);
  own_table := private.table_of_kind(p_kind);
  ids := array(select s.content ->> 'id' from private.import_rows s where s.import_id = p_import and s.target = 'records' order by 1);
  if exists (
    select from private.import_rows s
    cross join lateral jsonb_each(case when jsonb_typeof(s.content -> 'rows') = 'object' then s.content -> 'rows' else '{}' end) r
    where s.import_id = p_import and s.target = 'records' and (
      r.key not in (select c.name from private.content_tables c where own_table in (c.name, c.owner_name))
      or r.key = own_table and (jsonb_array_length(r.value) <> 1 or r.value #>> '{0,id}' is distinct from s.content ->> 'id'))
  ) then
    raise exception 'these are no rows of %', p_kind using errcode = 'invalid_parameter_value';
  end if;
  perform private.lock_records(p_kind, ids);
  execute format('select from public.%I r where r.id = any ($1::%s[]) order by r.id for update', own_table, private.type_of_id(p_kind)) using ids;
  select jsonb_agg(jsonb_build_object('id', s.content ->> 'id', 'why', case when d.saved_at is distinct from (s.content ->> 'saved_at')::timestamptz then 'draft' else 'live' end))
  into conflicts
  from private.import_rows s
  join private.add_versions(p_kind, ids, null) v on v.id = s.content ->> 'id'
  left join public.record_drafts d on d.kind = p_kind and d.record_id = v.id and d.release_id is null
  where s.import_id = p_import and s.target = 'records' and (
    d.saved_at is distinct from (s.content ->> 'saved_at')::timestamptz or v.number is distinct from (s.content ->> 'version')::integer);
  if conflicts is not null then
    delete from private.import_rows s where s.import_id = p_import;
    return jsonb_build_object('status', 'conflict', 'conflicts', conflicts);
  end if;
  if p_publish then
    insert into private.import_rows (import_id, target, content)
    select p_import, t.key, r.value
    from private.import_rows s
    cross join lateral jsonb_each(s.content -> 'rows') t
    cross join lateral jsonb_array_elements(t.value) with ordinality r
    where s.import_id = p_import and s.target = 'records'
    order by s.place, r.ordinality;
    perform private.write_staged_records(p_import);
    perform private.add_versions(p_kind, ids, p_actor);
    delete from public.record_drafts d where d.kind = p_kind and d.record_id = any (ids) and d.release_id is null;
    delete from public.record_trash d where d.kind = p_kind and d.record_id = any (ids);
    written := cardinality(ids);
  else
    perform private.write_machine_values(p_kind, p_import);
    insert into public.record_drafts as d (kind, record_id, base_version, data, rows, saved_by)
    select p_kind, s.content ->> 'id', (s.content ->> 'version')::integer, s.content -> 'data', nullif(s.content -> 'rows', 'null'), p_actor
    from private.import_rows s
    where s.import_id = p_import and s.target = 'records' and jsonb_typeof(s.content -> 'data') = 'object'
    on conflict on constraint record_drafts_key do update
      set data = excluded.data, rows = excluded.rows, saved_by = excluded.saved_by, saved_at = clock_timestamp();
    get diagnostics written = row_count;
    delete from private.import_rows s where s.import_id = p_import;
  end if;
  return jsonb_build_object('status', 'written', 'records', written);
end $function$
;
comment on function public.import_records(uuid,text,uuid,boolean) is 'Makes staged records of a kind live, or saves them as drafts, all of them or none: none where a draft was saved or a record was published since they were read. Says which.';

CREATE OR REPLACE FUNCTION private.condition_of_state(p_kind text, p_state text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  has_dates boolean;
  drafts text := format('array(select d.record_id::%s from public.record_drafts d where d.kind = %L and d.release_id is null)',
    private.type_of_id(p_kind), p_kind);
  begun constant text := '(r.publish_from is null or r.publish_from <= now())';
begin
  select exists (
    select from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', private.table_of_kind(p_kind))::regclass and a.attname = 'is_published'
  ) into has_dates;
  return case
    when p_state = 'changed' then format('r.id = any (%s)', drafts)
    when p_state = 'live' and not has_dates then format('r.id <> all (%s)', drafts)
    when not has_dates then 'false'
    else format('r.id <> all (%s) and ', drafts) || case p_state
      when 'live' then 'r.is_published and ' || begun || ' and (r.publish_until is null or r.publish_until > now())'
      when 'ending' then 'r.is_published and ' || begun || ' and r.publish_until > now()'
      when 'hidden' then 'not r.is_published'
      when 'ended' then 'r.is_published and r.publish_until <= now()'
      when 'scheduled' then 'r.is_published and r.publish_from > now() and (r.publish_until is null or r.publish_until > now())'
      else 'false'
    end
  end;
end $function$
;

CREATE OR REPLACE FUNCTION private.page_of_records(p_kind text, p_title text[], p_search text, p_sort text, p_down boolean, p_filters jsonb, p_state text, p_after jsonb, p_limit integer, p_ids text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  -- One more than is done at once.
  counted_at_most constant integer := 5001;
  source text := private.table_of_kind(p_kind);
  c record;
  live jsonb;
  drafts jsonb := '[]';
  counted bigint;
begin
  if not private.is_staff() then
    return '{"rows": [], "drafts": [], "total": 0}';
  end if;
  select * into c from private.conditions_of_view(p_kind, p_title, p_search, p_filters, p_state, p_ids);
  execute format($q$
    with found as materialized (select f.id, row_number() over () as place from (%1$s) f)
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'row', to_jsonb(r) - '{search_text,content}'::text[],
      'picture', (select jsonb_build_object('hash', i.hash, 'widths', i.widths) from public.images i where i.id = %2$s), 'after', jsonb_build_array((%3$s)::text, r.id), 'title', to_jsonb(r) #>> %4$L,
      'has_draft', exists (select from public.record_drafts d where d.kind = %5$L and d.record_id = r.id::text and d.release_id is null),
      'changed_by', (
        select private.person_name(v.made_by) from public.record_versions v
        where v.kind = %5$L and v.record_id = r.id::text order by v.number desc limit 1
      )) order by f.place), '[]')
    from found f join public.%6$I r using (id)$q$, private.query_of_ids(p_kind, c.matches, p_sort, p_title, p_down, p_after),
    private.picture_of(p_kind), (private.sorting_of(p_kind, p_sort, p_title)).expression, p_title, p_kind, source)
  into live using c.pattern, p_limit + 1;
  execute format('select count(*) from (select from public.%I r where (%s) limit %s) c', source, c.counted, counted_at_most)
  into counted using c.pattern;
  -- Drafts that were never published come first.
  execute format($q$
    select coalesce(jsonb_agg(jsonb_build_object('id', d.record_id, 'row', d.data, 'title', d.data #>> %2$L,
      'picture', (
        select jsonb_build_object('hash', i.hash, 'widths', i.widths) from public.images i
        where i.id = case when d.data ->> 'image' ~ '^[1-9][0-9]{0,14}$' then (d.data ->> 'image')::bigint end
      ),
      'changed_by', private.person_name(d.saved_by), 'changed_at', d.saved_at) order by d.saved_at desc, d.record_id), '[]')
    from public.record_drafts d
    where d.kind = %1$L and d.release_id is null and d.base_version is null and %3$s
      and not exists (select from public.%4$I r where r.id = d.record_id::%5$s)$q$, p_kind, p_title, c.drafts_match, source, private.type_of_id(p_kind))
  into drafts using c.pattern;
  return jsonb_build_object('rows', live, 'drafts', drafts,
    'total', least(counted + jsonb_array_length(drafts), counted_at_most));
end $function$
;

CREATE OR REPLACE FUNCTION private.ids_of_view(p_kind text, p_title text[], p_search text, p_filters jsonb, p_state text, p_ids text[], p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  c record;
  ids jsonb;
begin
  if not private.is_staff() then
    return '[]';
  end if;
  select * into c from private.conditions_of_view(p_kind, p_title, p_search, p_filters, p_state, p_ids);
  execute format($q$
    select coalesce(jsonb_agg(f.id), '[]') from (
      (select r.id::text from public.%1$I r where %2$s limit $2)
      union all
      (select d.record_id from public.record_drafts d
       where d.kind = %3$L and d.release_id is null and d.base_version is null and %4$s and not exists (select from public.%1$I r where r.id = d.record_id::%5$s) limit $2)
      limit $2
    ) f$q$, private.table_of_kind(p_kind), c.matches, p_kind, c.drafts_match, private.type_of_id(p_kind))
  into ids using c.pattern, p_limit;
  return ids;
end $function$
;

CREATE OR REPLACE FUNCTION public.read_seen_records(p_kind text, p_ids text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'saved_at', d.saved_at, 'saved_by', private.person_name(d.saved_by),
    'version', private.latest_version(p_kind, i.id)) order by i.place), '[]')
  from unnest(p_ids) with ordinality i (id, place)
  left join public.record_drafts d on d.kind = p_kind and d.record_id = i.id and d.release_id is null
$function$
;
comment on function public.read_seen_records(text,text[]) is 'Of records when their drafts were saved and by whom, and the numbers of their latest versions: what delete_records is asked with.';

CREATE OR REPLACE FUNCTION public.delete_records(p_actor uuid, p_records jsonb, p_keep_used boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  asked record;
  rows jsonb;
  uses jsonb := '[]';
  missing jsonb := '[]';
  newer jsonb := '[]';
  kept jsonb := '[]';
  draft public.record_drafts;
begin
  perform private.act_as(p_actor);
  for asked in
    select * from jsonb_to_recordset(p_records) r (kind text, id text, places jsonb, saved_at timestamptz, version integer) order by r.kind, r.id
  loop
    perform private.lock_record(asked.kind, asked.id);
    select d.* into draft from public.record_drafts d where d.kind = asked.kind and d.record_id = asked.id and d.release_id is null;
    if draft.saved_at is distinct from asked.saved_at or asked.version <> private.latest_version(asked.kind, asked.id) then
      newer := newer || jsonb_build_object('kind', asked.kind, 'id', asked.id, 'saved', (
        select jsonb_build_object('at', n.at, 'by', private.person_name(n.by))
        from (
          select draft.saved_at as at, draft.saved_by as by where draft.id is not null
          union all
          select v.made_at, v.made_by from public.record_versions v where v.kind = asked.kind and v.record_id = asked.id
          order by at desc limit 1
        ) n
      ));
    end if;
    uses := uses || coalesce((
      select jsonb_agg(jsonb_build_object('of', jsonb_build_object('kind', asked.kind, 'id', asked.id)) || to_jsonb(u))
      from private.record_uses(asked.kind, asked.id, coalesce(asked.places, '[]')) u
      where not exists (select from jsonb_to_recordset(p_records) o (kind text, id text) where o.kind = u.kind and o.id = u.id)
    ), '[]');
    if private.record_rows(asked.kind, asked.id) is null and not exists (
      select from public.record_drafts d where d.kind = asked.kind and d.record_id = asked.id and d.release_id is null
    ) then
      missing := missing || jsonb_build_object('kind', asked.kind, 'id', asked.id);
    end if;
  end loop;
  if missing <> '[]' and not p_keep_used then
    return jsonb_build_object('status', 'not-found', 'records', missing);
  end if;
  if uses <> '[]' and not p_keep_used then
    return jsonb_build_object('status', 'used', 'uses', uses);
  end if;
  if newer <> '[]' and not p_keep_used then
    return jsonb_build_object('status', 'newer', 'records', newer);
  end if;
  select coalesce(jsonb_agg(distinct k.of), '[]') into kept
  from (
    select u.value -> 'of' as of from jsonb_array_elements(uses) u
    union all
    select n.value - 'saved' from jsonb_array_elements(newer) n
  ) k;
  -- What refers to others goes before these.
  for asked in
    select r.*, c.name from jsonb_to_recordset(p_records) r (kind text, id text, title text)
    join private.kinds k on k.kind = r.kind join private.content_tables c on c.name = k.table_name
    where not kept @> jsonb_build_array(jsonb_build_object('kind', r.kind, 'id', r.id))
    order by c.place desc, r.id desc
  loop
    perform private.add_version(asked.kind, asked.id, null);
    rows := private.record_rows(asked.kind, asked.id, true);
    if rows is not null then
      insert into public.record_trash (kind, record_id, data, title, deleted_by)
      values (asked.kind, asked.id, rows, coalesce(asked.title, ''), p_actor)
      on conflict (kind, record_id) do update set data = excluded.data, title = excluded.title, deleted_by = excluded.deleted_by, deleted_at = clock_timestamp();
      execute format('delete from public.%I r where r.id = $1::%s', asked.name, private.type_of_id(asked.kind)) using asked.id;
      perform private.add_version(asked.kind, asked.id, p_actor);
    end if;
    for draft in delete from public.record_drafts d where d.kind = asked.kind and d.record_id = asked.id and d.release_id is null returning d.* loop
      perform private.keep_record_draft(draft, 'deleted');
    end loop;
  end loop;
  return jsonb_build_object('status', 'deleted', 'kept', kept);
end $function$
;
comment on function public.delete_records(uuid,jsonb,boolean) is 'Deletes records that nothing else names, from where they can be restored; otherwise answers what names them, or with p_keep_used deletes the others. Nor those that somebody has saved or published since the caller looked. Their drafts can be brought back, also those that were never published.';

CREATE OR REPLACE FUNCTION public.record_titles(p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  asked_at_most constant integer := 1000;
  asked record;
  found text[];
  answer text[] := array_fill(null::text, array[least(jsonb_array_length(p_records), asked_at_most)]);
begin
  -- A kind at a time: planning a statement takes longer than looking up a record.
  for asked in
    select r.kind, r.path, array_agg(r.id order by r.place) as ids, array_agg(r.place order by r.place) as places
    from (
      select x.*, row_number() over ()::integer as place from jsonb_to_recordset(p_records) x (kind text, id text, path text[]) limit asked_at_most
    ) r
    group by r.kind, r.path
  loop
    execute format('select array_agg(coalesce(
        (select to_jsonb(r) #>> $2 from public.%I r where r.id = a.id::%s),
        (select d.data #>> $2 from public.record_drafts d where d.kind = $3 and d.record_id = a.id order by d.release_id nulls first limit 1)
      ) order by a.place)
      from unnest($1) with ordinality a (id, place)',
      private.table_of_kind(asked.kind), private.type_of_id(asked.kind))
    into found using asked.ids, asked.path, asked.kind;
    for i in 1 .. cardinality(found) loop
      answer[asked.places[i]] := found[i];
    end loop;
  end loop;
  return to_jsonb(answer);
end $function$
;
comment on function public.record_titles(jsonb) is 'What people call records, in the order in which they are asked for.';

CREATE OR REPLACE FUNCTION private.previewed_release()
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select nullif(current_setting('app.release', true), '')::bigint
$function$
;
comment on function private.previewed_release() is 'The release whose drafts are read; null where it is those that are published by themselves.';

CREATE OR REPLACE FUNCTION private.merged_in_release()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select nullif(current_setting('app.merged', true), '')::jsonb
$function$
;
comment on function private.merged_in_release() is 'What a release would write where something else was published since: {"pages": {id: contents}, "records": {"kind:id": rows}}.';

CREATE OR REPLACE FUNCTION private.make_draft_rows(p_kind text, p_table text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $functionx$
declare
  owner text;
  live_columns text[];
  stored text;
  shown text;
  columns text;
  generated text[];
begin
  select c.owner_key, c.fixed || case when c.owner_key is null then k.machine_columns || '{version,created_at,updated_at}' else '{}' end
  into owner, live_columns
  from private.content_tables c, private.kinds k
  where c.name = p_table and k.kind = p_kind;
  select
    string_agg(case
      when a.attname = coalesce(owner, 'id') then format('d.record_id::%s as %I', private.type_of_id(p_kind), a.attname)
      when a.attname = 'id' then 'coalesce(r.id, r.ordinality) as id'
      when a.attname = any (live_columns) and owner is null
        then format('case when l.id is not null then l.%1$I else coalesce(r.%1$I, %2$s) end as %1$I', a.attname, coalesce(a.fallback, 'null'))
      else format('coalesce(r.%1$I, %2$s) as %1$I', a.attname, case when a.attnotnull then coalesce(a.fallback, 'null') else 'null' end)
    end, E',\n    ' order by a.attname) filter (where a.attgenerated = ''),
    string_agg(case
      when a.attgenerated <> '' then a.fallback
      -- As private.touch() would date it: sitemaps tell the day of a change.
      when a.attname = 'updated_at' and owner is null
        then 'case when to_jsonb(g) - ''live'' = g.live then g.updated_at else now() end'
      else format('g.%I', a.attname)
    end, ', ' order by a.attname),
    string_agg(format('%I %s', a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod)), ', ' order by a.attname),
    coalesce(array_agg(a.attname) filter (where a.attgenerated <> ''), '{}')
  into stored, shown, columns, generated
  from (
    select a.*, pg_catalog.pg_get_expr(d.adbin, d.adrelid) as fallback
    from pg_catalog.pg_attribute a
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped
  ) a;
  if owner is null then
    stored := stored || format(E',\n    to_jsonb(l) - %L::text[] as live', generated);
  end if;
  execute format($function$
create function preview.%1$I() returns table (%7$s)
language plpgsql stable rows 10 set search_path = '' set plan_cache_mode = force_generic_plan
as $body$
#variable_conflict use_column
declare
  merged jsonb := private.merged_in_release();
  planned text[] := private.planned_records(%6$L);
  shown jsonb := private.shown_version(%6$L);
begin
  -- The live rows are read as well.
  perform set_config('app.preview', 'off', true);
  return query select %4$s from (
    select %3$s
    from (
      select d.record_id, coalesce(merged -> 'records' -> (d.kind || ':' || d.record_id), d.rows) as rows
      from public.record_drafts d
      where d.kind = %6$L and d.release_id is not distinct from private.previewed_release() and d.rows is not null
        and (planned is null or d.record_id = any (planned))
      union all
      select v.record_id, v.data from public.record_versions v
      where v.kind = %6$L and v.record_id = shown ->> 'id' and v.number = (shown ->> 'number')::integer
    ) d
    cross join lateral jsonb_populate_recordset(null::public.%2$I, d.rows -> %2$L) with ordinality r
    %5$s
  ) g;
  perform set_config('app.preview', 'on', true);
end $body$
$function$, 'draft_' || p_table, p_table, stored, shown,
    case when owner is null then format('left join public.%I l on l.id = d.record_id::%s', p_table, private.type_of_id(p_kind)) else '' end,
    p_kind, columns);
end $functionx$
;

CREATE OR REPLACE FUNCTION private.make_overlay(p_kind text, p_table text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  columns text;
  owner text;
begin
  select coalesce(c.owner_key, 'id') into owner from private.content_tables c where c.name = p_table;
  perform private.make_draft_rows(p_kind, p_table);
  select string_agg(format('r.%I', a.attname), ', ' order by a.attname) into columns
  from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped;
  execute format('create view preview.%1$I with (security_invoker = true) as
    select %2$s from public.%1$I r union all select %2$s from preview.%3$I() r', p_table, columns, 'draft_' || p_table);
  execute format($policy$create policy %1$I on public.%2$I as restrictive for select to authenticated using (
    (select not private.is_previewing())
    or %2$I.%4$I::text is distinct from (select private.shown_version(%3$L) ->> 'id')
    and not exists (select from public.record_drafts d where d.kind = %3$L and d.record_id = %2$I.%4$I::text
      and d.release_id is not distinct from (select private.previewed_release()) and d.rows is not null
      and ((select private.planned_records(%3$L)) is null or d.record_id = any ((select private.planned_records(%3$L))::text[])))
  )$policy$, p_table || '_preview', p_table, p_kind, owner);
end $function$
;

CREATE OR REPLACE FUNCTION private.make_page_overlays()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $functionx$
declare
  page_table text;
  owner text;
  columns text;
  contents text := $contents$select l.page_id, l.parent_id, l.saved_at, c.key::public.locale as locale, r.*
      from public.release_pages l
      cross join lateral jsonb_each(coalesce((select private.merged_in_release()) -> 'pages' -> l.page_id::text, l.contents)) c
      cross join lateral jsonb_to_record(c.value) r (path text, title text, nav_title text, description text, seo jsonb, modules json)
      where l.release_id = (select private.previewed_release())$contents$;
begin
  select string_agg(case a.attname
    when 'published_revision_id' then 'case when l.contents is not null then -p.id end'
    else format('p.%I', a.attname) end, ', ' order by a.attnum)
  into columns
  from pg_catalog.pg_attribute a where a.attrelid = 'public.pages'::regclass and a.attnum > 0 and not a.attisdropped;
  execute format($function$
create function preview.draft_pages() returns setof public.pages
language plpgsql stable rows 10 set search_path = '' set plan_cache_mode = force_generic_plan
as $body$
begin
  if private.previewed_release() is null then
    return;
  end if;
  -- The live rows are read as well.
  perform set_config('app.preview', 'off', true);
  return query select %s from public.release_pages l join public.pages p on p.id = l.page_id where l.release_id = private.previewed_release();
  perform set_config('app.preview', 'on', true);
end $body$
$function$, columns);
  create view preview.pages with (security_invoker = true) as
    select * from public.pages union all select * from preview.draft_pages();
  execute format($view$create view preview.published_page_locales with (security_invoker = true) as
    select r.page_id, r.locale, r.site_id, r.parent_id, r.revision_id, r.path, r.title, r.nav_title, r.noindex, r.published_at
    from public.published_page_locales r
    union all
    select c.page_id, c.locale, p.site_id, (select u.id from preview.pages u where u.id = c.parent_id), -c.page_id, c.path, c.title, c.nav_title,
      coalesce((c.seo ->> 'noindex')::boolean, false), c.saved_at
    from (%s) c join preview.draft_pages() p on p.id = c.page_id$view$, contents);
  execute format($view$create view preview.page_revision_locales with (security_invoker = true) as
    select r.xmin, r.revision_id, r.locale, r.path, r.title, r.nav_title, r.description, r.seo, r.modules from public.page_revision_locales r
    union all
    select '0'::xid, -c.page_id, c.locale, c.path, c.title, c.nav_title, c.description, c.seo, c.modules from (%s) c$view$, contents);
  foreach page_table in array '{pages,published_page_locales}'::text[] loop
    owner := case page_table when 'pages' then 'id' else 'page_id' end;
    execute format($policy$create policy %1$I on public.%2$I as restrictive for select to authenticated using (
      (select not private.is_previewing() or private.previewed_release() is null)
      or not exists (select from public.release_pages l where l.release_id = (select private.previewed_release()) and l.page_id = %2$I.%3$I)
    )$policy$, page_table || '_preview', page_table, owner);
  end loop;
end $functionx$
;

CREATE OR REPLACE FUNCTION private.begin_preview(p_release bigint, p_merged jsonb, p_planned jsonb DEFAULT NULL::jsonb, p_version jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform set_config('app.release', coalesce(p_release::text, ''), true);
  perform set_config('app.merged', coalesce(p_merged::text, ''), true);
  perform set_config('app.planned', coalesce(p_planned::text, ''), true);
  perform set_config('app.version', coalesce(p_version::text, ''), true);
  perform set_config('app.preview', 'on', true);
end $function$
;

CREATE OR REPLACE FUNCTION private.end_preview()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform set_config('app.preview', 'off', true);
  perform set_config('app.release', '', true);
  perform set_config('app.merged', '', true);
  perform set_config('app.planned', '', true);
  perform set_config('app.version', '', true);
end $function$
;

CREATE OR REPLACE FUNCTION public.preview_content(p_site text, p_view text, p_at timestamp with time zone, p_globals boolean, p_pages jsonb, p_records jsonb, p_lists jsonb, p_release bigint DEFAULT NULL::bigint, p_merged jsonb DEFAULT NULL::jsonb, p_planned jsonb DEFAULT NULL::jsonb, p_version jsonb DEFAULT NULL::jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  answer json;
begin
  perform private.begin_preview(p_release, p_merged, p_planned, p_version);
  answer := preview.read_content(p_site, p_view, p_at, p_globals, p_pages, p_records, p_lists);
  perform private.end_preview();
  return answer;
end $function$
;
comment on function public.preview_content(text,text,timestamp with time zone,boolean,jsonb,jsonb,jsonb,bigint,jsonb,jsonb,jsonb) is 'What public.read_content answers, with drafts of records in place of the records: those that are published by themselves, or of these the planned ones ({"kind": [ids]}), or everything of a release; in place of one record a version of it ({"kind", "id", "number"}). For staff; others see nothing in it.';

CREATE OR REPLACE FUNCTION public.preview_row(p_kind text, p_slug text, p_release bigint DEFAULT NULL::bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  answer bigint;
begin
  perform private.begin_preview(p_release, null);
  answer := preview.find_row(p_kind, p_slug);
  perform private.end_preview();
  return answer;
end $function$
;
comment on function public.preview_row(text,text,bigint) is 'What public.find_row answers, with the drafts of records in place of the records.';

CREATE OR REPLACE FUNCTION public.preview_page(p_site text, p_locale public.locale, p_path text, p_release bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  answer bigint;
begin
  perform private.begin_preview(p_release, null);
  answer := preview.find_page(p_site, p_locale, p_path, 'published');
  perform private.end_preview();
  return answer;
end $function$
;
comment on function public.preview_page(text,public.locale,text,bigint) is 'The page that is at a path (decoded, without locale prefix) once a release is live, or null.';

CREATE OR REPLACE FUNCTION public.preview_sitemap(p_site text, p_kind text, p_part bigint, p_at timestamp with time zone, p_release bigint DEFAULT NULL::bigint, p_merged jsonb DEFAULT NULL::jsonb, p_planned jsonb DEFAULT NULL::jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  answer json;
begin
  perform private.begin_preview(p_release, p_merged, p_planned);
  answer := preview.read_sitemap(p_site, p_kind, p_part, p_at);
  perform private.end_preview();
  return answer;
end $function$
;
comment on function public.preview_sitemap(text,text,bigint,timestamp with time zone,bigint,jsonb,jsonb) is 'What public.read_sitemap answers once a release, or planned records, are live.';

CREATE OR REPLACE FUNCTION public.preview_sitemap_index(p_site text, p_at timestamp with time zone, p_release bigint DEFAULT NULL::bigint, p_merged jsonb DEFAULT NULL::jsonb, p_planned jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  answer jsonb;
begin
  perform private.begin_preview(p_release, p_merged, p_planned);
  answer := preview.read_sitemap_index(p_site, p_at);
  perform private.end_preview();
  return answer;
end $function$
;
comment on function public.preview_sitemap_index(text,timestamp with time zone,bigint,jsonb,jsonb) is 'What public.read_sitemap_index answers once a release, or planned records, are live.';

CREATE OR REPLACE FUNCTION private.found_in_release(p_release bigint)
 RETURNS TABLE(kind text, ref bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  with named as materialized (
    select 'page' as kind, l.page_id as ref from public.release_pages l where l.release_id = p_release
    union
    select d.kind, d.record_id::bigint from public.record_drafts d
    where d.release_id = p_release and d.rows is not null
      and d.kind in (select k.kind from private.kinds k where k.search_rank is not null union select unnest('{category,author,tag}'::text[]))
  ), others as (
    select n.* from named n
    union
    select 'product', p.id from named n join public.products p
      on (n.kind = 'series' and p.series_id = n.ref) or (n.kind = 'category' and p.primary_category_id = n.ref)
    union
    select 'document', d.document_id from named n join public.product_documents d on n.kind = 'product' and d.product_id = n.ref
    union
    select 'post', p.id from named n join public.posts p on n.kind = 'author' and p.author_id = n.ref
    union
    select 'post', t.post_id from named n join public.post_tags t on n.kind = 'tag' and t.tag_id = n.ref
    union
    select 'application', a.id from public.applications a where exists (select from named n where n.kind = 'page')
    union
    select 'page', g.page_id from preview.application_pages g where exists (select from named n where n.kind = 'application')
  )
  select o.kind, o.ref from others o where o.kind in (select k.kind from private.kinds k where k.search_rank is not null)
  order by (o.kind, o.ref) in (select n.kind, n.ref from named n) desc, o.kind, o.ref limit 1000;
end $function$
;
comment on function private.found_in_release(bigint) is 'What may be found otherwise once a release is live: 1,000 at most, what is in it first.';

CREATE OR REPLACE FUNCTION public.preview_found(p_site text, p_locale public.locale, p_release bigint, p_merged jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  changed jsonb;
  asked record;
  found_here jsonb;
  entries jsonb := '[]';
begin
  changed := (select coalesce(jsonb_agg(jsonb_build_array(f.kind, f.ref)), '[]') from private.found_in_release(p_release) f);
  perform private.begin_preview(p_release, p_merged);
  for asked in
    select c.value ->> 0 as kind, array_agg((c.value ->> 1)::bigint) as refs from jsonb_array_elements(changed) c group by 1 order by 1
  loop
    execute format(
      'select coalesce(jsonb_agg(to_jsonb(e)), ''[]'') from preview.%s as e where e.site_id = $3 and e.locale = $4',
      case when to_regproc('preview.' || asked.kind || '_entries') is null then 'entries_of_texts($1, $2)' else format('%I($2)', asked.kind || '_entries') end)
    into found_here using asked.kind, asked.refs, p_site, p_locale;
    entries := entries || found_here;
  end loop;
  perform private.end_preview();
  return jsonb_build_object('changed', changed, 'entries', entries);
end $function$
;
comment on function public.preview_found(text,public.locale,bigint,jsonb) is 'What is found of a site in a locale otherwise once a release is live: its records and pages, what depends on them, and what is to be found of these. A path is a kind and an address.';

CREATE OR REPLACE FUNCTION public.create_release(p_actor uuid, p_name text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made bigint;
begin
  perform private.act_as(p_actor);
  insert into public.releases (name, created_by) values (btrim(p_name), p_actor) returning id into made;
  return made;
end $function$
;
comment on function public.create_release(uuid,text) is 'Makes an empty release.';

CREATE OR REPLACE FUNCTION public.rename_release(p_actor uuid, p_release bigint, p_name text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_as(p_actor);
  update public.releases l set name = btrim(p_name) where l.id = p_release;
  return found;
end $function$
;
comment on function public.rename_release(uuid,bigint,text) is 'Gives a release another name; false where there is none.';

CREATE OR REPLACE FUNCTION public.delete_release(p_actor uuid, p_release bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  release public.releases;
begin
  perform private.act_as(p_actor);
  select * into release from public.releases l where l.id = p_release for update;
  if release.state is distinct from 'open' and release.state is distinct from 'live' then
    return '{"status": "closed"}';
  end if;
  if release.state = 'open' and (
    exists (select from public.release_pages p where p.release_id = p_release)
    or exists (select from public.record_drafts d where d.release_id = p_release)
  ) then
    return '{"status": "not-empty"}';
  end if;
  delete from public.releases l where l.id = p_release;
  return '{"status": "deleted"}';
end $function$
;
comment on function public.delete_release(uuid,bigint) is 'Deletes a release that has no drafts any more, or whose drafts are live. What it made live stays.';

CREATE OR REPLACE FUNCTION private.has_draft_beside(p_page_id bigint, p_contents jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.draft_beside(p.id, p_contents) is distinct from private.revision_contents(p.published_revision_id)
    or p.parent_id is distinct from private.live_parent(p.id)
  from public.pages p where p.id = p_page_id
$function$
;
comment on function private.has_draft_beside(bigint,jsonb) is 'Whether the draft of a page has changes beside the address that a release has for it.';

CREATE OR REPLACE FUNCTION public.add_page_to_release(p_actor uuid, p_release bigint, p_page_id bigint, p_last_save bigint DEFAULT NULL::bigint, p_replaces timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  item public.release_pages;
  latest public.draft_saves;
  kept jsonb := '[]';
begin
  perform private.act_as(p_actor);
  if not private.is_open_release(p_release) then
    return '{"status": "closed"}';
  end if;
  select * into page from public.pages p where p.id = p_page_id for no key update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable then
    return '{"status": "not-editable"}';
  end if;
  perform 1 from public.modules m where m.page_id = p_page_id order by m.id for update;
  select * into latest from public.draft_saves s where s.page_id = p_page_id order by s.id desc limit 1;
  if p_last_save is not null and coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'saved', private.save_mark(latest));
  end if;
  select * into item from public.release_pages l where l.release_id = p_release and l.page_id = p_page_id and l.contents is not null;
  if not public.page_differs(p_page_id)
    or item.page_id is not null and page.published_revision_id is not null and not private.has_draft_beside(p_page_id, item.contents) then
    return '{"status": "unchanged"}';
  end if;
  -- The rest of a page of which a part is in it already.
  if item.cells is not null then
    return public.add_cells_to_release(p_actor, p_release, p_page_id,
      private.cells_that_wait(private.live_cells(p_page_id), private.cells_beside(p_page_id, item.contents)), coalesce(latest.id, 0), p_replaces);
  end if;
  select * into item from public.release_pages l where l.release_id = p_release and l.page_id = p_page_id for update;
  if found and item.contents is distinct from private.draft_contents(p_page_id) then
    if item.saved_at is distinct from p_replaces then
      return private.occupied(item.saved_at, item.saved_by);
    end if;
    perform private.keep_release_page(item, 'replaced');
  end if;
  insert into public.release_pages as l (release_id, page_id, title, parent_id, base_revision_id, base_parent_id, contents, saved_by)
  values (p_release, p_page_id, private.page_title(p_page_id), page.parent_id, page.published_revision_id, private.live_parent(p_page_id),
    private.draft_contents(p_page_id), p_actor)
  on conflict (release_id, page_id) do update
    set title = excluded.title, parent_id = excluded.parent_id, base_revision_id = excluded.base_revision_id,
      base_parent_id = excluded.base_parent_id, contents = excluded.contents, cells = null, saved_by = excluded.saved_by, saved_at = clock_timestamp();
  -- What is published by itself goes on from what is live. A page that is not live yet has nothing else to show.
  if page.published_revision_id is not null then
    kept := private.reset_draft(p_page_id, null);
  end if;
  return '{"status": "added"}'::jsonb || case when kept <> '[]' then jsonb_build_object('addresses', kept) else '{}' end;
end $function$
;
comment on function public.add_page_to_release(uuid,bigint,bigint,bigint,timestamp with time zone) is 'Moves the draft of a page into a release: the draft that is published by itself is what is live from then on, but for addresses that another draft has by now, which the answer names. A page that is not published keeps its draft. With p_last_save: unless somebody has saved since. p_replaces: the moment of what the release has of the page already, as far as the caller has seen it; otherwise that is not replaced.';

CREATE OR REPLACE FUNCTION public.add_cells_to_release(p_actor uuid, p_release bigint, p_page_id bigint, p_cells text[], p_last_save bigint, p_replaces timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  item public.release_pages;
  latest public.draft_saves;
  live jsonb;
  draft jsonb;
  -- What the chosen cells are put on: what the release has of the page already, or what is live.
  ground jsonb;
  waiting text[];
  staying text[];
  needs jsonb;
  composed jsonb;
  before jsonb;
  kept jsonb := '[]';
begin
  perform private.act_as(p_actor);
  if not private.is_open_release(p_release) then
    return '{"status": "closed"}';
  end if;
  select * into page from public.pages p where p.id = p_page_id for no key update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable then
    return '{"status": "not-editable"}';
  end if;
  perform 1 from public.modules m where m.page_id = p_page_id order by m.id for update;
  select * into latest from public.draft_saves s where s.page_id = p_page_id order by s.id desc limit 1;
  if coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'saved', private.save_mark(latest));
  end if;
  select * into item from public.release_pages l where l.release_id = p_release and l.page_id = p_page_id and l.contents is not null for update;
  live := private.live_cells(p_page_id);
  draft := case when item.page_id is null or live = '{}' then private.draft_cells(p_page_id)
    else private.cells_beside(p_page_id, item.contents) end;
  waiting := private.cells_that_wait(live, draft);
  if not p_cells <@ waiting or p_cells = '{}' then
    return '{"status": "settled"}';
  end if;
  if item.page_id is null and waiting <@ p_cells then
    return public.add_page_to_release(p_actor, p_release, p_page_id, p_last_save, p_replaces);
  end if;
  ground := case when item.page_id is null then live else private.cells_of_contents(item.contents, item.parent_id) end;
  -- Modules that came with what is in it already would go.
  if 'structure' = any (p_cells)
    and private.modules_beyond(ground -> 'structure', live -> 'structure') && private.modules_beyond(ground -> 'structure', draft -> 'structure') then
    return '{"status": "other-modules"}';
  end if;
  needs := private.needs_of(ground, draft, p_cells);
  if needs <> '[]' then
    return jsonb_build_object('status', 'incomplete', 'needs', needs);
  end if;
  -- What it has of the same cells.
  if exists (select from unnest(p_cells) c where ground -> c is distinct from live -> c and ground -> c is distinct from draft -> c) then
    if item.saved_at is distinct from p_replaces then
      return private.occupied(item.saved_at, item.saved_by);
    end if;
    perform private.keep_release_page(item, 'replaced');
  end if;
  composed := private.compose_cells(ground, draft, p_cells);
  insert into public.release_pages as l (release_id, page_id, title, parent_id, base_revision_id, base_parent_id, contents, cells, saved_by)
  values (p_release, p_page_id, private.page_title(p_page_id), (composed ->> 'parent')::bigint, page.published_revision_id, private.live_parent(p_page_id),
    private.contents_of_cells(composed), p_cells, p_actor)
  on conflict (release_id, page_id) do update
    set title = excluded.title, parent_id = excluded.parent_id, contents = excluded.contents,
      cells = case when item.page_id is null then excluded.cells
        when l.cells is not null then array(select distinct c from unnest(l.cells || excluded.cells) c order by c) end,
      base_revision_id = case when item.page_id is null then excluded.base_revision_id else l.base_revision_id end,
      base_parent_id = case when item.page_id is null then excluded.base_parent_id else l.base_parent_id end,
      saved_by = excluded.saved_by, saved_at = clock_timestamp();
  if page.published_revision_id is null then
    return jsonb_build_object('status', 'added', 'kept', '[]'::jsonb);
  end if;
  staying := array(select w from unnest(waiting) w where w <> all (p_cells));
  loop
    needs := private.needs_of(live, draft, staying);
    exit when needs = '[]';
    staying := staying || array(select distinct n.value ->> 'needs' from jsonb_array_elements(needs) n);
  end loop;
  if staying = '{}' then
    kept := private.reset_draft(p_page_id, null);
  elsif not waiting <@ staying then
    composed := private.compose_cells(live, draft, staying);
    before := private.draft_addresses(array[p_page_id]);
    perform private.record_discard(p_page_id, null);
    perform private.write_draft(p_page_id, (composed ->> 'parent')::bigint, private.contents_of_cells(composed));
    kept := private.settle_addresses(array[p_page_id], before);
  end if;
  return jsonb_build_object('status', 'added', 'kept', to_jsonb(array(select c from unnest(p_cells) c where c = any (staying))))
    || case when kept <> '[]' then jsonb_build_object('addresses', kept) else '{}' end;
end $function$
;
comment on function public.add_cells_to_release(uuid,bigint,bigint,text[],bigint,timestamp with time zone) is 'Moves some cells of a page''s draft into a release, on what it has of the page already. They leave the draft of a published page, but for those that the rest of it needs, which the answer names. p_replaces: as add_page_to_release has it, where the release has the same cells.';

CREATE OR REPLACE FUNCTION public.add_removal_to_release(p_actor uuid, p_release bigint, p_page_id bigint, p_replaces timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  item public.release_pages;
begin
  perform private.act_as(p_actor);
  if not private.is_open_release(p_release) then
    return '{"status": "closed"}';
  end if;
  select * into page from public.pages p where p.id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable or page.route is not null then
    return '{"status": "not-editable"}';
  end if;
  if page.published_revision_id is null then
    return '{"status": "unchanged"}';
  end if;
  select * into item from public.release_pages l where l.release_id = p_release and l.page_id = p_page_id for update;
  if found and item.contents is not null then
    if item.saved_at is distinct from p_replaces then
      return private.occupied(item.saved_at, item.saved_by);
    end if;
    perform private.keep_release_page(item, 'replaced');
  end if;
  insert into public.release_pages as l (release_id, page_id, title, parent_id, base_revision_id, base_parent_id, saved_by)
  values (p_release, p_page_id, private.page_title(p_page_id), page.parent_id, page.published_revision_id, private.live_parent(p_page_id), p_actor)
  on conflict (release_id, page_id) do update
    set contents = null, cells = null, base_revision_id = excluded.base_revision_id, saved_by = excluded.saved_by, saved_at = clock_timestamp();
  return '{"status": "added"}';
end $function$
;
comment on function public.add_removal_to_release(uuid,bigint,bigint,timestamp with time zone) is 'Takes a page off the site with a release; its draft and its history stay. p_replaces: as add_page_to_release has it.';

CREATE OR REPLACE FUNCTION public.take_page_out(p_actor uuid, p_release bigint, p_page_id bigint, p_to_draft boolean, p_keep boolean DEFAULT false, p_saved_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  refusal jsonb;
  page public.pages;
  item public.release_pages;
  live jsonb;
  draft jsonb;
  part jsonb;
  kept jsonb := '[]';
begin
  perform private.act_as(p_actor);
  if not private.is_open_release(p_release) then
    return '{"status": "closed"}';
  end if;
  -- The page before its place in the release, as everywhere. It may be gone.
  select * into page from public.pages p where p.id = p_page_id for no key update;
  select * into item from public.release_pages l where l.release_id = p_release and l.page_id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  refusal := private.refuse_unseen(item.saved_at, item.saved_by, p_saved_at);
  if refusal is not null then
    return refusal;
  end if;
  if p_to_draft and page.id is not null and item.contents is not null then
    if item.cells is not null and page.published_revision_id is not null then
      live := private.live_cells(p_page_id);
      draft := private.cells_beside(p_page_id, item.contents);
      part := private.cells_of_contents(item.contents, item.parent_id);
      -- Where the draft has something else by now, and an order of modules that is not the live one with a change.
      if exists (select from unnest(item.cells) c where draft -> c is distinct from live -> c and draft -> c is distinct from part -> c)
        or private.needs_of(draft, part, item.cells) <> '[]' then
        return '{"status": "has-draft"}';
      end if;
      if 'structure' = any (item.cells)
        and live -> 'structure' is distinct from private.cells_of_contents(private.revision_contents(item.base_revision_id), item.base_parent_id) -> 'structure' then
        return '{"status": "other-modules"}';
      end if;
      part := private.compose_cells(draft, part, item.cells);
      if part is distinct from private.draft_cells(p_page_id) then
        perform private.record_discard(p_page_id, null);
        perform private.replace_draft(p_page_id, (select p.id from public.pages p where p.id = (part ->> 'parent')::bigint), private.contents_of_cells(part));
      end if;
    elsif page.published_revision_id is not null and private.has_draft_beside(p_page_id, item.contents) then
      return '{"status": "has-draft"}';
    elsif private.draft_contents(p_page_id) is distinct from item.contents or page.parent_id is distinct from item.parent_id then
      -- A page that was never published has kept its draft, which somebody may have gone on with.
      if page.published_revision_id is null and exists (
        select from public.draft_saves s where s.page_id = p_page_id and s.saved_at > item.saved_at
      ) then
        return '{"status": "has-draft"}';
      end if;
      perform private.record_discard(p_page_id, 'replaced');
      perform private.replace_draft(p_page_id, (select p.id from public.pages p where p.id = item.parent_id), item.contents);
    end if;
  end if;
  if not p_to_draft then
    perform private.keep_release_page(item, 'taken-out');
  end if;
  if not p_keep then
    delete from public.release_pages l where l.release_id = p_release and l.page_id = p_page_id;
  end if;
  -- The address that its draft has kept is dropped with the rest.
  if not p_to_draft and item.contents is not null and page.published_revision_id is not null
    and public.page_differs(p_page_id) and not private.has_draft_beside(p_page_id, item.contents) then
    kept := private.reset_draft(p_page_id, null);
  end if;
  return '{"status": "taken-out"}'::jsonb || case when kept <> '[]' then jsonb_build_object('addresses', kept) else '{}' end;
end $function$
;
comment on function public.take_page_out(uuid,bigint,bigint,boolean,boolean,timestamp with time zone) is 'Takes a page out of a release, unless the release has something else of it than at p_saved_at. p_to_draft: what the release has of it becomes the draft of the page, unless that has changes of its own; otherwise it can be brought back. p_keep: the release keeps it as well, until the changed draft is added again.';

CREATE OR REPLACE FUNCTION public.add_record_to_release(p_actor uuid, p_release bigint, p_kind text, p_id text, p_replaces timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  draft public.record_drafts;
  item public.record_drafts;
begin
  perform private.act_as(p_actor);
  if not private.is_open_release(p_release) then
    return '{"status": "closed"}';
  end if;
  perform private.lock_record(p_kind, p_id);
  select d.* into draft from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.release_id is null;
  if not found then
    return '{"status": "unchanged"}';
  end if;
  select d.* into item from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.release_id = p_release;
  if found and item.data is distinct from draft.data then
    if item.saved_at is distinct from p_replaces then
      return private.occupied(item.saved_at, item.saved_by);
    end if;
    perform private.keep_record_draft(item, 'replaced');
  end if;
  delete from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.release_id = p_release;
  update public.record_drafts d set release_id = p_release, saved_at = clock_timestamp(), saved_by = p_actor
  where d.kind = p_kind and d.record_id = p_id and d.release_id is null;
  return '{"status": "added"}';
end $function$
;
comment on function public.add_record_to_release(uuid,bigint,text,text,timestamp with time zone) is 'Moves the draft of a record into a release. p_replaces: as add_page_to_release has it.';

CREATE OR REPLACE FUNCTION public.take_record_out(p_actor uuid, p_release bigint, p_kind text, p_id text, p_to_draft boolean, p_saved_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  item public.record_drafts;
  refusal jsonb;
begin
  perform private.act_as(p_actor);
  if not private.is_open_release(p_release) then
    return '{"status": "closed"}';
  end if;
  perform private.lock_record(p_kind, p_id);
  select d.* into item from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.release_id = p_release;
  if not found then
    return '{"status": "not-found"}';
  end if;
  refusal := private.refuse_unseen(item.saved_at, item.saved_by, p_saved_at);
  if refusal is not null then
    return refusal;
  end if;
  if p_to_draft and exists (select from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.release_id is null) then
    return '{"status": "has-draft"}';
  end if;
  if p_to_draft then
    update public.record_drafts d set release_id = null, saved_at = clock_timestamp() where d.id = item.id;
  else
    perform private.keep_record_draft(item, 'taken-out');
    delete from public.record_drafts d where d.id = item.id;
  end if;
  return '{"status": "taken-out"}';
end $function$
;
comment on function public.take_record_out(uuid,bigint,text,text,boolean,timestamp with time zone) is 'Takes the draft of a record out of a release, unless it was saved since p_saved_at: it is dropped, from where it can be brought back, or published by itself from then on.';

CREATE OR REPLACE FUNCTION public.schedule_release(p_actor uuid, p_release bigint, p_at timestamp with time zone, p_zone text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_as(p_actor);
  if p_at is not null and not exists (select from pg_catalog.pg_timezone_names z where z.name = p_zone) then
    return '{"status": "no-zone"}';
  end if;
  update public.releases l
  set state = case when p_at is null then 'open' else 'scheduled' end, publish_at = p_at, time_zone = case when p_at is not null then p_zone end,
    scheduled_by = case when p_at is not null then p_actor end, failure = null
  where l.id = p_release and l.state in ('open', 'scheduled') and coalesce(l.locked_until <= clock_timestamp(), true);
  return case when found then '{"status": "scheduled"}' else '{"status": "closed"}' end::jsonb;
end $function$
;
comment on function public.schedule_release(uuid,bigint,timestamp with time zone,text) is 'Says when a release becomes live by itself; without a moment it does not.';

CREATE OR REPLACE FUNCTION public.lock_release(p_release bigint, p_seconds integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.releases l set locked_until = clock_timestamp() + make_interval(secs => p_seconds)
  where l.id = p_release and l.state in ('open', 'scheduled');
  return found;
end $function$
;
comment on function public.lock_release(bigint,integer) is 'Keeps the drafts of a release as they are while it is being published: what somebody adds meanwhile stays a draft. No seconds let go of it.';

CREATE OR REPLACE FUNCTION private.write_release(p_actor uuid, p_pages jsonb, p_records jsonb, OUT pages jsonb, OUT records jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  asked record;
  tables text[] := array(
    select distinct private.table_of_kind(r.kind) from jsonb_to_recordset(p_records) r (kind text)
  );
begin
  with before as materialized (
    select p.id, p.published_revision_id as revision, private.live_parent(p.id) as parent_id
    from public.pages p join jsonb_to_recordset(p_pages) a (id bigint) on a.id = p.id
  ), made as materialized (
    select * from private.publish_many(p_pages)
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'before', b.revision, 'before_parent', b.parent_id, 'revision', m.revision_id)), '[]')
  into pages from before b left join made m on m.page_id = b.id;
  perform private.judge_keys(tables, 'deferred');
  perform private.write_records(coalesce((
    select jsonb_agg(w.value order by r.ordinality, w.ordinality)
    from jsonb_array_elements(p_records) with ordinality r
    cross join lateral jsonb_array_elements(case when jsonb_typeof(r.value -> 'rows') = 'array' then r.value -> 'rows' else '[]' end) with ordinality w
  ), '[]'));
  -- What came with a release goes with it: what refers to others before these.
  for asked in
    select r.id, c.name, r.kind from jsonb_to_recordset(p_records) r (kind text, id text, rows jsonb)
    join private.kinds k on k.kind = r.kind join private.content_tables c on c.name = k.table_name
    where jsonb_typeof(r.rows) is distinct from 'array'
    order by c.place desc, r.id desc
  loop
    execute format('delete from public.%I r where r.id = $1::%s', asked.name, private.type_of_id(asked.kind)) using asked.id;
  end loop;
  records := '[]';
  for asked in
    select r.kind, array_agg(r.id) as ids from jsonb_to_recordset(p_records) r (kind text, id text) group by r.kind order by r.kind
  loop
    records := records || coalesce((
      select jsonb_agg(jsonb_build_object('kind', asked.kind, 'id', v.id, 'version', v.number))
      from private.add_versions(asked.kind, asked.ids, p_actor) v
    ), '[]');
    delete from public.record_trash t where t.kind = asked.kind and t.record_id = any (asked.ids);
  end loop;
  -- Where another page or record has an address: here, not at the end of the transaction.
  perform private.judge_keys(tables, 'immediate');
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key immediate;
end $function$
;

CREATE OR REPLACE FUNCTION private.overtaken_records(p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  asked record;
  overtaken jsonb := '[]';
begin
  if exists (
    select from jsonb_to_recordset(p_records) r (kind text, id text, rows jsonb)
    where jsonb_typeof(r.rows) = 'array' and (
      r.rows -> 0 ->> 'table' is distinct from private.table_of_kind(r.kind) or r.rows #>> '{0,row,id}' is distinct from r.id
      or exists (
        select from jsonb_array_elements(r.rows) w
        where w.value ->> 'table' not in (
          select c.name from private.content_tables c where private.table_of_kind(r.kind) in (c.name, c.owner_name)
        )
      ))
  ) then
    raise exception 'these are no rows of records of the release' using errcode = 'invalid_parameter_value';
  end if;
  for asked in
    select r.kind, array_agg(r.id order by r.id) as ids from jsonb_to_recordset(p_records) r (kind text, id text) group by r.kind order by r.kind
  loop
    perform private.lock_records(asked.kind, asked.ids);
    execute format('select from public.%I r where r.id = any ($1::%s[]) order by r.id for update', private.table_of_kind(asked.kind), private.type_of_id(asked.kind))
    using asked.ids;
    overtaken := overtaken || coalesce((
      select jsonb_agg(jsonb_build_object('kind', asked.kind, 'id', v.id))
      from private.add_versions(asked.kind, asked.ids, null) v
      join jsonb_to_recordset(p_records) r (kind text, id text, version integer) on r.kind = asked.kind and r.id = v.id
      where v.number is distinct from r.version
    ), '[]');
  end loop;
  return overtaken;
end $function$
;

CREATE OR REPLACE FUNCTION public.apply_release(p_actor uuid, p_release bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '120s'
AS $function$
declare
  release public.releases;
  asked jsonb;
  overtaken jsonb;
  ids bigint[];
  addresses jsonb;
  clean bigint[];
  was jsonb;
  parents jsonb;
  behind bigint[];
  done record;
begin
  perform private.act_as(p_actor);
  select * into release from public.releases l where l.id = p_release for update;
  if release.state is null or release.state not in ('open', 'scheduled') then
    return '{"status": "closed"}';
  end if;
  perform 1 from public.pages p where p.id in (select a.id from jsonb_to_recordset(p_pages) a (id bigint)) order by p.id for no key update;
  -- All of it, as it was read: neither more nor less.
  if exists (
    select from public.release_pages l
    full join jsonb_to_recordset(p_pages) a (id bigint, saved_at timestamptz) on a.id = l.page_id
    left join public.pages p on p.id = l.page_id
    where coalesce(l.release_id, p_release) = p_release and (l.saved_at is distinct from a.saved_at or p.id is null)
  ) or exists (
    select from (select * from public.record_drafts d where d.release_id = p_release) d
    full join jsonb_to_recordset(p_records) r (kind text, id text, saved_at timestamptz) on r.kind = d.kind and r.id = d.record_id
    where d.saved_at is distinct from r.saved_at
  ) then
    return '{"status": "conflict"}';
  end if;
  overtaken := private.overtaken_items(p_pages, p_records);
  if overtaken is not null then
    return overtaken;
  end if;
  asked := (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.page_id, 'parent_id', l.parent_id, 'contents', coalesce(a.contents, l.contents))), '[]')
    from public.release_pages l
    left join jsonb_to_recordset(p_pages) a (id bigint, contents jsonb) on a.id = l.page_id
    where l.release_id = p_release
  );
  clean := array(
    select p.id from public.pages p join jsonb_to_recordset(asked) a (id bigint, contents jsonb) on a.id = p.id
    where p.published_revision_id is not null and jsonb_typeof(a.contents) = 'object' and not private.has_draft_beside(p.id, a.contents)
  );
  ids := array(select a.id from jsonb_to_recordset(asked) a (id bigint));
  addresses := private.draft_addresses(ids);
  was := private.cells_of_others(asked, clean);
  parents := private.draft_parents(asked);
  select * into done from private.write_release(p_actor, asked, p_records);
  -- A draft without changes of its own is what is live, and others follow in what they have not changed.
  perform private.write_draft(a.id, a.parent_id, a.contents)
  from jsonb_to_recordset(asked) a (id bigint, parent_id bigint, contents jsonb) where a.id = any (clean);
  behind := array(select w.key::bigint from jsonb_each(was) w where not private.follow_live(w.key::bigint, w.value));
  behind := array(
    select unnest(behind) union select (k.value ->> 'page_id')::bigint from jsonb_array_elements(private.settle_addresses(ids, addresses)) k
  );
  update public.release_pages l set before_revision_id = a.before, before_parent_id = a.before_parent, revision_id = a.revision
  from jsonb_to_recordset(done.pages) a (id bigint, before bigint, before_parent bigint, revision bigint)
  where l.release_id = p_release and l.page_id = a.id;
  insert into public.release_records as l (release_id, kind, record_id, before_version, version)
  select p_release, r.kind, r.id, r.version, w.version
  from jsonb_to_recordset(p_records) r (kind text, id text, version integer)
  join jsonb_to_recordset(done.records) w (kind text, id text, version integer) on w.kind = r.kind and w.id = r.id
  on conflict (release_id, kind, record_id) do update set before_version = excluded.before_version, version = excluded.version;
  update public.releases l
  set state = 'publishing', applied_at = clock_timestamp(), applied_by = p_actor, live_at = null, taken_back_at = null, failure = null,
    edit_id = nullif(current_setting('content.edit', true), '')::bigint, locked_until = null
  where l.id = p_release;
  behind := array(select distinct b from unnest(behind || private.keep_draft_parents(parents)) b);
  return jsonb_build_object('status', 'applied', 'drafts', cardinality(behind));
end $function$
;
comment on function public.apply_release(uuid,bigint,jsonb,jsonb) is 'Writes all drafts of a release in one transaction: all of them as they were read, or none. Their files are put live by a publisher.';

CREATE OR REPLACE FUNCTION private.wait_until(p_at timestamp with time zone, p_worker text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  while clock_timestamp() < p_at loop
    if p_worker is not null and not exists (select from public.publish_holds h where h.worker = p_worker) then
      raise exception 'the publisher has given up this release' using errcode = 'object_not_in_prerequisite_state';
    end if;
    perform pg_sleep(least(0.05, extract(epoch from p_at - clock_timestamp())));
  end loop;
end $function$
;
comment on function private.wait_until(timestamp with time zone,text) is 'Returns at a moment of the database''s clock, never before.';

CREATE OR REPLACE FUNCTION public.apply_due_releases(p_worker text, p_due jsonb, p_waits boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '120s'
AS $function$
declare
  asked record;
  release public.releases;
  answer jsonb;
  answers jsonb := '[]';
  latest timestamptz := '-infinity';
  detail text;
begin
  -- Nobody has to be signed in then, but whoever chose the moment must still be on the staff.
  perform set_config('app.assured_before', 'on', true);
  begin
    for asked in
      select a.* from jsonb_to_recordset(p_due) a (release bigint, pages jsonb, records jsonb) order by a.release
    loop
      select * into release from public.releases l where l.id = asked.release for update;
      if release.state is distinct from 'scheduled' or release.publish_at > now() + interval '2 minutes' then
        answer := '{"status": "closed"}';
      else
        begin
          -- Each is an edit of its own.
          perform set_config('content.edit', '', true);
          answer := public.apply_release(release.scheduled_by, asked.release, asked.pages, asked.records);
          -- What is checked at the end of a transaction is refused now, while it can be told of this release.
          set constraints all immediate;
          set constraints all deferred;
        exception when others then
          get stacked diagnostics detail = pg_exception_detail;
          answer := jsonb_build_object('status', 'error', 'code', sqlstate, 'message', sqlerrm, 'details', detail);
        end;
      end if;
      if answer ->> 'status' = 'applied' then
        answer := answer || jsonb_build_object('edit', (select l.edit_id from public.releases l where l.id = asked.release));
      end if;
      if answer ->> 'status' in ('applied', 'conflict') then
        latest := greatest(latest, release.publish_at);
      end if;
      answers := answers || (answer || jsonb_build_object('release', asked.release));
    end loop;
    -- There is time to merge it anew, and to write all of them again.
    if answers @> '[{"status": "conflict"}]' and clock_timestamp() < latest then
      raise exception using errcode = 'LN001';
    end if;
  exception when sqlstate 'LN001' then
    return (
      select jsonb_agg(a.value || case when a.value ->> 'status' = 'applied' then '{"status": "undone"}'::jsonb else '{}' end order by a.ordinality)
      from jsonb_array_elements(answers) with ordinality a
    );
  end;
  perform set_config('app.assured_before', '', true);
  if p_waits then
    perform private.wait_until(latest, p_worker);
  end if;
  return answers;
end $function$
;
comment on function public.apply_due_releases(text,jsonb,boolean) is 'What apply_release does, for releases that share a moment and in the names of those who chose it. It is done before the moment, and committed at it: until then nobody sees anything of it.';

CREATE OR REPLACE FUNCTION public.await_releases(p_worker text, p_releases bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '120s'
AS $function$
begin
  perform private.wait_until((select max(l.publish_at) from public.releases l where l.id = any (p_releases)), p_worker);
end $function$
;
comment on function public.await_releases(text,bigint[]) is 'Returns at the moment of releases that the same transaction has written: whoever calls it commits then.';

CREATE OR REPLACE FUNCTION public.take_release_back(p_actor uuid, p_release bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '120s'
AS $function$
declare
  release public.releases;
  overtaken jsonb;
  ids bigint[];
  addresses jsonb;
  clean bigint[];
  was jsonb;
  parents jsonb;
  done record;
begin
  perform private.act_as(p_actor);
  select * into release from public.releases l where l.id = p_release for update;
  if release.state is distinct from 'live' then
    return '{"status": "closed"}';
  end if;
  -- Only what it has changed.
  if exists (
    select from jsonb_to_recordset(p_pages) a (id bigint)
    where not exists (select from public.release_pages l where l.release_id = p_release and l.page_id = a.id)
  ) or exists (
    select from jsonb_to_recordset(p_records) r (kind text, id text)
    where not exists (select from public.release_records l where l.release_id = p_release and l.kind = r.kind and l.record_id = r.id)
  ) then
    raise exception 'release % has not changed that', p_release using errcode = 'invalid_parameter_value';
  end if;
  perform 1 from public.pages p where p.id in (select a.id from jsonb_to_recordset(p_pages) a (id bigint)) order by p.id for no key update;
  if exists (
    select from jsonb_to_recordset(p_pages) a (id bigint)
    left join public.pages p on p.id = a.id
    where p.id is null or not p.is_editable
  ) then
    return '{"status": "conflict"}';
  end if;
  overtaken := private.overtaken_items(p_pages, p_records);
  if overtaken is not null then
    return overtaken;
  end if;
  clean := array(
    select p.id from public.pages p join jsonb_to_recordset(p_pages) a (id bigint, contents jsonb) on a.id = p.id
    where p.published_revision_id is not null and jsonb_typeof(a.contents) = 'object' and not public.page_differs(p.id)
  );
  ids := array(select a.id from jsonb_to_recordset(p_pages) a (id bigint));
  addresses := private.draft_addresses(ids);
  was := private.cells_of_others(p_pages, clean);
  parents := private.draft_parents(p_pages);
  select * into done from private.write_release(p_actor, p_pages, p_records);
  perform private.write_draft(a.id, a.parent_id, a.contents)
  from jsonb_to_recordset(p_pages) a (id bigint, parent_id bigint, contents jsonb) where a.id = any (clean);
  perform private.follow_live(w.key::bigint, w.value) from jsonb_each(was) w;
  perform private.settle_addresses(ids, addresses);
  -- Its drafts can be changed and published again, on what is live now.
  update public.release_pages l
  set base_revision_id = p.published_revision_id, base_parent_id = private.live_parent(p.id), saved_at = clock_timestamp()
  from public.pages p where l.release_id = p_release and p.id = l.page_id;
  update public.record_drafts d set base_version = r.version, saved_at = clock_timestamp()
  from jsonb_to_recordset(done.records) r (kind text, id text, version integer)
  where d.release_id = p_release and d.kind = r.kind and d.record_id = r.id;
  update public.releases l
  set state = 'open', publish_at = null, time_zone = null, scheduled_by = null, live_at = null, taken_back_at = clock_timestamp()
  where l.id = p_release;
  perform private.keep_draft_parents(parents);
  return '{"status": "taken-back"}';
end $function$
;
comment on function public.take_release_back(uuid,bigint,jsonb,jsonb) is 'Makes live again what was live before a release, in one transaction. The drafts of the release stay in it.';

CREATE OR REPLACE FUNCTION public.settle_release(p_release bigint, p_live_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_failure text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_live_at is not null then
    -- The clock of the database has committed it, and that of the publisher may be behind.
    update public.releases l
    set state = 'live', live_at = case when l.publish_at <= clock_timestamp() then greatest(p_live_at, l.publish_at) else p_live_at end
    where l.id = p_release and l.state = 'publishing';
  else
    -- What cannot be published is not tried again and again: a person looks at it.
    update public.releases l set state = 'open', publish_at = null, time_zone = null, failure = p_failure, failed_at = l.publish_at, locked_until = null
    where l.id = p_release and l.state = 'scheduled';
  end if;
  return found;
end $function$
;
comment on function public.settle_release(bigint,timestamp with time zone,text) is 'Notes when the files of a release were live, or why it could not be published at its moment.';

CREATE OR REPLACE FUNCTION private.release_summary(p_release bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', l.id, 'name', l.name, 'state', l.state, 'publish_at', l.publish_at, 'time_zone', l.time_zone,
    'scheduled_by', private.person_name(l.scheduled_by), 'created_by', private.person_name(l.created_by), 'created_at', l.created_at,
    'applied_by', private.person_name(l.applied_by), 'applied_at', l.applied_at, 'live_at', l.live_at,
    'taken_back_at', l.taken_back_at, 'failure', l.failure,
    'pages', (select count(*) from public.release_pages p where p.release_id = l.id),
    'records', (select count(*) from public.record_drafts d where d.release_id = l.id))
  from public.releases l where l.id = p_release
$function$
;

CREATE OR REPLACE FUNCTION public.list_releases(p_states text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(private.release_summary(l.id) order by l.state = 'live', l.publish_at nulls last, l.applied_at desc, l.id desc), '[]')
  from (
    select * from public.releases l where p_states is null or l.state = any (p_states) order by l.state = 'live', l.id desc limit 500
  ) l
$function$
;
comment on function public.list_releases(text[]) is 'Releases, all or those of some states: first those that are not live, by their moment.';

CREATE OR REPLACE FUNCTION public.read_release(p_release bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.release_summary(l.id) || jsonb_build_object(
    'edit', l.edit_id,
    'page_items', (
      select coalesce(jsonb_agg(jsonb_build_object('id', i.page_id, 'title', i.title, 'site', p.site_id, 'is_there', p.id is not null, 'is_locked', not coalesce(p.is_editable, true),
        'is_removal', i.contents is null, 'cells', i.cells, 'is_new', i.base_revision_id is null,
        'paths', (
          select jsonb_object_agg(c.key, c.value -> 'path') from jsonb_each(coalesce(i.contents, private.revision_contents(i.base_revision_id))) c
        ),
        'base', i.base_revision_id, 'live', p.published_revision_id, 'before', i.before_revision_id, 'revision', i.revision_id,
        'saved_at', i.saved_at, 'saved_by', private.person_name(i.saved_by)) order by i.title, i.page_id), '[]')
      from public.release_pages i left join public.pages p on p.id = i.page_id where i.release_id = l.id
    ),
    'record_items', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'id', d.record_id, 'data', d.data, 'base', d.base_version,
        'before', r.before_version, 'version', r.version,
        'saved_at', d.saved_at, 'saved_by', private.person_name(d.saved_by)) order by d.kind, d.record_id), '[]')
      from public.record_drafts d
      left join public.release_records r on r.release_id = l.id and r.kind = d.kind and r.record_id = d.record_id
      where d.release_id = l.id
    ),
    'receipts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'site', r.site_id, 'changed', r.changed, 'switch_ms', r.switch_ms) order by r.id), '[]')
      from public.publish_receipt_edits e join public.publish_receipts r on r.id = e.receipt_id
      where e.edit_id = l.edit_id and r.changed > 0
    ))
  from public.releases l where l.id = p_release
$function$
;
comment on function public.read_release(bigint) is 'A release with its pages and records, and the receipts of its publish; null where there is none.';

CREATE OR REPLACE FUNCTION public.read_release_contents(p_release bigint, p_page_ids bigint[])
 RETURNS json
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(json_agg(json_build_object('id', i.page_id, 'saved_at', i.saved_at, 'parent_id', i.parent_id, 'contents', i.contents,
    'base', i.base_revision_id, 'live', p.published_revision_id, 'before', i.before_revision_id, 'before_parent', i.before_parent_id, 'revision', i.revision_id)), '[]')
  from public.release_pages i left join public.pages p on p.id = i.page_id
  where i.release_id = p_release and i.page_id = any (p_page_ids)
$function$
;
comment on function public.read_release_contents(bigint,bigint[]) is 'What a release makes of pages.';

CREATE OR REPLACE FUNCTION public.releases_of(p_page_id bigint, p_kind text, p_id text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'publish_at', l.publish_at, 'time_zone', l.time_zone,
      'saved', (
        select jsonb_build_object('at', i.saved_at, 'by', private.person_name(i.saved_by))
        from (
          select p.saved_at, p.saved_by from public.release_pages p where p.release_id = l.id and p.page_id = p_page_id
          union all
          select d.saved_at, d.saved_by from public.record_drafts d where d.release_id = l.id and d.kind = p_kind and d.record_id = p_id
        ) i limit 1
      ))
    order by l.publish_at nulls last, l.id), '[]')
  from public.releases l
  where l.state in ('open', 'scheduled') and (
    exists (select from public.release_pages p where p.release_id = l.id and p.page_id = p_page_id)
    or exists (select from public.record_drafts d where d.release_id = l.id and d.kind = p_kind and d.record_id = p_id))
$function$
;
comment on function public.releases_of(bigint,text,text) is 'The releases to come that have a draft of a page, or of a record.';

CREATE OR REPLACE FUNCTION public.release_clashes(p_release bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with wanted as materialized (
    select i.release_id, i.page_id, i.title, p.site_id, c.key::public.locale as locale, c.value ->> 'path' as path, private.file_of(c.value ->> 'path') as file
    from public.release_pages i
    join public.releases l on l.id = i.release_id
    join public.pages p on p.id = i.page_id
    cross join jsonb_each(case when i.contents is not null then i.contents else '{}' end) c
    where l.state in ('open', 'scheduled') or l.id = p_release
  ), clashes as (
    select w.*, l.page_id as other, l.title as other_title, null::text as release
    from wanted w
    join public.published_page_locales l on l.site_id = w.site_id and l.locale = w.locale and private.file_of(l.path) = w.file and l.page_id <> w.page_id
    where w.release_id = p_release
      -- One that leaves it with the same release is not in the way.
      and not exists (select from public.release_pages i where i.release_id = p_release and i.page_id = l.page_id)
    union
    select w.*, o.page_id, o.title, (select n.name from public.releases n where n.id = o.release_id and o.release_id <> p_release)
    from wanted w
    join wanted o on o.site_id = w.site_id and o.locale = w.locale and o.file = w.file and o.page_id <> w.page_id
    where w.release_id = p_release
  )
  select coalesce(jsonb_agg(jsonb_build_object('page_id', c.page_id, 'site', c.site_id, 'locale', c.locale, 'path', c.path,
    'title', c.other_title, 'release', c.release) order by c.site_id, c.locale, c.path, c.other), '[]')
  from clashes c
$function$
;
comment on function public.release_clashes(bigint) is 'Addresses of a release that another page has once it is live; with the name of the release where it is in another one to come.';

CREATE OR REPLACE FUNCTION public.release_circles(p_release bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('page_id', c.page_id, 'titles', (
    select jsonb_agg(coalesce(i.title, private.page_title(w.id)) order by w.place)
    from unnest(c.way) with ordinality w (id, place)
    left join public.release_pages i on i.release_id = p_release and i.page_id = w.id and i.contents is not null
  )) order by c.page_id), '[]')
  from private.circles_with((
    select jsonb_agg(jsonb_build_object('id', i.page_id, 'parent_id', case when i.contents is not null then i.parent_id end))
    from public.release_pages i join public.pages p on p.id = i.page_id
    where i.release_id = p_release
  )) c
$function$
;
comment on function public.release_circles(bigint) is 'Pages of a release that would be below themselves once it is live: of each circle one page of the release, and the titles from it up to itself.';

CREATE OR REPLACE FUNCTION public.release_changes(p_release bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with news as materialized (
    select private.page_foresight(i.page_id, i.parent_id, coalesce(i.contents, '{}')) as change from public.release_pages i where i.release_id = p_release
  ), places as materialized (
    select p.site_id, p.id, c.key::public.locale as locale, c.value ->> 'path' as path
    from public.release_pages i
    join public.pages p on p.id = i.page_id
    cross join jsonb_each(coalesce(i.contents, '{}')) c
    where i.release_id = p_release
  ), redirected as (
    -- An address that a page leaves redirects to it, or answers 410, unless another page of the release takes it.
    select distinct p.site_id
    from public.release_pages i
    join public.pages p on p.id = i.page_id
    join public.published_page_locales o on o.page_id = p.id and o.path <> '/'
    where i.release_id = p_release
      and not exists (select from places n where n.site_id = p.site_id and n.locale = o.locale and n.path = o.path)
      and not exists (
        select from public.redirects r
        where r.site_id = p.site_id and r.from_path = private.source_of_path(private.public_path(o.locale, o.path))
          and not exists (select from places n where n.id = p.id and n.locale = o.locale)
      )
    union
    -- One that has a redirect, and what leads to a page that is elsewhere then.
    select n.site_id from places n
    join public.redirects r on r.site_id = n.site_id and r.from_path = private.source_of_path(private.public_path(n.locale, n.path))
    union
    select p.site_id from public.release_pages i
    join public.pages p on p.id = i.page_id
    join public.redirects r on r.page_id = p.id
    left join places n on n.id = r.page_id and n.locale = r.locale
    left join public.published_page_locales o on o.page_id = r.page_id and o.locale = r.locale
    where i.release_id = p_release and n.path is distinct from o.path
  )
  select jsonb_build_object(
    'tags', (
      select coalesce(jsonb_agg(distinct t.tag), '[]') from (
        select t.value #>> '{}' as tag from news n cross join lateral jsonb_array_elements(n.change -> 'tags') t
        where not starts_with(t.value #>> '{}', 'redirects:')
        union all
        select 'redirects:' || r.site_id from redirected r
      ) t
    ),
    'rows', (select coalesce(jsonb_agg(distinct r.value), '[]') from news n cross join lateral jsonb_array_elements(n.change -> 'rows') r),
    'same', (
      select coalesce(jsonb_agg(jsonb_build_object('page', i.page_id, 'locale', o.locale)), '[]')
      from public.release_pages i
      join public.published_page_locales o on o.page_id = i.page_id and o.parent_id is not distinct from i.parent_id
      where i.release_id = p_release
        and i.contents -> o.locale::text = private.published_locale(i.page_id, o.locale)
        -- Every language names the addresses of the others, and English lends its settings for search engines.
        and (select jsonb_object_agg(n.key, n.value -> 'path') from jsonb_each(i.contents) n)
          = (select jsonb_object_agg(l.locale, l.path) from public.published_page_locales l where l.page_id = i.page_id)
        and i.contents #> '{en,seo}' is not distinct from private.published_locale(i.page_id, 'en') -> 'seo'
    ))
$function$
;
comment on function public.release_changes(bigint) is 'What publishing the pages of a release would put on the change queue, and the languages in which a page stays as it is.';

CREATE OR REPLACE FUNCTION public.release_preview(p_release bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', l.id, 'name', l.name, 'state', l.state, 'publish_at', l.publish_at, 'time_zone', l.time_zone,
    'pages', (
      select coalesce(jsonb_agg(jsonb_build_object('site', i.site_id, 'title', i.title, 'paths', (
        select jsonb_object_agg(c.key, c.value -> 'path') from jsonb_each(i.contents) c
      )) order by i.title, i.page_id), '[]')
      from (
        select i.*, p.site_id from public.release_pages i join public.pages p on p.id = i.page_id
        where i.release_id = l.id and i.contents is not null order by i.title, i.page_id limit 100
      ) i
    ),
    'overtaken_pages', (
      select coalesce(jsonb_agg(i.page_id order by i.page_id), '[]') from public.release_pages i join public.pages p on p.id = i.page_id
      where i.release_id = l.id and i.base_revision_id is distinct from p.published_revision_id
    ),
    'overtaken_records', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'id', d.record_id) order by d.kind, d.record_id), '[]')
      from public.record_drafts d
      where d.release_id = l.id and d.base_version is distinct from (
        select max(v.number) from public.record_versions v where v.kind = d.kind and v.record_id = d.record_id
      )
    ),
    'unfinished', (select count(*) from public.record_drafts d where d.release_id = l.id and d.rows is null))
  from public.releases l where l.id = p_release
$function$
;
comment on function public.release_preview(bigint) is 'What a preview of a release says and leads to, what in it was published with something else since, and how many of its records cannot be previewed.';

CREATE OR REPLACE FUNCTION public.release_calendar(p_from timestamp with time zone, p_until timestamp with time zone, p_titles jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  most constant integer := 1000;
  entries jsonb;
  found_here jsonb;
  dated record;
begin
  select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'what', e.what, 'id', l.id::text, 'title', l.name) order by e.at, l.id), '[]')
  into entries
  from public.releases l
  cross join lateral (values
    (case l.state when 'open' then null when 'live' then l.live_at else l.publish_at end, l.state),
    (case when l.failure is not null then l.failed_at end, 'failed'),
    (l.taken_back_at, 'taken-back')
  ) e (at, what)
  where e.at >= p_from and e.at < p_until;
  for dated in
    select k.kind, k.table_name from private.kinds k
    where p_titles ? k.kind and (
      select count(*) from pg_catalog.pg_attribute a
      where a.attrelid = format('public.%I', k.table_name)::regclass and a.attname in ('is_published', 'publish_from', 'publish_until')
        and not a.attisdropped
    ) = 3
    order by k.kind
  loop
    execute format($query$
      select coalesce(jsonb_agg(f.entry), '[]') from (
        select jsonb_build_object('at', e.at, 'what', e.what, 'kind', %L, 'id', r.id::text, 'title', to_jsonb(r) #>> $3) as entry
        from public.%I r cross join lateral (values (r.publish_from, 'begins'), (r.publish_until, 'ends')) e (at, what)
        where r.is_published and e.at >= $1 and e.at < $2
        order by e.at, r.id limit $4
      ) f
    $query$, dated.kind, dated.table_name)
    into found_here
    using p_from, p_until, array(select jsonb_array_elements_text(p_titles -> dated.kind)), most + 1;
    entries := entries || found_here;
  end loop;
  return (
    select jsonb_build_object('entries', coalesce(jsonb_agg(e.value order by (e.value ->> 'at')::timestamptz, e.ordinality), '[]'),
      'is_cut', jsonb_array_length(entries) > most)
    from (
      select * from jsonb_array_elements(entries) with ordinality e order by (e.value ->> 'at')::timestamptz, e.ordinality limit most
    ) e
  );
end $function$
;
comment on function public.release_calendar(timestamp with time zone,timestamp with time zone,jsonb) is 'Releases that become live, have become live, have failed or were taken back in a time, and published records whose own time begins or ends in it.';

CREATE OR REPLACE FUNCTION public.share_release(p_actor uuid, p_release bigint, p_hash text, p_days integer, p_for_whom text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made public.release_links;
begin
  perform private.act_as(p_actor);
  if not private.is_open_release(p_release) then
    return '{"status": "closed"}';
  end if;
  insert into public.release_links (release_id, for_whom, digest, created_by, expires_at)
  values (p_release, btrim(p_for_whom), p_hash, p_actor, now() + p_days * interval '1 day')
  returning * into made;
  return jsonb_build_object('status', 'shared', 'id', made.id, 'expires_at', made.expires_at);
end $function$
;
comment on function public.share_release(uuid,bigint,text,integer,text) is 'Makes a link by which a release is seen for some days by people without an account.';

CREATE OR REPLACE FUNCTION public.revoke_release_link(p_actor uuid, p_link bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_as(p_actor);
  update public.release_links l set revoked_at = coalesce(l.revoked_at, clock_timestamp()), revoked_by = coalesce(l.revoked_by, p_actor)
  where l.id = p_link;
  return found;
end $function$
;
comment on function public.revoke_release_link(uuid,bigint) is 'Ends a link before its time; false where there is none.';

CREATE OR REPLACE FUNCTION public.release_links_of(p_release bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'for_whom', l.for_whom, 'created_by', private.person_name(l.created_by),
    'created_at', l.created_at, 'expires_at', l.expires_at, 'state', private.state_of_link(l)) order by l.id desc), '[]')
  from public.release_links l where l.release_id = p_release
$function$
;
comment on function public.release_links_of(bigint) is 'The links of a release, the newest first, without what opens them.';

CREATE OR REPLACE FUNCTION public.open_shared(p_link bigint, p_hash text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('release', l.release_id, 'expires_at', l.expires_at, 'state', private.state_of_link(l))
  from public.release_links l where l.id = p_link and l.digest = p_hash
$function$
;
comment on function public.open_shared(bigint,text) is 'What a link shows, and whether it still does; null for one that nobody has made.';

CREATE OR REPLACE FUNCTION private.read_as(p_user uuid, p_release bigint, p_call text, p_args jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  caller text := current_user;
  answer json;
begin
  perform set_config('app.assured_before', 'on', true);
  perform private.act_as(p_user);
  perform set_config('role', 'authenticated', true);
  answer := case p_call
    when 'preview_content' then public.preview_content(p_args ->> 'p_site', p_args ->> 'p_view', (p_args ->> 'p_at')::timestamptz,
      (p_args ->> 'p_globals')::boolean, p_args -> 'p_pages', p_args -> 'p_records', p_args -> 'p_lists', p_release, p_args -> 'p_merged')
    when 'preview_row' then to_json(public.preview_row(p_args ->> 'p_kind', p_args ->> 'p_slug', p_release))
    when 'preview_sitemap' then public.preview_sitemap(p_args ->> 'p_site', p_args ->> 'p_kind', (p_args ->> 'p_part')::bigint,
      (p_args ->> 'p_at')::timestamptz, p_release, p_args -> 'p_merged')
    when 'preview_sitemap_index' then to_json(public.preview_sitemap_index(p_args ->> 'p_site', (p_args ->> 'p_at')::timestamptz, p_release,
      p_args -> 'p_merged'))
    when 'preview_found' then to_json(public.preview_found(p_args ->> 'p_site', (p_args ->> 'p_locale')::public.locale, p_release, p_args -> 'p_merged'))
    when 'preview_page' then to_json(public.preview_page(p_args ->> 'p_site', (p_args ->> 'p_locale')::public.locale, p_args ->> 'p_path', p_release))
  end;
  perform set_config('role', caller, true);
  perform set_config('app.assured_before', '', true);
  perform set_config('app.actor', '', true);
  return answer;
end $function$
;

CREATE OR REPLACE FUNCTION public.read_shared(p_link bigint, p_hash text, p_call text, p_args jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  link public.release_links;
begin
  select * into link from public.release_links l where l.id = p_link and l.digest = p_hash;
  if link.id is null or private.state_of_link(link) <> 'open' then
    raise exception 'this link shows nothing' using errcode = 'insufficient_privilege';
  end if;
  return private.read_as(link.created_by, link.release_id, p_call, p_args);
end $function$
;
comment on function public.read_shared(bigint,text,text,jsonb) is 'What a preview function answers for the release of a link, whatever release the arguments name. Refused for a link that has ended or was revoked, and once whoever shared it is not on the staff any more.';

CREATE OR REPLACE FUNCTION public.read_due(p_release bigint, p_call text, p_args jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  release public.releases;
begin
  select * into release from public.releases l where l.id = p_release;
  if release.state is distinct from 'scheduled' then
    raise exception 'this release has no moment' using errcode = 'insufficient_privilege';
  end if;
  return private.read_as(release.scheduled_by, p_release, p_call, p_args);
end $function$
;
comment on function public.read_due(bigint,text,jsonb) is 'What a preview function answers for a release that has a moment, as whoever chose that would read it: a publisher draws its files before.';

CREATE OR REPLACE FUNCTION public.note_shared_media(p_link bigint, p_hash text, p_names text[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.release_media (release_id, name)
  select l.release_id, n from public.release_links l cross join unnest(p_names) n
  where l.id = p_link and l.digest = p_hash and private.state_of_link(l) = 'open'
    and not exists (select from public.release_media m where m.release_id = l.release_id and m.name = n)
  on conflict do nothing
$function$
;
comment on function public.note_shared_media(bigint,text,text[]) is 'Notes which files a page shows that somebody looks at by a link. Nothing for a link that shows nothing.';

CREATE OR REPLACE FUNCTION public.may_see_medium(p_link bigint, p_hash text, p_name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from public.release_links l join public.release_media m on m.release_id = l.release_id
    where l.id = p_link and l.digest = p_hash and private.state_of_link(l) = 'open' and m.name = p_name
  )
$function$
;
comment on function public.may_see_medium(bigint,text,text) is 'Whether the release of a link has shown a file of the media library, and still does.';

CREATE OR REPLACE FUNCTION private.find_circles()
 RETURNS TABLE(tree text, place text, release bigint, nodes text[], said text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known private.trees;
begin
  for known in select * from private.trees t order by t.name loop
    return query execute format($q$
      with recursive edges as materialized (%1$s), up as (
        select e.node, e.above from edges e
        union
        select up.node, e.above from up join edges e on e.node = up.above
      ), inside as materialized (
        select up.node from up where up.node = up.above
      ), firsts as (
        select distinct (select min(i.node) from up join inside i on i.node = up.above where up.node = s.node) as node from inside s
      )
      select %2$L, %3$L, null::bigint, c.nodes, private.words_of_circle(%2$L, c.nodes)
      from firsts f cross join lateral private.find_circle(%2$L, f.node::text) c (nodes)$q$, known.edges, known.name, known.place);
  end loop;
  return query
  select 'release_pages', 'release', l.id, array[c.value ->> 'page_id'],
    format('In the release “%s” a page would be below itself: “%s”.', l.name,
      (select string_agg(t.value, '” below “' order by t.ordinality) from jsonb_array_elements_text(c.value -> 'titles') with ordinality t))
  from public.releases l cross join lateral jsonb_array_elements(public.release_circles(l.id)) c
  where l.state in ('open', 'scheduled');
end $function$
;
comment on function private.find_circles() is 'Every circle in a tree or chain: of drafts, of what is live, and of what is live once a release is. In the first two nothing makes one; one of a release is told in its plan, and is not published.';

CREATE OR REPLACE FUNCTION private.find_broken_content(p_limit integer)
 RETURNS TABLE(code text, table_name text, ids text[], says text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  asked record;
begin
  -- One of a release is told in its plan, and is not published.
  return query (select 'circle', c.tree, c.nodes, c.said from private.find_circles() c where c.place <> 'release' limit p_limit);

  -- Live pages
  return query (
    select 'page without addresses', 'pages', array[p.id::text], format('Page %s is published, and has no address on the site.', p.id)
    from public.pages p
    where p.published_revision_id is not null and not exists (select from public.published_page_locales l where l.page_id = p.id) limit p_limit
  );
  return query (
    select 'live page of another revision', 'published_page_locales', array[l.page_id::text, l.locale::text],
      format('Page %s shows revision %s in %s, and is published as %s.', l.page_id, l.revision_id, l.locale, coalesce(p.published_revision_id::text, 'nothing'))
    from public.published_page_locales l join public.pages p on p.id = l.page_id
    where l.revision_id is distinct from p.published_revision_id limit p_limit
  );
  return query (
    select 'revision of another page', 'pages', array[p.id::text], format('Page %s is published as revision %s, which is one of page %s.', p.id, r.id, r.page_id)
    from public.pages p join public.page_revisions r on r.id = p.published_revision_id where r.page_id <> p.id limit p_limit
  );
  return query (
    select 'revision without contents', 'published_page_locales', array[l.page_id::text, l.locale::text],
      format('Page %s is on the site in %s, at %s, and its revision %s has %s there.', l.page_id, l.locale, l.path, l.revision_id, coalesce(r.path, 'nothing'))
    from public.published_page_locales l
    left join public.page_revision_locales r on (r.revision_id, r.locale) = (l.revision_id, l.locale)
    where r.path is distinct from l.path limit p_limit
  );
  return query (
    select 'page on two sites', t.name, array[t.page_id::text, t.locale], format('Page %s is one of the site %s, and has an address on %s.', t.page_id, p.site_id, t.site_id)
    from (
      select 'page_locales' as name, l.page_id, l.locale::text, l.site_id from public.page_locales l
      union all select 'published_page_locales', l.page_id, l.locale::text, l.site_id from public.published_page_locales l
    ) t join public.pages p on p.id = t.page_id where p.site_id <> t.site_id limit p_limit
  );
  return query (
    select 'page below another site', 'pages', array[p.id::text], format('Page %s of the site %s is below page %s of the site %s.', p.id, p.site_id, a.id, a.site_id)
    from public.pages p join public.pages a on a.id = p.parent_id where a.site_id <> p.site_id limit p_limit
  );
  -- The exclusion constraints keep what the function said when the rows were written.
  return query (
    select 'two pages of one file', t.name, t.pages, format('The pages %s have one address on the site %s: %s.', array_to_string(t.pages, ', '), t.site_id, t.file)
    from (
      select 'page_locales' as name, l.site_id, l.locale, private.file_of(l.path) as file, array_agg(l.page_id::text order by l.page_id) as pages
      from public.page_locales l group by l.site_id, l.locale, private.file_of(l.path)
      union all
      select 'published_page_locales', l.site_id, l.locale, private.file_of(l.path), array_agg(l.page_id::text order by l.page_id)
      from public.published_page_locales l group by l.site_id, l.locale, private.file_of(l.path)
    ) t where cardinality(t.pages) > 1 limit p_limit
  );

  -- Drafts of pages
  return query (
    select 'page without texts', 'pages', array[p.id::text], format('Page %s has no title and no address in any language, and no list shows it.', p.id)
    from public.pages p where not exists (select from public.page_locales l where l.page_id = p.id) limit p_limit
  );
  return query (
    select 'module of another page', 'modules', array[m.id::text], format('Module %s of page %s is in module %s of page %s.', m.id, m.page_id, a.id, a.page_id)
    from public.modules m join public.modules a on a.id = m.parent_id where a.page_id <> m.page_id limit p_limit
  );
  return query (
    select 'module without texts', 'modules', array[m.id::text], format('Module %s of page %s has no data in any language, and nobody sees it.', m.id, m.page_id)
    from public.modules m where not exists (select from public.module_locales l where l.module_id = m.id) limit p_limit
  );
  return query (
    select 'steps of no page', 'draft_steps', array[s.page_id::text], format('There are steps to undo on page %s, which is not there.', s.page_id)
    from (select distinct d.page_id from private.draft_steps d) s where not exists (select from public.pages p where p.id = s.page_id) limit p_limit
  );

  -- Redirects
  return query (
    select 'two redirects of one address', 'redirects', array_agg(r.id::text order by r.id),
      format('The redirects of %s begin at one address: %s.', r.site_id, min(r.from_path))
    from public.redirects r where r.from_path is not null
    group by r.site_id, private.redirect_source_path(r.from_path), private.redirect_pairs(r.from_path) having count(*) > 1 limit p_limit
  );
  return query (
    select 'redirect of a live page', 'redirects', array[r.id::text], format('Redirect %s begins at %s of %s, where page %s is.', r.id, r.from_path, r.site_id, l.page_id)
    from public.redirects r
    join private.live_page_locales l on l.site_id = r.site_id and r.from_path = private.source_of_path(private.public_path(l.locale, l.path))
    limit p_limit
  );

  -- Releases
  return query (
    select 'release of no page', 'release_pages', array[i.release_id::text, i.page_id::text],
      format('The release “%s” has “%s”, a page that is neither there nor in the trash: take it out.', l.name, i.title)
    from public.release_pages i join public.releases l on l.id = i.release_id
    where l.state in ('open', 'scheduled') and not exists (select from public.pages p where p.id = i.page_id)
      and not exists (select from public.record_trash t where t.kind = 'page' and t.record_id = i.page_id::text)
    limit p_limit
  );
  return query (
    select 'release in parts', 'release_pages', array[i.release_id::text, i.page_id::text],
      format('The release “%s” is published, and “%s” of it was not.', l.name, i.title)
    from public.release_pages i join public.releases l on l.id = i.release_id
    where l.state in ('publishing', 'live') and l.taken_back_at is null and i.contents is not null and i.revision_id is null limit p_limit
  );
  return query (
    select 'release not ended', 'releases', array[l.id::text],
      format('The release “%s” has been publishing since %s: look whether a publisher runs.', l.name, l.applied_at)
    from public.releases l where l.state = 'publishing' and l.applied_at < now() - interval '1 hour' limit p_limit
  );

  -- Records
  for asked in
    select k.kind, k.table_name, private.type_of_id(k.kind) as id_type from private.kinds k
    where exists (select from public.record_drafts d where d.kind = k.kind) or exists (select from public.record_trash t where t.kind = k.kind)
    order by k.kind
  loop
    return query execute format($q$
      select 'draft of no record', 'record_drafts', array[d.kind, d.record_id], format('There is a draft of %%s %%s, which is not there.', d.kind, d.record_id)
      from public.record_drafts d
      where d.kind = $1 and d.base_version is not null
        and not exists (select from public.%1$I r where r.id = d.record_id::%2$s)
        and not exists (select from public.record_trash t where t.kind = d.kind and t.record_id = d.record_id)
      limit $2$q$, asked.table_name, asked.id_type) using asked.kind, p_limit;
    return query execute format($q$
      select 'record in the trash', 'record_trash', array[t.kind, t.record_id], format('%%s %%s is there and in the trash.', t.kind, t.record_id)
      from public.record_trash t where t.kind = $1 and exists (select from public.%1$I r where r.id = t.record_id::%2$s)
      limit $2$q$, asked.table_name, asked.id_type) using asked.kind, p_limit;
  end loop;
  return query (
    select 'form without its fields', 'forms', array[f.id::text], format('The fields of form %s at its version %s are not kept.', f.id, f.version)
    from public.forms f
    where not exists (select from public.form_versions v where v.form_id = f.id and v.content = f.content) limit p_limit
  );

  if exists (select from public.staff) and not exists (select from public.staff s where s.role = 'admin' and s.disabled_at is null) then
    return query select 'no administrator', 'staff', '{}'::text[],
      'No administrator is active, so that nobody can add or enable people: npm run user makes one.';
  end if;
end $function$
;
comment on function private.find_broken_content(integer) is 'What holds between rows of several tables, where it does not. Of each at most p_limit rows.';

comment on table public.releases is 'Named sets of drafts that become live together, at once or at a moment.';

comment on table public.release_pages is 'The pages of releases, each with the draft that becomes live.';

comment on table public.release_records is 'The records that a release has changed, for taking it back. Their drafts are in record_drafts.';

comment on table public.release_links is 'Links by which people without an account see a release before it is live.';

comment on table public.release_media is 'The files of the media library that pages of a release have shown to whoever looked by a link: these may be asked for by links.';

comment on table public.publish_holds is 'The publisher that prepares a release: its content is written before its moment, and until then nobody else reads content for files.';

comment on table public.site_builds is 'Full builds of a site: which directory each wrote, from which code bundle, and how it ended.';

comment on table public.record_drafts is 'What people have saved of records and not published: one draft a record, and one more in each release.';

revoke all on function private.is_open_release(bigint) from public, anon, authenticated, service_role;
grant execute on function private.is_open_release(bigint) to service_role;

revoke all on function public.publish_release_leases(text,boolean) from public, anon, authenticated, service_role;
grant execute on function public.publish_release_leases(text,boolean) to service_role;

revoke all on function public.build_start(text,text,text,text,integer,text,jsonb,text,jsonb,bigint) from public, anon, authenticated, service_role;
grant execute on function public.build_start(text,text,text,text,integer,text,jsonb,text,jsonb,bigint) to service_role;

revoke all on function public.build_rollback(text,text,text,text,bigint) from public, anon, authenticated, service_role;
grant execute on function public.build_rollback(text,text,text,text,bigint) to service_role;

revoke all on function public.publish_switched(text,text,text) from public, anon, authenticated, service_role;
grant execute on function public.publish_switched(text,text,text) to service_role;

revoke all on function public.roll_site_back(uuid,text,text,text,bigint) from public, anon, authenticated, service_role;
grant execute on function public.roll_site_back(uuid,text,text,text,bigint) to service_role;

revoke all on function private.draft_summary(text,text,bigint) from public, anon, authenticated, service_role;
grant execute on function private.draft_summary(text,text,bigint) to authenticated;
grant execute on function private.draft_summary(text,text,bigint) to service_role;

revoke all on function public.records_with_drafts(text,text[],bigint) from public, anon, authenticated, service_role;
grant execute on function public.records_with_drafts(text,text[],bigint) to authenticated;
grant execute on function public.records_with_drafts(text,text[],bigint) to service_role;

revoke all on function public.read_record(text,text,bigint) from public, anon, authenticated, service_role;
grant execute on function public.read_record(text,text,bigint) to authenticated;
grant execute on function public.read_record(text,text,bigint) to service_role;

revoke all on function public.save_record_draft(uuid,text,text,jsonb,timestamp with time zone,integer,jsonb,bigint,boolean) from public, anon, authenticated, service_role;
grant execute on function public.save_record_draft(uuid,text,text,jsonb,timestamp with time zone,integer,jsonb,bigint,boolean) to service_role;

revoke all on function private.begin_preview(bigint,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.begin_preview(bigint,jsonb,jsonb,jsonb) to authenticated;

revoke all on function public.preview_content(text,text,timestamp with time zone,boolean,jsonb,jsonb,jsonb,bigint,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_content(text,text,timestamp with time zone,boolean,jsonb,jsonb,jsonb,bigint,jsonb,jsonb,jsonb) to authenticated;

revoke all on function public.preview_row(text,text,bigint) from public, anon, authenticated, service_role;
grant execute on function public.preview_row(text,text,bigint) to authenticated;

revoke all on function public.preview_page(text,public.locale,text,bigint) from public, anon, authenticated, service_role;
grant execute on function public.preview_page(text,public.locale,text,bigint) to authenticated;

revoke all on function public.preview_sitemap(text,text,bigint,timestamp with time zone,bigint,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_sitemap(text,text,bigint,timestamp with time zone,bigint,jsonb,jsonb) to authenticated;

revoke all on function public.preview_sitemap_index(text,timestamp with time zone,bigint,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_sitemap_index(text,timestamp with time zone,bigint,jsonb,jsonb) to authenticated;

revoke all on function private.found_in_release(bigint) from public, anon, authenticated, service_role;
grant execute on function private.found_in_release(bigint) to authenticated;
grant execute on function private.found_in_release(bigint) to service_role;

revoke all on function public.preview_found(text,public.locale,bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_found(text,public.locale,bigint,jsonb) to authenticated;

revoke all on function public.rename_release(uuid,bigint,text) from public, anon, authenticated, service_role;
grant execute on function public.rename_release(uuid,bigint,text) to service_role;

revoke all on function public.delete_release(uuid,bigint) from public, anon, authenticated, service_role;
grant execute on function public.delete_release(uuid,bigint) to service_role;

revoke all on function public.add_page_to_release(uuid,bigint,bigint,bigint,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.add_page_to_release(uuid,bigint,bigint,bigint,timestamp with time zone) to service_role;

revoke all on function public.add_cells_to_release(uuid,bigint,bigint,text[],bigint,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.add_cells_to_release(uuid,bigint,bigint,text[],bigint,timestamp with time zone) to service_role;

revoke all on function public.add_removal_to_release(uuid,bigint,bigint,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.add_removal_to_release(uuid,bigint,bigint,timestamp with time zone) to service_role;

revoke all on function public.take_page_out(uuid,bigint,bigint,boolean,boolean,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.take_page_out(uuid,bigint,bigint,boolean,boolean,timestamp with time zone) to service_role;

revoke all on function public.add_record_to_release(uuid,bigint,text,text,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.add_record_to_release(uuid,bigint,text,text,timestamp with time zone) to service_role;

revoke all on function public.take_record_out(uuid,bigint,text,text,boolean,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.take_record_out(uuid,bigint,text,text,boolean,timestamp with time zone) to service_role;

revoke all on function public.schedule_release(uuid,bigint,timestamp with time zone,text) from public, anon, authenticated, service_role;
grant execute on function public.schedule_release(uuid,bigint,timestamp with time zone,text) to service_role;

revoke all on function public.lock_release(bigint,integer) from public, anon, authenticated, service_role;
grant execute on function public.lock_release(bigint,integer) to service_role;

revoke all on function public.apply_release(uuid,bigint,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.apply_release(uuid,bigint,jsonb,jsonb) to service_role;

revoke all on function public.await_releases(text,bigint[]) from public, anon, authenticated, service_role;
grant execute on function public.await_releases(text,bigint[]) to service_role;

revoke all on function public.take_release_back(uuid,bigint,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.take_release_back(uuid,bigint,jsonb,jsonb) to service_role;

revoke all on function public.settle_release(bigint,timestamp with time zone,text) from public, anon, authenticated, service_role;
grant execute on function public.settle_release(bigint,timestamp with time zone,text) to service_role;

revoke all on function private.release_summary(bigint) from public, anon, authenticated, service_role;
grant execute on function private.release_summary(bigint) to authenticated;
grant execute on function private.release_summary(bigint) to service_role;

revoke all on function public.read_release(bigint) from public, anon, authenticated, service_role;
grant execute on function public.read_release(bigint) to authenticated;
grant execute on function public.read_release(bigint) to service_role;

revoke all on function public.read_release_contents(bigint,bigint[]) from public, anon, authenticated, service_role;
grant execute on function public.read_release_contents(bigint,bigint[]) to authenticated;
grant execute on function public.read_release_contents(bigint,bigint[]) to service_role;

revoke all on function public.release_clashes(bigint) from public, anon, authenticated, service_role;
grant execute on function public.release_clashes(bigint) to authenticated;
grant execute on function public.release_clashes(bigint) to service_role;

revoke all on function public.release_circles(bigint) from public, anon, authenticated, service_role;
grant execute on function public.release_circles(bigint) to authenticated;
grant execute on function public.release_circles(bigint) to service_role;

revoke all on function public.release_changes(bigint) from public, anon, authenticated, service_role;
grant execute on function public.release_changes(bigint) to service_role;

revoke all on function public.release_preview(bigint) from public, anon, authenticated, service_role;
grant execute on function public.release_preview(bigint) to authenticated;
grant execute on function public.release_preview(bigint) to service_role;

revoke all on function public.share_release(uuid,bigint,text,integer,text) from public, anon, authenticated, service_role;
grant execute on function public.share_release(uuid,bigint,text,integer,text) to service_role;

revoke all on function public.release_links_of(bigint) from public, anon, authenticated, service_role;
grant execute on function public.release_links_of(bigint) to authenticated;
grant execute on function public.release_links_of(bigint) to service_role;

revoke all on function private.read_as(uuid,bigint,text,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.read_as(uuid,bigint,text,jsonb) to service_role;

revoke all on function public.read_due(bigint,text,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.read_due(bigint,text,jsonb) to service_role;

revoke all on function private.find_circles() from public, anon, authenticated, service_role;
grant execute on function private.find_circles() to service_role;

select private.make_previews();

CREATE OR REPLACE FUNCTION public.draft_changes(p_page_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when not public.page_differs(p.id) then '{"tags": [], "rows": [], "page": null}'::jsonb
    else private.page_proposal(p.id, p.parent_id, (
      select coalesce(jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title, 'seo', l.seo)), '{}')
      from public.page_locales l where l.page_id = p.id
    ))
    end
  from public.pages p where p.id = p_page_id
$function$
;
comment on function public.draft_changes(bigint) is 'What publishing a page''s draft would put on the change queue.';

CREATE OR REPLACE FUNCTION public.contents_changes(p_page_id bigint, p_contents jsonb, p_parent_id bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.page_proposal(p_page_id, p_parent_id, p_contents)
$function$
;
comment on function public.contents_changes(bigint,jsonb,bigint) is 'What publishing a page with this content, by locale, would put on the change queue.';

CREATE OR REPLACE FUNCTION public.release_changes(p_release bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with news as materialized (
    select private.page_proposal(i.page_id, i.parent_id, coalesce(i.contents, '{}')) as change from public.release_pages i where i.release_id = p_release
  ), places as materialized (
    select p.site_id, p.id, c.key::public.locale as locale, c.value ->> 'path' as path
    from public.release_pages i
    join public.pages p on p.id = i.page_id
    cross join jsonb_each(coalesce(i.contents, '{}')) c
    where i.release_id = p_release
  ), redirected as (
    -- An address that a page leaves redirects to it, or answers 410, unless another page of the release takes it.
    select distinct p.site_id
    from public.release_pages i
    join public.pages p on p.id = i.page_id
    join public.published_page_locales o on o.page_id = p.id and o.path <> '/'
    where i.release_id = p_release
      and not exists (select from places n where n.site_id = p.site_id and n.locale = o.locale and n.path = o.path)
      and not exists (
        select from public.redirects r
        where r.site_id = p.site_id and r.from_path = private.source_of_path(private.public_path(o.locale, o.path))
          and not exists (select from places n where n.id = p.id and n.locale = o.locale)
      )
    union
    -- One that has a redirect, and what leads to a page that is elsewhere then.
    select n.site_id from places n
    join public.redirects r on r.site_id = n.site_id and r.from_path = private.source_of_path(private.public_path(n.locale, n.path))
    union
    select p.site_id from public.release_pages i
    join public.pages p on p.id = i.page_id
    join public.redirects r on r.page_id = p.id
    left join places n on n.id = r.page_id and n.locale = r.locale
    left join public.published_page_locales o on o.page_id = r.page_id and o.locale = r.locale
    where i.release_id = p_release and n.path is distinct from o.path
  )
  select jsonb_build_object(
    'tags', (
      select coalesce(jsonb_agg(distinct t.tag), '[]') from (
        select t.value #>> '{}' as tag from news n cross join lateral jsonb_array_elements(n.change -> 'tags') t
        where not starts_with(t.value #>> '{}', 'redirects:')
        union all
        select 'redirects:' || r.site_id from redirected r
      ) t
    ),
    'rows', (select coalesce(jsonb_agg(distinct r.value), '[]') from news n cross join lateral jsonb_array_elements(n.change -> 'rows') r),
    'same', (
      select coalesce(jsonb_agg(jsonb_build_object('page', i.page_id, 'locale', o.locale)), '[]')
      from public.release_pages i
      join public.published_page_locales o on o.page_id = i.page_id and o.parent_id is not distinct from i.parent_id
      where i.release_id = p_release
        and i.contents -> o.locale::text = private.published_locale(i.page_id, o.locale)
        -- Every language names the addresses of the others, and English lends its settings for search engines.
        and (select jsonb_object_agg(n.key, n.value -> 'path') from jsonb_each(i.contents) n)
          = (select jsonb_object_agg(l.locale, l.path) from public.published_page_locales l where l.page_id = i.page_id)
        and i.contents #> '{en,seo}' is not distinct from private.published_locale(i.page_id, 'en') -> 'seo'
    ))
$function$
;
comment on function public.release_changes(bigint) is 'What publishing the pages of a release would put on the change queue, and the languages in which a page stays as it is.';
