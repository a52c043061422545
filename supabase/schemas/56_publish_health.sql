-- What monitoring has to know of publishing.

create function private.age_seconds(p_since timestamptz) returns numeric
language sql stable set search_path = ''
as $$
  select round(greatest(0, extract(epoch from clock_timestamp() - p_since)), 3)
$$;
comment on function private.age_seconds is 'The seconds since then, none below 0; null for null.';

create function public.paused_sites(p_sites text[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('site', s.id, 'since', b.started_at, 'by', b.requested_by) order by s.id), '[]')
  from unnest(p_sites) s (id)
  cross join lateral (
    select b.outcome, b.started_at, b.requested_by from public.site_builds b
    where b.site_id = s.id and b.outcome in ('live', 'rolled-back') order by b.id desc limit 1
  ) b
  where b.outcome = 'rolled-back'
$$;
comment on function public.paused_sites is
  'The sites to which nothing is published since they were rolled back, until their next full build: since when, and who did it.';
revoke execute on function public.paused_sites from public, anon, authenticated;
grant execute on function public.paused_sites to service_role;

create function public.unknown_sites(p_sites text[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('site', u.site_id, 'since', u.noticed_at, 'cause', u.cause) order by u.site_id), '[]')
  from public.unknown_files u where u.site_id = any (p_sites)
$$;
comment on function public.unknown_sites is
  'The sites whose published files are of a state that this database does not know, since when that is known, and of which.';
revoke execute on function public.unknown_sites from public, anon, authenticated;
grant execute on function public.unknown_sites to service_role;

create function public.publish_health(p_sites text[]) returns jsonb
language sql stable set search_path = ''
as $$
  with oldest as (
    select least(
      (select min(q.enqueued_at) from pgmq.q_content_changes q),
      (select min(c.queued_at) from public.change_log c where c.seq in (select w.seq from public.wide_changes w)),
      (select min(o.stale_since) from public.site_outputs o where o.stale_seq is not null and o.site_id = any (p_sites))
    ) as since
  )
  select jsonb_build_object(
    'pending', private.count_pending(),
    'failed', (select count(*) from public.site_outputs where failure is not null),
    'oldest_since', o.since,
    'oldest_seconds', greatest(0, coalesce(floor(extract(epoch from clock_timestamp() - o.since)), 0)),
    'failures', (
      select coalesce(jsonb_agg(f.failure order by f.place), '[]')
      from (
        select row_number() over (order by w.stale_since nulls last, w.site_id, w.kind, w.ref, w.locale) as place,
          jsonb_build_object('site', w.site_id, 'kind', w.kind, 'ref', w.ref, 'locale', w.locale, 'path', w.path,
            'code', w.failure ->> 'code', 'message', w.failure ->> 'message', 'since', coalesce(w.stale_since, w.rendered_at)) as failure
        from public.site_outputs w
        where w.failure is not null and w.site_id = any (p_sites)
        order by w.stale_since nulls last, w.site_id, w.kind, w.ref, w.locale limit 20
      ) f
    ),
    'paused', public.paused_sites(p_sites),
    'unknown', public.unknown_sites(p_sites),
    -- What the cache in front was not told.
    'untold', (
      select jsonb_build_object('since', min(p.queued_at), 'seconds', coalesce(private.age_seconds(min(p.queued_at)), 0),
        'failure', (array_agg(p.failure order by p.id) filter (where p.failure is not null))[1])
      from public.cache_purges p where p.purged_at is null
    ),
    'last_success', (select r.finished_at from public.publish_receipts r order by r.id desc limit 1)
  )
  from oldest o
$$;
comment on function public.publish_health is
  'How much waits to be published and for how long, which outputs have failed, which sites are paused since they were rolled back, and the last publish.';
revoke execute on function public.publish_health from public, anon, authenticated;
grant execute on function public.publish_health to service_role;

create function public.publish_metrics(p_sites text[]) returns jsonb
language sql stable set search_path = ''
as $$
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
$$;
comment on function public.publish_metrics is
  'What waits to be published, by site and lane, and to be announced: how much, and for how long. For `GET /metrics`.';
revoke execute on function public.publish_metrics from public, anon, authenticated;
grant execute on function public.publish_metrics to service_role;
