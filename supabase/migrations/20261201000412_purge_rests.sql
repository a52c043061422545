-- A service that refuses rests as a whole.
set local check_function_bodies = off;

alter table public.cache_purge_pace add column rests_until timestamptz;

drop function public.purge_done(text, bigint[], text, double precision);

create function public.purge_done(
  p_worker text, p_ids bigint[], p_failure text default null, p_retry_seconds double precision default 0, p_service text default null
) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  retry_at timestamptz := clock_timestamp() + make_interval(secs => p_retry_seconds);
begin
  update public.cache_purges p
  set lease_owner = null, lease_until = null, failure = p_failure,
    purged_at = case when p_failure is null then clock_timestamp() end,
    -- Nothing of it is looked at.
    seen_at = case
      when p_failure is null and (p.is_again or not exists (select from public.cache_purge_paths c where c.purge_id = p.id))
        then clock_timestamp()
    end,
    next_at = case when p_failure is null or p_service is not null then p.next_at else retry_at end
  where p.id = any (p_ids) and p.lease_owner = p_worker;
  -- Whatever else waits goes out with it then, in one call.
  update public.cache_purge_pace e set rests_until = case when p_failure is not null then retry_at end where e.service = p_service;
end $$;
comment on function public.purge_done is
  'Notes that the service was told of leased purges, or why not; then it rests for these seconds, and what waits goes out together.';
revoke execute on function public.purge_done from public, anon, authenticated;
grant execute on function public.purge_done to service_role;

create or replace function public.purge_claim(
  p_worker text, p_service text, p_paths_at_once integer, p_calls_a_second double precision, p_burst integer, p_lease_seconds integer
) returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  claimed_at_most constant integer := 1000;
  pace public.cache_purge_pace;
  ids bigint[];
  path_count integer;
begin
  perform pg_advisory_xact_lock(7311);
  if not exists (select from public.cache_purges p where p.purged_at is null) then
    return '{"ids": [], "wait_seconds": null, "purges": []}';
  end if;
  insert into public.cache_purge_pace (service, calls, updated_at) values (p_service, p_burst, clock_timestamp())
  on conflict (service) do update
    set calls = least(p_burst, cache_purge_pace.calls
        + p_calls_a_second * extract(epoch from clock_timestamp() - cache_purge_pace.updated_at)),
      updated_at = clock_timestamp()
  returning * into pace;
  if pace.calls < 1 or pace.rests_until > clock_timestamp() then
    return jsonb_build_object('ids', '[]'::jsonb, 'purges', '[]'::jsonb, 'wait_seconds', greatest(
      (1 - pace.calls) / p_calls_a_second, extract(epoch from pace.rests_until - clock_timestamp())
    ));
  end if;
  -- The oldest ones, with as many paths as the service takes now, and one in any case.
  ids := array(
    select w.id
    from (
      select p.id, sum(greatest(1, (select count(*) from public.cache_purge_paths c where c.purge_id = p.id))) over (order by p.id)
        as paths_until, row_number() over (order by p.id) as place
      from public.cache_purges p
      where p.purged_at is null and p.next_at <= clock_timestamp() and (p.lease_until is null or p.lease_until < clock_timestamp())
      order by p.id limit claimed_at_most
    ) w
    where w.place = 1 or w.paths_until <= floor(pace.calls) * p_paths_at_once
  );
  update public.cache_purges p
  set lease_owner = p_worker, lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds), attempts = p.attempts + 1
  where p.id = any (ids);
  select count(*) into path_count from (
    select distinct p.site_id, case when p.is_whole then '' else c.path end
    from public.cache_purges p left join public.cache_purge_paths c on c.purge_id = p.id and not p.is_whole
    where p.id = any (ids)
  ) d;
  update public.cache_purge_pace set calls = calls - ceil(path_count::double precision / p_paths_at_once) where service = p_service;
  return jsonb_build_object(
    'ids', to_jsonb(ids),
    'wait_seconds', (
      select greatest(0, extract(epoch from min(greatest(p.next_at, p.lease_until)) - clock_timestamp()))
      from public.cache_purges p where p.purged_at is null and p.id <> all (ids)
    ),
    'purges', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'site', p.site_id, 'is_whole', p.is_whole, 'is_again', p.is_again, 'attempts', p.attempts, 'paths', (
        select coalesce(jsonb_agg(jsonb_build_object('path', c.path, 'hash', c.content_hash) order by c.path), '[]')
        from public.cache_purge_paths c where c.purge_id = p.id
      )) order by p.id), '[]')
      from public.cache_purges p where p.id = any (ids)
    )
  );
end $$;
