-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.build_finish(p_build bigint, p_outcome text, p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  at_most constant integer := 2000;
  build public.site_builds;
  deleted integer;
  settled integer;
begin
  perform pg_advisory_xact_lock(7310);
  update public.site_builds set finished_at = now(), outcome = p_outcome where id = p_build and finished_at is null
  returning * into build;
  if found and p_outcome = 'live' then
    insert into public.wide_changes (seq, site_id, tags)
    select max(c.seq), build.site_id, array(
      select distinct t from public.change_log l, unnest(l.tags) t where l.seq > build.start_seq
    )
    from public.change_log c where c.seq > build.start_seq
    having count(*) > 0;
    -- Records that will be shown later have an output that waits for its time.
    insert into public.site_outputs (site_id, kind, ref, locale, next_change_at, build_id)
    select r.site_id, r.kind, r.ref, r.locale, r.visible_from, p_build
    from private.routes r
    where r.site_id = build.site_id and r.visible_from > p_at and (r.visible_until is null or r.visible_until > p_at)
    on conflict (site_id, kind, ref, locale, listed_kind) do update
      set next_change_at = excluded.next_change_at, build_id = excluded.build_id;
    perform private.analyze_outputs();
    perform private.note_build_history(build.site_id);
  end if;
  select * into build from public.site_builds b where b.id = p_build and b.outcome = 'live';
  if not found then
    return false;
  end if;
  -- Outputs that the build did not write are removed, unless a later change added them.
  delete from public.site_outputs where id in (
    select o.id from public.site_outputs o
    where o.site_id = build.site_id and o.build_id is distinct from p_build and coalesce(o.stale_seq, 0) <= build.start_seq
      and o.read_seq <= build.start_seq
    limit at_most
  );
  get diagnostics deleted = row_count;
  update public.site_outputs set stale_seq = null, stale_reasons = '{}', turn = 7
  where id in (
    select o.id from public.site_outputs o
    where o.site_id = build.site_id and o.stale_seq <= build.start_seq and o.build_id = p_build limit at_most
  );
  get diagnostics settled = row_count;
  return greatest(deleted, settled) = at_most;
end $function$
;
comment on function public.build_finish(bigint,text,timestamp with time zone) is 'Ends a full build. When it went live, the index holds just what it wrote, and later changes are replayed on it. Returns whether the index still has to be brought in line: then call it again.';

CREATE OR REPLACE FUNCTION private.note_output_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Of two outputs that change addresses either may be completed first.
  if old.path is not null and old.content_hash is not null
    and (tg_op = 'DELETE' or new.content_hash is null or new.path is distinct from old.path)
    and not exists (
      select 1 from public.site_outputs o where o.site_id = old.site_id and o.path = old.path and o.content_hash is not null
    )
  then
    insert into public.output_history (site_id, path) values (old.site_id, old.path);
  end if;
  if tg_op = 'UPDATE' and new.path is not null and new.content_hash is not null then
    insert into public.output_history (site_id, path, content_hash) values (new.site_id, new.path, new.content_hash);
  end if;
  return null;
end $function$
;
comment on function private.note_output_history() is 'Notes what is public at a path from now on. What a full build writes becomes public with its last file, and is noted then.';

CREATE OR REPLACE FUNCTION private.note_build_history(p_site text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with latest as (
    select distinct on (h.path) h.path, h.content_hash
    from public.output_history h where h.site_id = p_site order by h.path, h.since desc, h.id desc
  ), live as (
    select o.path, o.content_hash from public.site_outputs o
    where o.site_id = p_site and o.path is not null and o.content_hash is not null
  )
  insert into public.output_history (site_id, path, content_hash)
  select p_site, path, live.content_hash
  from live full join latest using (path)
  where live.content_hash is distinct from latest.content_hash;
$function$
;
comment on function private.note_build_history(text) is 'Notes what differs from what is noted last, as when a full build became public.';

CREATE OR REPLACE FUNCTION public.output_history_paths(p_site text, p_after text, p_limit integer)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(p.path order by p.path), '{}')
  from (
    select distinct h.path from public.output_history h where h.site_id = p_site and h.path > p_after order by h.path limit p_limit
  ) p;
$function$
;
comment on function public.output_history_paths(text,text,integer) is 'Paths at which something is or was public, in order, behind one of them.';

CREATE OR REPLACE FUNCTION public.output_history_note(p_site text, p_outputs jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.output_history (site_id, path, content_hash)
  select p_site, r.path, r.hash
  from jsonb_to_recordset(p_outputs) as r (path text, hash text)
  where r.hash is distinct from (
    select h.content_hash from public.output_history h
    where h.site_id = p_site and h.path = r.path order by h.since desc, h.id desc limit 1
  );
$function$
;
comment on function public.output_history_note(text,jsonb) is 'Notes what is public from now on at some paths, as when a site was put back to an earlier release.';

CREATE OR REPLACE FUNCTION public.output_at(p_site text, p_path text, p_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with shown as (
    select h.* from public.output_history h
    where h.site_id = p_site and h.path = p_path and h.since <= p_at order by h.since desc, h.id desc limit 1
  )
  select jsonb_build_object(
    'hash', s.content_hash,
    'since', s.since,
    -- Before it something was there, and after it something else.
    'earlier', (
      select h.since from public.output_history h
      where h.site_id = p_site and h.path = p_path and (h.since, h.id) < (coalesce(s.since, p_at), coalesce(s.id, 0)) and h.content_hash is not null
      order by h.since desc, h.id desc limit 1
    ),
    'until', (
      select h.since from public.output_history h
      where h.site_id = p_site and h.path = p_path and (h.since, h.id) > (coalesce(s.since, p_at), coalesce(s.id, 0))
      order by h.since, h.id limit 1
    ),
    'begins', (select min(h.since) from public.output_history h where h.site_id = p_site),
    'publish', (
      select jsonb_build_object('receipt', r.id, 'cause', r.cause, 'by', private.person_name(r.requested_by))
      from public.publish_receipts r
      -- A receipt is written when everything of its publish was seen.
      where r.site_id = p_site and r.finished_at between s.since - interval '1 second' and s.since + interval '10 minutes'
        and (r.cause in ('build', 'rollback') or exists (
          select 1 from public.publish_receipt_items i
          where i.receipt_id = r.id and i.path = p_path and i.change in ('new', 'changed', 'removed')
        ))
      order by r.finished_at, r.id limit 1
    )
  )
  from (select 1) one left join shown s on true;
$function$
;
comment on function public.output_at(text,text,timestamp with time zone) is 'What was public at a path at a moment: the hash of its bytes, since when and until when, who published it, and when history begins.';

CREATE OR REPLACE FUNCTION public.output_history_named(p_hashes text[])
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(n.hash), '{}')
  from unnest(p_hashes) n (hash)
  where exists (select 1 from public.output_history h where h.content_hash = n.hash);
$function$
;
comment on function public.output_history_named(text[]) is 'Those of some hashes whose bytes history needs.';

CREATE OR REPLACE FUNCTION public.output_history_prune(p_days integer, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before timestamptz := now() - make_interval(days => p_days);
  deleted integer;
begin
  -- What was public at the beginning of the retention, and still is perhaps, stays.
  delete from public.output_history
  where id in (
    select h.id from public.output_history h
    where h.since < before and exists (
      select 1 from public.output_history l
      where l.site_id = h.site_id and l.path = h.path and (l.since, l.id) > (h.since, h.id) and l.since < before
    )
    limit p_limit
  );
  get diagnostics deleted = row_count;
  return deleted;
end $function$
;
comment on function public.output_history_prune(integer,integer) is 'Deletes what was not public any more before the retention began, at most so many rows; answers how many.';

create table public.output_history (
  id bigint generated by default as identity primary key,
  -- Without a foreign key: what a site showed is known when it is gone.
  site_id text not null,
  path text not null,
  -- Of the bytes; null where nothing was there from then on.
  content_hash text,
  since timestamptz not null default clock_timestamp()
);
alter table public.output_history enable row level security;
comment on table public.output_history is 'Since when which bytes were public at a path, by their hash. Deleted, once something else is there, after the retention of history.';

CREATE INDEX output_history_path_idx ON public.output_history USING btree (site_id, path, since DESC, id DESC);

CREATE INDEX output_history_content_hash_idx ON public.output_history USING btree (content_hash) WHERE (content_hash IS NOT NULL);

CREATE INDEX output_history_since_idx ON public.output_history USING btree (since);

CREATE TRIGGER site_outputs_history_update AFTER UPDATE OF path, content_hash ON public.site_outputs FOR EACH ROW WHEN (((NOT (old.build_id IS DISTINCT FROM new.build_id)) AND ((old.path IS DISTINCT FROM new.path) OR (old.content_hash IS DISTINCT FROM new.content_hash)))) EXECUTE FUNCTION private.note_output_history();

CREATE TRIGGER site_outputs_history_delete AFTER DELETE ON public.site_outputs FOR EACH ROW WHEN ((old.content_hash IS NOT NULL)) EXECUTE FUNCTION private.note_output_history();

create policy output_history_read on public.output_history for select to authenticated using (( SELECT private.is_staff() AS is_staff));

revoke all on sequence public.output_history_id_seq from public, anon, authenticated, service_role;
grant select, update, usage on sequence public.output_history_id_seq to anon;
grant select, update, usage on sequence public.output_history_id_seq to authenticated;
grant select, update, usage on sequence public.output_history_id_seq to service_role;

revoke all on table public.output_history from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.output_history to service_role;
grant select on table public.output_history to authenticated;

revoke all on function private.note_output_history() from public, anon, authenticated, service_role;

revoke all on function private.note_build_history(text) from public, anon, authenticated, service_role;
grant execute on function private.note_build_history(text) to service_role;

revoke all on function public.output_history_paths(text,text,integer) from public, anon, authenticated, service_role;
grant execute on function public.output_history_paths(text,text,integer) to service_role;

revoke all on function public.output_history_note(text,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.output_history_note(text,jsonb) to service_role;

revoke all on function public.output_at(text,text,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.output_at(text,text,timestamp with time zone) to service_role;

revoke all on function public.output_history_named(text[]) from public, anon, authenticated, service_role;
grant execute on function public.output_history_named(text[]) to service_role;

revoke all on function public.output_history_prune(integer,integer) from public, anon, authenticated, service_role;
grant execute on function public.output_history_prune(integer,integer) to service_role;
