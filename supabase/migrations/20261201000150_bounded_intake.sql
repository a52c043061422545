-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop index public.site_outputs_next_change_idx;

drop index public.site_outputs_stale_idx;

drop index public.site_outputs_tags_idx;

drop function public.publish_claim(text,text[],timestamp with time zone,integer,integer);

drop function private.take_in_changes(timestamp with time zone);

drop function public.build_finish(bigint,text,timestamp with time zone);

drop function private.refresh_outputs(text,bigint[],bigint,timestamp with time zone);

CREATE OR REPLACE FUNCTION private.queue_change(p_tags text[], p_rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  part_size constant integer := 250;
  who jsonb := jsonb_strip_nulls(jsonb_build_object('actor', private.actor()));
begin
  if cardinality(p_tags) = 0 and jsonb_array_length(p_rows) = 0 then
    return;
  end if;
  if cardinality(p_tags) <= part_size and jsonb_array_length(p_rows) <= part_size then
    perform pgmq.send('content_changes', jsonb_build_object('tags', to_jsonb(p_tags), 'rows', p_rows) || who);
  else
    perform pgmq.send_batch('content_changes', array(
      select jsonb_build_object('tags', coalesce(t.tags, '[]'), 'rows', coalesce(r.rows, '[]')) || who
      from (
        select (n - 1) / part_size as part, jsonb_agg(tag) as tags from unnest(p_tags) with ordinality u (tag, n) group by 1
      ) t
      full join (
        select (n - 1) / part_size as part, jsonb_agg(record) as rows
        from jsonb_array_elements(p_rows) with ordinality u (record, n) group by 1
      ) r using (part)
      order by part
    ));
  end if;
  -- Once per transaction, when it commits: PostgreSQL drops equal ones. The payload says that a person may be waiting.
  perform pg_notify('content_changes', case when who = '{}' then '' else 'person' end);
end $function$
;

CREATE OR REPLACE FUNCTION private.index_new_tags()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.output_tags (output_id, tags) select n.id, n.tags from new_rows n where n.tags <> '{}';
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.index_changed_tags()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.output_tags as t (output_id, tags) values (new.id, new.tags)
  on conflict (output_id) do update set tags = excluded.tags;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.analyze_outputs()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform gin_clean_pending_list('public.output_tags_tags_idx');
  analyze public.site_outputs (site_id, kind, ref, locale, stale_seq, next_change_at);
  analyze public.output_tags;
  analyze public.pages (id, site_id, parent_id, route, published_revision_id);
  analyze public.published_page_locales (page_id, locale, site_id);
end $function$
;

CREATE OR REPLACE FUNCTION private.ready_sites(p_sites text[])
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array(
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
end $function$
;

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
    turn = private.turn_of(1, o.kind, false), next_change_at = null
  from due d where o.id = d.id;
  get diagnostics marked = row_count;
  return marked = at_most;
end $function$
;

CREATE OR REPLACE FUNCTION private.next_outputs(p_worker text, p_sites text[], p_limit integer, p_of_people boolean)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return array(
    with candidates as (
      select c.*
      from unnest(p_sites) s (site_id)
      cross join lateral (
        select o.id, o.turn, o.stale_seq, o.site_id, o.kind, o.ref, o.locale, o.listed_kind
        from public.site_outputs o
        where o.site_id = s.site_id and o.stale_seq is not null and o.turn < case when p_of_people then 3 else 12 end
          and (o.lease_until is null or o.lease_until < clock_timestamp() or o.lease_owner = p_worker)
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

CREATE OR REPLACE FUNCTION public.publish_claim(p_worker text, p_sites text[], p_at timestamp with time zone, p_limit integer, p_lease_seconds integer, p_of_people boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  taken bigint[];
  ready text[];
  ids bigint[];
  goes_on boolean := false;
  claimed jsonb;
  for_people boolean;
begin
  -- One intake at a time, so that the sequence numbers of the log are in the order in which the index received changes.
  perform pg_advisory_xact_lock(7310);
  taken := private.take_in_changes(p_at, p_of_people);
  if not p_of_people then
    goes_on := private.search_wide_changes();
    goes_on := private.mark_due(p_at) or goes_on;
  end if;
  ready := private.ready_sites(p_sites);
  ids := private.next_outputs(p_worker, ready, p_limit, p_of_people);
  with leased as (
    update public.site_outputs o
    set lease_owner = p_worker, lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds)
    where o.id = any (ids)
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

  return jsonb_build_object(
    'watermark', coalesce((select max(seq) from public.change_log), 0),
    'message_ids', to_jsonb(taken),
    'outputs', claimed,
    'at', p_at,
    'for_people', for_people,
    'goes_on', goes_on or exists (
      select 1 from pgmq.q_content_changes q where q.vt <= clock_timestamp() and (q.message ? 'actor' or not p_of_people)
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
comment on function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean) is 'Takes some of the queued changes into the index, marks what the clock changes, and leases stale outputs to a publisher: what people wait for, or all that comes next.';

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
      site text, kind text, ref bigint, locale public.locale, listed text, seq bigint, path text, tags text[], hash text, bytes integer,
      next_change_at timestamptz, removed boolean, failure jsonb
    )
  ), late as (
    -- A change that the index received after the lease began, and that the new tags name, may not have been read.
    select r.site, r.kind, r.ref, r.locale, r.listed, max(c.seq) as seq
    from results r
    cross join lateral unnest(r.tags) t (tag)
    join (
      select a.tag, max(l.seq) as seq from public.change_log l cross join unnest(l.tags) a (tag) where l.seq > p_watermark group by a.tag
    ) c using (tag)
    group by r.site, r.kind, r.ref, r.locale, r.listed
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
    read_seq = greatest(o.read_seq, p_watermark),
    stale_reasons = case when o.stale_seq = r.seq then '{}' else o.stale_reasons end,
    turn = case when o.stale_seq = r.seq then 7 else o.turn end,
    stale_seq = case when o.stale_seq <> r.seq then o.stale_seq else l.seq end
  from results r
  left join late l on (l.site, l.kind, l.ref, l.locale) = (r.site, r.kind, r.ref, r.locale) and l.listed is not distinct from r.listed
  where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (r.site, r.kind, r.ref, r.locale, coalesce(r.listed, ''))
    and o.lease_owner = p_worker
    and not (coalesce(r.removed, false) and r.next_change_at is null and o.stale_seq = r.seq);
  delete from public.change_log where seq in (
    select c.seq from public.change_log c where c.taken_in_at < now() - interval '1 day' order by c.taken_in_at limit 500
  );
end $function$
;
comment on function public.publish_complete(text,bigint,jsonb) is 'Records what a publisher rendered: paths, dependencies, hashes. An output that changed meanwhile stays stale.';

CREATE OR REPLACE FUNCTION public.publish_pending()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'pending', (select count(*) from pgmq.q_content_changes) + (select count(*) from public.site_outputs where stale_seq is not null)
      + (select count(*) from public.wide_changes),
    'tags', (select coalesce(jsonb_agg(distinct t), '[]') from pgmq.q_content_changes q, jsonb_array_elements_text(q.message -> 'tags') t),
    'rows', (select coalesce(jsonb_agg(distinct r), '[]') from pgmq.q_content_changes q, jsonb_array_elements(q.message -> 'rows') r),
    'failed', (select count(*) from public.site_outputs where failure is not null)
  )
$function$
;
comment on function public.publish_pending() is 'How much waits to be published, and which tags the waiting changes carry.';

CREATE OR REPLACE FUNCTION private.turn_of(p_class integer, p_kind text, p_is_own boolean)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (p_class * 3 + case when p_kind like 'sitemap%' then 2 when p_is_own then 0 else 1 end)::smallint
$function$
;

CREATE OR REPLACE FUNCTION private.add_outputs(p_kind text, p_refs bigint[], p_seq bigint, p_at timestamp with time zone, p_class integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  kinds text[] := array(select k.kind from private.output_kinds k where k.content_kind = p_kind);
begin
  with shown as materialized (
    select r.* from private.routes r
    where r.kind = any (kinds) and r.ref = any (p_refs) and r.site_id in (select b.site_id from private.built_sites b)
  ), outputs as (
    insert into public.site_outputs (site_id, kind, ref, locale, stale_seq, stale_reasons, turn, next_change_at)
    select r.site_id, r.kind, r.ref, r.locale,
      case when coalesce(r.visible_from, p_at) <= p_at then p_seq end,
      array[p_kind || ':' || r.ref],
      private.turn_of(p_class, r.kind, true),
      case when r.visible_from > p_at then r.visible_from end
    from shown r
    where r.visible_until is null or r.visible_until > p_at
    on conflict (site_id, kind, ref, locale, listed_kind) do nothing
  )
  insert into public.site_outputs (site_id, kind, ref, locale, listed_kind, stale_seq, stale_reasons, turn)
  select distinct r.site_id, 'sitemap', r.ref / 500, 'en'::public.locale, r.kind, p_seq, array['sitemap:' || r.kind || ':' || r.ref / 500],
    private.turn_of(p_class, 'sitemap', false)
  from shown r
  where r.kind in (select k.kind from private.output_kinds k where k.kind = p_kind and k.sitemap_order is not null)
  on conflict (site_id, kind, ref, locale, listed_kind) do nothing;
end $function$
;

CREATE OR REPLACE FUNCTION private.changed_records(p_rows jsonb)
 RETURNS TABLE(kind text, ref bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with named as (
    select distinct r.kind, r.ref from jsonb_to_recordset(p_rows) r (kind text, ref bigint) where r.ref is not null
  )
  select n.kind, n.ref from named n
  union
  select c.kind, c.ref
  from named n cross join lateral (values ('catalog_part', private.catalog_part(n.ref)), ('inventory', n.ref)) c (kind, ref)
  where n.kind = 'product'
$function$
;

CREATE OR REPLACE FUNCTION private.outputs_of_records(p_rows jsonb, p_tags text[])
 RETURNS TABLE(id bigint, reason text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
  with wanted as materialized (
    select k.kind, r.ref, '' as listed_kind, r.kind || ':' || r.ref as reason
    from private.changed_records(p_rows) r
    join private.output_kinds k on k.content_kind = r.kind
    union
    -- The stock of a product is in a sitemap of its own.
    select 'sitemap', r.ref / 500, 'inventory', 'sitemap:inventory:' || r.ref / 500
    from private.changed_records(p_rows) r where r.kind = 'inventory'
    union
    select k.kind, split_part(t, ':', 2)::bigint, null, t
    from unnest(p_tags) t
    join private.kinds k on k.kind = split_part(t, ':', 1) and t ~ '^[a-z_]+:\d{1,18}$'
  )
  select o.id, w.reason
  from wanted w
  cross join public.sites s
  -- Looked up one by one: the planner takes them for more than they are, and would read the whole index.
  cross join lateral (
    select o.id, o.tags, o.listed_kind from public.site_outputs o where o.site_id = s.id and o.kind = w.kind and o.ref = w.ref offset 0
  ) o
  where case
    when w.listed_kind is null then w.reason = any (o.tags)
    when w.kind = 'sitemap' then o.listed_kind = w.listed_kind
    -- What comes with a product and depends on it has the product as its reason.
    when w.kind in ('catalog_part', 'inventory') then not exists (select 1 from unnest(o.tags) t where t = any (p_tags))
    else true
  end;
end $function$
;

CREATE OR REPLACE FUNCTION private.mark_outputs(p_ids bigint[], p_own_ids bigint[], p_own_reasons text[], p_tags text[], p_seq bigint, p_class integer, p_own_class integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  with found as (
    select f.id, array_agg(f.reason) filter (where f.reason is not null) as own
    from (select unnest(p_ids) as id, null::text as reason union all select * from unnest(p_own_ids, p_own_reasons)) f
    group by f.id
  ), builds as (
    select b.site_id, max(b.start_seq) as start_seq from public.site_builds b where b.finished_at is null group by b.site_id
  ), named as (
    -- Joined: compared one with another, thousands of tags would take seconds.
    select o.id, array_agg(distinct t.tag) as tags
    from found f
    join public.site_outputs o on o.id = f.id
    cross join lateral unnest(o.tags) t (tag)
    join unnest(p_tags) c (tag) using (tag)
    group by o.id
  ), due as (
    select o.id, n.reasons,
      private.turn_of(case when f.own is null then p_class else p_own_class end, o.kind,
        f.own is not null or (o.kind || ':' || o.ref) = any (n.reasons)) as turn,
      o.stale_seq is null or o.lease_owner is not null or o.stale_seq <= greatest(o.read_seq, b.start_seq) as is_unseen
    from found f
    join public.site_outputs o on o.id = f.id
    left join builds b on b.site_id = o.site_id
    left join named m on m.id = o.id
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
    where o.read_seq < p_seq and o.stale_seq is distinct from p_seq
  )
  update public.site_outputs o
  set stale_seq = case when d.is_unseen or d.turn < o.turn then p_seq else o.stale_seq end,
    turn = case when o.stale_seq is null then d.turn else least(o.turn, d.turn) end,
    stale_reasons = array(select r from unnest(d.reasons) r order by r)
  from due d
  where o.id = d.id
    and (d.is_unseen or d.turn < o.turn or (p_class < 3 and not d.reasons <@ o.stale_reasons));
end $function$
;

CREATE OR REPLACE FUNCTION private.search_wide_changes()
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  at_most constant integer := 500;
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
  end if;
  with scanned as materialized (
    select o.id, o.site_id, o.tags from public.site_outputs o where o.id > change.searched_to order by o.id limit at_most * 4
  ), matching as (
    -- Joined: compared one with another, thousands of tags would take seconds.
    select distinct s.id
    from scanned s
    cross join lateral unnest(s.tags) t (tag)
    join unnest(change.tags) c (tag) using (tag)
    where change.site_id is null or s.site_id = change.site_id
    order by s.id limit at_most
  )
  select array_agg(m.id), case when count(*) = at_most then max(m.id) else (select max(s.id) from scanned s) end
  into ids, scanned_to from matching m;
  if scanned_to is null then
    delete from public.wide_changes w where w.id = change.id;
    return exists (select 1 from public.wide_changes);
  end if;
  perform private.mark_outputs(ids, '{}', '{}', change.tags, change.seq, 3, 3);
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
  these_tags text[];
  these_rows jsonb;
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
    (select coalesce(jsonb_agg(distinct r), '[]') from gone g, jsonb_array_elements(g.message -> 'rows') r)
  into taken, queued, these_tags, these_rows;
  these_tags := these_tags || array(
    select distinct 'globals:' || g.site_id from private.globals_dependencies g where g.tag = any (these_tags)
  );
  insert into public.change_log (message_ids, tags, rows, queued_at)
  values (taken, these_tags, these_rows, queued)
  returning seq into this_seq;

  -- Tag by tag: one look-up of many tags compares each output with all of them.
  reached := array(
    select f.output_id from (
      select o.output_id
      from unnest(these_tags) t (tag)
      cross join lateral (select o.output_id from public.output_tags o where o.tags @> array[t.tag] limit reached_at_once + 1) o
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
  on conflict (site_id, kind, ref, locale, listed_kind) do nothing;
  is_wide := cardinality(reached) > reached_at_once;
  select coalesce(array_agg(r.id), '{}'), coalesce(array_agg(r.reason), '{}') into own_ids, own_reasons
  from private.outputs_of_records(these_rows, these_tags) r;
  perform private.mark_outputs(case when is_wide then '{}' else reached end, own_ids, own_reasons, these_tags, this_seq,
    case when cardinality(reached) > few then 3 else class end, class);
  if is_wide then
    insert into public.wide_changes (seq, tags) values (this_seq, these_tags);
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
  perform pg_advisory_xact_lock(7310);
  return cardinality(private.take_in_changes(p_at)) > 0;
end $function$
;
comment on function public.publish_take_in(timestamp with time zone) is 'Takes some of the queued changes into the index. Returns whether there were any: call it again until there are none.';

CREATE OR REPLACE FUNCTION public.build_start(p_site text, p_release text, p_bundle text, p_worker text, p_lease_seconds integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  other public.site_builds;
  build bigint;
begin
  perform pg_advisory_xact_lock(7310);
  select * into other from public.site_builds
  where site_id = p_site and finished_at is null and lease_until > clock_timestamp() and lease_owner <> p_worker limit 1;
  if found then
    return jsonb_build_object('status', 'busy', 'worker', other.lease_owner);
  end if;
  update public.site_builds set finished_at = now(), outcome = 'abandoned' where site_id = p_site and finished_at is null;
  insert into public.site_builds (site_id, release, bundle, start_seq, lease_owner, lease_until)
  values (p_site, p_release, p_bundle, coalesce((select max(seq) from public.change_log), 0), p_worker,
    clock_timestamp() + make_interval(secs => p_lease_seconds))
  returning id into build;
  return jsonb_build_object('status', 'started', 'build', build);
end $function$
;
comment on function public.build_start(text,text,text,text,integer) is 'Reserves a site for a full build. Changes that arrive meanwhile are replayed when it finishes.';

CREATE OR REPLACE FUNCTION public.build_register(p_build bigint, p_lease_seconds integer, p_outputs jsonb)
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
  insert into public.site_outputs as o
    (site_id, kind, ref, locale, listed_kind, path, tags, content_hash, bytes, next_change_at, failure, build_id, rendered_at, read_seq)
  select site, r.kind, r.ref, r.locale, coalesce(r.listed, ''), r.path, r.tags, r.hash, coalesce(r.bytes, 0), r.next_change_at, r.failure, p_build,
    clock_timestamp(), read
  from jsonb_to_recordset(p_outputs) as r (
    kind text, ref bigint, locale public.locale, listed text, path text, tags text[], hash text, bytes integer,
    next_change_at timestamptz, failure jsonb
  )
  on conflict (site_id, kind, ref, locale, listed_kind) do update
    set path = excluded.path, taking_path = null, tags = excluded.tags, content_hash = excluded.content_hash, bytes = excluded.bytes,
      next_change_at = excluded.next_change_at, failure = excluded.failure, build_id = excluded.build_id,
      rendered_at = excluded.rendered_at, read_seq = greatest(o.read_seq, excluded.read_seq);
end $function$
;
comment on function public.build_register(bigint,integer,jsonb) is 'Records outputs that a full build has written, and extends its lease.';

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
    where o.site_id = build.site_id and o.stale_seq <= build.start_seq and o.build_id = p_build limit at_most
  );
  get diagnostics settled = row_count;
  return greatest(deleted, settled) = at_most;
end $function$
;
comment on function public.build_finish(bigint,text,timestamp with time zone) is 'Ends a full build. When it went live, the index holds just what it wrote, and later changes are replayed on it. Returns whether the index still has to be brought in line: then call it again.';

comment on table public.change_log is 'Changes taken from the queue, in the order in which the index received them, those received together in one row. Deleted after a day; until then a render that began before a change notices it.';

create table public.wide_changes (
  id bigint generated by default as identity primary key,
  -- The last change of the log that it holds.
  seq bigint not null,
  -- Only outputs of this site; null for those of all.
  site_id text,
  tags text[] not null,
  -- How far the index has been searched, by ids of outputs; null while the search has not begun.
  searched_to bigint
);
alter table public.wide_changes enable row level security;
comment on table public.wide_changes is 'Changes that reach more outputs than one statement may touch. The index is searched for them step by step, for all that wait at once.';

alter table public.site_outputs set (fillfactor=80);

alter table public.site_outputs add column id bigint not null generated by default as identity;

alter table public.site_outputs add constraint site_outputs_id_key UNIQUE (id);

create table public.output_tags (
  output_id bigint primary key references public.site_outputs (id) on delete cascade,
  tags text[] not null
);
alter table public.output_tags enable row level security;
comment on table public.output_tags is 'The tags of outputs, to look up outputs by.';
alter table public.output_tags alter column tags set statistics 10;

alter table public.change_log add column message_ids bigint[];
update public.change_log set message_ids = array[message_id] where message_ids is null;
alter table public.change_log alter column message_ids set not null;
alter table public.change_log drop column message_id;

alter table public.site_outputs add column turn smallint not null default 7;

alter table public.site_outputs add column read_seq bigint not null default 0;

CREATE INDEX site_outputs_turn_idx ON public.site_outputs USING btree (site_id, turn, stale_seq, kind, ref, locale, listed_kind) WHERE (stale_seq IS NOT NULL);

CREATE INDEX site_outputs_next_change_idx ON public.site_outputs USING btree (next_change_at) WHERE ((next_change_at IS NOT NULL) AND (stale_seq IS NULL));

CREATE INDEX output_tags_tags_idx ON public.output_tags USING gin (tags) WITH (gin_pending_list_limit='256');

CREATE TRIGGER site_outputs_tags_insert AFTER INSERT ON public.site_outputs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.index_new_tags();

CREATE TRIGGER site_outputs_tags_update AFTER UPDATE OF tags ON public.site_outputs FOR EACH ROW WHEN ((old.tags IS DISTINCT FROM new.tags)) EXECUTE FUNCTION private.index_changed_tags();

create policy wide_changes_read on public.wide_changes for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy output_tags_read on public.output_tags for select to authenticated using (( SELECT private.is_staff() AS is_staff));

revoke all on sequence public.wide_changes_id_seq from public, anon, authenticated, service_role;
grant select, update, usage on sequence public.wide_changes_id_seq to anon;
grant select, update, usage on sequence public.wide_changes_id_seq to authenticated;
grant select, update, usage on sequence public.wide_changes_id_seq to service_role;

revoke all on table public.wide_changes from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.wide_changes to service_role;
grant select on table public.wide_changes to authenticated;

revoke all on sequence public.site_outputs_id_seq from public, anon, authenticated, service_role;
grant select, update, usage on sequence public.site_outputs_id_seq to anon;
grant select, update, usage on sequence public.site_outputs_id_seq to authenticated;
grant select, update, usage on sequence public.site_outputs_id_seq to service_role;

revoke all on table public.output_tags from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.output_tags to service_role;
grant select on table public.output_tags to authenticated;

revoke all on function private.index_new_tags() from public, anon, authenticated, service_role;
grant execute on function private.index_new_tags() to public;

revoke all on function private.index_changed_tags() from public, anon, authenticated, service_role;
grant execute on function private.index_changed_tags() to public;

revoke all on function private.ready_sites(text[]) from public, anon, authenticated, service_role;
grant execute on function private.ready_sites(text[]) to public;

revoke all on function private.mark_due(timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function private.mark_due(timestamp with time zone) to public;

revoke all on function private.next_outputs(text,text[],integer,boolean) from public, anon, authenticated, service_role;
grant execute on function private.next_outputs(text,text[],integer,boolean) to public;

revoke all on function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean) from public, anon, authenticated, service_role;
grant execute on function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean) to service_role;

revoke all on function private.turn_of(integer,text,boolean) from public, anon, authenticated, service_role;
grant execute on function private.turn_of(integer,text,boolean) to public;

revoke all on function private.add_outputs(text,bigint[],bigint,timestamp with time zone,integer) from public, anon, authenticated, service_role;
grant execute on function private.add_outputs(text,bigint[],bigint,timestamp with time zone,integer) to public;

revoke all on function private.changed_records(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.changed_records(jsonb) to public;

revoke all on function private.outputs_of_records(jsonb,text[]) from public, anon, authenticated, service_role;
grant execute on function private.outputs_of_records(jsonb,text[]) to public;

revoke all on function private.mark_outputs(bigint[],bigint[],text[],text[],bigint,integer,integer) from public, anon, authenticated, service_role;
grant execute on function private.mark_outputs(bigint[],bigint[],text[],text[],bigint,integer,integer) to public;

revoke all on function private.search_wide_changes() from public, anon, authenticated, service_role;
grant execute on function private.search_wide_changes() to public;

revoke all on function private.take_in_changes(timestamp with time zone,boolean) from public, anon, authenticated, service_role;
grant execute on function private.take_in_changes(timestamp with time zone,boolean) to public;

revoke all on function public.publish_take_in(timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.publish_take_in(timestamp with time zone) to service_role;

revoke all on function public.build_finish(bigint,text,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.build_finish(bigint,text,timestamp with time zone) to service_role;

insert into public.output_tags (output_id, tags) select o.id, o.tags from public.site_outputs o where o.tags <> '{}';

create index q_content_changes_people_idx on pgmq.q_content_changes (msg_id) where message ? 'actor';
