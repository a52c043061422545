-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function private.form_sections(bigint);

CREATE OR REPLACE FUNCTION public.read_page_changes(p_page_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return (
    with page as (
      select p.id, p.parent_id, p.published_revision_id, (
        select l.locale from public.page_locales l where l.page_id = p.id order by l.locale limit 1
      ) as base
      from public.pages p
      where p.id = p_page_id
    ), drafts as materialized (
      select l.locale, d.*
      from public.page_locales l
      cross join lateral private.flatten_modules(private.assemble_modules(l.page_id, null, l.locale)) d
      where l.page_id = p_page_id
    ), lives as materialized (
      select r.locale, d.*
      from page
      join public.page_revision_locales r on r.revision_id = page.published_revision_id
      cross join lateral private.flatten_modules(r.modules::jsonb) d
    ), live_structure as (
      select l.* from lives l where l.locale = (
        select r.locale from page join public.page_revision_locales r on r.revision_id = page.published_revision_id
        order by r.locale limit 1
      )
    ), draft_structure as (
      select d.* from drafts d join page on d.locale = page.base
    ), edits as (
      select d.id, d.locale, d.place, case when d.fallback then 'en' else d.locale end as saved_in,
        coalesce(d.data ->> 'title', d.data #>> '{heading,title}', '') as title
      from drafts d
      join lives l on l.locale = d.locale and l.id = d.id
      join page on true
      where (d.type, d.v, d.data, d.fallback) is distinct from (l.type, l.v, l.data, l.fallback)
        -- A change of data that locales fall back to is listed once, in the locale that has it.
        and not (d.fallback and l.fallback and d.locale <> page.base)
    ), details as (
      select coalesce(n.locale, o.locale) as locale,
        case when o.locale is null then 'added' when n.locale is null then 'removed' else 'changed' end as what,
        array_remove(array[
          case when n.path is distinct from o.path then 'path' end,
          case when n.title is distinct from o.title then 'title' end,
          case when n.nav_title is distinct from o.nav_title then 'nav_title' end,
          case when n.description is distinct from o.description then 'description' end,
          case when n.seo is distinct from o.seo then 'seo' end
        ], null) as fields
      from (select * from public.page_locales l where l.page_id = p_page_id) n
      full join (
        select r.* from page join public.page_revision_locales r on r.revision_id = page.published_revision_id
      ) o on o.locale = n.locale
    )
    select jsonb_build_object(
      'is_published', page.published_revision_id is not null,
      'last_save', coalesce((select max(s.id) from public.draft_saves s where s.page_id = page.id), 0),
      'is_moved', exists (
        select 1 from public.published_page_locales l where l.page_id = page.id and l.parent_id is distinct from page.parent_id
      ),
      'cells', to_jsonb(private.cells_that_wait(private.live_cells(page.id), private.draft_cells(page.id))),
      'arranged', (
        select private.save_mark(s) from public.draft_saves s
        where s.page_id = page.id and s.action = 'arrange' order by s.id desc limit 1
      ),
      'draft', (
        select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'type', d.type, 'parent_id', d.parent_id, 'slot', d.slot,
          'title', coalesce(d.data ->> 'title', d.data #>> '{heading,title}', ''),
          'saved', case when not exists (select 1 from live_structure l where l.id = d.id) then (
            select private.save_mark(s) from public.draft_saves s where s.module_id = d.id order by s.id desc limit 1
          ) end) order by d.place), '[]')
        from draft_structure d
      ),
      'live', (
        select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'type', l.type, 'parent_id', l.parent_id, 'slot', l.slot,
          'title', coalesce(l.data ->> 'title', l.data #>> '{heading,title}', ''),
          'saved', case when not exists (select 1 from draft_structure d where d.id = l.id) then (
            select private.save_mark(s) from public.draft_saves s
            where s.module_id = l.id and s.action = 'remove' order by s.id desc limit 1
          ) end) order by l.place), '[]')
        from live_structure l
      ),
      'edits', (
        select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'locale', e.locale, 'title', e.title, 'saved', (
          select private.save_mark(s) from public.draft_saves s
          where s.module_id = e.id and s.locale = e.saved_in order by s.id desc limit 1
        )) order by e.place, e.locale), '[]')
        from edits e
      ),
      'details', (
        select coalesce(jsonb_agg(jsonb_build_object('locale', d.locale, 'what', d.what, 'fields', to_jsonb(d.fields), 'saved', (
          select private.save_mark(s) from public.draft_saves s
          where s.page_id = page.id and s.module_id is null and s.locale = d.locale order by s.id desc limit 1
        )) order by d.locale), '[]')
        from details d
        where page.published_revision_id is not null and cardinality(d.fields) > 0
      ))
    from page
  );
end $function$
;
comment on function public.read_page_changes(bigint) is 'How a page''s draft differs from what is published: its structure before and after, edited modules by locale, and page details.';

CREATE OR REPLACE FUNCTION private.form_holders(p_form_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    with holders as (
      select 'saved section' as what, s.name
      from public.saved_sections s
      where exists (
        select from private.section_modules(s.content) m cross join lateral jsonb_each(m.locales) l
        where m.type = 'CUSTOM_FORMS' and l.value #> '{data,form}' = to_jsonb(p_form_id)
      )
      union
      select 'shared module', s.name
      from public.shared_modules s
      where s.type = 'CUSTOM_FORMS'
        and exists (select from jsonb_each(s.localized) l where l.value #> '{data,form}' = to_jsonb(p_form_id))
      union
      select 'shared module', coalesce(s.name, d.data ->> 'name', d.record_id)
      from public.record_drafts d
      left join public.shared_modules s on s.id::text = d.record_id
      where d.kind = 'shared_module' and d.data ->> 'type' = 'CUSTOM_FORMS'
        and jsonb_path_exists(d.data, '$.localized.*.data ? (@.form == $form)', jsonb_build_object('form', p_form_id))
      union
      select 'release', l.name
      from public.launches l
      join public.launch_pages p on p.launch_id = l.id
      where l.state <> 'live'
        and jsonb_path_exists(p.contents, 'strict $.** ? (@.type == "CUSTOM_FORMS").data ? (@.form == $form)', jsonb_build_object('form', p_form_id), true)
    )
    select coalesce(jsonb_agg(jsonb_build_object('what', h.what, 'name', h.name) order by h.what, lower(h.name), h.name), '[]') from holders h
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.delete_form(p_actor uuid, p_form_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  uses jsonb;
  holders jsonb;
begin
  perform private.act_as(p_actor);
  perform 1 from public.forms f where f.id = p_form_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  uses := public.form_uses(array[p_form_id]);
  if uses <> '[]' then
    return jsonb_build_object('status', 'used', 'uses', uses);
  end if;
  holders := private.form_holders(p_form_id);
  if holders <> '[]' then
    return jsonb_build_object('status', 'held', 'holders', holders);
  end if;
  delete from public.forms f where f.id = p_form_id;
  return '{"status": "deleted"}';
end $function$
;
comment on function public.delete_form(uuid,bigint) is 'Deletes a form that no page shows, neither in a draft nor live, and no saved section, shared module or coming release; otherwise answers which do. Its submissions stay until they expire.';

CREATE OR REPLACE FUNCTION public.publish_prune(p_days integer, p_count integer, p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
  delete from public.change_log where taken_in_at < now() - interval '1 day';
  delete from public.cache_purges where id in (
    select p.id from public.cache_purges p
    where p.queued_at < now() - interval '1 day' and not exists (select from public.receipt_purges r where r.purge_id = p.id)
    order by p.id limit p_limit
  );
  delete from public.file_removals where until < now() - interval '1 hour';
  delete from private.import_rows where staged_at < now() - interval '1 day';
  delete from private.draft_steps where made_at < now() - interval '30 days';
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
end $function$
;
comment on function public.publish_prune(integer,integer,integer) is 'Deletes receipts and builds that are older than so many days, and of each site all but so many receipts, at most p_limit of each; and what a day or an hour after its use nobody asks for. Says whether there are more.';

CREATE TRIGGER saved_sections_edit_insert AFTER INSERT ON public.saved_sections REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER saved_sections_edit_update AFTER UPDATE ON public.saved_sections REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER saved_sections_edit_delete AFTER DELETE ON public.saved_sections REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER saved_sections_edit_truncate AFTER TRUNCATE ON public.saved_sections FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

revoke all on function private.form_holders(bigint) from public, anon, authenticated, service_role;
grant execute on function private.form_holders(bigint) to service_role;

insert into private.content_tables (keys, name, fixed, place)
select keys, name, fixed, place from jsonb_populate_record(null::private.content_tables, '{"keys": ["id"], "name": "saved_sections", "fixed": [], "place": 96, "owner_key": null, "owner_name": null}');

insert into private.kinds (kind, has_page, table_name, machine_columns)
select kind, has_page, table_name, machine_columns from jsonb_populate_record(null::private.kinds, '{"kind": "saved_section", "has_page": false, "page_kind": null, "table_name": "saved_sections", "search_rank": null, "picker_order": null, "sitemap_order": null, "shown_on_route": null, "machine_columns": []}');
