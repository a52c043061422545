-- What publishing writes down, and for how long.

create function public.publish_prune(p_days integer, p_count integer, p_limit integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before timestamptz := now() - make_interval(days => p_days);
  receipts integer;
  builds integer;
  edits integer;
begin
  with kept as (
    select s.id as site_id, (
      select r.id from public.publish_receipts r where r.site_id = s.id order by r.id desc offset p_count limit 1
    ) as beyond
    from public.sites s
  )
  delete from public.publish_receipts
  where id in (
    select r.id
    from public.publish_receipts r
    join kept k on k.site_id = r.site_id
    where r.finished_at < before or r.id <= k.beyond
    order by r.id limit p_limit
  );
  get diagnostics receipts = row_count;
  -- The builds that say what is live, and what happened since, stay.
  delete from public.site_builds
  where id in (
    select b.id
    from public.site_builds b
    where b.finished_at < before
      and b.id < (
        select max(l.id) from public.site_builds l where l.site_id = b.site_id and l.outcome in ('live', 'rolled-back')
      )
    order by b.id limit p_limit
  );
  get diagnostics builds = row_count;
  -- Without a receipt they changed nothing that is published, or their receipt is gone. What is for editors alone never has one.
  perform set_config('content.pruning', 'on', true);
  delete from public.content_edits
  where id in (
    select e.id from public.content_edits e
    where e.made_at < now() - interval '1 day'
      and not exists (select 1 from public.publish_receipt_edits r where r.edit_id = e.id)
      and (e.made_at < before or not exists (
        select 1 from public.edited_records r
        where r.edit_id = e.id and not exists (select 1 from private.watched_tables w where w.name = r.table_name)
      ))
    order by e.id limit p_limit
  );
  get diagnostics edits = row_count;
  perform set_config('content.pruning', '', true);
  delete from public.change_log c
  where c.taken_in_at < now() - interval '1 day' and c.seq < (select max(l.seq) from public.change_log l);
  delete from public.cache_purges where id in (
    select p.id from public.cache_purges p
    where p.queued_at < now() - interval '1 day' and not exists (select from public.receipt_purges r where r.purge_id = p.id)
    order by p.id limit p_limit
  );
  delete from public.file_removals where until < now() - interval '1 hour';
  delete from private.import_rows where staged_at < now() - interval '1 day';
  delete from private.draft_steps where made_at < now() - interval '30 days';
  delete from public.discarded_drafts where discarded_at < now() - interval '30 days';
  with gone as (
    delete from public.record_trash where deleted_at < now() - interval '30 days' returning kind, record_id
  ), media as materialized (
    select g.kind, case when g.record_id ~ '^[0-9]{1,18}$' then g.record_id::bigint end as id from gone g
  ), filed as (
    delete from public.filed_media m using media g where (m.kind, m.record_id) = (g.kind, g.id)
  )
  delete from public.tagged_media m using media g where (m.kind, m.record_id) = (g.kind, g.id);
  delete from public.media_tags t where not exists (select 1 from public.tagged_media m where m.tag_id = t.id);
  delete from private.import_results where finished_at < now() - interval '1 day';
  return jsonb_build_object('receipts', receipts, 'builds', builds, 'more', greatest(receipts, builds, edits) = p_limit);
end $$;
comment on function public.publish_prune is
  'Deletes receipts and builds that are older than so many days, and of each site all but so many receipts, at most p_limit of each; and what a day or an hour after its use nobody asks for. Says whether there are more.';
