-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.build_start(text,text,text,text,integer);

CREATE OR REPLACE FUNCTION public.build_start(p_site text, p_release text, p_bundle text, p_worker text, p_lease_seconds integer, p_by text DEFAULT ''::text)
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
  insert into public.site_builds (site_id, release, bundle, start_seq, lease_owner, lease_until, requested_by)
  values (p_site, p_release, p_bundle, coalesce((select max(seq) from public.change_log), 0), p_worker,
    clock_timestamp() + make_interval(secs => p_lease_seconds), p_by)
  returning id into build;
  return jsonb_build_object('status', 'started', 'build', build, 'at', clock_timestamp());
end $function$
;
comment on function public.build_start(text,text,text,text,integer,text) is 'Reserves a site for a full build. Changes that arrive meanwhile are replayed when it finishes.';

CREATE OR REPLACE FUNCTION private.lane_of(p_turn smallint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (array['people', 'clock', 'changes', 'bulk'])[p_turn / 3 + 1]
$function$
;
comment on function private.lane_of(smallint) is 'The lane of a stale output by its place in the order of claims.';

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
      select coalesce(jsonb_agg(jsonb_build_object('site', l.site_id, 'lane', private.lane_of(l.class),
        'outputs', l.outputs, 'oldest_seconds', private.age_seconds(l.since)) order by l.site_id, l.class), '[]')
      from (
        select o.site_id, (o.turn / 3 * 3)::smallint as class, count(*) as outputs, min(o.stale_since) as since
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

CREATE OR REPLACE FUNCTION public.publishing_state(p_sites text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with stale as materialized (
    select o.site_id, private.lane_of(o.turn) as lane, o.stale_since,
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
    'builds', (
      select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'site', b.site_id, 'release', b.release, 'worker', b.lease_owner,
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
comment on function public.publishing_state(text[]) is 'What waits to be published and since when, what is being published by whom, what failed and why, which sites are paused, and the last builds.';

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
  perform pg_advisory_xact_lock(7310);
  insert into public.change_log (message_ids, tags, edits, queued_at)
  values ('{}', '{asked}', array[private.current_edit()], now()) returning seq into this_seq;
  update public.site_outputs o
  set stale_seq = this_seq, stale_reasons = array['asked'] || array_remove(o.stale_reasons, 'asked'),
    turn = private.turn_of(0, o.kind, true),
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

CREATE OR REPLACE FUNCTION public.roll_site_back(p_actor uuid, p_site text, p_release text, p_worker text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_as(p_actor, true);
  perform public.build_rollback(p_site, p_release, p_worker, private.person_name(p_actor));
end $function$
;
comment on function public.roll_site_back(uuid,text,text,text) is 'What build_rollback does, for an administrator.';

CREATE OR REPLACE FUNCTION public.ask_for_build(p_actor uuid, p_site text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  other text;
begin
  perform private.act_as(p_actor, true);
  select b.lease_owner into other from public.site_builds b
  where b.site_id = p_site and b.finished_at is null and b.lease_until > clock_timestamp() limit 1;
  return case
    when other is not null then jsonb_build_object('status', 'busy', 'worker', other)
    else jsonb_build_object('status', 'granted', 'by', private.person_name(p_actor))
  end;
end $function$
;
comment on function public.ask_for_build(uuid,text) is 'Whether an administrator may have a site built anew now, and the name under which it is.';

revoke all on function public.build_start(text,text,text,text,integer,text) from public, anon, authenticated, service_role;
grant execute on function public.build_start(text,text,text,text,integer,text) to service_role;

revoke all on function private.lane_of(smallint) from public, anon, authenticated, service_role;
grant execute on function private.lane_of(smallint) to public;

revoke all on function public.publishing_state(text[]) from public, anon, authenticated, service_role;
grant execute on function public.publishing_state(text[]) to service_role;

revoke all on function public.republish_outputs(uuid,bigint[]) from public, anon, authenticated, service_role;
grant execute on function public.republish_outputs(uuid,bigint[]) to service_role;

revoke all on function public.roll_site_back(uuid,text,text,text) from public, anon, authenticated, service_role;
grant execute on function public.roll_site_back(uuid,text,text,text) to service_role;

revoke all on function public.ask_for_build(uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.ask_for_build(uuid,text) to service_role;
