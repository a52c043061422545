-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.add_cells_to_launch(uuid,bigint,bigint,text[],bigint);

drop function public.take_record_out(uuid,bigint,text,text,boolean);

drop function public.add_record_to_launch(uuid,bigint,text,text);

drop function public.take_page_out(uuid,bigint,bigint,boolean,boolean);

drop function public.add_removal_to_launch(uuid,bigint,bigint);

drop function public.add_page_to_launch(uuid,bigint,bigint,bigint);

drop function public.save_record_draft(uuid,text,text,jsonb,timestamp with time zone,integer,jsonb,bigint);

drop function public.restore_draft(uuid,bigint,jsonb,integer,bigint);

drop function public.delete_page(uuid,bigint,boolean,bigint);

drop function public.list_deleted_records(text);

drop function public.discard_record_draft(uuid,text,text);

drop function public.delete_form(uuid,bigint);

drop function private.record_discard(bigint);

CREATE OR REPLACE FUNCTION private.record_discard(p_page_id bigint, p_why text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.keep_page_draft(p_page_id, p_why);
  insert into public.draft_saves (page_id, action, content, version, saved_by)
  select p.id, 'discard', jsonb_build_object(
    'parent_id', p.parent_id,
    'structure', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'type', m.type, 'parent', m.parent_id, 'slot', m.slot,
        'locales', (
          select coalesce(jsonb_object_agg(l.locale, jsonb_build_object('v', l.data_version, 'version', l.version, 'data', l.data)), '{}')
          from public.module_locales l where l.module_id = m.id
        )) order by m.position, m.id), '[]')
      from public.modules m where m.page_id = p.id
    ),
    'details', (
      select coalesce(jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title,
        'description', l.description, 'seo', l.seo)), '{}')
      from public.page_locales l where l.page_id = p.id
    )),
    p.structure_version, private.actor()
  from public.pages p
  where p.id = p_page_id;
end $function$
;
comment on function private.record_discard(bigint,text) is 'Writes the whole draft of a page to the history, before it is reset to what is published. p_why: as in discarded_drafts, from where it comes back; null where nothing is thrown away.';

CREATE OR REPLACE FUNCTION private.keep_locked_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if private.actor() is not null and current_setting('content.importing', true) is distinct from 'on'
    and exists (select from public.pages p where p.id = new.page_id and not p.is_editable) then
    raise exception 'page % is locked: its address stays as it is', new.page_id using errcode = 'object_not_in_prerequisite_state';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.fixed_below(p_page_id bigint, p_paths jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with recursive below as (
    select p.id, p.route, p.is_editable from public.pages p where p.parent_id = p_page_id
    union
    select p.id, p.route, p.is_editable from public.pages p join below b on p.parent_id = b.id
  ), fixed as (
    select distinct b.id
    from jsonb_each_text(p_paths) n
    join public.page_locales o on o.page_id = p_page_id and o.locale = n.key::public.locale and o.path <> n.value
    join below b on not b.is_editable or b.route is not null
    join public.page_locales l on l.page_id = b.id and l.locale = o.locale and starts_with(l.path, o.path || '/')
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'title', (
    select l.title from public.page_locales l where l.page_id = f.id order by l.locale limit 1
  )) order by f.id), '[]')
  from fixed f
$function$
;
comment on function private.fixed_below(bigint,jsonb) is 'The pages below a page whose addresses would change along with its, by locale, and may not.';

CREATE OR REPLACE FUNCTION public.move_page(p_page_id bigint, p_locale public.locale, p_path text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  steps text := coalesce(current_setting('content.draft_steps', true), '');
  old_path text;
  fixed jsonb;
begin
  set constraints public.page_locales_address_key, public.page_locales_file_key deferred;
  fixed := private.fixed_below(p_page_id, jsonb_build_object(p_locale::text, p_path));
  if fixed <> '[]' then
    return jsonb_build_object('status', 'locked', 'pages', fixed);
  end if;
  select path into old_path from public.page_locales where page_id = p_page_id and locale = p_locale for update;
  if not found then
    return jsonb_build_object('status', 'not-found');
  end if;
  -- For those below it is no step of their own: they follow.
  perform set_config('content.draft_steps', 'off', true);
  with recursive below as (
    select p.id from public.pages p where p.parent_id = p_page_id
    union
    select p.id from public.pages p join below b on p.parent_id = b.id
  )
  update public.page_locales l
  set path = p_path || substr(l.path, length(old_path) + 1)
  from below b
  where l.page_id = b.id and l.locale = p_locale and starts_with(l.path, old_path || '/');
  perform set_config('content.draft_steps', steps, true);
  update public.page_locales set path = p_path where page_id = p_page_id and locale = p_locale;
  return jsonb_build_object('status', 'saved');
end $function$
;
comment on function public.move_page(bigint,public.locale,text) is 'Gives a page a new path in one locale and moves the pages below it along. Not where one of these is locked: answers which.';

CREATE OR REPLACE FUNCTION private.reset_draft(p_page_id bigint, p_why text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.record_discard(p_page_id, p_why);
  perform set_config('content.draft_step', 'discard', true);
  perform private.replace_draft(p_page_id,
    (select l.parent_id from public.published_page_locales l where l.page_id = p_page_id order by l.locale limit 1),
    (select private.revision_contents(p.published_revision_id) from public.pages p where p.id = p_page_id));
end $function$
;
comment on function private.reset_draft(bigint,text) is 'Puts the draft of a locked page back to what is published. p_why: as private.record_discard has it.';

CREATE OR REPLACE FUNCTION public.discard_draft(p_actor uuid, p_page_id bigint, p_expected_version integer, p_last_save bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  latest public.draft_saves;
begin
  perform private.act_as(p_actor);
  select * into page from public.pages where id = p_page_id for update;
  if not found then
    return jsonb_build_object('status', 'not-found');
  end if;
  if not page.is_editable then
    return '{"status": "not-editable"}';
  end if;
  if page.published_revision_id is null then
    return jsonb_build_object('status', 'not-published');
  end if;
  perform 1 from public.modules where page_id = p_page_id order by id for update;
  select * into latest from public.draft_saves where page_id = p_page_id order by id desc limit 1;
  if page.structure_version <> p_expected_version or coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'version', page.structure_version, 'saved', private.save_mark(latest));
  end if;
  if not public.page_differs(p_page_id) then
    return jsonb_build_object('status', 'saved', 'version', page.structure_version);
  end if;
  perform private.reset_draft(p_page_id, 'discarded');
  return jsonb_build_object('status', 'saved', 'version', page.structure_version + 1);
end $function$
;
comment on function public.discard_draft(uuid,bigint,integer,bigint) is 'Puts a draft back to what is published, with the ids of its modules, unless somebody has saved since the caller looked.';

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
    elsif page.expected is not null and nullif(page.contents, 'null') is not null and public.page_differs(page.id) then
      -- It was what was live, which is a version of the page.
      perform private.reset_draft(page.id, null);
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

CREATE OR REPLACE FUNCTION private.travel_draft(p_page_id bigint, p_step_id bigint, p_locale public.locale, p_is_undone boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  step private.draft_steps;
  obstacle jsonb;
  fixed jsonb;
begin
  select * into page from public.pages where id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable then
    return '{"status": "not-editable"}';
  end if;
  perform 1 from public.modules where page_id = p_page_id order by id for update;
  select * into step from private.draft_steps s
  where s.id = p_step_id and s.page_id = p_page_id and s.author = private.actor() and s.summary is not null
    and (s.undone_at is null) = p_is_undone;
  if not found then
    return jsonb_build_object('status', 'conflict', 'steps', private.read_draft_steps(p_page_id));
  end if;
  -- The structure is one for all locales, and only changed in the default one.
  if p_locale <> 'en' and (step.summary ->> 'is_structure')::boolean then
    return '{"status": "english-only"}';
  end if;
  obstacle := private.step_obstacle(step, p_is_undone);
  if obstacle is not null then
    return jsonb_build_object('status', 'built-upon', 'obstacle', obstacle, 'steps', private.read_draft_steps(p_page_id));
  end if;
  fixed := private.fixed_below(p_page_id, (
    select coalesce(jsonb_object_agg(c.locale, c.target), '{}') from private.cells_of(p_step_id, p_is_undone) c
    where c.field = 'path' and jsonb_typeof(c.target) = 'string'
  ));
  if fixed <> '[]' then
    return jsonb_build_object('status', 'locked', 'pages', fixed);
  end if;
  perform set_config('content.draft_steps', 'off', true);
  perform private.apply_draft_step(step, p_is_undone);
  perform set_config('content.draft_steps', '', true);
  -- Each stands in a place by itself, which may put one into the other.
  if exists (
    with recursive tree as (
      select m.id, 1 as depth from public.modules m where m.page_id = p_page_id and m.parent_id is null
      union all
      select m.id, t.depth + 1 from tree t join public.modules m on m.parent_id = t.id where t.depth <= 3
    )
    select 1 from public.modules m left join tree t on t.id = m.id
    where m.page_id = p_page_id and coalesce(t.depth, 9) > 3
  ) then
    raise exception 'modules of page % would stand inside one another', p_page_id using errcode = 'object_not_in_prerequisite_state';
  end if;
  return jsonb_build_object('status', 'saved', 'step', private.step_of(step), 'steps', private.read_draft_steps(p_page_id));
end $function$
;

CREATE OR REPLACE FUNCTION private.put_page_names(p_page public.pages, p_parent_id bigint, p_locales jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  taken jsonb;
  fixed jsonb;
  details record;
begin
  if not p_page.is_editable or (p_page.route is not null and (p_parent_id is distinct from p_page.parent_id or exists (
    select 1 from jsonb_each(p_locales) n
    left join public.page_locales l on l.page_id = p_page.id and l.locale = n.key::public.locale
    where l.path is distinct from n.value ->> 'path'
  ))) then
    return '{"status": "fixed"}';
  end if;
  perform 1 from public.pages where id = p_parent_id and site_id = p_page.site_id for share;
  if not found and p_parent_id is not null then
    return '{"status": "no-parent"}';
  end if;
  fixed := private.fixed_below(p_page.id, (
    select coalesce(jsonb_object_agg(n.key, n.value -> 'path'), '{}') from jsonb_each(p_locales) n
  ));
  if fixed <> '[]' then
    return jsonb_build_object('status', 'locked', 'pages', fixed);
  end if;
  if exists (
    with recursive above as (
      select p_parent_id as id
      union
      select p.parent_id from above a join public.pages p on p.id = a.id
    )
    select 1 from above a where a.id = p_page.id
  ) then
    return '{"status": "below-itself"}';
  end if;
  taken := private.taken_addresses(p_page.id, p_page.site_id, p_locales);
  if taken <> '[]' then
    return jsonb_build_object('status', 'taken', 'pages', taken);
  end if;

  set constraints public.page_locales_address_key, public.page_locales_file_key deferred;
  for details in
    select n.key::public.locale as locale, n.value ->> 'path' as path, n.value ->> 'title' as title, n.value ->> 'nav_title' as nav_title,
      n.value ->> 'description' as description, n.value -> 'seo' as seo, l.path as old_path
    from jsonb_each(p_locales) n
    left join public.page_locales l on l.page_id = p_page.id and l.locale = n.key::public.locale
  loop
    if details.old_path is distinct from details.path and details.old_path is not null then
      perform public.move_page(p_page.id, details.locale, details.path);
    end if;
    insert into public.page_locales as l (page_id, locale, site_id, path, title, nav_title, description, seo)
    values (p_page.id, details.locale, p_page.site_id, details.path, details.title, coalesce(details.nav_title, ''),
      coalesce(details.description, ''), coalesce(details.seo, '{}'))
    on conflict (page_id, locale) do update
      set title = excluded.title, nav_title = coalesce(details.nav_title, l.nav_title),
        description = coalesce(details.description, l.description), seo = coalesce(details.seo, l.seo)
      where (l.title, l.nav_title, l.description, l.seo) is distinct from (excluded.title, coalesce(details.nav_title, l.nav_title),
        coalesce(details.description, l.description), coalesce(details.seo, l.seo));
  end loop;
  -- A page below may have come to an address that another has: that is detected here, not at the end of the transaction.
  set constraints public.page_locales_address_key, public.page_locales_file_key immediate;
  update public.pages set parent_id = p_parent_id, structure_version = structure_version + 1
  where id = p_page.id and parent_id is distinct from p_parent_id;
  return null;
end $function$
;
comment on function private.put_page_names(public.pages,bigint,jsonb) is 'Gives the draft of a page titles, addresses and a parent, and what else is named of each language. Pages below move along.';

CREATE OR REPLACE FUNCTION public.restore_draft(p_actor uuid, p_page_id bigint, p_contents jsonb, p_expected_version integer, p_last_save bigint, p_discarded bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  latest public.draft_saves;
  parent bigint;
begin
  perform private.act_as(p_actor);
  select * into page from public.pages where id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable then
    return '{"status": "not-editable"}';
  end if;
  perform 1 from public.modules where page_id = p_page_id order by id for update;
  select * into latest from public.draft_saves where page_id = p_page_id order by id desc limit 1;
  if page.structure_version <> p_expected_version or coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'saved', private.save_mark(latest));
  end if;
  -- Only modules that are, or were, of this page.
  if exists (
    select 1 from jsonb_each(p_contents) c
    cross join lateral private.flatten_modules(c.value -> 'modules') f
    join public.modules m on m.id = f.id
    where m.page_id <> p_page_id
  ) then
    raise exception 'the contents have a module of another page than %', p_page_id using errcode = 'invalid_parameter_value';
  end if;
  parent := page.parent_id;
  if p_discarded is not null then
    select case
      when d.parent_id is null then null
      -- It may be gone, or below this page by now.
      when exists (select from public.pages a where a.id = d.parent_id and a.site_id = page.site_id) and not exists (
        with recursive above as (
          select d.parent_id as id
          union
          select a.parent_id from above b join public.pages a on a.id = b.id
        )
        select from above b where b.id = p_page_id
      ) then d.parent_id
      else page.parent_id
    end into parent
    from public.discarded_drafts d where d.id = p_discarded and d.kind = 'page' and d.record_id = p_page_id::text;
    if not found then
      return '{"status": "not-found"}';
    end if;
  end if;
  perform private.record_discard(p_page_id, 'replaced');
  perform set_config('content.draft_step', 'restore', true);
  perform private.replace_draft(p_page_id, parent, p_contents);
  return '{"status": "saved"}';
end $function$
;
comment on function public.restore_draft(uuid,bigint,jsonb,integer,bigint,bigint) is 'Gives the draft of a page other contents, by locale as a revision has them, unless somebody has saved since the caller looked. What it had can be brought back. p_discarded: the draft that was thrown away whose place in the tree it gets.';

CREATE OR REPLACE FUNCTION public.delete_form(p_actor uuid, p_form_id bigint, p_version integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present integer;
  uses jsonb;
  holders jsonb;
begin
  perform private.act_as(p_actor);
  select f.version into present from public.forms f where f.id = p_form_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if present is distinct from p_version then
    return jsonb_build_object('status', case when p_version is null then 'unseen' else 'newer' end);
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
comment on function public.delete_form(uuid,bigint,integer) is 'Deletes a form that no page shows, neither in a draft nor live, and no saved section, shared module or coming release; otherwise answers which do. Not one that was saved since p_version. Its submissions stay until they expire.';

CREATE OR REPLACE FUNCTION public.import_apply(p_import uuid, p_replace boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '1h'
AS $function$
declare
  t record;
  rearranged bigint[];
  published integer;
begin
  -- One import at a time.
  perform pg_advisory_xact_lock(7311);
  perform set_config('content.importing', 'on', true);
  perform private.import_analyze(array['private.import_rows']);
  set constraints public.page_locales_address_key, public.page_locales_file_key deferred;
  -- What people have written since the last publish of a page that gets another draft.
  perform private.keep_page_draft(p.id, 'replaced')
  from public.pages p
  left join public.page_revisions r on r.id = p.published_revision_id
  where (p_replace or exists (
      select from private.import_rows s where s.import_id = p_import and s.target = 'pages' and s.content ->> 'id' = p.id::text
    ))
    and exists (
      select from public.draft_saves s
      where s.page_id = p.id and s.saved_by is not null and (r.created_at is null or s.saved_at > r.created_at)
    );
  if p_replace then
    perform private.import_clear(p_import);
  else
    perform private.import_refuse_collisions(p_import);
  end if;
  delete from private.draft_steps d using private.import_rows s
  where s.import_id = p_import and s.target = 'pages' and d.page_id = (s.content ->> 'id')::bigint;
  perform private.import_number_revisions(p_import);
  perform private.import_sequences(p_import);
  rearranged := private.import_rearranged(p_import);
  rearranged := rearranged || array(
    select (s.content ->> 'id')::bigint from private.import_rows s
    where s.import_id = p_import and s.target = 'pages' and not exists (
      select 1 from public.pages p where p.id = (s.content ->> 'id')::bigint
    )
  );

  for t in select c.* from private.content_tables c where c.name not in ('published_page_locales', 'redirects') order by c.place loop
    if t.name = 'product_images' then
      perform private.import_product_images(p_import);
      continue;
    end if;
    if t.owner_key is not null and not p_replace then
      perform private.import_prune(p_import, t.name, t.keys, t.owner_key, t.owner_name);
    end if;
    if t.name = 'pages' then
      update public.pages p set structure_version = p.structure_version + 1 where p.id = any (rearranged);
    end if;
    perform private.import_table(p_import, t.name, t.keys, t.fixed);
  end loop;
  insert into public.form_versions (form_id, version, content)
  select f.id, f.version, f.content from public.forms f
  on conflict (form_id, version) do nothing;
  perform private.import_analyze(array['public.pages', 'public.page_locales', 'public.modules', 'public.module_locales',
    'public.page_revisions', 'public.page_revision_locales', 'public.draft_saves']);
  perform private.import_history(p_import, rearranged);
  published := private.import_publications(p_import);

  -- The redirects of the bundle take the place of those that the database has for the same addresses.
  delete from public.redirects r
  using private.import_rows s
  where s.import_id = p_import and s.target = 'redirects' and r.site_id = s.content ->> 'site_id'
    and r.id <> (s.content ->> 'id')::bigint
    and (r.from_path = s.content ->> 'from_path'
      or (r.row_kind = s.content ->> 'row_kind' and r.from_slug = s.content ->> 'from_slug'));
  perform private.import_table(p_import, 'redirects', '{id}', '{}');

  delete from private.import_rows where import_id = p_import;
  perform private.import_analyze((select array_agg('public.' || quote_ident(c.name)) from private.content_tables c));
  delete from private.import_results where finished_at < now() - interval '1 day';
  insert into private.import_results (import_id, result) values (p_import, jsonb_build_object('published', published));
  return jsonb_build_object('published', published);
end $function$
;
comment on function public.import_apply(uuid,boolean) is 'Writes the rows that were put aside, all or none: rows that are there are brought up to date, or, to replace, all other content is deleted first. Publishes the drafts whose record asks for it.';

CREATE OR REPLACE FUNCTION private.refuse_unseen(p_saved_at timestamp with time zone, p_saved_by uuid, p_seen timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('status', case when p_seen is null then 'unseen' else 'newer' end,
    'saved', jsonb_build_object('at', p_saved_at, 'by', private.person_name(p_saved_by)))
  where p_saved_at is distinct from p_seen
$function$
;

CREATE OR REPLACE FUNCTION private.latest_version(p_kind text, p_id text)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select max(v.number) from public.record_versions v where v.kind = p_kind and v.record_id = p_id
$function$
;

CREATE OR REPLACE FUNCTION private.keep_record_draft(p_draft public.record_drafts, p_why text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.discarded_drafts (kind, record_id, data, rows, base_version, why, launch_name, saved_by, saved_at, discarded_by)
  values (p_draft.kind, p_draft.record_id, p_draft.data, p_draft.rows, p_draft.base_version, p_why,
    (select l.name from public.launches l where l.id = p_draft.launch_id), p_draft.saved_by, p_draft.saved_at, private.actor())
$function$
;
comment on function private.keep_record_draft(public.record_drafts,text) is 'Keeps a draft of a record that is thrown away.';

CREATE OR REPLACE FUNCTION private.keep_page_draft(p_page_id bigint, p_why text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.discarded_drafts (kind, record_id, data, parent_id, why, saved_by, saved_at, discarded_by)
  select 'page', p.id::text, private.draft_contents(p.id), p.parent_id, p_why, s.saved_by, coalesce(s.saved_at, p.created_at), private.actor()
  from public.pages p
  left join lateral (select l.* from public.draft_saves l where l.page_id = p.id order by l.id desc limit 1) s on true
  where p.id = p_page_id and p_why is not null and public.page_differs(p.id)
    and exists (select from public.page_locales l where l.page_id = p.id);
end $function$
;
comment on function private.keep_page_draft(bigint,text) is 'Keeps the draft of a page that is thrown away, where it is not what is live.';

CREATE OR REPLACE FUNCTION private.keep_launch_page(p_item public.launch_pages, p_why text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.discarded_drafts (kind, record_id, data, parent_id, why, launch_name, saved_by, saved_at, discarded_by)
  select 'page', p_item.page_id::text, p_item.contents, p_item.parent_id, p_why,
    (select l.name from public.launches l where l.id = p_item.launch_id), p_item.saved_by, p_item.saved_at, private.actor()
  where p_item.contents is not null
$function$
;
comment on function private.keep_launch_page(public.launch_pages,text) is 'Keeps what a launch had of a page and is thrown away.';

CREATE OR REPLACE FUNCTION public.list_discarded_drafts(p_kind text, p_id text, p_with_data boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'data', case when p_with_data then d.data end, 'why', d.why, 'launch', d.launch_name,
    'saved_at', d.saved_at, 'saved_by', private.person_name(d.saved_by), 'discarded_at', d.discarded_at,
    'discarded_by', private.person_name(d.discarded_by)) order by d.id desc), '[]')
  from (
    select d.* from public.discarded_drafts d
    where d.kind = p_kind and d.record_id = p_id and d.discarded_at > now() - interval '30 days'
    order by d.id desc limit 200
  ) d
$function$
;
comment on function public.list_discarded_drafts(text,text,boolean) is 'The drafts of a page or a record that were thrown away in the last 30 days, the last one first: why, from which launch, and by whom.';

CREATE OR REPLACE FUNCTION public.read_discarded_draft(p_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', d.kind, 'record_id', d.record_id, 'data', d.data, 'parent_id', d.parent_id)
  from public.discarded_drafts d where d.id = p_id and d.discarded_at > now() - interval '30 days'
$function$
;
comment on function public.read_discarded_draft(bigint) is 'A draft that was thrown away; null where there is none, or none any more.';

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
comment on function public.save_record_draft(uuid,text,text,jsonb,timestamp with time zone,integer,jsonb,bigint,boolean) is 'Saves a record as a draft, unless somebody has saved one since the moment p_base: then answers that one. Without an id it gets a new one. p_version: the live version that the draft has been brought up to. p_rows: the rows that it would be, for previews. p_launch: the launch whose draft it is. p_replaces: the draft that there is is kept, since another one takes its place.';

CREATE OR REPLACE FUNCTION public.discard_record_draft(p_actor uuid, p_kind text, p_id text, p_base timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  stored public.record_drafts;
  refusal jsonb;
begin
  perform private.act_as(p_actor);
  perform private.lock_record(p_kind, p_id);
  select d.* into stored from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.launch_id is null for update;
  if not found then
    return '{"status": "no-draft"}';
  end if;
  refusal := private.refuse_unseen(stored.saved_at, stored.saved_by, p_base);
  if refusal is not null then
    return refusal;
  end if;
  perform private.keep_record_draft(stored, 'discarded');
  delete from public.record_drafts d where d.id = stored.id;
  return '{"status": "discarded"}';
end $function$
;
comment on function public.discard_record_draft(uuid,text,text,timestamp with time zone) is 'Drops the draft of a record, from where it can be brought back, unless somebody has saved one since the moment p_base: then says who.';

CREATE OR REPLACE FUNCTION public.delete_page(p_actor uuid, p_page_id bigint, p_is_confirmed boolean, p_leads_to bigint DEFAULT NULL::bigint, p_last_save bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  latest public.draft_saves;
  page public.pages;
  uses jsonb;
begin
  perform private.act_as(p_actor);
  select * into page from public.pages where id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if page.route is not null or not page.is_editable then
    return '{"status": "fixed"}';
  end if;
  perform 1 from public.modules m where m.page_id = p_page_id order by m.id for update;
  select * into latest from public.draft_saves s where s.page_id = p_page_id order by s.id desc limit 1;
  if coalesce(latest.id, 0) is distinct from p_last_save then
    return jsonb_build_object('status', case when p_last_save is null then 'unseen' else 'newer' end, 'saved', private.save_mark(latest));
  end if;
  if p_leads_to is not null then
    perform 1 from public.pages t where t.id = p_leads_to and t.id <> p_page_id and t.site_id = page.site_id for share;
    if not found then
      return '{"status": "no-target"}';
    end if;
  end if;
  uses := public.page_uses(p_page_id);
  if uses -> 'below' <> '[]' or (not p_is_confirmed and (uses -> 'menus' <> '[]' or uses -> 'links' <> '[]')) then
    return jsonb_build_object('status', 'used', 'uses', uses);
  end if;
  -- The whole draft stays in the history.
  perform private.record_discard(p_page_id, null);
  insert into public.record_trash (kind, record_id, data, title, deleted_by)
  values ('page', p_page_id::text, private.page_rows_of(p_page_id),
    coalesce((select l.title from public.page_locales l where l.page_id = p_page_id order by l.locale limit 1), ''), p_actor)
  on conflict (kind, record_id) do update set data = excluded.data, title = excluded.title, deleted_by = excluded.deleted_by, deleted_at = clock_timestamp();
  -- Otherwise its addresses answer that it is gone.
  if p_leads_to is not null then
    insert into public.redirects (site_id, from_path, page_id, locale)
    select l.site_id, private.public_path(l.locale, l.path), p_leads_to, l.locale
    from public.published_page_locales l where l.page_id = p_page_id and l.path <> '/' and not private.is_server_path(l.path)
    on conflict (site_id, from_path) do update set page_id = excluded.page_id, locale = excluded.locale, to_path = null, status = 301;
    update public.redirects r set page_id = p_leads_to where r.page_id = p_page_id;
  end if;
  delete from public.pages where id = p_page_id;
  return '{"status": "deleted"}';
end $function$
;
comment on function public.delete_page(uuid,bigint,boolean,bigint,bigint) is 'Deletes a page: it leaves the sites with the next publish, and can be restored for 30 days. Its addresses lead to p_leads_to, or answer that it is gone. Refused where somebody has saved it since p_last_save, where pages are below it, and, unless confirmed, where menus or links lead to it.';

CREATE OR REPLACE FUNCTION public.read_seen_records(p_kind text, p_ids text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'saved_at', d.saved_at, 'saved_by', private.person_name(d.saved_by),
    'version', private.latest_version(p_kind, i.id)) order by i.place), '[]')
  from unnest(p_ids) with ordinality i (id, place)
  left join public.record_drafts d on d.kind = p_kind and d.record_id = i.id and d.launch_id is null
$function$
;
comment on function public.read_seen_records(text,text[]) is 'Of records when their drafts were saved and by whom, and the numbers of their latest versions: what delete_records is asked with.';

CREATE OR REPLACE FUNCTION public.delete_records(p_actor uuid, p_records jsonb, p_keep_used boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  asked record;
  rows jsonb;
  uses jsonb := '[]';
  missing jsonb := '[]';
  newer jsonb := '[]';
  kept jsonb := '[]';
  draft public.record_drafts;
begin
  perform private.act_as(p_actor);
  for asked in
    select * from jsonb_to_recordset(p_records) r (kind text, id text, places jsonb, saved_at timestamptz, version integer) order by r.kind, r.id
  loop
    perform private.lock_record(asked.kind, asked.id);
    select d.* into draft from public.record_drafts d where d.kind = asked.kind and d.record_id = asked.id and d.launch_id is null;
    if draft.saved_at is distinct from asked.saved_at or asked.version <> private.latest_version(asked.kind, asked.id) then
      newer := newer || jsonb_build_object('kind', asked.kind, 'id', asked.id, 'saved', (
        select jsonb_build_object('at', n.at, 'by', private.person_name(n.by))
        from (
          select draft.saved_at as at, draft.saved_by as by where draft.id is not null
          union all
          select v.made_at, v.made_by from public.record_versions v where v.kind = asked.kind and v.record_id = asked.id
          order by at desc limit 1
        ) n
      ));
    end if;
    uses := uses || coalesce((
      select jsonb_agg(jsonb_build_object('of', jsonb_build_object('kind', asked.kind, 'id', asked.id)) || to_jsonb(u))
      from private.record_uses(asked.kind, asked.id, coalesce(asked.places, '[]')) u
      where not exists (select from jsonb_to_recordset(p_records) o (kind text, id text) where o.kind = u.kind and o.id = u.id)
    ), '[]');
    if private.record_rows(asked.kind, asked.id) is null and not exists (
      select from public.record_drafts d where d.kind = asked.kind and d.record_id = asked.id and d.launch_id is null
    ) then
      missing := missing || jsonb_build_object('kind', asked.kind, 'id', asked.id);
    end if;
  end loop;
  if missing <> '[]' and not p_keep_used then
    return jsonb_build_object('status', 'not-found', 'records', missing);
  end if;
  if uses <> '[]' and not p_keep_used then
    return jsonb_build_object('status', 'used', 'uses', uses);
  end if;
  if newer <> '[]' and not p_keep_used then
    return jsonb_build_object('status', 'newer', 'records', newer);
  end if;
  select coalesce(jsonb_agg(distinct k.of), '[]') into kept
  from (
    select u.value -> 'of' as of from jsonb_array_elements(uses) u
    union all
    select n.value - 'saved' from jsonb_array_elements(newer) n
  ) k;
  -- What refers to others goes before these.
  for asked in
    select r.*, c.name from jsonb_to_recordset(p_records) r (kind text, id text, title text)
    join private.kinds k on k.kind = r.kind join private.content_tables c on c.name = k.table_name
    where not kept @> jsonb_build_array(jsonb_build_object('kind', r.kind, 'id', r.id))
    order by c.place desc, r.id desc
  loop
    perform private.add_version(asked.kind, asked.id, null);
    rows := private.record_rows(asked.kind, asked.id, true);
    if rows is not null then
      insert into public.record_trash (kind, record_id, data, title, deleted_by)
      values (asked.kind, asked.id, rows, coalesce(asked.title, ''), p_actor)
      on conflict (kind, record_id) do update set data = excluded.data, title = excluded.title, deleted_by = excluded.deleted_by, deleted_at = clock_timestamp();
      execute format('delete from public.%I r where r.id = $1::%s', asked.name, private.type_of_id(asked.kind)) using asked.id;
      perform private.add_version(asked.kind, asked.id, p_actor);
    end if;
    for draft in delete from public.record_drafts d where d.kind = asked.kind and d.record_id = asked.id and d.launch_id is null returning d.* loop
      perform private.keep_record_draft(draft, 'deleted');
    end loop;
  end loop;
  return jsonb_build_object('status', 'deleted', 'kept', kept);
end $function$
;
comment on function public.delete_records(uuid,jsonb,boolean) is 'Deletes records that nothing else names, from where they can be restored; otherwise answers what names them, or with p_keep_used deletes the others. Nor those that somebody has saved or published since the caller looked. Their drafts can be brought back, also those that were never published.';

CREATE OR REPLACE FUNCTION private.lost_drafts(p_kind text)
 RETURNS TABLE(record_id text, data jsonb, rows jsonb, discarded_at timestamp with time zone, discarded_by uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select distinct on (d.record_id) d.record_id, d.data, d.rows, d.discarded_at, d.discarded_by
  from public.discarded_drafts d
  where d.kind = p_kind and d.kind <> 'page' and d.discarded_at > now() - interval '30 days'
    and not exists (select from public.record_drafts o where o.kind = d.kind and o.record_id = d.record_id)
    and not exists (select from public.record_versions v where v.kind = d.kind and v.record_id = d.record_id)
  order by d.record_id, d.id desc
$function$
;

CREATE OR REPLACE FUNCTION public.restore_record(p_actor uuid, p_kind text, p_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  deleted public.record_trash;
begin
  perform private.act_as(p_actor);
  perform private.lock_record(p_kind, p_id);
  if private.record_rows(p_kind, p_id) is not null then
    return '{"status": "not-found"}';
  end if;
  delete from public.record_trash t where t.kind = p_kind and t.record_id = p_id returning t.* into deleted;
  if not found then
    -- One that was never published is its draft.
    insert into public.record_drafts as n (kind, record_id, data, rows, saved_by)
    select p_kind, d.record_id, d.data, d.rows, p_actor from private.lost_drafts(p_kind) d where d.record_id = p_id;
    return case when found then '{"status": "restored"}' else '{"status": "not-found"}' end::jsonb;
  end if;
  perform private.write_records((
    select jsonb_agg(jsonb_build_object('table', t.key, 'row', r.value) order by c.place, r.ordinality)
    from jsonb_each(deleted.data) t
    join private.content_tables c on c.name = t.key
    cross join lateral jsonb_array_elements(t.value) with ordinality r
  ));
  perform private.add_version(p_kind, p_id, p_actor);
  return '{"status": "restored"}';
end $function$
;
comment on function public.restore_record(uuid,text,text) is 'Puts a deleted record back as it was; one that was never published as a draft.';

CREATE OR REPLACE FUNCTION public.list_deleted_records(p_kind text, p_title text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.record_id, 'title', t.title, 'deleted_at', t.deleted_at,
    'deleted_by', private.person_name(t.deleted_by)) order by t.deleted_at desc, t.record_id), '[]')
  from (
    select t.record_id, t.title, t.deleted_at, t.deleted_by from public.record_trash t where t.kind = p_kind and t.deleted_at > now() - interval '30 days'
    union all
    select d.record_id, coalesce(d.data #>> p_title, ''), d.discarded_at, d.discarded_by from private.lost_drafts(p_kind) d
    order by deleted_at desc limit 500
  ) t
$function$
;
comment on function public.list_deleted_records(text,text[]) is 'The records of a kind that can be restored, the last deleted first: those that were never published as well. p_title: where a draft has what people call it.';

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
end $function$
;
comment on function public.publish_prune(integer,integer,integer) is 'Deletes receipts and builds that are older than so many days, and of each site all but so many receipts, at most p_limit of each; and what a day or an hour after its use nobody asks for. Says whether there are more.';

CREATE OR REPLACE FUNCTION private.occupied(p_saved_at timestamp with time zone, p_saved_by uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('status', 'occupied', 'saved', jsonb_build_object('at', p_saved_at, 'by', private.person_name(p_saved_by)))
$function$
;

CREATE OR REPLACE FUNCTION public.add_page_to_launch(p_actor uuid, p_launch bigint, p_page_id bigint, p_last_save bigint DEFAULT NULL::bigint, p_replaces timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  item public.launch_pages;
  latest public.draft_saves;
begin
  perform private.act_as(p_actor);
  if not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  select * into page from public.pages p where p.id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable then
    return '{"status": "not-editable"}';
  end if;
  perform 1 from public.modules m where m.page_id = p_page_id order by m.id for update;
  select * into latest from public.draft_saves s where s.page_id = p_page_id order by s.id desc limit 1;
  if p_last_save is not null and coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'saved', private.save_mark(latest));
  end if;
  if not public.page_differs(p_page_id) then
    return '{"status": "unchanged"}';
  end if;
  -- The rest of a page of which a part is in it already.
  if exists (select from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id and l.cells is not null and l.contents is not null) then
    return public.add_cells_to_launch(p_actor, p_launch, p_page_id,
      private.cells_that_wait(private.live_cells(p_page_id), private.draft_cells(p_page_id)), coalesce(latest.id, 0), p_replaces);
  end if;
  select * into item from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id for update;
  if found and item.contents is distinct from private.draft_contents(p_page_id) then
    if item.saved_at is distinct from p_replaces then
      return private.occupied(item.saved_at, item.saved_by);
    end if;
    perform private.keep_launch_page(item, 'replaced');
  end if;
  insert into public.launch_pages as l (launch_id, page_id, title, parent_id, base_revision_id, base_parent_id, contents, saved_by)
  values (p_launch, p_page_id, private.page_title(p_page_id), page.parent_id, page.published_revision_id, private.live_parent(p_page_id),
    private.draft_contents(p_page_id), p_actor)
  on conflict (launch_id, page_id) do update
    set title = excluded.title, parent_id = excluded.parent_id, base_revision_id = excluded.base_revision_id,
      base_parent_id = excluded.base_parent_id, contents = excluded.contents, cells = null, saved_by = excluded.saved_by, saved_at = clock_timestamp();
  -- What is published by itself goes on from what is live. A page that is not live yet has nothing else to show.
  if page.published_revision_id is not null then
    perform private.reset_draft(p_page_id, null);
  end if;
  return '{"status": "added"}';
end $function$
;
comment on function public.add_page_to_launch(uuid,bigint,bigint,bigint,timestamp with time zone) is 'Moves the draft of a page into a launch: the draft that is published by itself is what is live from then on. A page that is not published keeps its draft. With p_last_save: unless somebody has saved since. p_replaces: the moment of what the launch has of the page already, as far as the caller has seen it; otherwise that is not replaced.';

CREATE OR REPLACE FUNCTION public.add_cells_to_launch(p_actor uuid, p_launch bigint, p_page_id bigint, p_cells text[], p_last_save bigint, p_replaces timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  item public.launch_pages;
  latest public.draft_saves;
  live jsonb;
  draft jsonb;
  -- What the chosen cells are put on: what the launch has of the page already, or what is live.
  ground jsonb;
  waiting text[];
  staying text[];
  needs jsonb;
  composed jsonb;
begin
  perform private.act_as(p_actor);
  if not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  select * into page from public.pages p where p.id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable then
    return '{"status": "not-editable"}';
  end if;
  perform 1 from public.modules m where m.page_id = p_page_id order by m.id for update;
  select * into latest from public.draft_saves s where s.page_id = p_page_id order by s.id desc limit 1;
  if coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'saved', private.save_mark(latest));
  end if;
  live := private.live_cells(p_page_id);
  draft := private.draft_cells(p_page_id);
  waiting := private.cells_that_wait(live, draft);
  if not p_cells <@ waiting or p_cells = '{}' then
    return '{"status": "settled"}';
  end if;
  select * into item from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id and l.contents is not null for update;
  if item.page_id is null and waiting <@ p_cells then
    return public.add_page_to_launch(p_actor, p_launch, p_page_id, p_last_save, p_replaces);
  end if;
  ground := case when item.page_id is null then live else private.cells_of_contents(item.contents, item.parent_id) end;
  -- Modules that came with what is in it already would go.
  if 'structure' = any (p_cells)
    and private.modules_beyond(ground -> 'structure', live -> 'structure') && private.modules_beyond(ground -> 'structure', draft -> 'structure') then
    return '{"status": "other-modules"}';
  end if;
  needs := private.needs_of(ground, draft, p_cells);
  if needs <> '[]' then
    return jsonb_build_object('status', 'incomplete', 'needs', needs);
  end if;
  -- What it has of the same cells.
  if exists (select from unnest(p_cells) c where ground -> c is distinct from live -> c and ground -> c is distinct from draft -> c) then
    if item.saved_at is distinct from p_replaces then
      return private.occupied(item.saved_at, item.saved_by);
    end if;
    perform private.keep_launch_page(item, 'replaced');
  end if;
  composed := private.compose_cells(ground, draft, p_cells);
  insert into public.launch_pages as l (launch_id, page_id, title, parent_id, base_revision_id, base_parent_id, contents, cells, saved_by)
  values (p_launch, p_page_id, private.page_title(p_page_id), (composed ->> 'parent')::bigint, page.published_revision_id, private.live_parent(p_page_id),
    private.contents_of_cells(composed), p_cells, p_actor)
  on conflict (launch_id, page_id) do update
    set title = excluded.title, parent_id = excluded.parent_id, contents = excluded.contents,
      cells = case when item.page_id is null then excluded.cells
        when l.cells is not null then array(select distinct c from unnest(l.cells || excluded.cells) c order by c) end,
      base_revision_id = case when item.page_id is null then excluded.base_revision_id else l.base_revision_id end,
      base_parent_id = case when item.page_id is null then excluded.base_parent_id else l.base_parent_id end,
      saved_by = excluded.saved_by, saved_at = clock_timestamp();
  if page.published_revision_id is null then
    return jsonb_build_object('status', 'added', 'kept', '[]'::jsonb);
  end if;
  staying := array(select w from unnest(waiting) w where w <> all (p_cells));
  loop
    needs := private.needs_of(live, draft, staying);
    exit when needs = '[]';
    staying := staying || array(select distinct n.value ->> 'needs' from jsonb_array_elements(needs) n);
  end loop;
  if staying = '{}' then
    perform private.reset_draft(p_page_id, null);
  elsif not waiting <@ staying then
    composed := private.compose_cells(live, draft, staying);
    perform private.record_discard(p_page_id, null);
    perform private.replace_draft(p_page_id, (composed ->> 'parent')::bigint, private.contents_of_cells(composed));
  end if;
  return jsonb_build_object('status', 'added', 'kept', to_jsonb(array(select c from unnest(p_cells) c where c = any (staying))));
end $function$
;
comment on function public.add_cells_to_launch(uuid,bigint,bigint,text[],bigint,timestamp with time zone) is 'Moves some cells of a page''s draft into a launch, on what it has of the page already. They leave the draft of a published page, but for those that the rest of it needs, which the answer names. p_replaces: as add_page_to_launch has it, where the launch has the same cells.';

CREATE OR REPLACE FUNCTION public.add_removal_to_launch(p_actor uuid, p_launch bigint, p_page_id bigint, p_replaces timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  item public.launch_pages;
begin
  perform private.act_as(p_actor);
  if not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  select * into page from public.pages p where p.id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable or page.route is not null then
    return '{"status": "not-editable"}';
  end if;
  if page.published_revision_id is null then
    return '{"status": "unchanged"}';
  end if;
  select * into item from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id for update;
  if found and item.contents is not null then
    if item.saved_at is distinct from p_replaces then
      return private.occupied(item.saved_at, item.saved_by);
    end if;
    perform private.keep_launch_page(item, 'replaced');
  end if;
  insert into public.launch_pages as l (launch_id, page_id, title, parent_id, base_revision_id, base_parent_id, saved_by)
  values (p_launch, p_page_id, private.page_title(p_page_id), page.parent_id, page.published_revision_id, private.live_parent(p_page_id), p_actor)
  on conflict (launch_id, page_id) do update
    set contents = null, cells = null, base_revision_id = excluded.base_revision_id, saved_by = excluded.saved_by, saved_at = clock_timestamp();
  return '{"status": "added"}';
end $function$
;
comment on function public.add_removal_to_launch(uuid,bigint,bigint,timestamp with time zone) is 'Takes a page off the site with a launch; its draft and its history stay. p_replaces: as add_page_to_launch has it.';

CREATE OR REPLACE FUNCTION public.take_page_out(p_actor uuid, p_launch bigint, p_page_id bigint, p_to_draft boolean, p_keep boolean DEFAULT false, p_saved_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  refusal jsonb;
  page public.pages;
  item public.launch_pages;
  live jsonb;
  draft jsonb;
  part jsonb;
begin
  perform private.act_as(p_actor);
  if not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  select * into item from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  refusal := private.refuse_unseen(item.saved_at, item.saved_by, p_saved_at);
  if refusal is not null then
    return refusal;
  end if;
  select * into page from public.pages p where p.id = p_page_id for update;
  if p_to_draft and found and item.contents is not null then
    if item.cells is not null and page.published_revision_id is not null then
      live := private.live_cells(p_page_id);
      draft := private.draft_cells(p_page_id);
      part := private.cells_of_contents(item.contents, item.parent_id);
      -- Where the draft has something else by now, and an order of modules that is not the live one with a change.
      if exists (select from unnest(item.cells) c where draft -> c is distinct from live -> c and draft -> c is distinct from part -> c)
        or private.needs_of(draft, part, item.cells) <> '[]' then
        return '{"status": "has-draft"}';
      end if;
      if 'structure' = any (item.cells)
        and live -> 'structure' is distinct from private.cells_of_contents(private.revision_contents(item.base_revision_id), item.base_parent_id) -> 'structure' then
        return '{"status": "other-modules"}';
      end if;
      part := private.compose_cells(draft, part, item.cells);
      if part is distinct from draft then
        perform private.record_discard(p_page_id, null);
        perform private.replace_draft(p_page_id, (select p.id from public.pages p where p.id = (part ->> 'parent')::bigint), private.contents_of_cells(part));
      end if;
    elsif page.published_revision_id is not null and public.page_differs(p_page_id) then
      return '{"status": "has-draft"}';
    elsif private.draft_contents(p_page_id) is distinct from item.contents or page.parent_id is distinct from item.parent_id then
      -- A page that was never published has kept its draft, which somebody may have gone on with.
      if page.published_revision_id is null and exists (
        select from public.draft_saves s where s.page_id = p_page_id and s.saved_at > item.saved_at
      ) then
        return '{"status": "has-draft"}';
      end if;
      perform private.record_discard(p_page_id, 'replaced');
      perform private.replace_draft(p_page_id, (select p.id from public.pages p where p.id = item.parent_id), item.contents);
    end if;
  end if;
  if not p_to_draft then
    perform private.keep_launch_page(item, 'taken-out');
  end if;
  if not p_keep then
    delete from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id;
  end if;
  return '{"status": "taken-out"}';
end $function$
;
comment on function public.take_page_out(uuid,bigint,bigint,boolean,boolean,timestamp with time zone) is 'Takes a page out of a launch, unless the launch has something else of it than at p_saved_at. p_to_draft: what the launch has of it becomes the draft of the page, unless that has changes of its own; otherwise it can be brought back. p_keep: the launch keeps it as well, until the changed draft is added again.';

CREATE OR REPLACE FUNCTION public.add_record_to_launch(p_actor uuid, p_launch bigint, p_kind text, p_id text, p_replaces timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  draft public.record_drafts;
  item public.record_drafts;
begin
  perform private.act_as(p_actor);
  if not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  perform private.lock_record(p_kind, p_id);
  select d.* into draft from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.launch_id is null;
  if not found then
    return '{"status": "unchanged"}';
  end if;
  select d.* into item from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.launch_id = p_launch;
  if found and item.data is distinct from draft.data then
    if item.saved_at is distinct from p_replaces then
      return private.occupied(item.saved_at, item.saved_by);
    end if;
    perform private.keep_record_draft(item, 'replaced');
  end if;
  delete from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.launch_id = p_launch;
  update public.record_drafts d set launch_id = p_launch, saved_at = clock_timestamp(), saved_by = p_actor
  where d.kind = p_kind and d.record_id = p_id and d.launch_id is null;
  return '{"status": "added"}';
end $function$
;
comment on function public.add_record_to_launch(uuid,bigint,text,text,timestamp with time zone) is 'Moves the draft of a record into a launch. p_replaces: as add_page_to_launch has it.';

CREATE OR REPLACE FUNCTION public.take_record_out(p_actor uuid, p_launch bigint, p_kind text, p_id text, p_to_draft boolean, p_saved_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  item public.record_drafts;
  refusal jsonb;
begin
  perform private.act_as(p_actor);
  if not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  perform private.lock_record(p_kind, p_id);
  select d.* into item from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.launch_id = p_launch;
  if not found then
    return '{"status": "not-found"}';
  end if;
  refusal := private.refuse_unseen(item.saved_at, item.saved_by, p_saved_at);
  if refusal is not null then
    return refusal;
  end if;
  if p_to_draft and exists (select from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.launch_id is null) then
    return '{"status": "has-draft"}';
  end if;
  if p_to_draft then
    update public.record_drafts d set launch_id = null, saved_at = clock_timestamp() where d.id = item.id;
  else
    perform private.keep_record_draft(item, 'taken-out');
    delete from public.record_drafts d where d.id = item.id;
  end if;
  return '{"status": "taken-out"}';
end $function$
;
comment on function public.take_record_out(uuid,bigint,text,text,boolean,timestamp with time zone) is 'Takes the draft of a record out of a launch, unless it was saved since p_saved_at: it is dropped, from where it can be brought back, or published by itself from then on.';

CREATE OR REPLACE FUNCTION public.launches_of(p_page_id bigint, p_kind text, p_id text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'publish_at', l.publish_at, 'time_zone', l.time_zone,
      'saved', (
        select jsonb_build_object('at', i.saved_at, 'by', private.person_name(i.saved_by))
        from (
          select p.saved_at, p.saved_by from public.launch_pages p where p.launch_id = l.id and p.page_id = p_page_id
          union all
          select d.saved_at, d.saved_by from public.record_drafts d where d.launch_id = l.id and d.kind = p_kind and d.record_id = p_id
        ) i limit 1
      ))
    order by l.publish_at nulls last, l.id), '[]')
  from public.launches l
  where l.state in ('open', 'scheduled') and (
    exists (select from public.launch_pages p where p.launch_id = l.id and p.page_id = p_page_id)
    or exists (select from public.record_drafts d where d.launch_id = l.id and d.kind = p_kind and d.record_id = p_id))
$function$
;
comment on function public.launches_of(bigint,text,text) is 'The launches to come that have a draft of a page, or of a record.';

create table public.discarded_drafts (
  id bigint generated always as identity primary key,
  kind text not null references private.kinds (kind),
  -- A number, or the name of a site.
  record_id text not null,
  -- A record as its draft had it; of a page what it had by locale, as a revision has it.
  data jsonb not null check (jsonb_typeof(data) = 'object' and private.is_shallow_json(data)),
  -- The rows by table that publishing the record would have written, for previews.
  rows jsonb check (private.is_shallow_json(rows)),
  -- The live version that the draft of the record was begun with; null for one that was never published.
  base_version integer,
  -- The page above the page.
  parent_id bigint,
  why text not null check (why in ('discarded', 'replaced', 'taken-out', 'deleted')),
  -- The launch that it was in, as it was called; null for a draft that would have been published by itself.
  launch_name text,
  saved_by uuid,
  saved_at timestamptz not null,
  discarded_by uuid,
  discarded_at timestamptz not null default clock_timestamp()
);
alter table public.discarded_drafts enable row level security;
comment on table public.discarded_drafts is 'Drafts of pages and records that somebody has thrown away, or put something else in the place of. They can be brought back for 30 days.';

CREATE INDEX discarded_drafts_record_idx ON public.discarded_drafts USING btree (kind, record_id, id DESC);

CREATE INDEX discarded_drafts_discarded_at_idx ON public.discarded_drafts USING btree (discarded_at);

CREATE TRIGGER page_locales_locked BEFORE UPDATE OF path ON public.page_locales FOR EACH ROW WHEN ((old.path IS DISTINCT FROM new.path)) EXECUTE FUNCTION private.keep_locked_address();

CREATE TRIGGER discarded_drafts_immutable BEFORE UPDATE ON public.discarded_drafts FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

create policy discarded_drafts_read on public.discarded_drafts for select to authenticated using (( SELECT private.is_staff() AS is_staff));

revoke all on sequence public.discarded_drafts_id_seq from public, anon, authenticated, service_role;
grant select, update, usage on sequence public.discarded_drafts_id_seq to service_role;

revoke all on table public.discarded_drafts from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.discarded_drafts to service_role;
grant select on table public.discarded_drafts to authenticated;

revoke all on function private.record_discard(bigint,text) from public, anon, authenticated, service_role;
grant execute on function private.record_discard(bigint,text) to service_role;

revoke all on function private.keep_locked_address() from public, anon, authenticated, service_role;

revoke all on function private.fixed_below(bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.fixed_below(bigint,jsonb) to service_role;

revoke all on function private.reset_draft(bigint,text) from public, anon, authenticated, service_role;
grant execute on function private.reset_draft(bigint,text) to service_role;

revoke all on function public.restore_draft(uuid,bigint,jsonb,integer,bigint,bigint) from public, anon, authenticated, service_role;
grant execute on function public.restore_draft(uuid,bigint,jsonb,integer,bigint,bigint) to service_role;

revoke all on function public.delete_form(uuid,bigint,integer) from public, anon, authenticated, service_role;
grant execute on function public.delete_form(uuid,bigint,integer) to service_role;

revoke all on function private.refuse_unseen(timestamp with time zone,uuid,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function private.refuse_unseen(timestamp with time zone,uuid,timestamp with time zone) to service_role;

revoke all on function private.latest_version(text,text) from public, anon, authenticated, service_role;
grant execute on function private.latest_version(text,text) to authenticated;
grant execute on function private.latest_version(text,text) to service_role;

revoke all on function private.keep_record_draft(public.record_drafts,text) from public, anon, authenticated, service_role;
grant execute on function private.keep_record_draft(public.record_drafts,text) to service_role;

revoke all on function private.keep_page_draft(bigint,text) from public, anon, authenticated, service_role;
grant execute on function private.keep_page_draft(bigint,text) to service_role;

revoke all on function private.keep_launch_page(public.launch_pages,text) from public, anon, authenticated, service_role;
grant execute on function private.keep_launch_page(public.launch_pages,text) to service_role;

revoke all on function public.list_discarded_drafts(text,text,boolean) from public, anon, authenticated, service_role;
grant execute on function public.list_discarded_drafts(text,text,boolean) to authenticated;
grant execute on function public.list_discarded_drafts(text,text,boolean) to service_role;

revoke all on function public.read_discarded_draft(bigint) from public, anon, authenticated, service_role;
grant execute on function public.read_discarded_draft(bigint) to authenticated;
grant execute on function public.read_discarded_draft(bigint) to service_role;

revoke all on function public.save_record_draft(uuid,text,text,jsonb,timestamp with time zone,integer,jsonb,bigint,boolean) from public, anon, authenticated, service_role;
grant execute on function public.save_record_draft(uuid,text,text,jsonb,timestamp with time zone,integer,jsonb,bigint,boolean) to service_role;

revoke all on function public.discard_record_draft(uuid,text,text,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.discard_record_draft(uuid,text,text,timestamp with time zone) to service_role;

revoke all on function public.delete_page(uuid,bigint,boolean,bigint,bigint) from public, anon, authenticated, service_role;
grant execute on function public.delete_page(uuid,bigint,boolean,bigint,bigint) to service_role;

revoke all on function public.read_seen_records(text,text[]) from public, anon, authenticated, service_role;
grant execute on function public.read_seen_records(text,text[]) to authenticated;
grant execute on function public.read_seen_records(text,text[]) to service_role;

revoke all on function private.lost_drafts(text) from public, anon, authenticated, service_role;
grant execute on function private.lost_drafts(text) to authenticated;
grant execute on function private.lost_drafts(text) to service_role;

revoke all on function public.list_deleted_records(text,text[]) from public, anon, authenticated, service_role;
grant execute on function public.list_deleted_records(text,text[]) to authenticated;
grant execute on function public.list_deleted_records(text,text[]) to service_role;

revoke all on function private.occupied(timestamp with time zone,uuid) from public, anon, authenticated, service_role;
grant execute on function private.occupied(timestamp with time zone,uuid) to service_role;

revoke all on function public.add_page_to_launch(uuid,bigint,bigint,bigint,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.add_page_to_launch(uuid,bigint,bigint,bigint,timestamp with time zone) to service_role;

revoke all on function public.add_cells_to_launch(uuid,bigint,bigint,text[],bigint,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.add_cells_to_launch(uuid,bigint,bigint,text[],bigint,timestamp with time zone) to service_role;

revoke all on function public.add_removal_to_launch(uuid,bigint,bigint,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.add_removal_to_launch(uuid,bigint,bigint,timestamp with time zone) to service_role;

revoke all on function public.take_page_out(uuid,bigint,bigint,boolean,boolean,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.take_page_out(uuid,bigint,bigint,boolean,boolean,timestamp with time zone) to service_role;

revoke all on function public.add_record_to_launch(uuid,bigint,text,text,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.add_record_to_launch(uuid,bigint,text,text,timestamp with time zone) to service_role;

revoke all on function public.take_record_out(uuid,bigint,text,text,boolean,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.take_record_out(uuid,bigint,text,text,boolean,timestamp with time zone) to service_role;
