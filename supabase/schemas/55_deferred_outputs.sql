-- Outputs whose files cannot be written at the moment.

create function private.defer_outputs(p_worker text, p_outputs jsonb) returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  lost jsonb;
begin
  perform private.lock_index();
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
end $$;
revoke execute on function private.defer_outputs from public;
grant execute on function private.defer_outputs to service_role;

create function public.publish_defer(p_worker text, p_outputs jsonb) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  perform private.defer_outputs(p_worker, p_outputs);
end $$;
comment on function public.publish_defer is
  'Gives back leased outputs that were not published: nobody claims them before their seconds have passed, and they stay stale with their reasons. The paths that they were to take stay reserved.';
revoke execute on function public.publish_defer from public, anon, authenticated;
grant execute on function public.publish_defer to service_role;
