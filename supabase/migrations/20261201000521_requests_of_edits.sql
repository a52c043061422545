-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.purge_enqueue(text,jsonb,boolean,integer);

CREATE OR REPLACE FUNCTION private.request_id()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select h.id from (select nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-request-id' as id) h
  where h.id ~ '^[A-Za-z0-9_.:-]{8,128}$'
$function$
;
comment on function private.request_id() is 'The request of the server that asks, as its log names it; null for everything else.';

CREATE OR REPLACE FUNCTION private.current_edit()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  edit bigint := nullif(current_setting('content.edit', true), '')::bigint;
  role_name text := coalesce(nullif(current_setting('role', true), 'none'), session_user);
begin
  if edit is null then
    insert into public.content_edits (actor, source, role_name, request)
    values (private.actor(), case
      when current_setting('content.reconciling', true) = 'on' then 'reconciliation'
      when current_setting('content.importing', true) = 'on' then 'import'
      when private.actor() is not null then 'person'
      when role_name in ('service_role', 'authenticator') then 'server'
      else 'database'
    end, role_name, private.request_id())
    returning id into edit;
    perform set_config('content.edit', edit::text, true);
  end if;
  return edit;
end $function$
;
comment on function private.current_edit() is 'The number of what this transaction changes, for receipts.';

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
    set lease_owner = p_worker, lease_until = lease_ends, lease_seq = o.stale_seq
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

CREATE OR REPLACE FUNCTION public.purge_enqueue(p_site text, p_paths jsonb, p_is_whole boolean DEFAULT false, p_hold_seconds integer DEFAULT 0, p_requests text[] DEFAULT '{}'::text[])
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  purge bigint;
begin
  insert into public.cache_purges (site_id, is_whole, next_at, requests)
  values (p_site, p_is_whole, clock_timestamp() + make_interval(secs => p_hold_seconds), p_requests) returning id into purge;
  insert into public.cache_purge_paths (purge_id, path, content_hash)
  select purge, p.path, p.hash from jsonb_to_recordset(p_paths) as p (path text, hash text)
  on conflict do nothing;
  return purge;
end $function$
;
comment on function public.purge_enqueue(text,jsonb,boolean,integer,text[]) is 'Queues what caches have to forget: paths with the hashes that they have now, or a whole site; at once, or unless purge_arm comes first.';

CREATE OR REPLACE FUNCTION public.purge_claim(p_worker text, p_service text, p_paths_at_once integer, p_calls_a_second double precision, p_burst integer, p_lease_seconds integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  claimed_at_most constant integer := 1000;
  pace public.cache_purge_pace;
  ids bigint[];
  path_count integer;
begin
  perform pg_advisory_xact_lock(7311);
  if not exists (select from public.cache_purges p where p.purged_at is null) then
    return '{"ids": [], "wait_seconds": null, "purges": []}';
  end if;
  insert into public.cache_purge_pace (service, calls, updated_at) values (p_service, p_burst, clock_timestamp())
  on conflict (service) do update
    set calls = least(p_burst, cache_purge_pace.calls
        + p_calls_a_second * extract(epoch from clock_timestamp() - cache_purge_pace.updated_at)),
      updated_at = clock_timestamp()
  returning * into pace;
  if pace.calls < 1 then
    return jsonb_build_object('ids', '[]'::jsonb, 'wait_seconds', (1 - pace.calls) / p_calls_a_second, 'purges', '[]'::jsonb);
  end if;
  -- The oldest ones, with as many paths as the service takes now, and one in any case.
  ids := array(
    select w.id
    from (
      select p.id, sum(greatest(1, (select count(*) from public.cache_purge_paths c where c.purge_id = p.id))) over (order by p.id)
        as paths_until, row_number() over (order by p.id) as place
      from public.cache_purges p
      where p.purged_at is null and p.next_at <= clock_timestamp() and (p.lease_until is null or p.lease_until < clock_timestamp())
      order by p.id limit claimed_at_most
    ) w
    where w.place = 1 or w.paths_until <= floor(pace.calls) * p_paths_at_once
  );
  update public.cache_purges p
  set lease_owner = p_worker, lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds), attempts = p.attempts + 1
  where p.id = any (ids);
  select count(*) into path_count from (
    select distinct p.site_id, case when p.is_whole then '' else c.path end
    from public.cache_purges p left join public.cache_purge_paths c on c.purge_id = p.id and not p.is_whole
    where p.id = any (ids)
  ) d;
  update public.cache_purge_pace set calls = calls - ceil(path_count::double precision / p_paths_at_once) where service = p_service;
  return jsonb_build_object(
    'ids', to_jsonb(ids),
    'wait_seconds', (
      select greatest(0, extract(epoch from min(greatest(p.next_at, p.lease_until)) - clock_timestamp()))
      from public.cache_purges p where p.purged_at is null and p.id <> all (ids)
    ),
    'purges', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'site', p.site_id, 'is_whole', p.is_whole, 'is_again', p.is_again, 'attempts', p.attempts, 'requests', p.requests, 'paths', (
        select coalesce(jsonb_agg(jsonb_build_object('path', c.path, 'hash', c.content_hash) order by c.path), '[]')
        from public.cache_purge_paths c where c.purge_id = p.id
      )) order by p.id), '[]')
      from public.cache_purges p where p.id = any (ids)
    )
  );
end $function$
;
comment on function public.purge_claim(text,text,integer,double precision,integer,integer) is 'Leases the oldest purges that wait, as many as the service takes now; or says after how many seconds to ask again.';

CREATE OR REPLACE FUNCTION public.purge_unseen(p_seconds integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'site', p.site_id, 'is_whole', p.is_whole, 'is_again', p.is_again, 'attempts', p.attempts, 'requests', p.requests, 'paths', (
    select coalesce(jsonb_agg(jsonb_build_object('path', c.path, 'hash', c.content_hash) order by c.path), '[]')
    from public.cache_purge_paths c where c.purge_id = p.id and c.seen_at is null
  )) order by p.id), '[]')
  from public.cache_purges p
  where p.seen_at is null and p.purged_at > clock_timestamp() - make_interval(secs => p_seconds)
$function$
;
comment on function public.purge_unseen(integer) is 'Purges of the last seconds whose paths have not all been seen: a publisher that begins goes on looking.';

alter table public.content_edits add column request text;

alter table public.cache_purges add column requests text[] not null default '{}'::text[];

revoke all on function private.request_id() from public, anon, authenticated, service_role;

revoke all on function public.purge_enqueue(text,jsonb,boolean,integer,text[]) from public, anon, authenticated, service_role;
grant execute on function public.purge_enqueue(text,jsonb,boolean,integer,text[]) to service_role;
