-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.cells_of_contents(p_contents jsonb, p_parent_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (
    with locales as materialized (
      select c.key as locale, c.value as content from jsonb_each(coalesce(p_contents, '{}')) c
    ), flat as materialized (
      select l.locale, f.* from locales l cross join lateral private.flatten_modules(l.content -> 'modules') f
    ), places as (
      -- Which they are is the same in all languages. A module without any English text is in those only that have their own.
      select f.id, min(f.type) as type, min(f.parent_id) as parent_id, min(f.slot) as slot, max(f.place[cardinality(f.place)]) as place
      from flat f group by f.id
    ), cells (cell, value) as (
      select 'structure', coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'type', s.type, 'parent', s.parent_id, 'slot', s.slot, 'at', s.at) order by s.id), '[]')
      from (select p.*, row_number() over (partition by p.parent_id order by p.place, p.id) as at from places p) s
      where exists (select from locales)
      having exists (select from locales)
      union all
      select 'parent', coalesce(to_jsonb(p_parent_id), 'null') where exists (select from locales)
      union all
      select 'settings:' || l.locale, jsonb_build_object('path', l.content -> 'path', 'title', l.content -> 'title', 'nav_title', l.content -> 'nav_title',
        'description', l.content -> 'description', 'seo', l.content -> 'seo')
      from locales l
      union all
      select distinct on (f.id, c.locale) f.id || ':' || c.locale, jsonb_build_object('v', f.v, 'data', f.data)
      from flat f cross join lateral (select case when f.fallback then 'en' else f.locale end as locale) c
    )
    select coalesce(jsonb_object_agg(c.cell, c.value), '{}') from cells c
  );
end $function$
;
comment on function private.cells_of_contents(jsonb,bigint) is 'What a version of a page has, by cell.';

CREATE OR REPLACE FUNCTION private.live_cells(p_page_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce((
    select private.cells_of_contents(private.revision_contents(p.published_revision_id), private.live_parent(p_page_id))
    from public.pages p where p.id = p_page_id
  ), '{}')
$function$
;
comment on function private.live_cells(bigint) is 'What is live of a page, by cell; no cells where nothing is.';

CREATE OR REPLACE FUNCTION public.add_page_to_launch(p_actor uuid, p_launch bigint, p_page_id bigint, p_last_save bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
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
      private.cells_that_wait(private.live_cells(p_page_id), private.draft_cells(p_page_id)), coalesce(latest.id, 0));
  end if;
  insert into public.launch_pages as l (launch_id, page_id, title, parent_id, base_revision_id, base_parent_id, contents, saved_by)
  values (p_launch, p_page_id, private.page_title(p_page_id), page.parent_id, page.published_revision_id, private.live_parent(p_page_id),
    private.draft_contents(p_page_id), p_actor)
  on conflict (launch_id, page_id) do update
    set title = excluded.title, parent_id = excluded.parent_id, base_revision_id = excluded.base_revision_id,
      base_parent_id = excluded.base_parent_id, contents = excluded.contents, cells = null, saved_by = excluded.saved_by, saved_at = clock_timestamp();
  -- What is published by itself goes on from what is live. A page that is not live yet has nothing else to show.
  if page.published_revision_id is not null then
    perform public.discard_draft(p_actor, p_page_id, page.structure_version, coalesce(latest.id, 0));
  end if;
  return '{"status": "added"}';
end $function$
;
comment on function public.add_page_to_launch(uuid,bigint,bigint,bigint) is 'Moves the draft of a page into a launch: the draft that is published by itself is what is live from then on. A page that is not published keeps its draft. With p_last_save: unless somebody has saved since.';

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
    perform public.discard_draft(p_actor, p_page_id, page.structure_version, coalesce(latest.id, 0));
  elsif not waiting <@ staying then
    composed := private.compose_cells(live, draft, staying);
    perform private.record_discard(p_page_id);
    perform private.replace_draft(p_page_id, (composed ->> 'parent')::bigint, private.contents_of_cells(composed));
  end if;
  return jsonb_build_object('status', 'added', 'kept', to_jsonb(array(select c from unnest(p_cells) c where c = any (staying))));
end $function$
;
comment on function public.add_cells_to_launch(uuid,bigint,bigint,text[],bigint) is 'Moves some cells of a page''s draft into a launch, on what it has of the page already. They leave the draft of a published page, but for those that the rest of it needs, which the answer names.';

CREATE OR REPLACE FUNCTION private.follow_live(p_page_id bigint, p_was jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  live jsonb := private.live_cells(p_page_id);
  draft jsonb := private.draft_cells(p_page_id);
  moved text[];
  following text[];
  composed jsonb;
begin
  if p_was = '{}' or live = '{}' or draft is null then
    return false;
  end if;
  moved := array(select cell from jsonb_each(p_was) w (cell, value) full join jsonb_each(live) l (cell, value) using (cell) where w.value is distinct from l.value);
  following := array(select m from unnest(moved) m where p_was -> m is not distinct from draft -> m);
  -- A module that goes stays in the draft with a text that somebody has changed there.
  if exists (
    select from unnest(private.modules_beyond(draft -> 'structure', live -> 'structure')) x (id)
    join jsonb_each(draft) c on private.cell_module(c.key) = x.id
    where c.value is distinct from p_was -> c.key
  ) then
    following := array_remove(following, 'structure');
  end if;
  if following <> '{}' then
    composed := private.compose_cells(draft, live, following);
    perform private.replace_draft(p_page_id, (select p.id from public.pages p where p.id = (composed ->> 'parent')::bigint), private.contents_of_cells(composed));
  end if;
  -- What the draft has already is not left behind either, nor are texts in a language that is not live.
  return not exists (
    select from unnest(moved) m
    where m <> all (following) and live -> m is distinct from draft -> m
      and (live ? m or private.cell_module(m) is null or live ? ('settings:' || private.cell_locale(m)))
  );
end $function$
;
comment on function private.follow_live(bigint,jsonb) is 'Changes the cells of a draft that are as they were live to what is live now; whether none of those that have changed is left behind.';

CREATE OR REPLACE FUNCTION public.add_removal_to_launch(p_actor uuid, p_launch bigint, p_page_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
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
  insert into public.launch_pages as l (launch_id, page_id, title, parent_id, base_revision_id, base_parent_id, saved_by)
  values (p_launch, p_page_id, private.page_title(p_page_id), page.parent_id, page.published_revision_id, private.live_parent(p_page_id), p_actor)
  on conflict (launch_id, page_id) do update
    set contents = null, cells = null, base_revision_id = excluded.base_revision_id, saved_by = excluded.saved_by, saved_at = clock_timestamp();
  return '{"status": "added"}';
end $function$
;
comment on function public.add_removal_to_launch(uuid,bigint,bigint) is 'Takes a page off the site with a launch; its draft and its history stay.';

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
begin
  perform private.act_as(p_actor);
  if not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  select * into item from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
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
        perform private.record_discard(p_page_id);
        perform private.replace_draft(p_page_id, (select p.id from public.pages p where p.id = (part ->> 'parent')::bigint), private.contents_of_cells(part));
      end if;
    elsif page.published_revision_id is not null and public.page_differs(p_page_id) then
      return '{"status": "has-draft"}';
    elsif private.draft_contents(p_page_id) is distinct from item.contents or page.parent_id is distinct from item.parent_id then
      perform private.record_discard(p_page_id);
      perform private.replace_draft(p_page_id, (select p.id from public.pages p where p.id = item.parent_id), item.contents);
    end if;
  end if;
  if not p_keep then
    delete from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id;
  end if;
  return '{"status": "taken-out"}';
end $function$
;
comment on function public.take_page_out(uuid,bigint,bigint,boolean,boolean) is 'Takes a page out of a launch. p_to_draft: what the launch has of it becomes the draft of the page, unless that has changes of its own. p_keep: the launch keeps it as well, until the changed draft is added again.';

CREATE OR REPLACE FUNCTION private.cells_of_others(p_pages jsonb, p_clean bigint[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(p.id, private.live_cells(p.id)), '{}')
  from public.pages p join jsonb_to_recordset(p_pages) a (id bigint) on a.id = p.id
  where p.published_revision_id is not null and p.id <> all (p_clean)
$function$
;

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
  clean bigint[];
  was jsonb;
  behind bigint[];
  done record;
begin
  perform private.act_as(p_actor);
  select * into launch from public.launches l where l.id = p_launch for update;
  if launch.state is null or launch.state not in ('open', 'scheduled') then
    return '{"status": "closed"}';
  end if;
  perform 1 from public.pages p where p.id in (select a.id from jsonb_to_recordset(p_pages) a (id bigint)) order by p.id for update;
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
    where p.published_revision_id is not null and jsonb_typeof(a.contents) = 'object' and not public.page_differs(p.id)
  );
  was := private.cells_of_others(asked, clean);
  select * into done from private.write_launch(p_actor, asked, p_records);
  -- A draft without changes of its own is what is live, and others follow in what they have not changed.
  perform private.replace_draft(a.id, a.parent_id, a.contents)
  from jsonb_to_recordset(asked) a (id bigint, parent_id bigint, contents jsonb) where a.id = any (clean);
  behind := array(select w.key::bigint from jsonb_each(was) w where not private.follow_live(w.key::bigint, w.value));
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
    where p.id is null or p.published_revision_id is distinct from a.expected
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
      select coalesce(jsonb_agg(jsonb_build_object('id', i.page_id, 'title', i.title, 'site', p.site_id, 'is_there', p.id is not null,
        'is_removal', i.contents is null, 'cells', i.cells, 'is_new', i.base_revision_id is null,
        'paths', (
          select jsonb_object_agg(c.key, c.value -> 'path') from jsonb_each(coalesce(i.contents, private.revision_contents(i.base_revision_id))) c
        ),
        'has_draft', p.published_revision_id is not null and l.state in ('open', 'scheduled') and public.page_differs(p.id),
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

alter table public.launch_pages add column cells text[];

alter table public.launch_pages add constraint launch_pages_cells_check CHECK (((cardinality(cells) >= 1) AND (cardinality(cells) <= 1000)));

revoke all on function private.cells_of_contents(jsonb,bigint) from public, anon, authenticated, service_role;
grant execute on function private.cells_of_contents(jsonb,bigint) to authenticated;
grant execute on function private.cells_of_contents(jsonb,bigint) to service_role;

revoke all on function private.live_parent(bigint) from public, anon, authenticated, service_role;
grant execute on function private.live_parent(bigint) to authenticated;
grant execute on function private.live_parent(bigint) to service_role;

revoke all on function public.add_cells_to_launch(uuid,bigint,bigint,text[],bigint) from public, anon, authenticated, service_role;
grant execute on function public.add_cells_to_launch(uuid,bigint,bigint,text[],bigint) to service_role;

revoke all on function private.follow_live(bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.follow_live(bigint,jsonb) to service_role;

revoke all on function private.cells_of_others(jsonb,bigint[]) from public, anon, authenticated, service_role;
grant execute on function private.cells_of_others(jsonb,bigint[]) to service_role;
