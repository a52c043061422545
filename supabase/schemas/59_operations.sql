-- What an operator sees of publishing, and does by hand: publish something once more, put a site back, build it anew.

create function public.publishing_state(p_sites text[]) returns jsonb
language sql stable set search_path = ''
as $$
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
$$;
comment on function public.publishing_state is
  'What waits to be published and since when, what is being published by whom, what failed and why, which sites are paused or have files of a state that is not known, and the last builds.';
revoke execute on function public.publishing_state from public, anon, authenticated;
grant execute on function public.publishing_state to service_role;

create function public.republish_outputs(p_actor uuid, p_outputs bigint[]) returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
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
end $$;
comment on function public.republish_outputs is
  'Draws and writes these outputs once more, whatever the index says of them, before what waits. Returns how many there are.';
revoke execute on function public.republish_outputs from public, anon, authenticated;
grant execute on function public.republish_outputs to service_role;

create function public.roll_site_back(p_actor uuid, p_site text, p_name text, p_worker text, p_number_above bigint default 0) returns bigint
language plpgsql set search_path = ''
as $$
begin
  perform private.act_as(p_actor, true);
  return public.build_rollback(p_site, p_name, p_worker, private.person_name(p_actor), p_number_above);
end $$;
comment on function public.roll_site_back is 'What build_rollback does, for an administrator.';
revoke execute on function public.roll_site_back from public, anon, authenticated;
grant execute on function public.roll_site_back to service_role;

create function public.ask_for_build(p_actor uuid, p_site text) returns jsonb
language plpgsql set search_path = ''
as $$
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
end $$;
comment on function public.ask_for_build is 'Whether an administrator may have a site built anew now, and the name under which it is.';
revoke execute on function public.ask_for_build from public, anon, authenticated;
grant execute on function public.ask_for_build to service_role;
