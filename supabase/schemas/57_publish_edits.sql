-- Which changes a receipt is of.

-- Every reason of the outputs is a tag of a change that was received after they had been read before, and before they were read now.
create function private.tell_edits(p_receipt bigint, p_reads jsonb, p_watermark bigint) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- Each has up to 250 messages: behind a large import those before are counted out.
  changes_at_most constant integer := 40;
  told_at_most constant integer := 200;
  edits bigint[];
begin
  edits := array(
    with reads as materialized (
      select r.key as reason, r.value::bigint as since from jsonb_each_text(p_reads) r
    ), changes as materialized (
      select c.seq, c.edits, c.tags, c.rows from public.change_log c
      where c.seq > (select min(r.since) from reads r) and c.seq <= p_watermark
      order by c.seq desc limit changes_at_most
    ), reasons as (
      select c.seq, t.tag from changes c cross join lateral unnest(c.tags) t (tag)
      union all
      -- As the outputs of records that have changed are marked.
      select c.seq, r.kind || ':' || r.ref from changes c cross join lateral private.changed_records(c.rows) r
      union all
      -- A sitemap that comes or goes changes their index.
      select c.seq, 'sitemap' from changes c where exists (select 1 from unnest(c.tags) t where t like 'sitemap:%')
    )
    select distinct e.id
    from reasons s
    join reads r on r.reason = s.tag and r.since < s.seq
    join changes c on c.seq = s.seq
    cross join lateral unnest(c.edits) u (id)
    join public.content_edits e on e.id = u.id
    order by e.id desc
  );
  insert into public.publish_receipt_edits (receipt_id, edit_id) select p_receipt, e from unnest(edits[:told_at_most]) e;
  update public.publish_receipts r
  set further_edits = greatest(cardinality(edits) - told_at_most, 0),
    requested_by = (
      select min(e.actor::text)::uuid from public.content_edits e where e.id = any (edits[:told_at_most])
      having count(distinct e.actor) = 1 and count(*) = count(e.actor)
    )
  where r.id = p_receipt and edits <> '{}';
end $$;
comment on function private.tell_edits is 'Notes the changes for which a publish was made.';
revoke execute on function private.tell_edits from public;
grant execute on function private.tell_edits to service_role;

create function private.person_name(p_person uuid) returns text
language sql stable set search_path = ''
as $$
  select coalesce(nullif(s.name, ''), s.email) from public.staff s where s.user_id = p_person
$$;
comment on function private.person_name is 'How a member of the staff is called; null for one who is gone.';
revoke execute on function private.person_name from public;
grant execute on function private.person_name to authenticated, service_role;

create function private.edit_summary(p_edit bigint) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select jsonb_build_object('id', e.id, 'made_at', e.made_at, 'by', private.person_name(e.actor),
      'source', e.source, 'role', e.role_name, 'takes_back', e.takes_back, 'further_records', e.further_records)
    from public.content_edits e where e.id = p_edit
  );
end $$;
revoke execute on function private.edit_summary from public;
grant execute on function private.edit_summary to authenticated, service_role;

-- As `arrangeEntries` reads them: an output of a record that leaves one address for another is one that moved.
create function private.count_moves(p_receipt bigint) returns jsonb
language sql stable set search_path = ''
as $$
  with items as (
    select i.locale, i.change, i.reasons, substring(i.path from '\.[a-z]+$') as extension
    from public.publish_receipt_items i
    where i.receipt_id = p_receipt and i.change in ('new', 'removed')
  ),
  outputs as (
    select count(*) filter (where i.change = 'new') as added, count(*) filter (where i.change = 'removed') as removed,
      exists (select 1 from unnest(i.reasons) r where r ~ '^(address:)?[a-z_]+:[0-9]+$') as is_of_record
    from items i group by i.locale, i.reasons, i.extension
  ),
  totals as (
    select coalesce(sum(o.added), 0) as added, coalesce(sum(o.removed), 0) as removed,
      coalesce(sum(least(o.added, o.removed)) filter (where o.is_of_record), 0) as moved
    from outputs o
  )
  select jsonb_build_object('moved', t.moved, 'new', t.added - t.moved, 'removed', t.removed - t.moved) from totals t
$$;
revoke execute on function private.count_moves from public;
grant execute on function private.count_moves to authenticated, service_role;

create function private.receipt_summary(p_receipt bigint) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (select jsonb_build_object(
    'id', r.id, 'site', r.site_id, 'cause', r.cause, 'started_at', r.started_at,
    'finished_at', r.finished_at, 'further_edits', r.further_edits,
    'counts', (
      select coalesce(jsonb_object_agg(c.change, c.count), '{}') || private.count_moves(p_receipt)
      from (select i.change, count(*) from public.publish_receipt_items i where i.receipt_id = p_receipt group by i.change) c
    ),
    'edits', (
      select coalesce(jsonb_agg(private.edit_summary(e.edit_id) order by e.edit_id), '[]')
      from (
        select l.edit_id from public.publish_receipt_edits l where l.receipt_id = p_receipt order by l.edit_id desc limit 20
      ) e
    ),
    'records', (
      select coalesce(jsonb_agg(jsonb_build_object('table', d.table_name, 'ref', d.ref)), '[]')
      from (
        select c.table_name, c.ref from public.publish_receipt_edits l join public.edited_records c on c.edit_id = l.edit_id
        where l.receipt_id = p_receipt group by c.table_name, c.ref
        -- The redirect of an address that was left comes of what was moved.
        order by c.table_name = 'redirects', min(c.id) limit 4
      ) d
    ),
    'taken_back', (
      select jsonb_agg(private.edit_summary(e.id) order by e.id) from public.content_edits e where e.takes_back = p_receipt
    ))
    from public.publish_receipts r where r.id = p_receipt);
end $$;
revoke execute on function private.receipt_summary from public;
grant execute on function private.receipt_summary to authenticated, service_role;

create function public.list_receipts(p_limit integer, p_before bigint default null) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(private.receipt_summary(r.id) order by r.id desc), '[]')
  from (
    select r.id from public.publish_receipts r
    where (p_before is null or r.id < p_before)
      -- Where all that was drawn is as it was, nothing was published.
      and (r.changed > 0 or exists (select 1 from public.publish_receipt_items i where i.receipt_id = r.id and i.change = 'failed'))
    order by r.id desc limit least(p_limit, 100)
  ) r
$$;
comment on function public.list_receipts is 'The newest publishes that changed anything, or those before one: what each did in numbers, who asked, and which records changed.';
grant execute on function public.list_receipts to authenticated, service_role;

create function public.read_receipt(p_receipt bigint) returns jsonb
language sql stable set search_path = ''
as $$
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
      select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'site', o.site_id, 'finished_at', o.finished_at) order by o.id), '[]')
      from (
        select distinct o.id, o.site_id, o.finished_at
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
$$;
comment on function public.read_receipt is 'A publish with each URL, and each change that it was made for; null where there is none.';
grant execute on function public.read_receipt to authenticated, service_role;

create function public.publish_edits(p_request text default null) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(distinct e.id), '[]')
  from (
    -- The newest: whoever asks has just made the request.
    select c.id from (select n.id, n.request from public.content_edits n order by n.id desc limit 5000) c where c.request = p_request
    union all
    select (q.message ->> 'edit')::bigint from pgmq.q_content_changes q where p_request is null and q.message ? 'edit'
  ) e
$$;
comment on function public.publish_edits is 'The edits that a request has made; without one, those whose changes wait in the queue.';

-- Whoever publishes them: a command asks beside a server that runs.
create function public.publish_outcome(p_edits bigint[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  first bigint;
  reasons text[];
  made bigint[] := array(
    select distinct l.receipt_id from public.publish_receipt_edits l where l.edit_id = any (p_edits) order by l.receipt_id
  );
begin
  select min(c.seq) into first from public.change_log c where c.edits && p_edits;
  reasons := array(
    select private.reason_of(t.tag) from public.change_log c cross join lateral unnest(c.tags) t (tag) where c.edits && p_edits
    union
    select r.kind || ':' || r.ref from public.change_log c cross join lateral private.changed_records(c.rows) r where c.edits && p_edits
  );
  return jsonb_build_object(
    'queued', (select count(*) from pgmq.q_content_changes q where (q.message ->> 'edit')::bigint = any (p_edits)),
    'waiting', (select count(*) from public.wide_changes w where w.seq >= first) + (
      select count(*) from public.site_outputs o where o.stale_seq >= first and o.stale_reasons && reasons and o.failure is null
    ),
    'unseen', (
      select count(*) from public.publish_receipt_items i
      where i.receipt_id = any (made) and i.change in ('new', 'changed') and i.seen_live_at is null
    ),
    'receipts', to_jsonb(made)
  );
end $$;
comment on function public.publish_outcome is
  'What has become of edits: how many of their changes wait in the queue, how many outputs wait for them, how many are live that nobody has seen yet, and the receipts.';
