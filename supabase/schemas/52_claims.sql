-- The functions of a publisher: it leases stale outputs, and reports what it rendered.

-- The code bundle that a site was built from; null for one that never was.
create function private.live_bundle(p_site text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (select b.bundle from public.site_builds b where b.site_id = p_site and b.outcome = 'live' order by b.id desc limit 1);
end $$;

-- Sites that are being built wait for the build, whose end somebody else tells where it does not (build_end_expired); a site that was
-- rolled back, or whose files are of another state of the database, stays as it is until its next one. What was built from another code
-- bundle than that of the publisher is left to publishers of that one, so that a site is never of two versions of the code.
create function private.ready_sites(p_sites text[], p_bundle text) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select s from unnest(p_sites) s
    where not exists (select 1 from public.site_builds b where b.site_id = s and b.finished_at is null)
      and not exists (select 1 from public.unknown_files u where u.site_id = s)
      and 'rolled-back' is distinct from (
        select b.outcome from public.site_builds b
        where b.site_id = s and b.outcome in ('live', 'rolled-back') order by b.id desc limit 1
      )
      and (p_bundle is null or p_bundle = coalesce(private.live_bundle(s), p_bundle))
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
    turn = private.turn_of('clock', o.kind, false), next_change_at = null
  from due d where o.id = d.id;
  get diagnostics marked = row_count;
  return marked = at_most;
end $$;

-- The outputs that come next, all of one priority, from `p_first` to `p_last`, so that nobody waits for a batch of another one. Each site is read in the order of its own index: one whose outputs wait for a build does not hold up the others. Leased ones
-- are passed over, but for what has changed since a round has staged it: its own once more up to the change `p_to_seq`, and those of
-- other rounds for what is published before changes of many outputs. `p_again`: all of its own.
create function private.next_outputs(
  p_worker text, p_sites text[], p_limit integer, p_first private.priority, p_last private.priority, p_to_seq bigint, p_after jsonb,
  p_again boolean
) returns bigint[]
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  alive text[] := array(select r.worker from public.publish_rounds r where r.until > clock_timestamp());
  -- Where the search goes on: a round has leased everything before it.
  after_turn smallint := coalesce((p_after ->> 'turn')::smallint, private.first_turn(p_first));
  last_turn smallint := private.last_turn(p_last);
  after_seq bigint := coalesce((p_after ->> 'seq')::bigint, -1);
  after_kind text := coalesce(p_after ->> 'kind', '');
  after_ref bigint := coalesce((p_after ->> 'ref')::bigint, -1);
begin
  return array(
    with candidates as (
      select c.*
      from unnest(p_sites) s (site_id)
      cross join lateral (
        select o.id, o.turn, o.stale_seq, o.site_id, o.kind, o.ref, o.locale, o.listed_kind
        from public.site_outputs o
        where o.site_id = s.site_id and o.stale_seq is not null and o.turn <= last_turn
          and (o.turn, o.stale_seq, o.kind, o.ref) >= (after_turn, after_seq, after_kind, after_ref)
          and (p_to_seq is null or o.stale_seq <= p_to_seq)
          and (
            o.lease_until is null
            or (o.lease_until < clock_timestamp() and o.lease_owner <> all (alive))
            or (p_again and o.lease_owner = p_worker)
            or (o.stale_seq > o.lease_seq and exists (
              select 1 from public.publish_rounds r
              where r.worker = o.lease_owner and r.site_id = o.site_id and o.lease_until <= r.staged_before
                and (r.worker = p_worker or (p_first < 'bulk' and coalesce(r.switching_until < clock_timestamp(), true)))
            ))
          )
        order by o.turn, o.stale_seq, o.kind, o.ref, o.locale, o.listed_kind
        limit p_limit
      ) c
    )
    select c.id from candidates c
    where private.priority_of(c.turn) = (select private.priority_of(min(f.turn)) from candidates f)
    order by c.turn, c.stale_seq, c.site_id, c.kind, c.ref, c.locale, c.listed_kind
    limit p_limit
  );
end $$;

-- Notes which outputs a publisher takes of rounds of others, and which of its own that were taken are its own again.
create function private.note_taken(p_worker text, p_ids bigint[]) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  if not exists (select 1 from public.publish_rounds) then
    return;
  end if;
  delete from public.taken_leases t
  using public.site_outputs o
  where o.id = any (p_ids) and t.worker = p_worker
    and (t.site_id, t.kind, t.ref, t.locale, t.listed_kind) = (o.site_id, o.kind, o.ref, o.locale, o.listed_kind);
  insert into public.taken_leases (worker, site_id, kind, ref, locale, listed_kind)
  select o.lease_owner, o.site_id, o.kind, o.ref, o.locale, o.listed_kind
  from public.site_outputs o
  join public.publish_rounds r on r.worker = o.lease_owner
  where o.id = any (p_ids) and o.lease_owner <> p_worker
  on conflict do nothing;
end $$;

-- Notes whose leases run out with a claim. A round that is alive and not being put live hears of it before it is (`publish_switch`).
create function private.note_run_out(p_worker text, p_ids bigint[], p_number bigint) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  perform private.note_lost(p_number, l.site_id, l.lease_owner)
  from (
    select distinct o.site_id, o.lease_owner from public.site_outputs o
    where o.id = any (p_ids) and o.lease_owner <> p_worker and o.lease_owner <> 'deferred'
      and not exists (
        select 1 from public.publish_rounds r
        where r.worker = o.lease_owner and r.until > clock_timestamp() and r.switching_until is null
      )
  ) l;
end $$;
revoke execute on function private.note_run_out from public;
grant execute on function private.note_run_out to service_role;

create function public.publish_claim(
  p_worker text, p_sites text[], p_at timestamptz, p_limit integer, p_lease_seconds integer, p_of_people boolean default false,
  p_without_bulk boolean default false, p_bulk boolean default false, p_staged_before timestamptz default null,
  p_to_seq bigint default null, p_after jsonb default null, p_bundle text default null, p_lost_after bigint default null,
  p_places jsonb default '[]'
) returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
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
  lease_ends timestamptz;
  this_number bigint;
  last_seq bigint;
  -- Outputs up to this number have been searched for all changes that are known.
  searched_to bigint;
  claimed jsonb;
  for_people boolean;
begin
  -- One intake at a time, so that the sequence numbers of the log are in the order in which the index received changes.
  perform private.lock_index();
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
  ids := private.next_outputs(p_worker, ready, p_limit, case when p_bulk then 'bulk' else 'people' end::private.priority, case
    when p_of_people then 'people'
    -- The changes that wait would make most of what is published now stale again.
    when (select count(*) from (select from pgmq.q_content_changes q where q.vt <= clock_timestamp() limit many_wait) w) = many_wait then 'clock'
    when p_without_bulk then 'changes'
    else 'bulk'
  end::private.priority, p_to_seq, p_after, not (p_of_people or p_without_bulk or p_bulk or p_staged_before is not null));
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
    coalesce(bool_or(private.priority_of(l.turn) = 'people'), false)
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
      where o.site_id = any (ready) and o.stale_seq > coalesce(p_to_seq, -1) and o.turn >= private.first_turn('bulk') and o.lease_owner = p_worker and o.stale_seq > o.lease_seq
    ),
    -- Whether something waits that comes before changes of many outputs.
    'sooner', p_bulk and exists (
      select 1 from unnest(private.ready_sites(array(select i.id from public.sites i), p_bundle)) s (site_id)
      join public.site_outputs o on o.site_id = s.site_id and o.stale_seq is not null and o.turn < private.first_turn('bulk')
        and (o.lease_until is null or o.lease_until < clock_timestamp() or o.stale_seq > o.lease_seq)
    ),
    'bulk_sites', (
      select coalesce(jsonb_agg(s order by s), '[]') from unnest(ready) s
      where p_without_bulk and ids = '{}'
        and exists (select 1 from public.site_outputs o where o.site_id = s and o.stale_seq is not null and o.turn >= private.first_turn('bulk'))
    ),
    -- The oldest change of a person whose outputs others are publishing.
    'with_others', (
      select min(o.stale_seq) from unnest(ready) s (site_id)
      join public.site_outputs o on o.site_id = s.site_id and o.stale_seq is not null and o.turn <= private.last_turn('people')
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
end $$;
comment on function public.publish_claim is
  'Takes some of the queued changes into the index, marks what the clock changes, and leases stale outputs to a publisher: what people wait for, or all that comes next.';
revoke execute on function public.publish_claim from public, anon, authenticated;
grant execute on function public.publish_claim to service_role;

create function public.publish_claim_redirects(p_worker text, p_site text, p_lease_seconds integer, p_lost_after bigint default 0)
returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  found_here public.site_outputs;
  this_number bigint;
begin
  perform private.lock_index();
  select * into found_here from public.site_outputs o where o.site_id = p_site and o.kind = 'redirects';
  if not found then
    return '{"status": "none"}';
  end if;
  if found_here.lease_owner not in (p_worker, 'deferred') and (
    found_here.lease_until >= clock_timestamp()
    or exists (select from public.publish_rounds r where r.worker = found_here.lease_owner and r.until > clock_timestamp())
  ) and not exists (
    -- A round that has staged it, and is not putting it live: what it has is older.
    select from public.publish_rounds r
    where r.worker = found_here.lease_owner and r.site_id = p_site and found_here.lease_until <= r.staged_before
      and coalesce(r.switching_until < clock_timestamp(), true)
  ) then
    return '{"status": "busy"}';
  end if;
  perform private.note_taken(p_worker, array[found_here.id]);
  this_number := private.next_lease_number();
  perform private.note_run_out(p_worker, array[found_here.id], this_number);
  update public.site_outputs o
  set stale_seq = w.seq, lease_seq = w.seq,
    turn = case when o.stale_seq is null then private.turn_of('changes', o.kind, false) else o.turn end,
    -- For what leaves, and for what it was stale before.
    stale_reasons = case when o.stale_seq is null then '{}' else array_remove(o.stale_reasons, 'redirects:' || p_site) end
      || ('redirects:' || p_site),
    lease_owner = p_worker, lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds), lease_number = this_number,
    leaving_paths = '{}'
  from (select coalesce(found_here.stale_seq, (select max(c.seq) from public.change_log c), 0) as seq) w
  where o.id = found_here.id
  returning o.* into found_here;
  return jsonb_build_object('status', 'claimed', 'lost', private.lost_after(p_lost_after), 'output', jsonb_build_object(
    'site', p_site, 'kind', found_here.kind, 'ref', found_here.ref, 'locale', found_here.locale, 'listed', null, 'path', found_here.path,
    'taking', found_here.taking_path, 'taken', found_here.taken_paths, 'hash', found_here.content_hash, 'given', found_here.given_hash, 'bytes', found_here.bytes,
    'seq', found_here.stale_seq, 'lease', found_here.lease_number, 'read', found_here.read_seq, 'reasons', found_here.stale_reasons, 'address', null, 'of_frame', false,
    'next_change_at', null, 'shown_from', null, 'shown', exists (
      select from private.fixed_outputs f
      where (f.site_id, f.kind, f.ref, f.locale) = (p_site, found_here.kind, found_here.ref, found_here.locale)
    )));
end $$;
comment on function public.publish_claim_redirects is
  'Leases the redirects of a site to a publisher that is about to remove files, stale or not, so that they are live in the same switch: busy while another publisher has them.';
revoke execute on function public.publish_claim_redirects from public, anon, authenticated;
grant execute on function public.publish_claim_redirects to service_role;

create function public.publish_watermark() returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((select max(c.seq) from public.change_log c), 0);
end $$;
comment on function public.publish_watermark is 'The last change that the index has received: what is read from now on is no older.';
revoke execute on function public.publish_watermark from public, anon, authenticated;
grant execute on function public.publish_watermark to service_role;

-- What is received together is one row of the log: it is of these edits if nobody else's is in it.
create function public.publish_changes_beside(p_after bigint, p_to bigint, p_edits bigint[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  -- Mostly there is none, and a session that has not planned the rest need not.
  if not exists (
    select from public.change_log c
    where c.seq > p_after and c.seq <= p_to and not (c.edits <> '{}' and c.edits <@ p_edits)
  ) then
    return '{"tags": [], "reasons": []}';
  end if;
  return (
    with others as materialized (
      select c.tags, c.rows from public.change_log c
      where c.seq > p_after and c.seq <= p_to and not (c.edits <> '{}' and c.edits <@ p_edits)
    ), tags as materialized (
      select distinct t as tag from others o, unnest(o.tags) t
    )
    select jsonb_build_object(
      'tags', (select coalesce(jsonb_agg(t.tag), '[]') from tags t),
      'reasons', (
        select coalesce(jsonb_agg(r.reason), '[]') from (
          select private.reason_of(t.tag) as reason from tags t
          union select c.kind || ':' || c.ref from others o, private.changed_records(o.rows) c
          union select 'sitemap:inventory:' || c.ref / 500 from others o, private.changed_records(o.rows) c where c.kind = 'inventory'
        ) r
      )
    )
  );
end $$;
comment on function public.publish_changes_beside is
  'The tags of changes that the index has received after one and up to another, but for those of some edits, and for which reasons they make outputs stale.';
revoke execute on function public.publish_changes_beside from public, anon, authenticated;
grant execute on function public.publish_changes_beside to service_role;

-- Who has a path is decided here, before a file is put there and before one is removed: a path passes from one output to another
-- while publishers work side by side.
create function public.publish_take_paths(p_worker text, p_outputs jsonb, p_lost_after bigint default null) returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  busy text[];
  late text[];
begin
  perform private.lock_index();
  -- Whoever was removing a file there, and has not said that it is gone, may do so yet.
  with ended as (
    delete from public.file_removals f
    using jsonb_to_recordset(p_outputs) as w (site text, paths text[])
    where f.site_id = w.site and f.path = any (w.paths) and f.worker <> p_worker and f.until <= clock_timestamp()
    returning f.site_id, f.worker
  )
  select array_agg(distinct e.worker) into late from ended e;
  if late is not null then
    perform private.note_lost(private.next_lease_number(), s.site, l)
    from unnest(late) l, (select distinct w.site from jsonb_to_recordset(p_outputs) as w (site text)) s;
  end if;
  busy := array(
    select distinct w.path
    from jsonb_to_recordset(p_outputs) as w (site text, path text, paths text[])
    join public.file_removals f on f.site_id = w.site and f.path = any (w.paths) and f.worker <> p_worker and f.until > clock_timestamp()
  );
  update public.site_outputs o
  set taking_path = w.path,
    -- Should its publisher end before it reports, nobody else would know of the path before.
    taken_paths = array_remove(
      case when o.taking_path is null or o.taking_path = any (o.taken_paths) then o.taken_paths else o.taken_paths || o.taking_path end, w.path
    )
  from jsonb_to_recordset(p_outputs) as w (site text, kind text, ref bigint, locale public.locale, listed text, path text)
  where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (w.site, w.kind, w.ref, w.locale, coalesce(w.listed, ''))
    and o.lease_owner = p_worker and w.path <> all (busy);
  return case when p_lost_after is null then to_jsonb(busy) else
    jsonb_build_object('busy', busy, 'lost', private.lost_after(p_lost_after)) end;
end $$;
comment on function public.publish_take_paths is
  'Reserves new paths of leased outputs. Returns those at which another publisher is still removing a file: ask again for them; and, where it is asked, who has lost leases.';
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
  perform private.lock_index();
  -- Two that leave one path at the same time would else leave the removal to each other.
  update public.site_outputs o
  set leaving_paths = o.leaving_paths || array(select p from unnest(p_paths) p where p in (o.path, o.taking_path))
  from jsonb_to_recordset(p_outputs) as w (kind text, ref bigint, locale public.locale, listed text)
  where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (p_site, w.kind, w.ref, w.locale, coalesce(w.listed, ''))
    and o.lease_owner = p_worker and (o.path = any (p_paths) or o.taking_path = any (p_paths));
  with owners as materialized (
    select p.path, o.id
    from unnest(p_paths) p (path)
    join public.site_outputs o on o.site_id = p_site and p.path in (o.path, o.taking_path) and p.path <> all (o.leaving_paths)
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
      turn = case when o.stale_seq is null then private.turn_of('clock', o.kind, true) else o.turn end,
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

-- Those of some outputs that a worker does not hold any more, or holds by a later lease.
create function private.not_held(p_worker text, p_outputs jsonb) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('site', r.site, 'kind', r.kind, 'ref', r.ref, 'locale', r.locale, 'listed', r.listed)), '[]')
    from jsonb_to_recordset(p_outputs) as r (site text, kind text, ref bigint, locale public.locale, listed text, lease bigint)
    where not exists (
      select 1 from public.site_outputs o
      where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (r.site, r.kind, r.ref, r.locale, coalesce(r.listed, ''))
        and o.lease_owner = p_worker and o.lease_number is not distinct from coalesce(r.lease, o.lease_number)
    )
  );
end $$;
revoke execute on function private.not_held from public;
grant execute on function private.not_held to service_role;

create function private.complete_outputs(p_worker text, p_watermark bigint, p_outputs jsonb) returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  lost jsonb;
begin
  perform private.lock_index();
  lost := private.not_held(p_worker, p_outputs);
  -- A sitemap that comes or goes changes the index of sitemaps.
  update public.site_outputs i
  set stale_seq = coalesce((select max(seq) from public.change_log), 0), stale_reasons = array['sitemap'], turn = private.turn_of('changes', 'sitemap_index', false)
  from jsonb_to_recordset(p_outputs) as r (site text, kind text, ref bigint, listed text, hash text)
  join public.site_outputs o on o.site_id = r.site and o.kind = 'sitemap' and o.ref = r.ref and o.listed_kind = r.listed
  where r.kind = 'sitemap' and (r.hash is null) <> (o.content_hash is null)
    and i.site_id = r.site and i.kind = 'sitemap_index';
  with results as (
    select * from jsonb_to_recordset(p_outputs) as r (
      site text, kind text, ref bigint, locale public.locale, listed text, seq bigint, path text, tags text[], hash text, given text,
      types text[], bytes integer, next_change_at timestamptz, removed boolean, failure jsonb, lease bigint
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
      and o.lease_number is not distinct from coalesce(r.lease, o.lease_number)
  )
  update public.site_outputs o
  set path = case when r.removed then null when r.failure is null then r.path else o.path end,
    taking_path = null,
    leaving_paths = '{}',
    taken_paths = '{}',
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
    turn = case when o.stale_seq = r.seq then private.turn_of('changes', o.kind, false) else o.turn end,
    stale_seq = case when o.stale_seq <> r.seq then o.stale_seq else l.seq end
  from results r
  left join late l on (l.site, l.kind, l.ref, l.locale) = (r.site, r.kind, r.ref, r.locale) and l.listed is not distinct from r.listed
  where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (r.site, r.kind, r.ref, r.locale, coalesce(r.listed, ''))
    and o.lease_owner = p_worker and o.lease_number is not distinct from coalesce(r.lease, o.lease_number)
    and not (coalesce(r.removed, false) and r.tags = '{}' and r.next_change_at is null and o.stale_seq = r.seq);
  -- A round of many outputs reports them part by part.
  update public.publish_rounds r set until = greatest(r.until, clock_timestamp() + interval '60 seconds'), switching_until = null
  where r.worker = p_worker;
  -- The last one says how far the log goes.
  delete from public.change_log where seq in (
    select c.seq from public.change_log c
    where c.taken_in_at < now() - interval '1 day' and c.seq < (select max(l.seq) from public.change_log l)
    order by c.taken_in_at limit 500
  );
  return lost;
end $$;
comment on function private.complete_outputs is
  'Records what a publisher rendered: paths, dependencies, hashes. An output that changed meanwhile stays stale. Answers those that it does not hold any more, of which nothing is recorded.';
revoke execute on function private.complete_outputs from public;
grant execute on function private.complete_outputs to service_role;

create function public.publish_complete(p_worker text, p_watermark bigint, p_outputs jsonb) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  perform private.complete_outputs(p_worker, p_watermark, p_outputs);
end $$;
comment on function public.publish_complete is 'As publish_report does it, without a receipt: for publishers of the version before.';
revoke execute on function public.publish_complete from public, anon, authenticated;
grant execute on function public.publish_complete to service_role;

create function public.publish_rehearse(p_worker text, p_at timestamptz) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
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
    perform public.publish_report(p_worker, (claimed ->> 'watermark')::bigint, claimed -> 'outputs', '[]', (
      select jsonb_agg(jsonb_build_object('site', o -> 'site', 'worker', p_worker, 'started_at', p_at, 'message_ids', '[]'::jsonb,
        'outputs', jsonb_build_array(o || jsonb_build_object('since', o -> 'read')), 'items', '[]'::jsonb))
      from jsonb_array_elements(claimed -> 'outputs') o
    ));
    raise exception using errcode = 'RH000';
  exception when sqlstate 'RH000' then
    -- Nothing of it has happened but that the session has planned its statements.
    null;
  end;
end $$;
comment on function public.publish_rehearse is
  'Takes in a change of a page, claims and reports it, and undoes all of that: a session that has not done so before takes several times as long.';
revoke execute on function public.publish_rehearse from public, anon, authenticated;
grant execute on function public.publish_rehearse to service_role;

create function public.publish_switch(p_worker text, p_site text, p_seconds integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  taken jsonb;
begin
  perform private.lock_index();
  -- A build that is under way reads everything anew.
  if p_site <> all (private.ready_sites(array[p_site], null)) then
    return null;
  end if;
  update public.publish_rounds r
  set switching_until = clock_timestamp() + make_interval(secs => p_seconds),
    until = greatest(r.until, clock_timestamp() + make_interval(secs => p_seconds))
  where r.worker = p_worker;
  if not found then
    return null;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('kind', t.kind, 'ref', t.ref, 'locale', t.locale, 'listed', nullif(t.listed_kind, ''))), '[]')
  into taken from public.taken_leases t where t.worker = p_worker and t.site_id = p_site;
  return taken;
end $$;
comment on function public.publish_switch is
  'Begins to put the staged files of a round live: nobody takes its outputs meanwhile. Answers those that others have taken before, or null when the site is being built or the round is not known.';
revoke execute on function public.publish_switch from public, anon, authenticated;
grant execute on function public.publish_switch to service_role;

create function public.publish_end_round(p_worker text) returns void
language sql set search_path = ''
as $$
  delete from public.publish_rounds where worker = p_worker or until < now() - interval '1 day';
  delete from public.taken_leases t
  where t.worker = p_worker or not exists (select 1 from public.publish_rounds r where r.worker = t.worker);
$$;
comment on function public.publish_end_round is 'Everything that a round has staged is live, or was given back.';
revoke execute on function public.publish_end_round from public, anon, authenticated;
grant execute on function public.publish_end_round to service_role;

create function public.publish_hold(p_worker text, p_seconds integer) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_index();
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
end $$;
comment on function public.publish_hold is
  'Keeps others from reading content for files, so that a release can be written before its moment. Answers whether some of them still do, or whether another publisher prepares a release.';
revoke execute on function public.publish_hold from public, anon, authenticated;
grant execute on function public.publish_hold to service_role;

create function public.publish_end_hold(p_worker text) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.publish_holds where worker = p_worker;
  -- What has waited goes on.
  perform pg_notify('content_changes', '');
end $$;
comment on function public.publish_end_hold is 'A release is live, or was not published: others go on.';
revoke execute on function public.publish_end_hold from public, anon, authenticated;
grant execute on function public.publish_end_hold to service_role;

create function public.publish_release_leases(p_worker text, p_has_ended boolean default false) returns boolean
language plpgsql set search_path = ''
as $$
declare
  at_most constant integer := 5000;
  released integer;
begin
  if p_has_ended then
    perform private.lock_index();
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
end $$;
comment on function public.publish_release_leases is 'Gives back what a publisher of this name held when it ended. Returns whether some of it is left: then call it again. With p_has_ended, others are told that it ended without a report.';
revoke execute on function public.publish_release_leases from public, anon, authenticated;
grant execute on function public.publish_release_leases to service_role;

create function public.publish_adopt(p_former text, p_worker text, p_outputs jsonb, p_lease_seconds integer, p_has_ended boolean) returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  answer jsonb;
  this_number bigint;
begin
  perform private.lock_index();
  this_number := private.next_lease_number();
  with held as (
    update public.site_outputs o
    set lease_owner = p_worker, lease_until = greatest(o.lease_until, clock_timestamp() + make_interval(secs => p_lease_seconds)),
      lease_number = case when o.lease_owner = p_worker then o.lease_number else this_number end
    from jsonb_to_recordset(p_outputs) as w (site text, kind text, ref bigint, locale public.locale, listed text)
    where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (w.site, w.kind, w.ref, w.locale, coalesce(w.listed, ''))
      and (o.lease_owner = p_worker or (o.lease_owner = p_former and (p_has_ended or (
        o.lease_until < clock_timestamp()
        and not exists (select 1 from public.publish_rounds r where r.worker = p_former and r.until > clock_timestamp())
      ))))
    returning o.*
  )
  select coalesce(jsonb_agg(jsonb_build_object('site', h.site_id, 'kind', h.kind, 'ref', h.ref, 'locale', h.locale,
    'listed', nullif(h.listed_kind, ''), 'lease', h.lease_number, 'path', h.path, 'hash', h.content_hash,
    'taken', h.taken_paths)), '[]')
  into answer from held h;
  return answer;
end $$;
comment on function public.publish_adopt is
  'Passes leases that have run out, or whose process has ended, to a publisher that reports in its place what it has put live. Answers the outputs that it holds now, as the index has them.';
revoke execute on function public.publish_adopt from public, anon, authenticated;
grant execute on function public.publish_adopt to service_role;

create function public.publish_workers() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(distinct w.worker), '[]')
  from (
    select o.lease_owner as worker from public.site_outputs o where o.lease_owner <> 'deferred'
    union all select f.worker from public.file_removals f
    union all select r.worker from public.publish_rounds r
    union all select h.worker from public.publish_holds h
    union all select t.worker from public.taken_leases t
    union all select b.lease_owner from public.site_builds b where b.finished_at is null
  ) w
$$;
comment on function public.publish_workers is 'The names of all that hold outputs, removals, rounds, builds, or others up.';
revoke execute on function public.publish_workers from public, anon, authenticated;
grant execute on function public.publish_workers to service_role;

create function private.record_publish(
  p_site text, p_cause text, p_message_ids bigint[], p_worker text, p_started_at timestamptz, p_rendered integer, p_items jsonb,
  p_reads jsonb, p_watermark bigint, p_switch_ms real
) returns bigint
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  receipt bigint;
begin
  insert into public.publish_receipts (site_id, cause, message_ids, worker, started_at, rendered, changed, switch_ms)
  values (p_site, case when p_cause = 'change' and exists (
      select 1 from public.change_log c
      where c.message_ids && p_message_ids and exists (select 1 from unnest(c.tags) t where t like 'reconciled:%')
    ) then 'reconciliation' else p_cause end, p_message_ids, p_worker, p_started_at, p_rendered,
    (select count(*) from jsonb_array_elements(p_items) i where i ->> 'change' in ('new', 'changed', 'removed')), p_switch_ms)
  returning id into receipt;
  insert into public.publish_receipt_items (receipt_id, path, locale, change, reasons, seen_live_at, failure)
  select receipt, i.path, i.locale, i.change, i.reasons, i.seen_live_at, i.failure
  from jsonb_to_recordset(p_items) as i (
    path text, locale public.locale, change text, reasons text[], seen_live_at timestamptz, failure jsonb
  );
  perform private.tell_edits(receipt, p_reads, p_watermark);
  return receipt;
end $$;
revoke execute on function private.record_publish from public;
grant execute on function private.record_publish to service_role;

create function public.publish_record(
  p_site text, p_cause text, p_message_ids bigint[], p_worker text, p_started_at timestamptz, p_rendered integer, p_items jsonb,
  p_reads jsonb default '{}', p_watermark bigint default 0, p_switch_ms real default null
) returns bigint
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return private.record_publish(
    p_site, p_cause, p_message_ids, p_worker, p_started_at, p_rendered, p_items, p_reads, p_watermark, p_switch_ms
  );
end $$;
comment on function public.publish_record is
  'As publish_report does it, for publishers of the version before, who report and record one after the other.';
revoke execute on function public.publish_record from public, anon, authenticated;
grant execute on function public.publish_record to service_role;

-- Stores the receipt of a publish, of those of its outputs that are kept; null where none is. Each output says its reasons, and after
-- which change of the log it had been read before; each item, of which output it is.
create function private.record_kept(p_receipt jsonb, p_watermark bigint, p_lost jsonb) returns bigint
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  this_site constant text := p_receipt ->> 'site';
  kept integer[];
  items jsonb := p_receipt -> 'items';
begin
  kept := array(
    select (o.number - 1)::integer from jsonb_array_elements(p_receipt -> 'outputs') with ordinality as o (output, number)
    where p_lost = '[]' or not exists (
      select 1 from jsonb_to_recordset(p_lost) as l (site text, kind text, ref bigint, locale text, listed text)
      where l.site = this_site and l.kind = o.output ->> 'kind' and l.ref = (o.output ->> 'ref')::bigint and l.locale = o.output ->> 'locale'
        and l.listed is not distinct from o.output ->> 'listed'
    )
  );
  if kept = '{}' then
    return null;
  end if;
  if p_lost <> '[]' then
    items := (
      select coalesce(jsonb_agg(i.item order by i.number), '[]') from jsonb_array_elements(items) with ordinality as i (item, number)
      where (i.item ->> 'of')::integer = any (kept)
    );
  end if;
  return private.record_publish(
    this_site,
    (
      select case
        when bool_and(p_receipt -> 'outputs' -> k -> 'reasons' = '["clock"]') then 'clock'
        when bool_or(p_receipt -> 'outputs' -> k -> 'reasons' -> 0 = to_jsonb('reconciled:' || this_site)) then 'reconciliation'
        else 'change'
      end
      from unnest(kept) k
    ),
    array(select m::bigint from jsonb_array_elements_text(p_receipt -> 'message_ids') m),
    p_receipt ->> 'worker', (p_receipt ->> 'started_at')::timestamptz, cardinality(kept), items,
    (
      select coalesce(jsonb_object_agg(r.reason, r.since), '{}')
      from (
        select t.reason, min((p_receipt -> 'outputs' -> k ->> 'since')::bigint) as since
        from unnest(kept) k cross join lateral jsonb_array_elements_text(p_receipt -> 'outputs' -> k -> 'reasons') t (reason)
        group by t.reason
      ) r
    ),
    p_watermark, (p_receipt ->> 'switch_ms')::real
  );
end $$;
revoke execute on function private.record_kept from public;
grant execute on function private.record_kept to service_role;

create function public.publish_report(
  p_worker text, p_watermark bigint, p_outputs jsonb, p_deferred jsonb default '[]', p_receipts jsonb default '[]'
) returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  receipts bigint[];
  lost jsonb;
begin
  -- Before the lock of the index, for which others wait.
  receipts := array(
    select private.record_kept(r.receipt, p_watermark, '[]') from jsonb_array_elements(p_receipts) with ordinality as r (receipt, number)
    order by r.number
  );
  perform private.lock_index();
  lost := case when p_deferred = '[]' then '[]' else private.defer_outputs(p_worker, p_deferred) end
    || private.complete_outputs(p_worker, p_watermark, p_outputs);
  if lost <> '[]' then
    -- A receipt tells what is kept.
    delete from public.publish_receipts r where r.id = any (receipts);
    receipts := array(
      select private.record_kept(r.receipt, p_watermark, lost) from jsonb_array_elements(p_receipts) with ordinality as r (receipt, number)
      order by r.number
    );
  end if;
  return jsonb_build_object('lost', lost, 'receipts', receipts);
end $$;
comment on function public.publish_report is
  'Records what a publisher has put in place, gives back what it has not, and stores the receipts, all or nothing. Answers the outputs that it does not hold any more, of which nothing is recorded or told, and the numbers of the receipts.';
revoke execute on function public.publish_report from public, anon, authenticated;
grant execute on function public.publish_report to service_role;

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
    'tags', (select coalesce(jsonb_agg(distinct split_part(t, '@', 1)), '[]') from pgmq.q_content_changes q, jsonb_array_elements_text(q.message -> 'tags') t),
    'rows', (select coalesce(jsonb_agg(distinct r), '[]') from pgmq.q_content_changes q, jsonb_array_elements(q.message -> 'rows') r),
    'failed', (select count(*) from public.site_outputs where failure is not null)
  )
$$;
comment on function public.publish_pending is 'How much waits to be published, and which tags the waiting changes carry.';
revoke execute on function public.publish_pending from public, anon, authenticated;
grant execute on function public.publish_pending to service_role;
