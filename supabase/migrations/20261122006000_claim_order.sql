-- The page of what has changed is claimed before those that show it: a product's would come after a thousand pages, and
-- whoever has changed it looks there first.
create or replace function public.publish_claim(
  p_worker text, p_sites text[], p_at timestamptz, p_limit integer, p_lease_seconds integer
) returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  taken bigint[];
  ready text[];
  claimed jsonb;
begin
  -- One intake at a time, so that the sequence numbers of the log are in the order in which the index learned of changes.
  perform pg_advisory_xact_lock(7310);
  taken := private.take_in_changes(p_at);
  update public.site_outputs
  set stale_seq = coalesce((select max(seq) from public.change_log), 0), stale_reasons = array['clock'], next_change_at = null
  where next_change_at <= p_at and stale_seq is null;

  -- Sites that are being built wait for the build, and a site that was rolled back stays as it is until its next one.
  ready := array(
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
  with candidates as (
    select o.site_id, o.kind, o.ref, o.locale
    from public.site_outputs o
    where o.stale_seq is not null
      and o.site_id = any (ready)
      and (o.lease_until is null or o.lease_until < clock_timestamp() or o.lease_owner = p_worker)
    order by o.kind like 'sitemap%', o.stale_seq, (o.kind || ':' || o.ref) = any (o.stale_reasons) desc, o.site_id, o.kind, o.ref, o.locale
    limit p_limit
    for update skip locked
  ), leased as (
    update public.site_outputs o
    set lease_owner = p_worker, lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds)
    from candidates c
    where (o.site_id, o.kind, o.ref, o.locale) = (c.site_id, c.kind, c.ref, c.locale)
    returning o.*
  )
  -- Each output looks up its own route: joined as a whole, the view would be read in full, whatever the size of the claim.
  select coalesce(jsonb_agg(jsonb_build_object(
    'site', l.site_id, 'kind', l.kind, 'ref', l.ref, 'locale', l.locale, 'path', l.path, 'hash', l.content_hash,
    'seq', l.stale_seq, 'reasons', l.stale_reasons, 'address', now_shown.address,
    -- When a record that is hidden now will be shown.
    'shown_from', later.visible_from,
    'shown', case
      when l.kind = 'sitemap' then exists (
        select 1 from private.routes m
        where m.site_id = l.site_id and m.ref >= (l.ref / 10) * 500 and m.ref < (l.ref / 10 + 1) * 500
          and private.sitemap_bucket(m.kind, m.ref) = l.ref
      )
      when l.kind in ('not_found', 'feed', 'robots', 'sitemap_index', 'redirects') then exists (
        select 1 from private.fixed_outputs f
        where (f.site_id, f.kind, f.ref, f.locale) = (l.site_id, l.kind, l.ref, l.locale)
      )
      else now_shown.address is not null
    end
  ) order by l.kind like 'sitemap%', l.stale_seq, (l.kind || ':' || l.ref) = any (l.stale_reasons) desc, l.site_id, l.kind, l.ref, l.locale), '[]')
  into claimed
  from leased l
  left join lateral (
    select r.address from private.routes r
    where (r.site_id, r.kind, r.ref, r.locale) = (l.site_id, l.kind, l.ref, l.locale)
      and (r.visible_from is null or r.visible_from <= p_at) and (r.visible_until is null or r.visible_until > p_at)
    limit 1
  ) now_shown on true
  left join lateral (
    select min(r.visible_from) as visible_from from private.routes r
    where now_shown.address is null and r.visible_from > p_at
      and (r.site_id, r.kind, r.ref, r.locale) = (l.site_id, l.kind, l.ref, l.locale)
  ) later on true;

  return jsonb_build_object(
    'watermark', coalesce((select max(seq) from public.change_log), 0),
    'message_ids', to_jsonb(taken),
    'outputs', claimed,
    'next_change_at', (select min(next_change_at) from public.site_outputs where next_change_at is not null)
  );
end $$;
