-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.apply_due_launches(text,jsonb);

CREATE OR REPLACE FUNCTION public.publish_watermark()
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce((select max(c.seq) from public.change_log c), 0);
end $function$
;
comment on function public.publish_watermark() is 'The last change that the index has received: what is read from now on is no older.';

CREATE OR REPLACE FUNCTION public.publish_changes_beside(p_after bigint, p_to bigint, p_edits bigint[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  -- Mostly there is none, and a session that has not planned the rest need not.
  if not exists (
    select from public.change_log c
    where c.seq > p_after and c.seq <= p_to and not (c.edits <> '{}' and c.edits <@ p_edits)
  ) then
    return '{"tags": [], "reasons": []}';
  end if;
  return (
    with others as materialized (
      select c.tags, c.rows from public.change_log c
      where c.seq > p_after and c.seq <= p_to and not (c.edits <> '{}' and c.edits <@ p_edits)
    ), tags as materialized (
      select distinct t as tag from others o, unnest(o.tags) t
    )
    select jsonb_build_object(
      'tags', (select coalesce(jsonb_agg(t.tag), '[]') from tags t),
      'reasons', (
        select coalesce(jsonb_agg(r.reason), '[]') from (
          select private.reason_of(t.tag) as reason from tags t
          union select c.kind || ':' || c.ref from others o, private.changed_records(o.rows) c
          union select 'sitemap:inventory:' || c.ref / 500 from others o, private.changed_records(o.rows) c where c.kind = 'inventory'
        ) r
      )
    )
  );
end $function$
;
comment on function public.publish_changes_beside(bigint,bigint,bigint[]) is 'The tags of changes that the index has received after one and up to another, but for those of some edits, and for which reasons they make outputs stale.';

CREATE OR REPLACE FUNCTION public.apply_due_launches(p_worker text, p_due jsonb, p_waits boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '120s'
AS $function$
declare
  asked record;
  launch public.launches;
  answer jsonb;
  answers jsonb := '[]';
  latest timestamptz := '-infinity';
  detail text;
begin
  -- Nobody has to be signed in then, but whoever chose the moment must still be on the staff.
  perform set_config('app.assured_before', 'on', true);
  begin
    for asked in
      select a.* from jsonb_to_recordset(p_due) a (launch bigint, pages jsonb, records jsonb) order by a.launch
    loop
      select * into launch from public.launches l where l.id = asked.launch for update;
      if launch.state is distinct from 'scheduled' or launch.publish_at > now() + interval '2 minutes' then
        answer := '{"status": "closed"}';
      else
        begin
          -- Each is an edit of its own.
          perform set_config('content.edit', '', true);
          answer := public.apply_launch(launch.scheduled_by, asked.launch, asked.pages, asked.records);
          -- What is checked at the end of a transaction is refused now, while it can be told of this launch.
          set constraints all immediate;
          set constraints all deferred;
        exception when others then
          get stacked diagnostics detail = pg_exception_detail;
          answer := jsonb_build_object('status', 'error', 'code', sqlstate, 'message', sqlerrm, 'details', detail);
        end;
      end if;
      if answer ->> 'status' = 'applied' then
        answer := answer || jsonb_build_object('edit', (select l.edit_id from public.launches l where l.id = asked.launch));
      end if;
      if answer ->> 'status' in ('applied', 'conflict') then
        latest := greatest(latest, launch.publish_at);
      end if;
      answers := answers || (answer || jsonb_build_object('launch', asked.launch));
    end loop;
    -- There is time to merge it anew, and to write all of them again.
    if answers @> '[{"status": "conflict"}]' and clock_timestamp() < latest then
      raise exception using errcode = 'LN001';
    end if;
  exception when sqlstate 'LN001' then
    return (
      select jsonb_agg(a.value || case when a.value ->> 'status' = 'applied' then '{"status": "undone"}'::jsonb else '{}' end order by a.ordinality)
      from jsonb_array_elements(answers) with ordinality a
    );
  end;
  perform set_config('app.assured_before', '', true);
  if p_waits then
    perform private.wait_until(latest, p_worker);
  end if;
  return answers;
end $function$
;
comment on function public.apply_due_launches(text,jsonb,boolean) is 'What apply_launch does, for launches that share a moment and in the names of those who chose it. It is done before the moment, and committed at it: until then nobody sees anything of it.';

CREATE OR REPLACE FUNCTION public.await_launches(p_worker text, p_launches bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '120s'
AS $function$
begin
  perform private.wait_until((select max(l.publish_at) from public.launches l where l.id = any (p_launches)), p_worker);
end $function$
;
comment on function public.await_launches(text,bigint[]) is 'Returns at the moment of launches that the same transaction has written: whoever calls it commits then.';

revoke all on function public.publish_watermark() from public, anon, authenticated, service_role;
grant execute on function public.publish_watermark() to service_role;

revoke all on function public.publish_changes_beside(bigint,bigint,bigint[]) from public, anon, authenticated, service_role;
grant execute on function public.publish_changes_beside(bigint,bigint,bigint[]) to service_role;

revoke all on function public.apply_due_launches(text,jsonb,boolean) from public, anon, authenticated, service_role;
grant execute on function public.apply_due_launches(text,jsonb,boolean) to service_role;

revoke all on function public.await_launches(text,bigint[]) from public, anon, authenticated, service_role;
grant execute on function public.await_launches(text,bigint[]) to service_role;
