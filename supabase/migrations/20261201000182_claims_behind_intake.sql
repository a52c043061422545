-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function private.next_outputs(text,text[],integer,boolean);

CREATE OR REPLACE FUNCTION private.next_outputs(p_worker text, p_sites text[], p_limit integer, p_classes integer)
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
        where o.site_id = s.site_id and o.stale_seq is not null and o.turn < p_classes * 3
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
  -- More messages than one step takes in.
  many_wait constant integer := 251;
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
  ids := private.next_outputs(p_worker, ready, p_limit, case
    when p_of_people then 1
    -- The changes that wait would make most of what is published now stale again.
    when (select count(*) from (select from pgmq.q_content_changes q where q.vt <= clock_timestamp() limit many_wait) w) = many_wait then 2
    else 4
  end);
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

revoke all on function private.next_outputs(text,text[],integer,integer) from public, anon, authenticated, service_role;
grant execute on function private.next_outputs(text,text[],integer,integer) to public;
