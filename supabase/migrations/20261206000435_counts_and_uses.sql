-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.count_moves(p_receipt bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION private.receipt_summary(p_receipt bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;

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
$function$
;
comment on function public.read_receipt(bigint) is 'A publish with each URL, and each change that it was made for; null where there is none.';

CREATE OR REPLACE FUNCTION public.page_uses(p_page_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  link_ids bigint[] := array(select l.id from public.links l where l.page_id = p_page_id);
begin
  return jsonb_build_object(
    'below', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'path', coalesce(l.path, ''), 'title', coalesce(l.title, '')) order by l.path), '[]')
      from public.pages p
      left join public.page_locales l on l.page_id = p.id and l.locale = 'en'
      where p.parent_id = p_page_id
    ),
    'menus', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'site', m.site_id, 'name', m.name) order by m.site_id, m.name), '[]')
      from public.menus m
      where exists (
        select 1 from jsonb_path_query(m.items, 'strict $.**.link') k
        where jsonb_typeof(k) = 'number' and k::text = any (link_ids::text[])
      )
    ),
    'links', (
      select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'text', l.text, 'shown_on', (
        select coalesce(jsonb_agg(distinct jsonb_build_object('site', o.site_id, 'path', o.path)), '[]')
        from (
          select o.site_id, o.path
          from public.output_tags t
          join public.site_outputs o on o.id = t.output_id
          where t.tags && (array['link:' || l.id] || array(select s.kind || '/' || s.shape || ':' || l.id from private.shapes s where s.kind = 'link'))
            and o.path is not null and not (o.kind = 'page' and o.ref = p_page_id)
          order by o.path limit 20
        ) o
      )) order by l.id), '[]')
      from public.links l where l.page_id = p_page_id
    ),
    'redirects', (select count(*) from public.redirects r where r.page_id = p_page_id)
  );
end $function$
;
comment on function public.page_uses(bigint) is 'What leads to a page: pages below it, menus, links with the live addresses that show them, and redirects from old addresses.';

revoke all on table private.shapes from public, anon, authenticated, service_role;
grant select on table private.shapes to authenticated;
grant select on table private.shapes to service_role;

revoke all on function private.count_moves(bigint) from public, anon, authenticated, service_role;
grant execute on function private.count_moves(bigint) to authenticated;
grant execute on function private.count_moves(bigint) to service_role;
