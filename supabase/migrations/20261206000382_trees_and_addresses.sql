-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.take_back(p_actor uuid, p_receipt bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page record;
  row_of record;
  stored public.pages;
  drafts bigint[] := '{}';
  parents jsonb := '{}';
  clean bigint[] := '{}';
  addresses jsonb;
  tables text[] := array(select distinct r.name from jsonb_to_recordset(p_records) r (name text) join private.kinds k on k.table_name = r.name);
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
    select * into stored from public.pages p where p.id = page.id for no key update;
    if not found or stored.published_revision_id is distinct from page.expected then
      raise exception 'page % has been published since', page.id using errcode = 'object_not_in_prerequisite_state';
    end if;
    if not stored.is_editable then
      raise exception 'page % is locked', page.id using errcode = 'object_not_in_prerequisite_state';
    end if;
    parents := parents || jsonb_build_object(page.id, stored.parent_id);
    if page.expected is not null and public.page_differs(page.id) then
      drafts := drafts || page.id;
    elsif page.expected is not null and nullif(page.contents, 'null') is not null then
      clean := clean || page.id;
    end if;
  end loop;
  -- Addresses are judged for all of them.
  perform private.publish_many(p_pages);
  addresses := private.draft_addresses(clean);
  perform set_config('content.draft_step', 'discard', true);
  perform private.record_discard(c), private.write_draft(c, private.live_parent(c), private.revision_contents(p.published_revision_id))
  from unnest(clean) c join public.pages p on p.id = c;
  drafts := array(
    select unnest(drafts) union select (k.value ->> 'page_id')::bigint from jsonb_array_elements(private.settle_addresses(clean, addresses)) k
  );
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key immediate;
  perform private.judge_keys(tables, 'deferred');
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
  perform private.judge_keys(tables, 'immediate');
  update public.content_edits e set takes_back = p_receipt where e.id = private.current_edit();
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key immediate;
  drafts := drafts || private.keep_draft_parents(parents);
  return jsonb_build_object('drafts', to_jsonb(drafts));
end $function$
;
comment on function public.take_back(uuid,bigint,jsonb,jsonb) is 'Undoes what a receipt has published: pages with the content that they are to have again, null for none, and fields of records. Refused when anything is not as it is expected. Answers the pages whose drafts have other changes, which stay as they are.';

CREATE OR REPLACE FUNCTION public.create_page(p_actor uuid, p_site text, p_parent_id bigint, p_locales jsonb, p_modules jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made bigint;
  taken jsonb;
  inserted jsonb;
begin
  perform private.act_as(p_actor);
  perform 1 from public.pages where id = p_parent_id and site_id = p_site for key share;
  if not found and p_parent_id is not null then
    return '{"status": "no-parent"}';
  end if;
  taken := private.taken_addresses(null, p_site, p_locales);
  if taken <> '[]' then
    return jsonb_build_object('status', 'taken', 'pages', taken);
  end if;
  perform private.give_up_addresses(null, p_site, p_locales);
  insert into public.pages (site_id, parent_id) values (p_site, p_parent_id) returning id into made;
  insert into public.page_locales (page_id, locale, site_id, path, title)
  select made, l.key::public.locale, p_site, l.value ->> 'path', l.value ->> 'title'
  from jsonb_each(p_locales) l;
  if jsonb_array_length(p_modules) > 0 then
    select public.insert_modules(p_actor, made, p_modules, 0, 'paste', p.structure_version) into inserted
    from public.pages p where p.id = made;
    if inserted ->> 'status' is distinct from 'saved' then
      raise exception 'the modules of a new page were not inserted: %', inserted ->> 'status';
    end if;
  end if;
  return jsonb_build_object('status', 'saved', 'id', made);
end $function$
;
comment on function public.create_page(uuid,text,bigint,jsonb,jsonb) is 'Makes a page with a title and an address in each language, without modules or with those given as insert_modules takes them; it is a draft.';

CREATE OR REPLACE FUNCTION private.put_page_names(p_page public.pages, p_parent_id bigint, p_locales jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  taken jsonb;
  details record;
begin
  if not p_page.is_editable or (p_page.route is not null and (p_parent_id is distinct from p_page.parent_id or exists (
    select 1 from jsonb_each(p_locales) n
    left join public.page_locales l on l.page_id = p_page.id and l.locale = n.key::public.locale
    where l.path is distinct from n.value ->> 'path'
  ))) then
    return '{"status": "fixed"}';
  end if;
  perform 1 from public.pages where id = p_parent_id and site_id = p_page.site_id for key share;
  if not found and p_parent_id is not null then
    return '{"status": "no-parent"}';
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
  perform private.give_up_addresses(p_page.id, p_page.site_id, p_locales);

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

CREATE OR REPLACE FUNCTION public.add_page_to_launch(p_actor uuid, p_launch bigint, p_page_id bigint, p_last_save bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  item public.launch_pages;
  latest public.draft_saves;
  kept jsonb := '[]';
begin
  perform private.act_as(p_actor);
  if not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  select * into page from public.pages p where p.id = p_page_id for no key update;
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
  select * into item from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id and l.contents is not null;
  if not public.page_differs(p_page_id)
    or item.page_id is not null and page.published_revision_id is not null and not private.has_draft_beside(p_page_id, item.contents) then
    return '{"status": "unchanged"}';
  end if;
  -- The rest of a page of which a part is in it already.
  if item.cells is not null then
    return public.add_cells_to_launch(p_actor, p_launch, p_page_id,
      private.cells_that_wait(private.live_cells(p_page_id), private.cells_beside(p_page_id, item.contents)), coalesce(latest.id, 0));
  end if;
  insert into public.launch_pages as l (launch_id, page_id, title, parent_id, base_revision_id, base_parent_id, contents, saved_by)
  values (p_launch, p_page_id, private.page_title(p_page_id), page.parent_id, page.published_revision_id, private.live_parent(p_page_id),
    private.draft_contents(p_page_id), p_actor)
  on conflict (launch_id, page_id) do update
    set title = excluded.title, parent_id = excluded.parent_id, base_revision_id = excluded.base_revision_id,
      base_parent_id = excluded.base_parent_id, contents = excluded.contents, cells = null, saved_by = excluded.saved_by, saved_at = clock_timestamp();
  -- What is published by itself goes on from what is live. A page that is not live yet has nothing else to show.
  if page.published_revision_id is not null then
    kept := private.reset_draft(p_page_id);
  end if;
  return '{"status": "added"}'::jsonb || case when kept <> '[]' then jsonb_build_object('addresses', kept) else '{}' end;
end $function$
;
comment on function public.add_page_to_launch(uuid,bigint,bigint,bigint) is 'Moves the draft of a page into a launch: the draft that is published by itself is what is live from then on, but for addresses that another draft has by now, which the answer names. A page that is not published keeps its draft. With p_last_save: unless somebody has saved since.';

CREATE OR REPLACE FUNCTION public.add_cells_to_launch(p_actor uuid, p_launch bigint, p_page_id bigint, p_cells text[], p_last_save bigint)
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
  before jsonb;
  kept jsonb := '[]';
begin
  perform private.act_as(p_actor);
  if not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  select * into page from public.pages p where p.id = p_page_id for no key update;
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
  select * into item from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id and l.contents is not null for update;
  live := private.live_cells(p_page_id);
  draft := case when item.page_id is null or live = '{}' then private.draft_cells(p_page_id)
    else private.cells_beside(p_page_id, item.contents) end;
  waiting := private.cells_that_wait(live, draft);
  if not p_cells <@ waiting or p_cells = '{}' then
    return '{"status": "settled"}';
  end if;
  if item.page_id is null and waiting <@ p_cells then
    return public.add_page_to_launch(p_actor, p_launch, p_page_id, p_last_save);
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
    kept := private.reset_draft(p_page_id);
  elsif not waiting <@ staying then
    composed := private.compose_cells(live, draft, staying);
    before := private.draft_addresses(array[p_page_id]);
    perform private.record_discard(p_page_id);
    perform private.write_draft(p_page_id, (composed ->> 'parent')::bigint, private.contents_of_cells(composed));
    kept := private.settle_addresses(array[p_page_id], before);
  end if;
  return jsonb_build_object('status', 'added', 'kept', to_jsonb(array(select c from unnest(p_cells) c where c = any (staying))))
    || case when kept <> '[]' then jsonb_build_object('addresses', kept) else '{}' end;
end $function$
;
comment on function public.add_cells_to_launch(uuid,bigint,bigint,text[],bigint) is 'Moves some cells of a page''s draft into a launch, on what it has of the page already. They leave the draft of a published page, but for those that the rest of it needs, which the answer names.';

CREATE OR REPLACE FUNCTION public.take_page_out(p_actor uuid, p_launch bigint, p_page_id bigint, p_to_draft boolean, p_keep boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  item public.launch_pages;
  live jsonb;
  draft jsonb;
  part jsonb;
  kept jsonb := '[]';
begin
  perform private.act_as(p_actor);
  if not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  select * into item from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  select * into page from public.pages p where p.id = p_page_id for no key update;
  if p_to_draft and found and item.contents is not null then
    if item.cells is not null and page.published_revision_id is not null then
      live := private.live_cells(p_page_id);
      draft := private.cells_beside(p_page_id, item.contents);
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
      if part is distinct from private.draft_cells(p_page_id) then
        perform private.record_discard(p_page_id);
        perform private.replace_draft(p_page_id, (select p.id from public.pages p where p.id = (part ->> 'parent')::bigint), private.contents_of_cells(part));
      end if;
    elsif page.published_revision_id is not null and private.has_draft_beside(p_page_id, item.contents) then
      return '{"status": "has-draft"}';
    elsif private.draft_contents(p_page_id) is distinct from item.contents or page.parent_id is distinct from item.parent_id then
      perform private.record_discard(p_page_id);
      perform private.replace_draft(p_page_id, (select p.id from public.pages p where p.id = item.parent_id), item.contents);
    end if;
  end if;
  if not p_keep then
    delete from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id;
  end if;
  -- The address that its draft has kept is dropped with the rest.
  if not p_to_draft and item.contents is not null and page.published_revision_id is not null
    and public.page_differs(p_page_id) and not private.has_draft_beside(p_page_id, item.contents) then
    kept := private.reset_draft(p_page_id);
  end if;
  return '{"status": "taken-out"}'::jsonb || case when kept <> '[]' then jsonb_build_object('addresses', kept) else '{}' end;
end $function$
;
comment on function public.take_page_out(uuid,bigint,bigint,boolean,boolean) is 'Takes a page out of a launch. p_to_draft: what the launch has of it becomes the draft of the page, unless that has changes of its own. p_keep: the launch keeps it as well, until the changed draft is added again.';

CREATE OR REPLACE FUNCTION public.apply_launch(p_actor uuid, p_launch bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '120s'
AS $function$
declare
  launch public.launches;
  asked jsonb;
  overtaken jsonb;
  ids bigint[];
  addresses jsonb;
  clean bigint[];
  was jsonb;
  parents jsonb;
  behind bigint[];
  done record;
begin
  perform private.act_as(p_actor);
  select * into launch from public.launches l where l.id = p_launch for update;
  if launch.state is null or launch.state not in ('open', 'scheduled') then
    return '{"status": "closed"}';
  end if;
  perform 1 from public.pages p where p.id in (select a.id from jsonb_to_recordset(p_pages) a (id bigint)) order by p.id for no key update;
  -- All of it, as it was read: neither more nor less, and nothing published since.
  overtaken := private.overtaken_records(p_records);
  if overtaken <> '[]' or exists (
    select from public.launch_pages l
    full join jsonb_to_recordset(p_pages) a (id bigint, saved_at timestamptz, expected bigint) on a.id = l.page_id
    left join public.pages p on p.id = l.page_id
    where coalesce(l.launch_id, p_launch) = p_launch
      and (l.saved_at is distinct from a.saved_at or p.id is null or p.published_revision_id is distinct from a.expected)
  ) or exists (
    select from (select * from public.record_drafts d where d.launch_id = p_launch) d
    full join jsonb_to_recordset(p_records) r (kind text, id text, saved_at timestamptz) on r.kind = d.kind and r.id = d.record_id
    where d.saved_at is distinct from r.saved_at
  ) then
    return '{"status": "conflict"}';
  end if;
  asked := (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.page_id, 'parent_id', l.parent_id, 'contents', coalesce(a.contents, l.contents))), '[]')
    from public.launch_pages l
    left join jsonb_to_recordset(p_pages) a (id bigint, contents jsonb) on a.id = l.page_id
    where l.launch_id = p_launch
  );
  clean := array(
    select p.id from public.pages p join jsonb_to_recordset(asked) a (id bigint, contents jsonb) on a.id = p.id
    where p.published_revision_id is not null and jsonb_typeof(a.contents) = 'object' and not private.has_draft_beside(p.id, a.contents)
  );
  ids := array(select a.id from jsonb_to_recordset(asked) a (id bigint));
  addresses := private.draft_addresses(ids);
  was := private.cells_of_others(asked, clean);
  parents := private.draft_parents(asked);
  select * into done from private.write_launch(p_actor, asked, p_records);
  -- A draft without changes of its own is what is live, and others follow in what they have not changed.
  perform private.write_draft(a.id, a.parent_id, a.contents)
  from jsonb_to_recordset(asked) a (id bigint, parent_id bigint, contents jsonb) where a.id = any (clean);
  behind := array(select w.key::bigint from jsonb_each(was) w where not private.follow_live(w.key::bigint, w.value));
  behind := array(
    select unnest(behind) union select (k.value ->> 'page_id')::bigint from jsonb_array_elements(private.settle_addresses(ids, addresses)) k
  );
  update public.launch_pages l set before_revision_id = a.before, before_parent_id = a.before_parent, revision_id = a.revision
  from jsonb_to_recordset(done.pages) a (id bigint, before bigint, before_parent bigint, revision bigint)
  where l.launch_id = p_launch and l.page_id = a.id;
  insert into public.launch_records as l (launch_id, kind, record_id, before_version, version)
  select p_launch, r.kind, r.id, r.version, w.version
  from jsonb_to_recordset(p_records) r (kind text, id text, version integer)
  join jsonb_to_recordset(done.records) w (kind text, id text, version integer) on w.kind = r.kind and w.id = r.id
  on conflict (launch_id, kind, record_id) do update set before_version = excluded.before_version, version = excluded.version;
  update public.launches l
  set state = 'publishing', applied_at = clock_timestamp(), applied_by = p_actor, live_at = null, taken_back_at = null, failure = null,
    edit_id = nullif(current_setting('content.edit', true), '')::bigint
  where l.id = p_launch;
  behind := array(select distinct b from unnest(behind || private.keep_draft_parents(parents)) b);
  return jsonb_build_object('status', 'applied', 'drafts', cardinality(behind));
end $function$
;
comment on function public.apply_launch(uuid,bigint,jsonb,jsonb) is 'Writes all drafts of a launch in one transaction: all of them as they were read, or none. Their files are put live by a publisher.';

CREATE OR REPLACE FUNCTION public.take_launch_back(p_actor uuid, p_launch bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '120s'
AS $function$
declare
  launch public.launches;
  ids bigint[];
  addresses jsonb;
  clean bigint[];
  was jsonb;
  parents jsonb;
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
  perform 1 from public.pages p where p.id in (select a.id from jsonb_to_recordset(p_pages) a (id bigint)) order by p.id for no key update;
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
  ids := array(select a.id from jsonb_to_recordset(p_pages) a (id bigint));
  addresses := private.draft_addresses(ids);
  was := private.cells_of_others(p_pages, clean);
  parents := private.draft_parents(p_pages);
  select * into done from private.write_launch(p_actor, p_pages, p_records);
  perform private.write_draft(a.id, a.parent_id, a.contents)
  from jsonb_to_recordset(p_pages) a (id bigint, parent_id bigint, contents jsonb) where a.id = any (clean);
  perform private.follow_live(w.key::bigint, w.value) from jsonb_each(was) w;
  perform private.settle_addresses(ids, addresses);
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
  perform private.keep_draft_parents(parents);
  return '{"status": "taken-back"}';
end $function$
;
comment on function public.take_launch_back(uuid,bigint,jsonb,jsonb) is 'Makes live again what was live before a launch, in one transaction. The drafts of the launch stay in it.';
