-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function private.lane_of(smallint);

drop function private.next_outputs(text,text[],integer,integer,integer,bigint,jsonb,boolean);

drop function private.mark_outputs(bigint[],bigint[],text[],text[],bigint,integer,integer);

drop function private.add_outputs(text,bigint[],bigint,timestamp with time zone,integer);

drop function private.turn_of(integer,text,boolean);

create type private.priority as enum ('people', 'clock', 'changes', 'bulk');

CREATE OR REPLACE FUNCTION private.fold_text(p_text text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  if octet_length(p_text) = length(p_text) then
    return lower(p_text collate "C");
  end if;
  return replace(replace(replace(replace(
    translate(normalize(regexp_replace(
      -- PostgreSQL loses this vowel behind a syllable without a final consonant: a code point that no text has stands for it.
      lower(normalize(regexp_replace(replace(p_text, e'\u11a7', e'\ufdd0'),
        '[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]+', '', 'g'), nfkd)),
      '([a-z\u00c0-\u02af\u0370-\u052f\u1c80-\u1c8f\u1d00-\u1dbf\u1e00-\u1fff\u2c60-\u2c7f\ua640-\ua69f\ua720-\ua7ff\uab30-\uab6f])[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u2de0-\u2dff\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f\ufe20-\ufe2f]+',
      '\1', 'g'), nfc),
      e'øłđðħŧıς\ufdd0', e'olddhtiσ\u11a7'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
end $function$
;
comment on function private.fold_text(text) is 'A text as searches compare it: in lower case, without what is not seen, without the accents of Latin, Greek and Cyrillic letters, and with one form of each character. Those of other scripts stay whole.';

CREATE OR REPLACE FUNCTION private.lock_index()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(7310);
end $function$
;
comment on function private.lock_index() is 'Waits until nobody else claims, reports or takes in changes, and keeps others from it until the transaction ends.';

CREATE OR REPLACE FUNCTION private.first_turn(p_priority private.priority)
 RETURNS smallint
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case p_priority when 'people' then 0 when 'clock' then 3 when 'changes' then 6 when 'bulk' then 9 end;
end $function$
;

CREATE OR REPLACE FUNCTION private.last_turn(p_priority private.priority)
 RETURNS smallint
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return private.first_turn(p_priority) + 2;
end $function$
;

CREATE OR REPLACE FUNCTION private.priority_of(p_turn smallint)
 RETURNS private.priority
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (enum_range(null::private.priority))[p_turn / 3 + 1];
end $function$
;

CREATE OR REPLACE FUNCTION public.publish_places(p_places jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.lock_index();
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

CREATE OR REPLACE FUNCTION private.mark_due(p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.next_outputs(p_worker text, p_sites text[], p_limit integer, p_first private.priority, p_last private.priority, p_to_seq bigint, p_after jsonb, p_again boolean)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;

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
end $function$
;
comment on function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean,boolean,boolean,timestamp with time zone,bigint,jsonb,text,bigint,jsonb) is 'Takes some of the queued changes into the index, marks what the clock changes, and leases stale outputs to a publisher: what people wait for, or all that comes next.';

CREATE OR REPLACE FUNCTION public.publish_claim_redirects(p_worker text, p_site text, p_lease_seconds integer, p_lost_after bigint DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;
comment on function public.publish_claim_redirects(text,text,integer,bigint) is 'Leases the redirects of a site to a publisher that is about to remove files, stale or not, so that they are live in the same switch: busy while another publisher has them.';

CREATE OR REPLACE FUNCTION public.publish_take_paths(p_worker text, p_outputs jsonb, p_lost_after bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;
comment on function public.publish_take_paths(text,jsonb,bigint) is 'Reserves new paths of leased outputs. Returns those at which another publisher is still removing a file: ask again for them; and, where it is asked, who has lost leases.';

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
end $function$
;
comment on function public.publish_leave_paths(text,text,text[],jsonb,integer) is 'Paths that outputs of this publisher have left and that no other output has or takes: nobody takes one of them until publish_end_removals. Outputs that have one of the others become stale.';

CREATE OR REPLACE FUNCTION private.complete_outputs(p_worker text, p_watermark bigint, p_outputs jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;
comment on function private.complete_outputs(text,bigint,jsonb) is 'Records what a publisher rendered: paths, dependencies, hashes. An output that changed meanwhile stays stale. Answers those that it does not hold any more, of which nothing is recorded.';

CREATE OR REPLACE FUNCTION public.publish_switch(p_worker text, p_site text, p_seconds integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$
;
comment on function public.publish_switch(text,text,integer) is 'Begins to put the staged files of a round live: nobody takes its outputs meanwhile. Answers those that others have taken before, or null when the site is being built or the round is not known.';

CREATE OR REPLACE FUNCTION public.publish_hold(p_worker text, p_seconds integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$
;
comment on function public.publish_hold(text,integer) is 'Keeps others from reading content for files, so that a release can be written before its moment. Answers whether some of them still do, or whether another publisher prepares a release.';

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
end $function$
;
comment on function public.publish_release_leases(text,boolean) is 'Gives back what a publisher of this name held when it ended. Returns whether some of it is left: then call it again. With p_has_ended, others are told that it ended without a report.';

CREATE OR REPLACE FUNCTION public.publish_adopt(p_former text, p_worker text, p_outputs jsonb, p_lease_seconds integer, p_has_ended boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;
comment on function public.publish_adopt(text,text,jsonb,integer,boolean) is 'Passes leases that have run out, or whose process has ended, to a publisher that reports in its place what it has put live. Answers the outputs that it holds now, as the index has them.';

CREATE OR REPLACE FUNCTION public.publish_report(p_worker text, p_watermark bigint, p_outputs jsonb, p_deferred jsonb DEFAULT '[]'::jsonb, p_receipts jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;
comment on function public.publish_report(text,bigint,jsonb,jsonb,jsonb) is 'Records what a publisher has put in place, gives back what it has not, and stores the receipts, all or nothing. Answers the outputs that it does not hold any more, of which nothing is recorded or told, and the numbers of the receipts.';

CREATE OR REPLACE FUNCTION private.turn_of(p_priority private.priority, p_kind text, p_is_own boolean)
 RETURNS smallint
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return private.first_turn(p_priority) + case when p_kind like 'sitemap%' then 2 when p_is_own then 0 else 1 end;
end $function$
;

CREATE OR REPLACE FUNCTION private.add_outputs(p_kind text, p_refs bigint[], p_seq bigint, p_at timestamp with time zone, p_priority private.priority)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  shown private.routes[] := array(
    select r from private.routes_of(p_kind, p_refs) r where r.site_id in (select b.site_id from private.built_sites b)
  );
  missing private.routes[] := array(
    select r from unnest(shown) r
    where (r.visible_until is null or r.visible_until > p_at) and not exists (
      select from public.site_outputs o
      where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (r.site_id, r.kind, r.ref, r.locale, '')
    )
  );
begin
  if missing <> '{}' then
    insert into public.site_outputs (site_id, kind, ref, locale, stale_seq, stale_reasons, turn, next_change_at)
    select r.site_id, r.kind, r.ref, r.locale,
      case when coalesce(r.visible_from, p_at) <= p_at then p_seq end,
      array[p_kind || ':' || r.ref],
      private.turn_of(p_priority, r.kind, true),
      case when r.visible_from > p_at then r.visible_from end
    from unnest(missing) r
    on conflict (site_id, kind, ref, locale, listed_kind) do nothing;
  end if;
  missing := array(
    select r from unnest(shown) r
    where r.kind in (select k.kind from private.output_kinds k where k.kind = p_kind and k.sitemap_order is not null) and not exists (
      select from public.site_outputs o
      where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (r.site_id, 'sitemap', r.ref / 500, 'en', r.kind)
    )
  );
  if missing <> '{}' then
    insert into public.site_outputs (site_id, kind, ref, locale, listed_kind, stale_seq, stale_reasons, turn)
    select distinct r.site_id, 'sitemap', r.ref / 500, 'en'::public.locale, r.kind, p_seq, array['sitemap:' || r.kind || ':' || r.ref / 500],
      private.turn_of(p_priority, 'sitemap', false)
    from unnest(missing) r
    on conflict (site_id, kind, ref, locale, listed_kind) do nothing;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.mark_outputs(p_ids bigint[], p_own_ids bigint[], p_own_reasons text[], p_tags text[], p_seq bigint, p_priority private.priority, p_own_priority private.priority)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  few_tags constant integer := 8;
begin
  with found as (
    select f.id, array_agg(f.reason) filter (where f.reason is not null) as own
    from (select unnest(p_ids) as id, null::text as reason union all select * from unnest(p_own_ids, p_own_reasons)) f
    group by f.id
  ), builds as (
    select b.site_id, max(b.start_seq) as start_seq from public.site_builds b where b.finished_at is null group by b.site_id
  ), named as (
    select m.id, array_agg(distinct private.reason_of(m.tag)) as tags, bool_and(m.tag = 'globals:' || m.site_id) as are_of_frame
    from (
      select o.id, o.site_id, c.tag
      from found f
      join public.site_outputs o on o.id = f.id
      join unnest(p_tags) c (tag) on c.tag = any (o.tags)
      where cardinality(p_tags) <= few_tags
      union all
      -- Joined: compared one with another, thousands of tags would take seconds.
      select o.id, o.site_id, t.tag
      from found f
      join public.site_outputs o on o.id = f.id
      cross join lateral unnest(o.tags) t (tag)
      join unnest(p_tags) c (tag) using (tag)
      where cardinality(p_tags) > few_tags
    ) m
    group by m.id
  ), due as (
    select o.id, n.reasons, is_of_frame,
      private.turn_of(case when f.own is null then p_priority else p_own_priority end, o.kind,
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
    and (d.is_unseen or d.turn < o.turn or (p_priority < 'bulk' and not d.reasons <@ o.stale_reasons)
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
  perform private.mark_outputs(ids, '{}', '{}', array(select t.tag from private.tags_in_locales(change.tags) t), change.seq, 'bulk', 'bulk');
  update public.wide_changes w set searched_to = scanned_to where w.id = change.id;
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION private.take_in_changes(p_at timestamp with time zone, p_of_people boolean DEFAULT false)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  messages_at_once constant integer := 250;
  entries_at_once constant integer := 600;
  few constant integer := 300;
  reached_at_once constant integer := 1500;
  of_people boolean;
  ids bigint[];
  taken bigint[];
  -- As they were sent, with the locales in which a change shows, and without.
  sent_tags text[];
  these_tags text[];
  these_rows jsonb;
  these_edits bigint[];
  queued timestamptz;
  -- The rows of the largest change of which these are, or of which they are a part.
  row_count integer;
  this_seq bigint;
  priority private.priority;
  reached bigint[];
  is_wide boolean;
  own_ids bigint[];
  own_reasons text[];
begin
  ids := array(
    select q.msg_id from pgmq.q_content_changes q
    where q.message ? 'actor' and q.vt <= clock_timestamp() order by q.msg_id limit messages_at_once
  );
  of_people := cardinality(ids) > 0;
  if not of_people and not p_of_people then
    ids := array(
      select q.msg_id from pgmq.q_content_changes q where q.vt <= clock_timestamp() order by q.msg_id limit messages_at_once
    );
  end if;
  if cardinality(ids) = 0 then
    return '{}';
  end if;
  with fitting as (
    select q.msg_id, row_number() over w as place,
      sum(jsonb_array_length(coalesce(q.message -> 'tags', '[]')) + jsonb_array_length(coalesce(q.message -> 'rows', '[]'))) over w as entries
    from pgmq.q_content_changes q where q.msg_id = any (ids)
    window w as (order by q.msg_id)
  ), gone as (
    delete from pgmq.q_content_changes d
    where d.msg_id in (select f.msg_id from fitting f where f.entries <= entries_at_once or f.place = 1)
    returning d.msg_id, d.enqueued_at, d.message
  )
  select
    (select array_agg(g.msg_id order by g.msg_id) from gone g),
    (select min(g.enqueued_at) from gone g),
    array(select distinct t from gone g, jsonb_array_elements_text(g.message -> 'tags') t),
    (select coalesce(jsonb_agg(distinct r), '[]') from gone g, jsonb_array_elements(g.message -> 'rows') r),
    array(select distinct (g.message ->> 'edit')::bigint from gone g where g.message ? 'edit'),
    (select coalesce(max((g.message ->> 'all')::integer), 0) from gone g)
  into taken, queued, sent_tags, these_rows, these_edits, row_count;
  row_count := greatest(row_count, jsonb_array_length(these_rows));
  if exists (select from unnest(sent_tags) t where private.may_be_of_globals(t)) then
    sent_tags := sent_tags || array(
      select distinct concat_ws('@', g.gives, array_to_string(t.locales, ','))
      from private.globals_dependencies g join private.tags_in_locales(sent_tags) t using (tag)
    );
  end if;
  -- Any change may mend an output whose content cannot be read.
  sent_tags := sent_tags || 'unreadable'::text;
  these_tags := array(select distinct t.tag from private.tags_in_locales(sent_tags) t);
  insert into public.change_log (message_ids, tags, rows, edits, queued_at)
  values (taken, these_tags, these_rows, these_edits, queued)
  returning seq into this_seq;

  reached := private.outputs_with_tags(sent_tags, null, reached_at_once + 1);
  priority := case
    when row_count > few / 3 then 'bulk'
    when of_people then 'people'
    else 'changes'
  end;
  perform private.add_outputs(r.kind, array_agg(r.ref), this_seq, p_at, priority) from private.changed_records(these_rows) r group by r.kind;
  if these_rows @> '[{"kind": "site"}]' then
    -- A site's locales decide which outputs it has.
    insert into public.site_outputs (site_id, kind, ref, locale, stale_seq, stale_reasons)
    select f.site_id, f.kind, f.ref, f.locale, this_seq, array['site:' || f.site_id]
    from private.fixed_outputs f
    where f.site_id in (select r ->> 'site' from jsonb_array_elements(these_rows) r where r ->> 'kind' = 'site')
      and f.site_id in (select b.site_id from private.built_sites b)
    on conflict (site_id, kind, ref, locale, listed_kind) do nothing;
  end if;
  is_wide := cardinality(reached) > reached_at_once;
  select coalesce(array_agg(r.id), '{}'), coalesce(array_agg(r.reason), '{}') into own_ids, own_reasons
  from private.outputs_of_records(these_rows, sent_tags) r;
  if of_people and cardinality(reached) > few then
    -- Where an old address leads, and what sitemaps list, is live with the page of which a person has changed that.
    select own_ids || coalesce(array_agg(f.id), '{}'), own_reasons || coalesce(array_agg(f.reason), '{}') into own_ids, own_reasons
    from (
      select o.id, min(private.reason_of(t.tag)) as reason
      from public.sites s
      join public.site_outputs o on o.site_id = s.id and o.kind in ('redirects', 'sitemap', 'sitemap_index')
      join unnest(these_tags) t (tag) on t.tag = any (o.tags)
      group by o.id
    ) f;
  end if;
  perform private.mark_outputs(case when is_wide then '{}' else reached end, own_ids, own_reasons, these_tags, this_seq,
    case when cardinality(reached) > few then 'bulk' else priority end,
    -- What nobody waits for becomes live together with all that shows it.
    case when cardinality(reached) > few and not of_people then 'bulk' else priority end);
  if is_wide then
    insert into public.wide_changes (seq, tags) values (this_seq, sent_tags);
  end if;
  return taken;
end $function$
;

CREATE OR REPLACE FUNCTION public.publish_take_in(p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.lock_index();
  return cardinality(private.take_in_changes(p_at)) > 0;
end $function$
;
comment on function public.publish_take_in(timestamp with time zone) is 'Takes some of the queued changes into the index. Returns whether there were any: call it again until there are none.';

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
end $function$
;
comment on function public.build_start(text,text,text,text,integer,text,jsonb,text,jsonb,bigint) is 'Reserves a site for a build. Changes that arrive meanwhile are replayed when it finishes. Answers with the code of the build that is live, where the index describes it and the database reads content as it did then. p_places and p_number_above: what the places of the site have seen.';

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
end $function$
;
comment on function public.build_finish(bigint,text,timestamp with time zone) is 'Ends a full build. When it went live, the index holds just what it wrote, and later changes are replayed on it. Returns whether the index still has to be brought in line: then call it again.';

CREATE OR REPLACE FUNCTION public.build_end_expired(p_build bigint, p_is_live boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  build public.site_builds;
begin
  perform private.lock_index();
  select * into build from public.site_builds b where b.id = p_build;
  if not found or (build.finished_at is null and build.lease_until > clock_timestamp()) then
    return false;
  end if;
  return public.build_finish(p_build, case when p_is_live then 'live' else 'abandoned' end, build.started_at);
end $function$
;
comment on function public.build_end_expired(bigint,boolean) is 'Ends a build that has not said for too long that it goes on, unless it does by now: whoever calls has made sure that it makes nothing live any more, and says whether it has. Answers as build_finish.';

CREATE OR REPLACE FUNCTION public.build_rollback(p_site text, p_name text, p_worker text, p_by text DEFAULT ''::text, p_number_above bigint DEFAULT 0)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$
;
comment on function public.build_rollback(text,text,text,text,bigint) is 'Notes that a site was put back to an earlier build: publishing to it pauses until its next full build, and a build that is under way has ended. Answers with the number of the roll-back.';

CREATE OR REPLACE FUNCTION private.defer_outputs(p_worker text, p_outputs jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  lost jsonb;
begin
  perform private.lock_index();
  lost := private.not_held(p_worker, p_outputs);
  update public.site_outputs o
  set failure = coalesce(r.failure, o.failure),
    lease_owner = case when r.seconds > 0 then 'deferred' end,
    lease_until = case when r.seconds > 0 then clock_timestamp() + make_interval(secs => r.seconds) end
  from jsonb_to_recordset(p_outputs) as r (
    site text, kind text, ref bigint, locale public.locale, listed text, failure jsonb, seconds double precision, lease bigint
  )
  where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (r.site, r.kind, r.ref, r.locale, coalesce(r.listed, ''))
    and o.lease_owner = p_worker and o.lease_number is not distinct from coalesce(r.lease, o.lease_number);
  return lost;
end $function$
;

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
    select 1 from public.site_builds b where b.site_id = c.site_id and b.finished_at is null
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
  perform private.lock_index();
  last_seq := coalesce((select max(l.seq) from public.change_log l), 0);
  insert into public.site_outputs (site_id, kind, ref, locale, listed_kind, stale_seq, stale_reasons, turn, next_change_at)
  select site, m.kind, m.ref, m.locale, m.listed, case when coalesce(m.visible_from, p_at) <= p_at then last_seq end,
    array['reconciled:' || site], private.turn_of('bulk', m.kind, true), case when m.visible_from > p_at then m.visible_from end
  from jsonb_to_recordset(missing) m (kind text, ref bigint, locale public.locale, listed text, visible_from timestamptz)
  on conflict (site_id, kind, ref, locale, listed_kind) do nothing;
  get diagnostics found_missing = row_count;
  update public.site_outputs o
  set stale_seq = last_seq, stale_reasons = array['reconciled:' || site], turn = private.turn_of('bulk', o.kind, true)
  from jsonb_to_recordset(extra) e (kind text, ref bigint, locale public.locale, listed text)
  where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (site, e.kind, e.ref, e.locale, e.listed) and o.stale_seq is null;
  get diagnostics found_extra = row_count;
  -- No change could find these by their tags.
  insert into public.output_tags as t (output_id, tags) select o.id, o.tags from public.site_outputs o where o.id = any (lost)
  on conflict (output_id) do update set tags = excluded.tags;
  update public.site_outputs o
  set stale_seq = last_seq, stale_reasons = array['reconciled:' || site], turn = private.turn_of('bulk', o.kind, true)
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

CREATE OR REPLACE FUNCTION public.reconcile_files_found(p_site text, p_outputs jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  found_files integer;
begin
  perform private.lock_index();
  update public.site_outputs o
  set stale_seq = coalesce((select max(l.seq) from public.change_log l), 0), stale_reasons = array['reconciled:' || p_site],
    turn = private.turn_of('bulk', o.kind, true)
  from jsonb_to_recordset(p_outputs) f (id bigint, path text, hash text)
  -- One that was published meanwhile was compared with what was there before.
  where o.id = f.id and o.site_id = p_site and o.path = f.path and o.content_hash = f.hash and o.stale_seq is null;
  get diagnostics found_files = row_count;
  return found_files;
end $function$
;
comment on function public.reconcile_files_found(text,jsonb) is 'Outputs whose files are missing or others than the index says are published again. Answers how many still are as they were read.';

CREATE OR REPLACE FUNCTION public.publish_metrics(p_sites text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'changes', (select count(*) from pgmq.q_content_changes),
    'oldest_change_seconds', (select private.age_seconds(min(q.enqueued_at)) from pgmq.q_content_changes q),
    'lanes', (
      select coalesce(jsonb_agg(jsonb_build_object('site', l.site_id, 'lane', l.priority,
        'outputs', l.outputs, 'oldest_seconds', private.age_seconds(l.since)) order by l.site_id, l.priority), '[]')
      from (
        select o.site_id, private.priority_of(o.turn) as priority, count(*) as outputs, min(o.stale_since) as since
        from public.site_outputs o where o.stale_seq is not null and o.site_id = any (p_sites) group by 1, 2
      ) l
    ),
    'failed', (
      select coalesce(jsonb_agg(jsonb_build_object('site', s.id, 'outputs',
        (select count(*) from public.site_outputs o where o.failure is not null and o.site_id = s.id)) order by s.id), '[]')
      from unnest(p_sites) s (id)
    ),
    'paused', (select coalesce(jsonb_agg(p ->> 'site'), '[]') from jsonb_array_elements(public.paused_sites(p_sites)) p),
    'unknown', (select coalesce(jsonb_agg(u ->> 'site'), '[]') from jsonb_array_elements(public.unknown_sites(p_sites)) u),
    'last', (
      select coalesce(jsonb_agg(jsonb_build_object('site', s.id, 'at', extract(epoch from r.finished_at)) order by s.id), '[]')
      from unnest(p_sites) s (id)
      cross join lateral (
        select r.finished_at from public.publish_receipts r where r.site_id = s.id order by r.id desc limit 1
      ) r
    ),
    'purges', (
      select jsonb_build_object('waiting', count(*) filter (where p.purged_at is null),
        'oldest_seconds', private.age_seconds(min(p.queued_at) filter (where p.purged_at is null)),
        'unseen', count(*) filter (where p.purged_at is not null))
      from public.cache_purges p where p.seen_at is null and p.queued_at > clock_timestamp() - interval '1 day'
    ),
    'deliveries', (
      select jsonb_build_object('waiting', count(*), 'oldest_seconds', private.age_seconds(min(d.created_at)))
      from public.form_deliveries d where d.state = 'waiting' and d.recipient_id is not null
    )
  )
$function$
;
comment on function public.publish_metrics(text[]) is 'What waits to be published, by site and lane, and to be announced: how much, and for how long. For `GET /metrics`.';

CREATE OR REPLACE FUNCTION public.publishing_state(p_sites text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with stale as materialized (
    select o.site_id, private.priority_of(o.turn) as lane, o.stale_since,
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

CREATE OR REPLACE FUNCTION public.republish_outputs(p_actor uuid, p_outputs bigint[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  this_seq bigint;
  touched integer;
begin
  perform private.act_as(p_actor);
  perform private.lock_index();
  -- None of them may be left by now: then nobody changed anything.
  if not exists (select from public.site_outputs o where o.id = any (p_outputs[:500])) then
    return to_jsonb(0);
  end if;
  insert into public.change_log (message_ids, tags, edits, queued_at)
  values ('{}', '{asked}', array[private.current_edit()], now()) returning seq into this_seq;
  update public.site_outputs o
  set stale_seq = this_seq, stale_reasons = array['asked'] || array_remove(o.stale_reasons, 'asked'),
    turn = private.turn_of('people', o.kind, true),
    -- It need not wait for the next attempt.
    lease_owner = nullif(o.lease_owner, 'deferred'),
    lease_until = case when o.lease_owner is distinct from 'deferred' then o.lease_until end
  where o.id = any (p_outputs[:500]);
  get diagnostics touched = row_count;
  perform pg_notify('content_changes', 'person');
  return to_jsonb(touched);
end $function$
;
comment on function public.republish_outputs(uuid,bigint[]) is 'Draws and writes these outputs once more, whatever the index says of them, before what waits. Returns how many there are.';

revoke all on function private.lock_index() from public, anon, authenticated, service_role;
grant execute on function private.lock_index() to service_role;

revoke all on function private.first_turn(private.priority) from public, anon, authenticated, service_role;
grant execute on function private.first_turn(private.priority) to public;

revoke all on function private.last_turn(private.priority) from public, anon, authenticated, service_role;
grant execute on function private.last_turn(private.priority) to public;

revoke all on function private.priority_of(smallint) from public, anon, authenticated, service_role;
grant execute on function private.priority_of(smallint) to public;

revoke all on function private.next_outputs(text,text[],integer,private.priority,private.priority,bigint,jsonb,boolean) from public, anon, authenticated, service_role;
grant execute on function private.next_outputs(text,text[],integer,private.priority,private.priority,bigint,jsonb,boolean) to public;

revoke all on function private.turn_of(private.priority,text,boolean) from public, anon, authenticated, service_role;
grant execute on function private.turn_of(private.priority,text,boolean) to public;

revoke all on function private.add_outputs(text,bigint[],bigint,timestamp with time zone,private.priority) from public, anon, authenticated, service_role;
grant execute on function private.add_outputs(text,bigint[],bigint,timestamp with time zone,private.priority) to public;

revoke all on function private.mark_outputs(bigint[],bigint[],text[],text[],bigint,private.priority,private.priority) from public, anon, authenticated, service_role;
grant execute on function private.mark_outputs(bigint[],bigint[],text[],text[],bigint,private.priority,private.priority) to public;

revoke all on type private.priority from public, anon, authenticated, service_role;
grant usage on type private.priority to public;
