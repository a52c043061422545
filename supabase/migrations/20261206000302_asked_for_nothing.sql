-- Functions are created before the tables that they read.
set local check_function_bodies = off;

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
  -- None of them may be left by now: then nobody changed anything.
  if not exists (select from public.site_outputs o where o.id = any (p_outputs[:500])) then
    return to_jsonb(0);
  end if;
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
