-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.purge_state()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'waiting', count(*) filter (where p.purged_at is null),
    'oldest_since', min(p.queued_at) filter (where p.purged_at is null),
    'failure', (array_agg(p.failure order by p.id) filter (where p.purged_at is null and p.failure is not null))[1],
    'unseen', count(*) filter (where p.purged_at is not null),
    'unseen_since', min(p.queued_at) filter (where p.purged_at is not null),
    'probes', (
      select coalesce(jsonb_agg(jsonb_build_object('name', b.name, 'heard_at', b.heard_at, 'failure', b.failure) order by b.name), '[]')
      from public.probes b
    )
  )
  from public.cache_purges p where p.seen_at is null and p.queued_at > clock_timestamp() - interval '1 day'
$function$
;
comment on function public.purge_state() is 'What caches have not been told, and what has not been seen since, of the last day.';

CREATE OR REPLACE FUNCTION public.probe_exchange(p_probe text, p_stamp bigint, p_reads jsonb, p_limit integer, p_failure text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  forgotten_after constant interval := '30 days';
  looked_for constant interval := '10 minutes';
  looks jsonb;
begin
  delete from public.probes b where b.heard_at < clock_timestamp() - forgotten_after;
  insert into public.probes (name, stamp, failure) values (p_probe, p_stamp, p_failure)
  on conflict (name) do update set stamp = excluded.stamp, heard_at = clock_timestamp(), failure = excluded.failure
    where probes.stamp < excluded.stamp;
  if not found then
    return null;
  end if;
  update public.probe_looks l set seen_at = clock_timestamp()
  from jsonb_to_recordset(p_reads) as r (purge bigint, path text, hash text), public.cache_purge_paths c
  where l.purge_id = r.purge and l.path = r.path and l.probe = p_probe and l.seen_at is null
    and c.purge_id = r.purge and c.path = r.path and c.content_hash is not distinct from r.hash;
  with next_looks as (
    select p.id, p.site_id, c.path
    from public.cache_purges p join public.cache_purge_paths c on c.purge_id = p.id
    where p.purged_at > clock_timestamp() - looked_for and not p.is_again
      and not exists (
        select from public.probe_looks l where l.purge_id = p.id and l.path = c.path and l.probe = p_probe and l.seen_at is not null
      )
      -- What has changed again is looked for by its later purge.
      and not exists (
        select from public.cache_purge_paths n join public.cache_purges q on q.id = n.purge_id
        where n.path = c.path and n.purge_id > p.id and q.site_id = p.site_id and not q.is_again
      )
    order by p.id desc, c.path limit p_limit
  ), asked as (
    insert into public.probe_looks (purge_id, path, probe) select l.id, l.path, p_probe from next_looks l on conflict do nothing
  )
  select coalesce(jsonb_agg(jsonb_build_object('purge', n.id, 'site', n.site_id, 'path', n.path) order by n.id, n.path), '[]')
  into looks from next_looks n;
  return looks;
end $function$
;
comment on function public.probe_exchange(text,bigint,jsonb,integer,text) is 'Takes what a probe has read, by hash, and returns what it is to look at next; null where its message is not newer than its last one.';

CREATE OR REPLACE FUNCTION private.probes_of(p_purge bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('name', l.probe, 'asked', l.asked, 'seen', l.seen, 'seen_at', l.seen_at) order by l.probe), '[]')
  from (
    select l.probe, count(*) as asked, count(l.seen_at) as seen, max(l.seen_at) as seen_at
    from public.probe_looks l where l.purge_id = p_purge group by l.probe
  ) l
$function$
;
comment on function private.probes_of(bigint) is 'How many paths of a purge each probe was asked to read, of how many it told as they are now, and when of the last one.';

CREATE OR REPLACE FUNCTION public.read_receipt(p_receipt bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.receipt_summary(r.id) || jsonb_build_object(
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object('path', i.path, 'locale', i.locale, 'change', i.change, 'reasons', i.reasons,
        'seen_live_at', i.seen_live_at, 'failure', i.failure) order by i.change = 'unchanged', i.id), '[]')
      from public.publish_receipt_items i where i.receipt_id = r.id
    ),
    'records', (
      select coalesce(jsonb_agg(jsonb_build_object('edit', e.edit_id, 'table', e.table_name, 'ref', e.ref,
        'operation', e.operation, 'before', e.before, 'after', e.after, 'omitted', e.omitted) order by e.id), '[]')
      from (
        select e.* from public.publish_receipt_edits l join public.edited_records e on e.edit_id = l.edit_id
        where l.receipt_id = r.id order by e.id limit 400
      ) e
    ),
    'records_total', (
      select count(*) from public.publish_receipt_edits l join public.edited_records e on e.edit_id = l.edit_id where l.receipt_id = r.id
    ),
    -- Publishes of the same changes: those on other sites, and of more URLs than are published at once.
    'others', (
      select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'site', o.site_id) order by o.id), '[]')
      from (
        select distinct o.id, o.site_id
        from public.publish_receipt_edits l
        join public.publish_receipt_edits m on m.edit_id = l.edit_id and m.receipt_id <> l.receipt_id
        join public.publish_receipts o on o.id = m.receipt_id
        where l.receipt_id = r.id and (o.changed > 0 or exists (
          select 1 from public.publish_receipt_items i where i.receipt_id = o.id and i.change = 'failed'
        ))
        order by o.id limit 20
      ) o
    ),
    -- Null where no cache stands in front, or where it is not told yet.
    'purge', (
      select jsonb_build_object('put_at', p.queued_at, 'purged_at', p.purged_at, 'seen_at', p.seen_at, 'failure', p.failure,
        'probes', private.probes_of(p.id))
      from public.receipt_purges l join public.cache_purges p on p.id = l.purge_id where l.receipt_id = r.id
    ),
    'back_in', (
      select max(l.receipt_id) from public.content_edits e join public.publish_receipt_edits l on l.edit_id = e.id where e.takes_back = r.id
    ))
  from public.publish_receipts r where r.id = p_receipt
$function$
;
comment on function public.read_receipt(bigint) is 'A publish with each URL, and each change that it was made for; null where there is none.';

create table public.probes (
  name text primary key check (name ~ '^[[:alnum:]][[:alnum:] ._-]{0,39}$'),
  -- When its last message was signed, by its clock, in milliseconds: none is taken twice.
  stamp bigint not null,
  heard_at timestamptz not null default clock_timestamp(),
  -- Why it could not read what it was asked to.
  failure text
);
alter table public.probes enable row level security;
comment on table public.probes is 'Scripts elsewhere that read through the public addresses what was published, and tell. Forgotten a month after they were heard of.';

create table public.probe_looks (
  purge_id bigint not null,
  path text not null,
  probe text not null references public.probes (name) on delete cascade,
  -- When it told that it has read the path as it is now; null while it has not.
  seen_at timestamptz,
  primary key (purge_id, path, probe),
  foreign key (purge_id, path) references public.cache_purge_paths (purge_id, path) on delete cascade
);
alter table public.probe_looks enable row level security;
comment on table public.probe_looks is 'Paths of purges that a probe was asked to read, and when it told of each as it is now.';

CREATE INDEX probe_looks_probe_idx ON public.probe_looks USING btree (probe);

create policy probes_read on public.probes for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy probe_looks_read on public.probe_looks for select to authenticated using (( SELECT private.is_staff() AS is_staff));

revoke all on table public.probes from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.probes to service_role;
grant select on table public.probes to authenticated;

revoke all on table public.probe_looks from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.probe_looks to service_role;
grant select on table public.probe_looks to authenticated;

revoke all on function public.probe_exchange(text,bigint,jsonb,integer,text) from public, anon, authenticated, service_role;
grant execute on function public.probe_exchange(text,bigint,jsonb,integer,text) to service_role;

revoke all on function private.probes_of(bigint) from public, anon, authenticated, service_role;
grant execute on function private.probes_of(bigint) to authenticated;
grant execute on function private.probes_of(bigint) to service_role;
