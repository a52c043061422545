-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.save_module(p_actor uuid, p_module_id bigint, p_locale public.locale, p_data jsonb, p_data_version integer, p_expected_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  current_row public.module_locales;
  saved_version integer;
  is_editable boolean;
begin
  perform private.act_as(p_actor);
  select p.is_editable into is_editable
  from public.modules m join public.pages p on p.id = m.page_id
  where m.id = p_module_id for update of m for share of p;
  if not found then
    return jsonb_build_object('status', 'not-found');
  end if;
  if not is_editable then
    return jsonb_build_object('status', 'not-editable');
  end if;
  select * into current_row from public.module_locales where module_id = p_module_id and locale = p_locale;
  -- A locale without its own data is at version 0: saving makes its own.
  if coalesce(current_row.version, 0) <> p_expected_version then
    return jsonb_build_object('status', 'conflict', 'version', coalesce(current_row.version, 0), 'data', current_row.data,
      'updated_by', current_row.updated_by, 'updated_at', current_row.updated_at);
  end if;
  insert into public.module_locales as l (module_id, locale, data, data_version, updated_by)
  values (p_module_id, p_locale, p_data, p_data_version, private.actor())
  on conflict (module_id, locale) do update
    set data = excluded.data, data_version = excluded.data_version, updated_by = excluded.updated_by
  returning l.version into saved_version;
  return jsonb_build_object('status', 'saved', 'version', saved_version);
end $function$
;
comment on function public.save_module(uuid,bigint,public.locale,jsonb,integer,integer) is 'Saves a module''s data in one locale, unless somebody saved since the version that the caller started from.';

CREATE OR REPLACE FUNCTION public.publish_draft(p_actor uuid, p_page_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_as(p_actor);
  if exists (select from public.pages p where p.id = p_page_id and not p.is_editable for share) then
    return '{"published": [], "status": "not-editable"}';
  end if;
  return public.publish_pages(array[p_page_id]);
end $function$
;
comment on function public.publish_draft(uuid,bigint) is 'What public.publish_pages does, for a member of the staff and one page.';

CREATE OR REPLACE FUNCTION public.take_back(p_actor uuid, p_receipt bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page record;
  row_of record;
  stored public.pages;
  had_draft boolean;
  drafts bigint[] := '{}';
begin
  perform private.act_as(p_actor);
  -- Only what the publish has changed.
  if exists (
    select 1 from (
      select 'published_page_locales' as name, p.id::text as ref from jsonb_to_recordset(p_pages) p (id bigint)
      union all
      select r.name, r.ref::text from jsonb_to_recordset(p_records) r (name text, ref bigint)
    ) a
    where not exists (
      select 1 from public.publish_receipt_edits l join public.edited_records e on e.edit_id = l.edit_id
      where l.receipt_id = p_receipt and e.table_name = a.name and e.ref = a.ref and e.operation <> 'truncate'
    )
  ) then
    raise exception 'receipt % has not changed that', p_receipt using errcode = 'invalid_parameter_value';
  end if;
  for page in
    select * from jsonb_to_recordset(p_pages) p (id bigint, expected bigint, parent_id bigint, contents jsonb) order by p.id
  loop
    select * into stored from public.pages p where p.id = page.id for update;
    if not found or stored.published_revision_id is distinct from page.expected then
      raise exception 'page % has been published since', page.id using errcode = 'object_not_in_prerequisite_state';
    end if;
    if not stored.is_editable then
      raise exception 'page % is locked', page.id using errcode = 'object_not_in_prerequisite_state';
    end if;
    had_draft := page.expected is not null and public.page_differs(page.id);
    perform private.publish_many(jsonb_build_array(to_jsonb(page)));
    if had_draft then
      drafts := drafts || page.id;
    elsif page.expected is not null and nullif(page.contents, 'null') is not null then
      perform public.discard_draft(p_actor, page.id, stored.structure_version,
        (select coalesce(max(s.id), 0) from public.draft_saves s where s.page_id = page.id));
    end if;
  end loop;
  for row_of in
    select * from jsonb_to_recordset(p_records) r (name text, ref bigint, expected jsonb, "values" jsonb) order by r.name, r.ref
  loop
    if not exists (select 1 from private.kinds k where k.table_name = row_of.name) then
      raise exception 'there are no records in %', row_of.name using errcode = 'invalid_parameter_value';
    end if;
    if not private.put_back_fields(row_of.name, row_of.ref, row_of.expected, row_of.values) then
      raise exception '% % has been changed since', row_of.name, row_of.ref using errcode = 'object_not_in_prerequisite_state';
    end if;
  end loop;
  update public.content_edits e set takes_back = p_receipt where e.id = private.current_edit();
  return jsonb_build_object('drafts', to_jsonb(drafts));
end $function$
;
comment on function public.take_back(uuid,bigint,jsonb,jsonb) is 'Undoes what a receipt has published: pages with the content that they are to have again, null for none, and fields of records. Refused when anything is not as it is expected. Answers the pages whose drafts have other changes, which stay as they are.';

CREATE OR REPLACE FUNCTION public.set_page_lock(p_actor uuid, p_page_id bigint, p_is_locked boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  waits_in text;
begin
  perform private.act_as(p_actor, true);
  perform 1 from public.pages p where p.id = p_page_id for update;
  select l.name into waits_in
  from public.launch_pages i join public.launches l on l.id = i.launch_id
  where p_is_locked and i.page_id = p_page_id and l.state <> 'live'
  order by l.publish_at nulls last, l.id limit 1;
  if found then
    return jsonb_build_object('status', 'in-launch', 'launch', waits_in);
  end if;
  update public.pages p set is_editable = not p_is_locked where p.id = p_page_id and p.is_editable = p_is_locked;
  if not found and not exists (select from public.pages p where p.id = p_page_id) then
    return '{"status": "not-found"}';
  end if;
  return '{"status": "saved"}';
end $function$
;
comment on function public.set_page_lock(uuid,bigint,boolean) is 'Locks a page, which nobody changes, publishes or deletes then, or unlocks it; for administrators. Not one that waits in a launch. What is live of it stays.';

CREATE OR REPLACE FUNCTION public.take_launch_back(p_actor uuid, p_launch bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '120s'
AS $function$
declare
  launch public.launches;
  clean bigint[];
  was jsonb;
  done record;
begin
  perform private.act_as(p_actor);
  select * into launch from public.launches l where l.id = p_launch for update;
  if launch.state is distinct from 'live' then
    return '{"status": "closed"}';
  end if;
  -- Only what it has changed.
  if exists (
    select from jsonb_to_recordset(p_pages) a (id bigint)
    where not exists (select from public.launch_pages l where l.launch_id = p_launch and l.page_id = a.id)
  ) or exists (
    select from jsonb_to_recordset(p_records) r (kind text, id text)
    where not exists (select from public.launch_records l where l.launch_id = p_launch and l.kind = r.kind and l.record_id = r.id)
  ) then
    raise exception 'launch % has not changed that', p_launch using errcode = 'invalid_parameter_value';
  end if;
  perform 1 from public.pages p where p.id in (select a.id from jsonb_to_recordset(p_pages) a (id bigint)) order by p.id for update;
  if private.overtaken_records(p_records) <> '[]' or exists (
    select from jsonb_to_recordset(p_pages) a (id bigint, expected bigint)
    left join public.pages p on p.id = a.id
    where p.id is null or not p.is_editable or p.published_revision_id is distinct from a.expected
  ) then
    return '{"status": "conflict"}';
  end if;
  clean := array(
    select p.id from public.pages p join jsonb_to_recordset(p_pages) a (id bigint, contents jsonb) on a.id = p.id
    where p.published_revision_id is not null and jsonb_typeof(a.contents) = 'object' and not public.page_differs(p.id)
  );
  was := private.cells_of_others(p_pages, clean);
  select * into done from private.write_launch(p_actor, p_pages, p_records);
  perform private.replace_draft(a.id, a.parent_id, a.contents)
  from jsonb_to_recordset(p_pages) a (id bigint, parent_id bigint, contents jsonb) where a.id = any (clean);
  perform private.follow_live(w.key::bigint, w.value) from jsonb_each(was) w;
  -- Its drafts can be changed and published again, on what is live now.
  update public.launch_pages l
  set base_revision_id = p.published_revision_id, base_parent_id = private.live_parent(p.id), saved_at = clock_timestamp()
  from public.pages p where l.launch_id = p_launch and p.id = l.page_id;
  update public.record_drafts d set base_version = r.version, saved_at = clock_timestamp()
  from jsonb_to_recordset(done.records) r (kind text, id text, version integer)
  where d.launch_id = p_launch and d.kind = r.kind and d.record_id = r.id;
  update public.launches l
  set state = 'open', publish_at = null, time_zone = null, scheduled_by = null, live_at = null, taken_back_at = clock_timestamp()
  where l.id = p_launch;
  return '{"status": "taken-back"}';
end $function$
;
comment on function public.take_launch_back(uuid,bigint,jsonb,jsonb) is 'Makes live again what was live before a launch, in one transaction. The drafts of the launch stay in it.';

CREATE OR REPLACE FUNCTION public.read_launch(p_launch bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.launch_summary(l.id) || jsonb_build_object(
    'edit', l.edit_id,
    'page_items', (
      select coalesce(jsonb_agg(jsonb_build_object('id', i.page_id, 'title', i.title, 'site', p.site_id, 'is_there', p.id is not null, 'is_locked', not coalesce(p.is_editable, true),
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
