-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.save_record_draft(p_actor uuid, p_kind text, p_id text, p_data jsonb, p_base timestamp with time zone, p_version integer DEFAULT NULL::integer, p_rows jsonb DEFAULT NULL::jsonb, p_launch bigint DEFAULT NULL::bigint, p_replaces boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  own_id text := p_id;
  stored public.record_drafts;
  live integer;
begin
  perform private.act_as(p_actor);
  if p_launch is not null and not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  if own_id is null then
    own_id := nextval(pg_catalog.pg_get_serial_sequence(format('public.%I', private.table_of_kind(p_kind)), 'id'))::text;
  end if;
  perform private.lock_record(p_kind, own_id);
  select d.* into stored from public.record_drafts d
  where d.kind = p_kind and d.record_id = own_id and d.launch_id is not distinct from p_launch;
  if stored.saved_at is distinct from p_base then
    return jsonb_build_object('status', 'conflict', 'draft', private.draft_summary(p_kind, own_id, p_launch));
  end if;
  if stored.kind is null then
    live := private.add_version(p_kind, own_id, null);
    if live is null and p_id is not null then
      return '{"status": "not-found"}';
    end if;
    -- What the person has seen, which may have been overtaken since.
    live := coalesce(p_version, live);
  else
    live := coalesce(p_version, stored.base_version);
    if p_replaces and stored.data is distinct from p_data then
      perform private.keep_record_draft(stored, 'replaced');
    end if;
  end if;
  insert into public.record_drafts as d (kind, record_id, launch_id, base_version, data, rows, saved_by)
  values (p_kind, own_id, p_launch, live, p_data, p_rows, p_actor)
  on conflict on constraint record_drafts_key do update
    set base_version = excluded.base_version, data = excluded.data, rows = excluded.rows, saved_by = excluded.saved_by, saved_at = clock_timestamp()
  returning * into stored;
  return jsonb_build_object('status', 'saved', 'id', own_id, 'saved_at', stored.saved_at);
end $function$
;

comment on function public.save_record_draft is
  'Saves a record as a draft, unless somebody has saved one since the moment p_base: then answers that one. Without an id it gets a new one. p_version: the live version that it was begun with, or that it has been brought up to. p_rows: the rows that it would be, for previews. p_launch: the launch whose draft it is. p_replaces: the draft that there is is kept, since another one takes its place.';
