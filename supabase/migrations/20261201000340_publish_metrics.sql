-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.age_seconds(p_since timestamp with time zone)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select round(greatest(0, extract(epoch from clock_timestamp() - p_since)), 3)
$function$
;
comment on function private.age_seconds(timestamp with time zone) is 'The seconds since then, none below 0; null for null.';

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
      select coalesce(jsonb_agg(jsonb_build_object('site', l.site_id, 'lane', (array['people', 'clock', 'changes', 'bulk'])[l.class + 1],
        'outputs', l.outputs, 'oldest_seconds', private.age_seconds(l.since)) order by l.site_id, l.class), '[]')
      from (
        select o.site_id, o.turn / 3 as class, count(*) as outputs, min(o.stale_since) as since
        from public.site_outputs o where o.stale_seq is not null and o.site_id = any (p_sites) group by 1, 2
      ) l
    ),
    'failed', (
      select coalesce(jsonb_agg(jsonb_build_object('site', s.id, 'outputs',
        (select count(*) from public.site_outputs o where o.failure is not null and o.site_id = s.id)) order by s.id), '[]')
      from unnest(p_sites) s (id)
    ),
    'paused', (select coalesce(jsonb_agg(p ->> 'site'), '[]') from jsonb_array_elements(public.paused_sites(p_sites)) p),
    'last', (
      select coalesce(jsonb_agg(jsonb_build_object('site', s.id, 'at', extract(epoch from r.finished_at)) order by s.id), '[]')
      from unnest(p_sites) s (id)
      cross join lateral (
        select r.finished_at from public.publish_receipts r where r.site_id = s.id order by r.id desc limit 1
      ) r
    ),
    'deliveries', (
      select jsonb_build_object('waiting', count(*), 'oldest_seconds', private.age_seconds(min(d.created_at)))
      from public.form_deliveries d where d.state = 'waiting' and d.recipient_id is not null
    )
  )
$function$
;
comment on function public.publish_metrics(text[]) is 'What waits to be published, by site and lane, and to be announced: how much, and for how long. For `GET /metrics`.';

revoke all on function private.age_seconds(timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function private.age_seconds(timestamp with time zone) to public;

revoke all on function public.publish_metrics(text[]) from public, anon, authenticated, service_role;
grant execute on function public.publish_metrics(text[]) to service_role;
