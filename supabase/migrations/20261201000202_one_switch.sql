-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.publish_record(text,text,bigint[],text,timestamp with time zone,integer,jsonb,jsonb,bigint);

drop function private.next_outputs(text,text[],integer,integer);

drop function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean);

CREATE OR REPLACE FUNCTION private.next_outputs(p_worker text, p_sites text[], p_limit integer, p_first_class integer, p_classes integer, p_to_seq bigint, p_after jsonb, p_again boolean)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  alive text[] := array(select r.worker from public.publish_rounds r where r.until > clock_timestamp());
  -- Where the search goes on: a round has leased everything before it.
  after_turn smallint := coalesce((p_after ->> 'turn')::smallint, (p_first_class * 3)::smallint);
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
        where o.site_id = s.site_id and o.stale_seq is not null and o.turn < p_classes * 3
          and (o.turn, o.stale_seq, o.kind, o.ref) >= (after_turn, after_seq, after_kind, after_ref)
          and (p_to_seq is null or o.stale_seq <= p_to_seq)
          and (
            o.lease_until is null
            or (o.lease_until < clock_timestamp() and o.lease_owner <> all (alive))
            or (p_again and o.lease_owner = p_worker)
            or (o.stale_seq > o.lease_seq and exists (
              select 1 from public.publish_rounds r
              where r.worker = o.lease_owner and r.site_id = o.site_id and o.lease_until <= r.staged_before
                and (r.worker = p_worker or (p_first_class < 3 and coalesce(r.switching_until < clock_timestamp(), true)))
            ))
          )
        order by o.turn, o.stale_seq, o.kind, o.ref, o.locale, o.listed_kind
        limit p_limit
      ) c
    )
    select c.id from candidates c
    where c.turn / 3 = (select min(f.turn) / 3 from candidates f)
    order by c.turn, c.stale_seq, c.site_id, c.kind, c.ref, c.locale, c.listed_kind
    limit p_limit
  );
end $function$
;

CREATE OR REPLACE FUNCTION private.note_taken(p_worker text, p_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.publish_claim(p_worker text, p_sites text[], p_at timestamp with time zone, p_limit integer, p_lease_seconds integer, p_of_people boolean DEFAULT false, p_without_bulk boolean DEFAULT false, p_bulk boolean DEFAULT false, p_staged_before timestamp with time zone DEFAULT NULL::timestamp with time zone, p_to_seq bigint DEFAULT NULL::bigint, p_after jsonb DEFAULT NULL::jsonb)
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
  ready := private.ready_sites(p_sites);
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
      select 1 from unnest(private.ready_sites(array(select i.id from public.sites i))) s (site_id)
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
    'next_change_at', (select min(next_change_at) from public.site_outputs where next_change_at is not null and stale_seq is null)
  );
end $function$
;
comment on function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean,boolean,boolean,timestamp with time zone,bigint,jsonb) is 'Takes some of the queued changes into the index, marks what the clock changes, and leases stale outputs to a publisher: what people wait for, or all that comes next.';

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
      bytes integer, next_change_at timestamptz, removed boolean, failure jsonb
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
    content_hash = case when r.removed then null when r.failure is null then r.hash else o.content_hash end,
    given_hash = case when r.removed then null when r.failure is null then r.given else o.given_hash end,
    bytes = case when r.failure is null then coalesce(r.bytes, 0) else o.bytes end,
    tags = r.tags,
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

CREATE OR REPLACE FUNCTION public.publish_switch(p_worker text, p_site text, p_seconds integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  taken jsonb;
begin
  perform pg_advisory_xact_lock(7310);
  -- A build that is under way reads everything anew.
  if p_site <> all (private.ready_sites(array[p_site])) then
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

CREATE OR REPLACE FUNCTION public.publish_end_round(p_worker text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from public.publish_rounds where worker = p_worker or until < now() - interval '1 day';
  delete from public.taken_leases t
  where t.worker = p_worker or not exists (select 1 from public.publish_rounds r where r.worker = t.worker);
$function$
;
comment on function public.publish_end_round(text) is 'Everything that a round has staged is live, or was given back.';

CREATE OR REPLACE FUNCTION public.publish_release(p_worker text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  at_most constant integer := 5000;
  released integer;
begin
  update public.site_outputs set lease_owner = null, lease_until = null
  where id in (select o.id from public.site_outputs o where o.lease_owner = p_worker limit at_most);
  get diagnostics released = row_count;
  delete from public.file_removals where worker = p_worker;
  delete from public.publish_rounds where worker = p_worker;
  delete from public.taken_leases where worker = p_worker;
  update public.site_builds set finished_at = now(), outcome = 'abandoned' where lease_owner = p_worker and finished_at is null;
  return released = at_most;
end $function$
;
comment on function public.publish_release(text) is 'Gives back what a publisher of this name held when it ended. Returns whether some of it is left: then call it again.';

CREATE OR REPLACE FUNCTION public.publish_record(p_site text, p_cause text, p_message_ids bigint[], p_worker text, p_started_at timestamp with time zone, p_rendered integer, p_items jsonb, p_reads jsonb DEFAULT '{}'::jsonb, p_watermark bigint DEFAULT 0, p_switch_ms real DEFAULT NULL::real)
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
comment on function public.publish_record(text,text,bigint[],text,timestamp with time zone,integer,jsonb,jsonb,bigint,real) is 'Stores the receipt of a publish. p_reads says for each reason after which change of the log its outputs had been read before.';

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
  this_seq bigint;
  class integer;
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
    array(select distinct (g.message ->> 'edit')::bigint from gone g where g.message ? 'edit')
  into taken, queued, sent_tags, these_rows, these_edits;
  sent_tags := sent_tags || array(
    select distinct concat_ws('@', g.gives, array_to_string(t.locales, ','))
    from private.globals_dependencies g join private.tags_in_locales(sent_tags) t using (tag)
  );
  -- Any change may mend an output whose content cannot be read.
  sent_tags := sent_tags || 'unreadable'::text;
  these_tags := array(select distinct t.tag from private.tags_in_locales(sent_tags) t);
  insert into public.change_log (message_ids, tags, rows, edits, queued_at)
  values (taken, these_tags, these_rows, these_edits, queued)
  returning seq into this_seq;

  -- Tag by tag: one look-up of many tags compares each output with all of them.
  reached := array(
    select f.output_id from (
      select o.output_id
      from private.tags_in_locales(sent_tags) t
      cross join lateral (
        select o.output_id from public.output_tags o
        where o.tags @> array[t.tag] and (t.locales is null or exists (
          select 1 from public.site_outputs s
          where s.id = o.output_id and private.is_in_locales(t.locales, s.kind, s.locale, s.failure)
        ))
        limit reached_at_once + 1
      ) o
      limit reached_at_once + 1
    ) f
  );
  class := case
    when jsonb_array_length(these_rows) > few / 3 then 3
    when of_people then 0
    else 2
  end;
  perform private.add_outputs(r.kind, array_agg(r.ref), this_seq, p_at, class) from private.changed_records(these_rows) r group by r.kind;
  -- A site's locales decide which outputs it has.
  insert into public.site_outputs (site_id, kind, ref, locale, stale_seq, stale_reasons)
  select f.site_id, f.kind, f.ref, f.locale, this_seq, array['site:' || f.site_id]
  from private.fixed_outputs f
  where f.site_id in (select r ->> 'site' from jsonb_array_elements(these_rows) r where r ->> 'kind' = 'site')
    and f.site_id in (select b.site_id from private.built_sites b)
  on conflict (site_id, kind, ref, locale, listed_kind) do nothing;
  is_wide := cardinality(reached) > reached_at_once;
  select coalesce(array_agg(r.id), '{}'), coalesce(array_agg(r.reason), '{}') into own_ids, own_reasons
  from private.outputs_of_records(these_rows, sent_tags) r;
  perform private.mark_outputs(case when is_wide then '{}' else reached end, own_ids, own_reasons, these_tags, this_seq,
    case when cardinality(reached) > few then 3 else class end,
    -- What nobody waits for becomes live together with all that shows it.
    case when cardinality(reached) > few and not of_people then 3 else class end);
  if is_wide then
    insert into public.wide_changes (seq, tags) values (this_seq, sent_tags);
  end if;
  return taken;
end $function$
;

create table public.publish_rounds (
  worker text primary key,
  -- The site whose changes of many outputs it publishes; null for a round of other changes, whose outputs nobody takes.
  site_id text,
  -- Leases up to this end are of outputs whose files are staged.
  staged_before timestamptz not null,
  -- Until when its leases hold.
  until timestamptz not null,
  -- While its files are put live, nobody takes its outputs.
  switching_until timestamptz
);
alter table public.publish_rounds enable row level security;
comment on table public.publish_rounds is 'Publishers that stage several batches before they put all of them live together. Its row keeps the leases of a round alive.';

create table public.taken_leases (
  worker text not null,
  site_id text not null,
  kind text not null,
  ref bigint not null,
  locale public.locale not null,
  listed_kind text not null,
  primary key (worker, site_id, kind, ref, locale, listed_kind)
);
alter table public.taken_leases enable row level security;
comment on table public.taken_leases is 'Outputs that others have claimed of a round: what it has staged of them is out of date.';

alter table public.site_outputs add column lease_seq bigint;

alter table public.publish_receipts add column switch_ms real;

create policy publish_rounds_read on public.publish_rounds for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy taken_leases_read on public.taken_leases for select to authenticated using (( SELECT private.is_staff() AS is_staff));

revoke all on table public.publish_rounds from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.publish_rounds to service_role;
grant select on table public.publish_rounds to authenticated;

revoke all on table public.taken_leases from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.taken_leases to service_role;
grant select on table public.taken_leases to authenticated;

revoke all on function private.next_outputs(text,text[],integer,integer,integer,bigint,jsonb,boolean) from public, anon, authenticated, service_role;
grant execute on function private.next_outputs(text,text[],integer,integer,integer,bigint,jsonb,boolean) to public;

revoke all on function private.note_taken(text,bigint[]) from public, anon, authenticated, service_role;
grant execute on function private.note_taken(text,bigint[]) to public;

revoke all on function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean,boolean,boolean,timestamp with time zone,bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean,boolean,boolean,timestamp with time zone,bigint,jsonb) to service_role;

revoke all on function public.publish_switch(text,text,integer) from public, anon, authenticated, service_role;
grant execute on function public.publish_switch(text,text,integer) to service_role;

revoke all on function public.publish_end_round(text) from public, anon, authenticated, service_role;
grant execute on function public.publish_end_round(text) to service_role;

revoke all on function public.publish_record(text,text,bigint[],text,timestamp with time zone,integer,jsonb,jsonb,bigint,real) from public, anon, authenticated, service_role;
grant execute on function public.publish_record(text,text,bigint[],text,timestamp with time zone,integer,jsonb,jsonb,bigint,real) to service_role;
