-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.read_launch(p_launch bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.launch_summary(l.id) || jsonb_build_object(
    'edit', l.edit_id,
    'page_items', (
      select coalesce(jsonb_agg(jsonb_build_object('id', i.page_id, 'title', i.title, 'site', p.site_id, 'is_there', p.id is not null,
        'is_removal', i.contents is null, 'cells', i.cells, 'is_new', i.base_revision_id is null,
        'paths', (
          select jsonb_object_agg(c.key, c.value -> 'path') from jsonb_each(coalesce(i.contents, private.revision_contents(i.base_revision_id))) c
        ),
        'base', i.base_revision_id, 'live', p.published_revision_id, 'before', i.before_revision_id, 'revision', i.revision_id,
        'saved_at', i.saved_at, 'saved_by', private.person_name(i.saved_by)) order by i.title, i.page_id), '[]')
      from public.launch_pages i left join public.pages p on p.id = i.page_id where i.launch_id = l.id
    ),
    'record_items', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'id', d.record_id, 'data', d.data, 'base', d.base_version,
        'before', r.before_version, 'version', r.version,
        'saved_at', d.saved_at, 'saved_by', private.person_name(d.saved_by)) order by d.kind, d.record_id), '[]')
      from public.record_drafts d
      left join public.launch_records r on r.launch_id = l.id and r.kind = d.kind and r.record_id = d.record_id
      where d.launch_id = l.id
    ),
    'receipts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'site', r.site_id, 'changed', r.changed, 'switch_ms', r.switch_ms) order by r.id), '[]')
      from public.publish_receipt_edits e join public.publish_receipts r on r.id = e.receipt_id
      where e.edit_id = l.edit_id and r.changed > 0
    ))
  from public.launches l where l.id = p_launch
$function$
;
comment on function public.read_launch(bigint) is 'A launch with its pages and records, and the receipts of its publish; null where there is none.';
