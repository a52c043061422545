-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean,boolean,boolean,timestamp with time zone,bigint,jsonb,text);

drop function public.publish_release(text);

drop function public.publish_take_paths(text,jsonb);

CREATE OR REPLACE FUNCTION private.next_lease_number()
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select setval('private.lease_numbers', greatest(
    nextval('private.lease_numbers'), (extract(epoch from clock_timestamp()) * 1000000)::bigint
  ))
$function$
;

CREATE OR REPLACE FUNCTION private.note_lost(p_number bigint, p_site text, p_worker text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  delete from public.lost_leases l where l.lost_at < clock_timestamp() - interval '1 day';
  insert into public.lost_leases (site_id, worker, number) values (p_site, p_worker, p_number)
  on conflict (site_id, worker) do update set number = excluded.number, lost_at = excluded.lost_at;
end $function$
;

CREATE OR REPLACE FUNCTION private.lost_after(p_number bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('site', l.site_id, 'worker', l.worker, 'number', l.number) order by l.number), '[]')
    from public.lost_leases l where l.number > coalesce(p_number, 0)
  );
end $function$
;
comment on function private.lost_after(bigint) is 'The workers that have lost leases since a number.';

CREATE OR REPLACE FUNCTION private.note_run_out(p_worker text, p_ids bigint[], p_number bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.publish_claim(p_worker text, p_sites text[], p_at timestamp with time zone, p_limit integer, p_lease_seconds integer, p_of_people boolean DEFAULT false, p_without_bulk boolean DEFAULT false, p_bulk boolean DEFAULT false, p_staged_before timestamp with time zone DEFAULT NULL::timestamp with time zone, p_to_seq bigint DEFAULT NULL::bigint, p_after jsonb DEFAULT NULL::jsonb, p_bundle text DEFAULT NULL::text, p_lost_after bigint DEFAULT NULL::bigint)
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
  this_number bigint;
  last_seq bigint;
  -- Outputs up to this number have been searched for all changes that are known.
  searched_to bigint;
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
    'listed', nullif(l.listed_kind, ''), 'path', l.path, 'taking', l.taking_path, 'hash', l.content_hash, 'given', l.given_hash, 'bytes', l.bytes,
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
    'next_change_at', (select min(next_change_at) from public.site_outputs where next_change_at is not null and stale_seq is null)
  );
end $function$
;
comment on function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean,boolean,boolean,timestamp with time zone,bigint,jsonb,text,bigint) is 'Takes some of the queued changes into the index, marks what the clock changes, and leases stale outputs to a publisher: what people wait for, or all that comes next.';

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
  perform pg_advisory_xact_lock(7310);
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
  set taking_path = w.path
  from jsonb_to_recordset(p_outputs) as w (site text, kind text, ref bigint, locale public.locale, listed text, path text)
  where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (w.site, w.kind, w.ref, w.locale, coalesce(w.listed, ''))
    and o.lease_owner = p_worker and w.path <> all (busy);
  return case when p_lost_after is null then to_jsonb(busy) else
    jsonb_build_object('busy', busy, 'lost', private.lost_after(p_lost_after)) end;
end $function$
;
comment on function public.publish_take_paths(text,jsonb,bigint) is 'Reserves new paths of leased outputs. Returns those at which another publisher is still removing a file: ask again for them; and, where it is asked, who has lost leases.';

CREATE OR REPLACE FUNCTION private.not_held(p_worker text, p_outputs jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.complete_outputs(p_worker text, p_watermark bigint, p_outputs jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  lost jsonb;
begin
  perform pg_advisory_xact_lock(7310);
  lost := private.not_held(p_worker, p_outputs);
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
    turn = case when o.stale_seq = r.seq then 7 else o.turn end,
    stale_seq = case when o.stale_seq <> r.seq then o.stale_seq else l.seq end
  from results r
  left join late l on (l.site, l.kind, l.ref, l.locale) = (r.site, r.kind, r.ref, r.locale) and l.listed is not distinct from r.listed
  where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (r.site, r.kind, r.ref, r.locale, coalesce(r.listed, ''))
    and o.lease_owner = p_worker and o.lease_number is not distinct from coalesce(r.lease, o.lease_number)
    and not (coalesce(r.removed, false) and r.tags = '{}' and r.next_change_at is null and o.stale_seq = r.seq);
  -- A round of many outputs reports them part by part.
  update public.publish_rounds r set until = greatest(r.until, clock_timestamp() + interval '60 seconds'), switching_until = null
  where r.worker = p_worker;
  delete from public.change_log where seq in (
    select c.seq from public.change_log c where c.taken_in_at < now() - interval '1 day' order by c.taken_in_at limit 500
  );
  return lost;
end $function$
;
comment on function private.complete_outputs(text,bigint,jsonb) is 'Records what a publisher rendered: paths, dependencies, hashes. An output that changed meanwhile stays stale. Answers those that it does not hold any more, of which nothing is recorded.';

CREATE OR REPLACE FUNCTION public.publish_complete(p_worker text, p_watermark bigint, p_outputs jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  perform private.complete_outputs(p_worker, p_watermark, p_outputs);
end $function$
;
comment on function public.publish_complete(text,bigint,jsonb) is 'As publish_report does it, without a receipt: for publishers of the version before.';

CREATE OR REPLACE FUNCTION public.publish_rehearse(p_worker text, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;
comment on function public.publish_rehearse(text,timestamp with time zone) is 'Takes in a change of a page, claims and reports it, and undoes all of that: a session that has not done so before takes several times as long.';

CREATE OR REPLACE FUNCTION public.publish_release(p_worker text, p_has_ended boolean DEFAULT false)
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
  update public.site_builds set finished_at = now(), outcome = 'abandoned' where lease_owner = p_worker and finished_at is null;
  return released = at_most;
end $function$
;
comment on function public.publish_release(text,boolean) is 'Gives back what a publisher of this name held when it ended. Returns whether some of it is left: then call it again. With p_has_ended, others are told that it ended without a report.';

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
  perform pg_advisory_xact_lock(7310);
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
    'listed', nullif(h.listed_kind, ''), 'lease', h.lease_number, 'path', h.path, 'hash', h.content_hash)), '[]')
  into answer from held h;
  return answer;
end $function$
;
comment on function public.publish_adopt(text,text,jsonb,integer,boolean) is 'Passes leases that have run out, or whose process has ended, to a publisher that reports in its place what it has put live. Answers the outputs that it holds now, as the index has them.';

CREATE OR REPLACE FUNCTION private.record_publish(p_site text, p_cause text, p_message_ids bigint[], p_worker text, p_started_at timestamp with time zone, p_rendered integer, p_items jsonb, p_reads jsonb, p_watermark bigint, p_switch_ms real)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.publish_record(p_site text, p_cause text, p_message_ids bigint[], p_worker text, p_started_at timestamp with time zone, p_rendered integer, p_items jsonb, p_reads jsonb DEFAULT '{}'::jsonb, p_watermark bigint DEFAULT 0, p_switch_ms real DEFAULT NULL::real)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return private.record_publish(
    p_site, p_cause, p_message_ids, p_worker, p_started_at, p_rendered, p_items, p_reads, p_watermark, p_switch_ms
  );
end $function$
;
comment on function public.publish_record(text,text,bigint[],text,timestamp with time zone,integer,jsonb,jsonb,bigint,real) is 'As publish_report does it, for publishers of the version before, who report and record one after the other.';

CREATE OR REPLACE FUNCTION private.record_kept(p_receipt jsonb, p_watermark bigint, p_lost jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;

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
  perform pg_advisory_xact_lock(7310);
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

CREATE OR REPLACE FUNCTION private.defer_outputs(p_worker text, p_outputs jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  lost jsonb;
begin
  perform pg_advisory_xact_lock(7310);
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

CREATE OR REPLACE FUNCTION public.publish_defer(p_worker text, p_outputs jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  perform private.defer_outputs(p_worker, p_outputs);
end $function$
;
comment on function public.publish_defer(text,jsonb) is 'Gives back leased outputs that were not published: nobody claims them before their seconds have passed, and they stay stale with their reasons. The paths that they were to take stay reserved.';

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
      -- One that was put back to an earlier release has other files until its next build.
      and p_site = any (private.ready_sites(array[p_site], null))
    order by o.id limit p_limit
  ) o
$function$
;
comment on function public.reconcile_files(text,bigint,integer) is 'What the index says of the files of a site, some outputs behind an id: those that nobody is to publish.';

CREATE OR REPLACE FUNCTION public.reconcile_files_found(p_site text, p_outputs jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  found_files integer;
begin
  perform pg_advisory_xact_lock(7310);
  update public.site_outputs o
  set stale_seq = coalesce((select max(l.seq) from public.change_log l), 0), stale_reasons = array['reconciled:' || p_site],
    turn = private.turn_of(3, o.kind, true)
  from jsonb_to_recordset(p_outputs) f (id bigint, path text, hash text)
  -- One that was published meanwhile was compared with what was there before.
  where o.id = f.id and o.site_id = p_site and o.path = f.path and o.content_hash = f.hash and o.stale_seq is null;
  get diagnostics found_files = row_count;
  return found_files;
end $function$
;
comment on function public.reconcile_files_found(text,jsonb) is 'Outputs whose files are missing or others than the index says are published again. Answers how many still are as they were read.';

-- By hand: no table has this sequence.
create sequence private.lease_numbers;

create table public.lost_leases (
  site_id text not null,
  worker text not null,
  -- Leases of the worker with smaller numbers are lost.
  number bigint not null,
  lost_at timestamptz not null default clock_timestamp(),
  primary key (site_id, worker)
);
alter table public.lost_leases enable row level security;
comment on table public.lost_leases is 'Workers whose leases of a site have run out, or whose process has ended, before they reported. Every publisher is told with its next claim, and sees to it that they put nothing in place any more before it reads or writes a file itself.';

alter table public.site_outputs add column lease_number bigint;

create policy lost_leases_read on public.lost_leases for select to authenticated using (( SELECT private.is_staff() AS is_staff));

revoke all on sequence private.lease_numbers from public, anon, authenticated, service_role;
grant select, update, usage on sequence private.lease_numbers to service_role;

revoke all on table public.lost_leases from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.lost_leases to service_role;
grant select on table public.lost_leases to authenticated;

revoke all on function private.next_lease_number() from public, anon, authenticated, service_role;
grant execute on function private.next_lease_number() to service_role;

revoke all on function private.note_lost(bigint,text,text) from public, anon, authenticated, service_role;
grant execute on function private.note_lost(bigint,text,text) to service_role;

revoke all on function private.lost_after(bigint) from public, anon, authenticated, service_role;
grant execute on function private.lost_after(bigint) to service_role;

revoke all on function private.note_run_out(text,bigint[],bigint) from public, anon, authenticated, service_role;
grant execute on function private.note_run_out(text,bigint[],bigint) to service_role;

revoke all on function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean,boolean,boolean,timestamp with time zone,bigint,jsonb,text,bigint) from public, anon, authenticated, service_role;
grant execute on function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean,boolean,boolean,timestamp with time zone,bigint,jsonb,text,bigint) to service_role;

revoke all on function public.publish_take_paths(text,jsonb,bigint) from public, anon, authenticated, service_role;
grant execute on function public.publish_take_paths(text,jsonb,bigint) to service_role;

revoke all on function private.not_held(text,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.not_held(text,jsonb) to service_role;

revoke all on function private.complete_outputs(text,bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.complete_outputs(text,bigint,jsonb) to service_role;

revoke all on function public.publish_release(text,boolean) from public, anon, authenticated, service_role;
grant execute on function public.publish_release(text,boolean) to service_role;

revoke all on function public.publish_adopt(text,text,jsonb,integer,boolean) from public, anon, authenticated, service_role;
grant execute on function public.publish_adopt(text,text,jsonb,integer,boolean) to service_role;

revoke all on function private.record_publish(text,text,bigint[],text,timestamp with time zone,integer,jsonb,jsonb,bigint,real) from public, anon, authenticated, service_role;
grant execute on function private.record_publish(text,text,bigint[],text,timestamp with time zone,integer,jsonb,jsonb,bigint,real) to service_role;

revoke all on function private.record_kept(jsonb,bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.record_kept(jsonb,bigint,jsonb) to service_role;

revoke all on function public.publish_report(text,bigint,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.publish_report(text,bigint,jsonb,jsonb,jsonb) to service_role;

revoke all on function private.defer_outputs(text,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.defer_outputs(text,jsonb) to service_role;

revoke all on function public.reconcile_files(text,bigint,integer) from public, anon, authenticated, service_role;
grant execute on function public.reconcile_files(text,bigint,integer) to service_role;

revoke all on function public.reconcile_files_found(text,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.reconcile_files_found(text,jsonb) to service_role;
